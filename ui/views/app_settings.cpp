#include "ui/views/app_settings.h"

#include <QSettings>

namespace assay::settings {

namespace {

const QString unitsKey = QStringLiteral("display/binarySizes");
const QString targetKey = QStringLiteral("convert/target");
const QString geometryKey = QStringLiteral("window/geometry");
const QString pageKey = QStringLiteral("window/page");
const QString recentKey = QStringLiteral("recent");

} // namespace

void apply() {
  display::setSizeUnits(sizeUnits());
}

display::SizeUnits sizeUnits() {
  return QSettings().value(unitsKey, false).toBool() ? display::SizeUnits::Binary
                                                     : display::SizeUnits::Decimal;
}

void setSizeUnits(display::SizeUnits units) {
  QSettings().setValue(unitsKey, units == display::SizeUnits::Binary);
  apply();
}

Dtype defaultTarget() {
  const std::string name = QSettings().value(targetKey).toString().toStdString();
  const Dtype target = dtypeFromName(name);
  return target == Dtype::Unknown ? Dtype::F16 : target;
}

void setDefaultTarget(Dtype target) {
  const std::string_view name = dtypeName(target);
  QSettings().setValue(targetKey, QString::fromUtf8(name.data(), qsizetype(name.size())));
}

QByteArray windowGeometry() {
  return QSettings().value(geometryKey).toByteArray();
}

void setWindowGeometry(const QByteArray& geometry) {
  QSettings().setValue(geometryKey, geometry);
}

int lastPage() {
  return QSettings().value(pageKey, 0).toInt();
}

void setLastPage(int page) {
  QSettings().setValue(pageKey, page);
}

std::vector<RecentEntry> recentEntries() {
  QSettings store;
  std::vector<RecentEntry> entries;
  const int count = qMin(store.beginReadArray(recentKey), int(RecentModel::mostEntries));
  for (int i = 0; i < count; ++i) {
    store.setArrayIndex(i);
    RecentEntry entry;
    entry.path = store.value(QStringLiteral("path")).toString();
    entry.name = store.value(QStringLiteral("name")).toString();
    entry.isFolder = store.value(QStringLiteral("folder")).toBool();
    entry.bytes = store.value(QStringLiteral("bytes")).toULongLong();
    entry.parameters = store.value(QStringLiteral("parameters")).toULongLong();
    entry.shards = store.value(QStringLiteral("shards"), 1).toULongLong();
    entry.severity = store.value(QStringLiteral("severity"), -1).toInt();
    entry.worst = store.value(QStringLiteral("worst")).toString();
    if (!entry.path.isEmpty()) {
      entries.push_back(entry);
    }
  }
  store.endArray();
  return entries;
}

void setRecentEntries(const std::vector<RecentEntry>& entries) {
  QSettings store;
  store.remove(recentKey);
  store.beginWriteArray(recentKey, static_cast<int>(entries.size()));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const RecentEntry& entry = entries[i];
    store.setArrayIndex(static_cast<int>(i));
    store.setValue(QStringLiteral("path"), entry.path);
    store.setValue(QStringLiteral("name"), entry.name);
    store.setValue(QStringLiteral("folder"), entry.isFolder);
    store.setValue(QStringLiteral("bytes"), QVariant::fromValue<qulonglong>(entry.bytes));
    store.setValue(QStringLiteral("parameters"), QVariant::fromValue<qulonglong>(entry.parameters));
    store.setValue(QStringLiteral("shards"), QVariant::fromValue<qulonglong>(entry.shards));
    store.setValue(QStringLiteral("severity"), entry.severity);
    store.setValue(QStringLiteral("worst"), entry.worst);
  }
  store.endArray();
}

} // namespace assay::settings
