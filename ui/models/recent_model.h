#pragma once

#include "core/checkpoint/checkpoint.h"

#include <QAbstractListModel>
#include <QString>
#include <cstdint>
#include <vector>

namespace assay {

/// A checkpoint that was opened before.
struct RecentEntry {
  QString path{};
  QString name{};
  bool isFolder = false;
  std::uint64_t bytes = 0;
  std::uint64_t parameters = 0;
  std::uint64_t shards = 1;
  int severity = -1; ///< of the worst finding: 0 error, 1 warning; -1 where there is none of these
  QString worst{};   ///< that finding in few words
  bool missing = false;
};

/// The list on the start page. Rows are removed from the list only, never from the disk.
class RecentModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { EntryRole = Qt::UserRole };
  static constexpr int mostEntries = 20;

  explicit RecentModel(QObject* parent = nullptr);

  void setEntries(std::vector<RecentEntry> entries);
  /// Puts an entry first; an older one of the same path goes.
  void add(const RecentEntry& entry);
  void removeAt(int row);
  void clear();
  void setMissing(const QString& path, bool missing);
  [[nodiscard]] const std::vector<RecentEntry>& entries() const { return m_entries; }

  [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
  [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

 Q_SIGNALS:
  void entriesChanged();

 private:
  std::vector<RecentEntry> m_entries; ///< newest first, at most mostEntries
};

/// What the list keeps of a checkpoint that was opened by `path`.
[[nodiscard]] RecentEntry recentEntry(const Checkpoint& checkpoint, const QString& path);

/// The second line on the right: parameters, the worst finding, or that it was not found.
[[nodiscard]] QString recentDetail(const RecentEntry& entry);

} // namespace assay
Q_DECLARE_METATYPE(assay::RecentEntry)
