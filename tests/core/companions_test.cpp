#include "core/checkpoint/companions.h"

#include <QTest>
#include <string>
#include <vector>

using namespace assay;

namespace {

using Shape = std::vector<std::uint64_t>;

struct Entry {
  std::string name;
  Dtype dtype;
  Shape shape;
};

TensorTable tableOf(const std::vector<Entry>& entries) {
  TensorTableBuilder builder;
  for (const Entry& entry : entries) {
    TensorInfo info;
    info.name = entry.name;
    info.dtype = entry.dtype;
    info.dtypeText = dtypeName(entry.dtype);
    info.shape = entry.shape;
    builder.add(info, 0);
  }
  return builder.build();
}

/// Names beside what they are: "w:NVFP4[64, 128] w_scale:scale>0", in table order.
std::string told(const TensorTable& table, const Companions& found) {
  std::string text;
  for (std::uint32_t at = 0; at < table.size(); ++at) {
    if (const Companion* companion = found.companionOf(TensorId{at})) {
      text += std::string(roleName(companion->role)) +
              (companion->weight ? ">" + std::to_string(companion->weight->value) : "") + "; ";
    } else if (const QuantizedWeight* weight = found.weightOf(TensorId{at})) {
      text += std::string(schemeName(weight->scheme)) + " " +
              (weight->logicalShape.empty() ? "?" : shapeText(weight->logicalShape, "x")) +
              (weight->bitsAssumed ? " assumed" : "") + "; ";
    } else {
      text += "-; ";
    }
  }
  return text;
}

std::string told(const std::vector<Entry>& entries, const ModelConfig& config = {}) {
  const TensorTable table = tableOf(entries);
  return told(table, findCompanions(table, config));
}

} // namespace

class CompanionsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void plainCheckpointsHaveNone() {
    const TensorTable table = tableOf({{"a.weight", Dtype::BF16, {2, 3}},
                                       {"a.scale", Dtype::F32, {3}},
                                       {"b.scales", Dtype::F32, {3}},
                                       {"anchor_scales", Dtype::F32, {3}},
                                       {"c.weight", Dtype::U8, {4}}});
    const Companions found = findCompanions(table, std::nullopt);
    QVERIFY(found.companions.empty() && found.weights.empty());
    QCOMPARE(found.storedElements, std::uint64_t(19));
    QCOMPARE(found.estimatedParameters, std::uint64_t(19));
  }

  void gptOssBlocks() {
    const TensorTable table = tableOf({{"e.gate_up_proj_blocks", Dtype::U8, {32, 5760, 90, 16}},
                                       {"e.gate_up_proj_scales", Dtype::U8, {32, 5760, 90}},
                                       {"e.gate_up_proj_bias", Dtype::BF16, {32, 5760}}});
    const Companions found = findCompanions(table, std::nullopt);
    QCOMPARE(told(table, found), std::string("MXFP4 32x5,760x2,880; scale>0; -; "));
    QCOMPARE(found.estimatedParameters, std::uint64_t(32) * 5760 * 2880 + 32 * 5760);
  }

  void nvfp4InBothSpellings() {
    QCOMPARE(told({{"l.weight", Dtype::U8, {64, 64}},
                   {"l.weight_scale", Dtype::F8_E4M3, {64, 8}},
                   {"l.weight_scale_2", Dtype::F32, {}},
                   {"l.input_scale", Dtype::F32, {}}}),
             std::string("NVFP4 64x128; scale>0; global scale>0; input scale>0; "));
    QCOMPARE(told({{"l.weight_packed", Dtype::U8, {64, 64}},
                   {"l.weight_scale", Dtype::F8_E4M3, {64, 8}},
                   {"l.weight_global_scale", Dtype::F32, {1}}}),
             std::string("NVFP4 64x128; scale>0; global scale>0; "));
  }

  void scaledDtypesKeepTheirShape() {
    QCOMPARE(told({{"l.weight", Dtype::F8_E4M3, {256, 512}},
                   {"l.weight_scale_inv", Dtype::F32, {2, 4}}}),
             std::string("scaled F8 256x512; scale>0; "));
    QCOMPARE(told({{"l.weight", Dtype::F8_E5M2, {256, 512}},
                   {"l.weight_scale", Dtype::F8_E8M0, {256, 16}}}),
             std::string("block-scaled 256x512; scale>0; "));
    QCOMPARE(told({{"l.weight", Dtype::I8, {4, 4}}, {"l.weight_scale", Dtype::F32, {4, 1}}}),
             std::string("scaled I8 4x4; scale>0; "));
    QCOMPARE(told({{"l.weight", Dtype::F8_E4M3, {4, 4}}}), std::string("-; "));
  }

  void packedIntegers() {
    const std::vector<Entry> gptq{{"l.qweight", Dtype::I32, {64, 256}},
                                  {"l.qzeros", Dtype::I32, {4, 32}},
                                  {"l.scales", Dtype::F16, {4, 256}},
                                  {"l.g_idx", Dtype::I32, {512}}};
    ModelConfig config;
    QCOMPARE(told(gptq), std::string("GPTQ 512x256 assumed; zero point>0; scale>0; "
                                     "group index>0; "));
    config.quantizationBits = 8;
    QVERIFY(told(gptq, config).starts_with("GPTQ 256x256; "));
    QCOMPARE(told({{"l.qweight", Dtype::I32, {512, 32}},
                   {"l.qzeros", Dtype::I32, {4, 32}},
                   {"l.scales", Dtype::F16, {4, 256}}}),
             std::string("AWQ 512x256; zero point>0; scale>0; "));
    config.quantizationBits = 3; // 96 integers of 32 bits are 1,024 codes of 3
    QVERIFY(told({{"l.weight_packed", Dtype::I32, {8, 96}},
                  {"l.weight_scale", Dtype::BF16, {8, 8}},
                  {"l.weight_shape", Dtype::I32, {2}}},
                 config) == "pack-quantized 8x1,024; scale>0; shape note>0; ");
  }

  void bitsAndBytes() {
    const TensorTable table =
        tableOf({{"l.weight", Dtype::U8, {5000, 1}},
                 {"l.weight.absmax", Dtype::U8, {157}},
                 {"l.weight.quant_map", Dtype::F32, {16}},
                 {"l.weight.nested_absmax", Dtype::F32, {1}},
                 {"l.weight.quant_state.bitsandbytes__nf4", Dtype::U8, {90}}});
    const Companions found = findCompanions(table, std::nullopt);
    QCOMPARE(told(table, found), std::string("4-bit of bitsandbytes ?; scale>0; code table>0; "
                                             "scale>0; state note>0; "));
    QCOMPARE(found.estimatedParameters, std::uint64_t(10'000));
    QCOMPARE(found.storedElements, std::uint64_t(5264));
  }

  void bitsComeFromTheConfig() {
    const auto bits = [](std::string_view quantization) {
      const auto config =
          parseModelConfig("{\"quantization_config\":" + std::string(quantization) + "}");
      return config->quantizationBits.value_or(0);
    };
    QCOMPARE(bits("{\"bits\":4}"), std::uint64_t(4));
    QCOMPARE(bits("{\"config_groups\":{\"group_0\":{\"weights\":{\"num_bits\":3}}}}"),
             std::uint64_t(3));
    QCOMPARE(bits("{\"config_groups\":{\"a\":{\"weights\":{\"num_bits\":3}},"
                  "\"b\":{\"weights\":{\"num_bits\":4}}}}"),
             std::uint64_t(0));
    QCOMPARE(bits("{\"config_groups\":[1]}"), std::uint64_t(0));
    QCOMPARE(bits("{\"config_groups\":{\"a\":1}}"), std::uint64_t(0));
  }
};

QTEST_APPLESS_MAIN(CompanionsTest)
#include "companions_test.moc"
