// How long the window does not answer while it is used, for a FILE with many tensors:
//
//     window_heartbeat FILE
//     {"action": "type a filter", "beats": 900, "max_ms": 12.1, "p99_ms": 4.0, "cpu_max_ms": 9.8}
//
// A timer beats once a millisecond; what counts is by how much a beat comes late, which is how long
// a key or click would have waited. `cpu_max_ms` is the processor time of the window's own thread
// in the worst of these gaps: where other programs keep the machine busy it tells what of the delay
// is the window's doing.

#include "ui/models/recent_model.h"
#include "ui/views/main_window.h"
#include "ui/views/outline_view.h"
#include "ui/views/search_field.h"
#include "ui/views/tensor_list_view.h"
#include "ui/views/tensors_page.h"
#include "ui/views/theme_system.h"

#include <time.h>

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

namespace {

using assay::MainWindow;
using assay::TensorsPage;

double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) / 1e9;
}

/// The gaps between beats since it was started.
class Heartbeat : public QObject {
 public:
  Heartbeat() {
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(1);
    connect(&m_timer, &QTimer::timeout, this, &Heartbeat::beat);
  }

  void start() {
    m_gaps.clear();
    m_worstCpu = 0;
    m_clock.start();
    m_cpu = threadSeconds();
    m_timer.start();
  }

  void report(const char* action) {
    beat();
    m_timer.stop();
    std::sort(m_gaps.begin(), m_gaps.end());
    const double p99 = m_gaps[(m_gaps.size() - 1) * 99 / 100];
    std::printf("{\"action\": \"%s\", \"beats\": %zu, \"max_ms\": %.1f, \"p99_ms\": %.1f, "
                "\"cpu_max_ms\": %.1f}\n",
                action, m_gaps.size(), m_gaps.back(), p99, m_worstCpu * 1e3);
    std::fflush(stdout);
  }

 private:
  void beat() {
    const double cpu = threadSeconds();
    m_gaps.push_back(static_cast<double>(m_clock.nsecsElapsed()) / 1e6);
    m_worstCpu = std::max(m_worstCpu, cpu - m_cpu);
    m_clock.start();
    m_cpu = cpu;
  }

  QTimer m_timer;
  QElapsedTimer m_clock;
  double m_cpu = 0;
  double m_worstCpu = 0;
  std::vector<double> m_gaps;
};

void waitMs(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

/// Waits until `done` holds, a minute at most.
void waitUntil(const std::function<bool()>& done) {
  QElapsedTimer clock;
  clock.start();
  while (!done() && clock.elapsed() < 60'000) {
    waitMs(5);
  }
}

void pressKey(QWidget* widget, int key, const QString& text = {},
              Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
  QKeyEvent press(QEvent::KeyPress, key, modifiers, text);
  QApplication::sendEvent(widget, &press);
  QKeyEvent release(QEvent::KeyRelease, key, modifiers, text);
  QApplication::sendEvent(widget, &release);
}

/// The actions of a reader in one window.
class Session {
 public:
  explicit Session(MainWindow& window) : m_window(window), m_page(window.tensorsPage()) {}

  void run() {
    for (const auto view : {TensorsPage::View::Outline, TensorsPage::View::List}) {
      m_page->showView(view);
      settle();
      const bool outline = view == TensorsPage::View::Outline;
      measure(outline ? "outline: type a filter" : "list: type a filter", [this] { type(); });
      measure(outline ? "outline: clear the filter" : "list: clear the filter",
              [this] { clearFilter(); });
    }
    measure("list: sort by every column", [this] { sortByAll(); });
    measure("list: scroll to the end", [this] { scroll(m_page->list()); });
    measure("list: walk down", [this] { walk(m_page->list()); });
    measure("list: copy everything", [this] { copyAll(m_page->list()); });
    measure("switch to the outline", [this] { m_page->showView(TensorsPage::View::Outline); });
    measure("outline: expand everything", [this] { expandEverything(); });
    measure("outline: scroll to the end", [this] { scroll(m_page->outline()); });
    measure("outline: walk down", [this] { walk(m_page->outline()); });
    measure("outline: copy everything", [this] { copyAll(m_page->outline()); });
    measure("outline, all open: type a filter", [this] { type(); });
    measure("outline, all open: clear the filter", [this] { clearFilter(); });
    expandEverything();
    measure("outline: collapse everything below", [this] { collapseAll(); });
  }

 private:
  void measure(const char* name, const std::function<void()>& action) {
    waitMs(200);
    m_heart.start();
    action();
    settle();
    m_heart.report(name);
  }

  void settle() {
    waitUntil([this] { return !m_page->isWorking() && !m_page->outline()->isExpanding(); });
    waitMs(50);
  }

  void type() {
    for (const QChar c : QStringLiteral("down_proj 7")) {
      pressKey(m_window.searchField(), c.toUpper().unicode(), QString(c));
      waitMs(60);
    }
  }

  void clearFilter() { m_window.searchField()->clear(); }

  void sortByAll() {
    for (int column = 0; column < m_page->list()->model()->columnCount(); ++column) {
      for (const auto order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
        m_page->list()->horizontalHeader()->setSortIndicator(column, order);
        settle();
      }
    }
  }

  static void scroll(QAbstractItemView* view) {
    QScrollBar* bar = view->verticalScrollBar();
    for (int step = 0; step <= 200; ++step) {
      bar->setValue(static_cast<int>(static_cast<qint64>(bar->maximum()) * step / 200));
      waitMs(5);
    }
  }

  static void walk(QAbstractItemView* view) {
    for (int step = 0; step < 100; ++step) {
      pressKey(view, step % 10 == 9 ? Qt::Key_PageUp : Qt::Key_Up);
      waitMs(5);
    }
  }

  void copyAll(QAbstractItemView* view) {
    QGuiApplication::clipboard()->clear();
    view->selectAll();
    m_page->copyRows();
    waitUntil([] { return !QGuiApplication::clipboard()->text().isEmpty(); });
  }

  void expandEverything() {
    m_page->outline()->expandEverything();
    settle();
  }

  void collapseAll() {
    m_page->outline()->setCurrentIndex(m_page->outline()->model()->index(0, 0));
    pressKey(m_page->outline(), Qt::Key_Left, {}, Qt::AltModifier);
  }

  MainWindow& m_window;
  TensorsPage* m_page;
  Heartbeat m_heart;
};

} // namespace

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  assay::applySystemLook(application);
  const QStringList paths = QApplication::arguments().mid(1);
  if (paths.size() != 1) {
    std::fprintf(stderr, "usage: window_heartbeat FILE\n");
    return 2;
  }
  assay::RecentModel recent;
  MainWindow window(&recent);
  window.resize(1440, 900);
  window.show();
  window.openPath(paths.first());
  waitUntil([&] { return window.state() != MainWindow::State::Opening; });
  if (window.state() != MainWindow::State::Open) {
    std::fprintf(stderr, "window_heartbeat: cannot open %s\n", qPrintable(paths.first()));
    return 3;
  }
  window.showPage(MainWindow::Page::Tensors);
  Session(window).run();
  return 0;
}
