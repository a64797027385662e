/// \file Drawing of the cells, curves and axes of one panel of a picture.
#pragma once

#include "runtime/pictures/Font.h"
#include "runtime/pictures/Picture.h"
#include "runtime/pictures/Ticks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the index of the colour of `value` on the colour scale `scale`. Values outside the range
/// of the scale get the first or the last colour, NaN and infinities get Palette::kOdd.
Colour shadeOf(const PictureScale &scale, double value);

/// Rectangle of pixels in an image, given by its upper left corner and its size.
struct Area {
  int left = 0, top = 0, width = 0, height = 0;
};

/// Resolution of a picture. Large slices average squares of `perPixel` x `perPixel` cells into one
/// pixel. Small slices draw each cell as a square of `pixels` x `pixels` pixels.
struct PixelGrid {
  /// Chooses the resolution for a slice. `longest` is the wanted number of pixels of its longer
  /// side, or 0 for a default of 480 to 1600.
  PixelGrid(const PictureSlice &slice, int longest);

  int width() const { return columns * pixels; }
  int height() const { return rows * pixels; }

  std::int64_t perPixel;
  int pixels, columns, rows;
};

/// Draws the cells of `slice` as coloured squares. (left, top) is the upper left corner, in pixels.
void drawCells(Canvas &canvas, int left, int top, const PictureSlice &slice, const PixelGrid &grid,
               const PictureScale &scale, FirstRow firstRow);

/// Draws a slice of one row as a curve in `area`. The vertical axis goes from `low` to `high`. The
/// curve is grey if `isInk`, otherwise it has the colour of curves. Cells that are not finite get a
/// mark at the lower edge of the area.
void drawCurve(Canvas &canvas, const Area &area, const PictureSlice &slice, double low, double high,
               bool isInk);

/// Mapping from positions or values to pixels along one side of a panel, with the ticks of the
/// axis.
struct AxisScale {
  /// Creates the axis `axis` for `cells` cells, which take `length` pixels. `room` is the width or
  /// height of one tick label in pixels.
  AxisScale(const PictureAxis &axis, std::int64_t cells, int length, int room);
  /// Creates an axis for values from `low` to `high`, which takes `length` pixels. `room` is the
  /// width or height of one tick label in pixels.
  AxisScale(double low, double high, int length, int room);

  /// Returns the distance in pixels of the position or value `at` from the low end of the axis.
  int pixelOf(double at) const;
  int widest(const Font &font) const;

  Ticks ticks;
  double low, high;
  int length;
};

/// Draws an axis below the panel `area`: ticks, their numbers, and `label`.
void drawBelow(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis,
               const std::string &label);
/// Draws an axis to the left of the panel `area`: ticks, their numbers, and `label`. `firstRow`
/// says whether the axis begins at the top or at the bottom.
void drawLeft(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis,
              const std::string &label, FirstRow firstRow);
/// Draws an axis to the right of the panel `area`: ticks and their numbers, without a label.
void drawRight(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis);

/// Returns `label` followed by the common factor of the tick labels, for example "u, ×10⁻⁷".
std::string labelWith(const std::string &label, const Ticks &ticks);

constexpr int kTick = 5, kSpace = 6; // pixels: length of a tick; distance between elements

} // namespace stencilc::inline STENCILC_SPACE
