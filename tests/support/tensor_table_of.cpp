#include "tests/support/tensor_table_of.h"

namespace assay::test {

TensorTable tableOf(const std::vector<TableRow>& rows) {
  TensorTableBuilder builder;
  std::uint64_t begin = 0;
  for (const TableRow& row : rows) {
    TensorInfo info;
    info.name = row.name;
    info.dtype = row.dtype;
    info.dtypeText = dtypeName(row.dtype);
    info.shape = row.shape;
    const std::uint64_t bytes = bytesFor(row.dtype, *elementCount(row.shape)).value();
    info.dataOffsets = {begin, begin + bytes};
    begin += bytes;
    builder.add(info, 8);
  }
  return builder.build();
}

} // namespace assay::test
