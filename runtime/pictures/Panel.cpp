/// \file Draws the cells of a field, and curves, into a part of a picture.
#include "runtime/pictures/Panel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stencilc::inline STENCILC_SPACE {

Colour shadeOf(const PictureScale &scale, double value) {
  if (!std::isfinite(value))
    return Palette::kOdd;
  // The values are halved because the difference of two large numbers may overflow.
  const double range = scale.high / 2 - scale.low / 2;
  const double t = range > 0 ? std::clamp((value / 2 - scale.low / 2) / range, 0.0, 1.0) : 0.5;
  return static_cast<Colour>(std::lround(t * (Palette::kShades - 1)));
}

PixelGrid::PixelGrid(const PictureSlice &slice, int longest) {
  // Default limits of the longer side, in pixels.
  constexpr int kShortest = 480, kLongest = 1600;
  const std::int64_t most = longest > 0 ? longest : kLongest;
  const std::int64_t cells = std::max(slice.nx, slice.ny);
  perPixel = (cells + most - 1) / most;
  const std::int64_t enlarged = longest > 0 ? most / cells : (kShortest + cells - 1) / cells;
  pixels = perPixel > 1 ? 1 : static_cast<int>(std::max<std::int64_t>(1, enlarged));
  columns = static_cast<int>((slice.nx + perPixel - 1) / perPixel);
  rows = static_cast<int>((slice.ny + perPixel - 1) / perPixel);
}

/// Returns the mean of the cells of pixel (column, row), a square of `perPixel` x `perPixel` cells.
/// Returns NaN if one of the cells is not finite.
static double meanOf(const PictureSlice &slice, std::int64_t perPixel, int column, int row) {
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

void drawCells(Canvas &canvas, int left, int top, const PictureSlice &slice, const PixelGrid &grid,
               const PictureScale &scale, FirstRow firstRow) {
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const int fromTop = firstRow == FirstRow::Top ? row : grid.rows - 1 - row;
      canvas.fill(left + column * grid.pixels, top + fromTop * grid.pixels, grid.pixels,
                  grid.pixels, shadeOf(scale, meanOf(slice, grid.perPixel, column, row)));
    }
}

namespace {

/// Vertical extent, in pixels, of a curve within one column of pixels. It is empty if `low` >
/// `high`.
struct Reach {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void add(double height) {
    low = std::min(low, height);
    high = std::max(high, height);
  }
};

/// A curve through the centres of the cells of a slice of one row.
struct Curve {
  const PictureSlice &slice;

  /// Returns the value of the curve at position `place`, in cells: 0 is the centre of the first
  /// cell. Between the centres of two cells the value is interpolated linearly.
  double at(double place) const {
    const double inside = std::clamp(place, 0.0, static_cast<double>(slice.nx - 1));
    const auto cell = static_cast<std::int64_t>(inside);
    const double t = inside - static_cast<double>(cell);
    return t > 0 ? (1 - t) * slice.at(cell, 0) + t * slice.at(cell + 1, 0) : slice.at(cell, 0);
  }
};

} // namespace

void drawCurve(Canvas &canvas, const Area &area, const PictureSlice &slice, double low, double high,
               bool isInk) {
  constexpr double kThick = 2.2; // pixels
  constexpr int kMark = 6, kPale = 150;
  const Curve curve{slice};
  const double perPixel = static_cast<double>(slice.nx) / area.width;
  for (int column = 0; column < area.width; ++column) {
    const double from = column * perPixel - 0.5, to = from + perPixel;
    Reach reach;
    bool isOdd = false;
    const auto take = [&](double value) {
      isOdd |= !std::isfinite(value);
      if (std::isfinite(value)) // halved as in shadeOf(), against overflow
        reach.add(area.height * (1 - (value / 2 - low / 2) / (high / 2 - low / 2)));
    };
    take(curve.at(from));
    take(curve.at(to));
    for (double cell = std::ceil(std::max(from, 0.0));
         cell <= std::min(to, static_cast<double>(slice.nx - 1)); ++cell)
      take(slice.at(static_cast<std::int64_t>(cell), 0));
    if (isOdd)
      canvas.fill(area.left + column, area.top + area.height - kMark, 1, kMark, Palette::kOdd);
    if (reach.low > reach.high)
      continue;
    const double above = std::max(reach.low - kThick / 2, 0.0),
                 below = std::min(reach.high + kThick / 2, double(area.height));
    for (int y = static_cast<int>(above); y < below; ++y) {
      const double part = std::min(below, y + 1.0) - std::max(above, double(y));
      if (isInk)
        canvas.ink(area.left + column, area.top + y, static_cast<int>(part * kPale));
      else
        canvas.curve(area.left + column, area.top + y, static_cast<int>(part * 255));
    }
  }
}

} // namespace stencilc::inline STENCILC_SPACE
