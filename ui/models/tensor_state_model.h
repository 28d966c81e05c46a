#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QAbstractTableModel>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace assay {

/// The tensors of a damaged checkpoint with what there is of each, all of them or those in one
/// condition. Keeps no row: a filtered row is found by counting (one counter for 256 tensors), so
/// that 850,000 tensors cost 40 kB.
class TensorStateModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum class Show : std::uint8_t { All, Complete, CutOff, Missing };
  enum Column { NameColumn, ShapeColumn, SizeColumn, InTheFileColumn, OffsetColumn, ColumnCount };
  enum Role {
    ConditionRole = Qt::UserRole, ///< Show::Complete, CutOff or Missing as int
    TensorRole,                   ///< the tensor's id as uint
    SortRole,                     ///< raw number or text
  };

  /// Tensors in each condition (complete, cut off, missing) before each block of 256, and all of
  /// them last.
  using Counts = std::array<std::uint32_t, 3>;
  using Counters = std::vector<Counts>;

  explicit TensorStateModel(QObject* parent = nullptr);

  /// Linear in the tensors, and safe from any thread: the only costly part of showing a checkpoint.
  [[nodiscard]] static Counters countStates(const Checkpoint& checkpoint);

  /// `counters` are those of this checkpoint.
  void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint, Counters counters);
  void setCheckpoint(const std::shared_ptr<const Checkpoint>& checkpoint) {
    setCheckpoint(checkpoint, checkpoint ? countStates(*checkpoint) : Counters{});
  }
  void setShow(Show show);
  [[nodiscard]] Show show() const { return m_show; }
  [[nodiscard]] std::uint64_t count(Show show) const;
  /// The `n`-th tensor, from 0, of those in a condition; n < count(show).
  [[nodiscard]] TensorId nthOf(Show show, std::uint32_t n) const;
  /// The tensor of a row in [0, rowCount()).
  [[nodiscard]] TensorId tensorAt(int row) const;
  /// The row of a tensor, or -1 where the filter hides it.
  [[nodiscard]] int rowOf(TensorId id) const;

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
  [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                    int role) const override;

 private:
  static constexpr std::size_t blockSize = 256;
  [[nodiscard]] Show conditionOf(std::size_t tensor) const;
  [[nodiscard]] QVariant text(const TensorInfo& info, int column) const;
  [[nodiscard]] QVariant raw(const TensorInfo& info, int column) const;

  std::shared_ptr<const Checkpoint> m_checkpoint;
  Show m_show = Show::All;
  Counters m_before{1};
};

} // namespace assay
