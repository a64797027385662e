/// \file Layout of pictures: panels, titles and the colour bar.
#include "stencilc/picture/Picture.h"
#include "stencilc/Text.h"

#include "Canvas.h"
#include "ColourMap.h"
#include "stencilc/Npy.h"
#include <algorithm>
#include <cmath>
#include <limits>

namespace stencilc::inline STENCILC_SPACE {
namespace {

constexpr std::uint32_t kPaper = 0xffffff, kInk = 0x202020;
constexpr int kShortest = 480, kLongest = 1600; // pixels of a panel's longer side
constexpr int kBand = 64;                       // height of a slice with a single row
constexpr int kMargin = 16, kGap = 8, kBarWidth = 20;

/// A slice as it will be drawn: `perPixel` cells averaged into one, or one cell `pixels` wide.
struct Panel {
  explicit Panel(const PictureSlice &slice) : slice(slice) {
    const std::int64_t longest = std::max(slice.nx, slice.ny);
    perPixel = (longest + kLongest - 1) / kLongest;
    pixels = perPixel > 1 ? 1 : static_cast<int>((kShortest + longest - 1) / longest);
    columns = static_cast<int>((slice.nx + perPixel - 1) / perPixel);
    rows = static_cast<int>((slice.ny + perPixel - 1) / perPixel);
    width = columns * pixels;
    height = slice.ny == 1 ? kBand : rows * pixels;
  }

  /// The value of a square of cells: their mean, or NaN if one is not finite.
  double value(int column, int row) const {
    double sum = 0;
    std::int64_t count = 0;
    for (std::int64_t y = row * perPixel; y < std::min((row + 1) * perPixel, slice.ny); ++y)
      for (std::int64_t x = column * perPixel; x < std::min((column + 1) * perPixel, slice.nx);
           ++x, ++count)
        if (const double cell = slice.at(x, y); std::isfinite(cell))
          sum += cell;
        else
          return std::numeric_limits<double>::quiet_NaN();
    return sum / static_cast<double>(count);
  }

  void draw(Canvas &canvas, int left, int top, const PictureScale &scale, FirstRow firstRow) const {
    const int rowPixels = slice.ny == 1 ? kBand : pixels;
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < columns; ++column) {
        const int fromTop = firstRow == FirstRow::Top ? row : rows - 1 - row;
        canvas.fill(left + column * pixels, top + fromTop * rowPixels, pixels, rowPixels,
                    pictureColour(scale, value(column, row)));
      }
    canvas.frame(left, top, width, height, kInk);
  }

  PictureSlice slice;
  std::int64_t perPixel;
  int pixels, columns, rows, width, height;
};

struct TitledPanel {
  Panel panel;
  std::string title;
};

int textWidth(const std::string &text) {
  return static_cast<int>(text.size()) * Canvas::kLetterWidth;
}

/// `text` shortened with dots so that it fits into `width` pixels.
std::string fitted(const std::string &text, int width) {
  const auto letters = static_cast<std::size_t>(std::max(width / Canvas::kLetterWidth, 3));
  return text.size() <= letters ? text : text.substr(0, letters - 3) + "...";
}

void drawBar(Canvas &canvas, int left, int top, int height, const PictureScale &scale) {
  for (int row = 0; row < height; ++row) {
    const double t = height > 1 ? double(row) / (height - 1) : 0.5;
    canvas.fill(left, top + row, kBarWidth, 1,
                pictureColour(scale, scale.high + t * (scale.low - scale.high)));
  }
  canvas.frame(left, top, kBarWidth, height, kInk);
  const int text = left + kBarWidth + kGap;
  canvas.write(text, top, format("%.4g", scale.high), kInk);
  if (scale.low == scale.high)
    return; // one value: one label
  canvas.write(text, top + height - Canvas::kLetterHeight, format("%.4g", scale.low), kInk);
  if (scale.diverging)
    canvas.write(text, top + (height - Canvas::kLetterHeight) / 2, "0", kInk);
}

std::string writePanels(const std::string &path, const std::vector<TitledPanel> &panels,
                        const PictureOptions &options) {
  std::vector<PictureSlice> slices;
  int width = kMargin, height = 0;
  bool titled = false;
  for (const TitledPanel &p : panels) {
    if (p.panel.slice.nx < 1 || p.panel.slice.ny < 1)
      return "'" + path + "': a picture needs at least one cell";
    slices.push_back(p.panel.slice);
    width += p.panel.width + kMargin;
    height = std::max(height, p.panel.height);
    titled |= !p.title.empty();
  }
  const PictureScale scale = pictureScale(slices);
  const int labelWidth =
      std::max(textWidth(format("%.4g", scale.low)), textWidth(format("%.4g", scale.high)));
  const int barLeft = width;
  width += kBarWidth + kGap + labelWidth + kMargin;
  int top = kMargin;
  const int titleTop = top;
  if (!options.title.empty())
    top += Canvas::kLetterHeight + kGap;
  const int panelTitleTop = top;
  if (titled)
    top += Canvas::kLetterHeight + kGap;

  Canvas canvas(width, top + height + kMargin, kPaper);
  canvas.write(kMargin, titleTop, fitted(options.title, width - 2 * kMargin), kInk);
  int left = kMargin;
  for (const TitledPanel &p : panels) {
    canvas.write(left, panelTitleTop, fitted(p.title, p.panel.width), kInk);
    p.panel.draw(canvas, left, top, scale, options.firstRow);
    left += p.panel.width + kMargin;
  }
  drawBar(canvas, barLeft, top, height, scale);
  return canvas.save(path);
}

} // namespace

PictureScale pictureScale(const std::vector<PictureSlice> &slices) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const PictureSlice &slice : slices)
    for (std::int64_t y = 0; y < slice.ny; ++y)
      for (std::int64_t x = 0; x < slice.nx; ++x)
        if (const double value = slice.at(x, y); std::isfinite(value)) {
          low = std::min(low, value);
          high = std::max(high, value);
        }
  if (low > high)
    return {}; // nothing finite
  const double reach = std::max(-low, high);
  constexpr double kFar =
      20; // what lies further to one side is the rounding of a value of one sign
  if (low < 0 && high > 0 && std::min(-low, high) * kFar >= reach)
    return {-reach, reach, true};
  return {low, high, false};
}

std::uint32_t pictureColour(const PictureScale &scale, double value) {
  if (!std::isfinite(value))
    return kNotFinite;
  if (scale.diverging)
    return blueWhiteRed(value / scale.high);
  // Halves: the difference of two large numbers may not be finite.
  const double range = scale.high / 2 - scale.low / 2;
  return viridis(range > 0 ? (value / 2 - scale.low / 2) / range : 0.5);
}

std::string writePicture(const std::string &path, const PictureSlice &slice,
                         const PictureOptions &options) {
  return writePanels(path, {{Panel(slice), ""}}, options);
}

std::string writePairPicture(const std::string &path, const PictureSlice &before,
                             const std::string &beforeTitle, const PictureSlice &after,
                             const std::string &afterTitle, const PictureOptions &options) {
  return writePanels(path, {{Panel(before), beforeTitle}, {Panel(after), afterTitle}}, options);
}

std::string loadSlice(const std::string &path, LoadedSlice &slice) {
  NpyInput file;
  if (!file.open(path))
    return file.error();
  const NpyHeader &header = file.header();
  if (header.rank < 1 || header.rank > 2 || header.cells == 0)
    return "'" + path + "' has shape " + header.shapeText() + "; a picture needs 1 or 2 dimensions";
  slice.nx = header.shape[header.rank - 1];
  slice.ny = header.rank == 2 ? header.shape[0] : 1;
  slice.cells.resize(header.cells);
  return file.readCells(slice.cells.data(), std::int64_t(header.cells), Scalar::F64) ? ""
                                                                                     : file.error();
}

} // namespace stencilc::inline STENCILC_SPACE
