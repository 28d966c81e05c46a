// How long after the header is parsed a window has painted it, and what memory the process has
// gained, for each FILE:
//
//     window_first_paint FILE...
//     {"file": "...", "first_paint_ms": 12.3, "resident_before": N, "resident_after": N}
//
// A window is opened and closed once before, on the first file, so that fonts and style are loaded.

#include "ui/models/recent_model.h"
#include "ui/views/main_window.h"
#include "ui/views/theme_system.h"

#include <unistd.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QTimer>
#include <cstdio>
#include <functional>

namespace {

/// Notes when a window has painted after it was told to look out for it.
class PaintWatch : public QApplication {
 public:
  using QApplication::QApplication;

  void lookOut(QWidget* window) { m_window = window; }

  bool notify(QObject* receiver, QEvent* event) override {
    const bool paints = event->type() == QEvent::UpdateRequest && receiver == m_window;
    const bool done = QApplication::notify(receiver, event);
    if (paints && painted) {
      m_window = nullptr;
      painted();
    }
    return done;
  }

  std::function<void()> painted; ///< called after the paint, once for each lookOut

 private:
  QWidget* m_window = nullptr;
};

/// Bytes of this process that are in memory, from /proc; 0 where there is none.
long long residentBytes() {
  QFile file(QStringLiteral("/proc/self/statm"));
  if (!file.open(QIODevice::ReadOnly)) {
    return 0;
  }
  const QList<QByteArray> fields = file.readAll().split(' ');
  return fields.value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

struct Opening {
  double firstPaintMs = -1; ///< from the parsed header; negative where it never came
  long long residentBefore = 0;
  long long residentAfter = 0;
};

Opening openOnce(PaintWatch& application, const QString& path) {
  Opening result;
  assay::RecentModel recent;
  assay::MainWindow window(&recent);
  QEventLoop loop;
  QTimer::singleShot(60'000, &loop, &QEventLoop::quit);

  // The empty window is there first, as it is for a person.
  application.painted = [&] { loop.quit(); };
  application.lookOut(&window);
  window.resize(1440, 900);
  window.show();
  loop.exec();

  QElapsedTimer clock;
  result.residentBefore = residentBytes();
  application.painted = [&] {
    const double sinceRequest = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    result.firstPaintMs = sinceRequest - window.opened().seconds * 1e3;
    loop.quit();
  };
  QObject::connect(&window, &assay::MainWindow::checkpointShown,
                   [&] { application.lookOut(&window); });
  clock.start();
  window.openPath(path);
  loop.exec();
  result.residentAfter = residentBytes();
  return result;
}

} // namespace

int main(int argc, char** argv) {
  PaintWatch application(argc, argv);
  assay::applySystemLook(application);
  const QStringList paths = QApplication::arguments().mid(1);
  if (paths.isEmpty()) {
    std::fprintf(stderr, "usage: window_first_paint FILE...\n");
    return 2;
  }
  openOnce(application, paths.first());
  for (const QString& path : paths) {
    const Opening opening = openOnce(application, path);
    std::printf("{\"file\": \"%s\", \"first_paint_ms\": %.2f, \"resident_before\": %lld, "
                "\"resident_after\": %lld}\n",
                qPrintable(path), opening.firstPaintMs, opening.residentBefore,
                opening.residentAfter);
  }
  return 0;
}
