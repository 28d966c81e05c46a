#pragma once

#include <QPlainTextEdit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace assay {

/// Bytes of a file as hexadecimal codes and text, to look at and to copy.
class HexView : public QPlainTextEdit {
  Q_OBJECT

 public:
  explicit HexView(QWidget* parent = nullptr);
  /// `start` is the position of the first byte; `marked` the position of one to point out.
  void setBytes(const std::vector<std::byte>& bytes, std::uint64_t start = 0,
                std::int64_t marked = -1);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void applyTheme();
  void mark();
  std::uint64_t m_start = 0;
  std::int64_t m_marked = -1;
};

} // namespace assay
