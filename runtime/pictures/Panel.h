/// \file Drawing of the cells, curves and axes of one panel of a picture.
#pragma once

#include "runtime/pictures/Font.h"
#include "runtime/pictures/Picture.h"
#include "runtime/pictures/Ticks.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns the palette index of the colour for `value` on `scale`. Values below or above the scale
/// get its first or last colour. NaN and infinities get Palette::kOdd.
Colour shadeOf(const PictureScale &scale, double value);

/// Rectangle of pixels in an image, given by its upper left corner and its size.
struct Area {
  int left = 0, top = 0, width = 0, height = 0;
};

/// Resolution of a picture. Large slices average squares of `perPixel` x `perPixel` cells into one
/// pixel. Small slices draw each cell as a square of `pixels` x `pixels` pixels.
struct PixelGrid {
  /// Chooses the resolution for `slice`, a plane of cells. `longest` is the largest number of
  /// pixels of its longer side. With 0, that side gets 480 to 1600 pixels.
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

/// Converts positions or values along one axis of a panel (diagram) to pixels, and holds the ticks
/// of the axis.
struct AxisScale {
  /// Creates an axis along `cells` cells, drawn `length` pixels long. `axis` has the coordinates of
  /// the cells. `room` is the space in pixels for one tick label, which limits the number of ticks.
  AxisScale(const PictureAxis &axis, std::int64_t cells, int length, int room);
  /// Creates an axis for values from `low` to `high`, drawn `length` pixels long. `room` is the
  /// space in pixels for one tick label, which limits the number of ticks.
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
/// Draws an axis to the left of the panel `area`: ticks, their numbers, and `label`. The lowest
/// number is at the top of the panel if `firstRow` is Top, otherwise at the bottom.
void drawLeft(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis,
              const std::string &label, FirstRow firstRow);
/// Draws an axis to the right of the panel `area`: ticks and their numbers, without a label.
void drawRight(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis);

/// Returns `label` followed by the common factor of the tick labels, for example "u, ×10⁻⁷".
std::string labelWith(const std::string &label, const Ticks &ticks);

constexpr int kTick = 5, kSpace = 6; // pixels: length of a tick; distance between elements

} // namespace stencilc::inline STENCILC_SPACE
