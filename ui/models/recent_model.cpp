#include "ui/models/recent_model.h"

#include "ui/models/display_text.h"

#include <algorithm>
#include <utility>

namespace assay {

QString recentDetail(const RecentEntry& entry) {
  if (entry.missing) {
    return RecentModel::tr("not found");
  }
  if (entry.severity >= 0) {
    return entry.worst;
  }
  const QString parameters =
      RecentModel::tr("%1 parameters").arg(display::abbreviated(entry.parameters));
  return entry.shards > 1
             ? RecentModel::tr("%1, %2 shards").arg(parameters, display::count(entry.shards))
             : parameters;
}

RecentModel::RecentModel(QObject* parent) : QAbstractListModel(parent) {}

void RecentModel::setEntries(std::vector<RecentEntry> entries) {
  beginResetModel();
  m_entries = std::move(entries);
  endResetModel();
}

void RecentModel::add(const RecentEntry& entry) {
  const auto old = std::find_if(m_entries.begin(), m_entries.end(),
                                [&](const RecentEntry& other) { return other.path == entry.path; });
  if (old != m_entries.end()) {
    const int row = static_cast<int>(old - m_entries.begin());
    beginRemoveRows({}, row, row);
    m_entries.erase(old);
    endRemoveRows();
  } else if (m_entries.size() >= mostEntries) {
    const int last = static_cast<int>(m_entries.size()) - 1;
    beginRemoveRows({}, last, last);
    m_entries.pop_back();
    endRemoveRows();
  }
  beginInsertRows({}, 0, 0);
  m_entries.insert(m_entries.begin(), entry);
  endInsertRows();
  Q_EMIT entriesChanged();
}

void RecentModel::removeAt(int row) {
  if (row < 0 || row >= rowCount()) {
    return;
  }
  beginRemoveRows({}, row, row);
  m_entries.erase(m_entries.begin() + row);
  endRemoveRows();
  Q_EMIT entriesChanged();
}

void RecentModel::clear() {
  beginResetModel();
  m_entries.clear();
  endResetModel();
  Q_EMIT entriesChanged();
}

void RecentModel::setMissing(const QString& path, bool missing) {
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    if (m_entries[i].path == path && m_entries[i].missing != missing) {
      m_entries[i].missing = missing;
      const QModelIndex changed = index(static_cast<int>(i));
      Q_EMIT dataChanged(changed, changed);
    }
  }
}

int RecentModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant RecentModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
    return {};
  }
  const RecentEntry& entry = m_entries[static_cast<std::size_t>(index.row())];
  switch (role) {
  case Qt::DisplayRole:
    return entry.name;
  case Qt::ToolTipRole:
    return entry.path;
  case Qt::AccessibleTextRole:
    return QStringLiteral("%1, %2, %3")
        .arg(entry.name, display::size(entry.bytes), recentDetail(entry));
  case EntryRole:
    return QVariant::fromValue(entry);
  default:
    return {};
  }
}

} // namespace assay
