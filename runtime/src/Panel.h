/// \file Cells and curves as pixels, and the axes around them.
#pragma once

#include "Font.h"
#include "Ticks.h"
#include "stencilc/picture/Picture.h"

namespace stencilc::inline STENCILC_SPACE {

/// The number of the colour of a value.
Colour shadeOf(const PictureScale &scale, double value);

/// A rectangle of pixels.
struct Area {
  int left = 0, top = 0, width = 0, height = 0;
};

/// How cells become pixels: `perPixel` of them averaged into one, or one cell `pixels` wide.
struct PixelGrid {
  /// `longest`: as PictureOptions has it.
  PixelGrid(const PictureSlice &slice, int longest);

  int width() const { return columns * pixels; }
  int height() const { return rows * pixels; }

  std::int64_t perPixel;
  int pixels, columns, rows;
};

/// Draws the cells of a slice from (left, top) on.
void drawCells(Canvas &canvas, int left, int top, const PictureSlice &slice, const PixelGrid &grid,
               const PictureScale &scale, FirstRow firstRow);

/// Draws a slice with one row as a curve of `area`, values from `low` to `high`, in ink or in the
/// colour of curves. Cells that are not finite have a mark below.
void drawCurve(Canvas &canvas, const Area &area, const PictureSlice &slice, double low, double high,
               bool isInk);

/// An axis with its ticks, as wide as a panel or as high.
struct AxisScale {
  /// `cells` of `axis` take `length` pixels.
  AxisScale(const PictureAxis &axis, std::int64_t cells, int length, int room);
  /// Values from `low` to `high` along `length` pixels.
  AxisScale(double low, double high, int length, int room);

  /// Pixels from the low end.
  int pixelOf(double at) const;
  int widest(const Font &font) const;

  Ticks ticks;
  double low, high;
  int length;
};

/// Ticks below a panel, with numbers and a label; to its left; and to its right, without a label.
void drawBelow(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis,
               const std::string &label);
void drawLeft(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis,
              const std::string &label, FirstRow firstRow);
void drawRight(Canvas &canvas, const Font &font, const Area &area, const AxisScale &axis);

/// A label with the power of ten that the numbers beside it are to be multiplied by.
std::string labelWith(const std::string &label, const Ticks &ticks);

constexpr int kTick = 5, kSpace = 6; // pixels: a mark on an axis; between things

} // namespace stencilc::inline STENCILC_SPACE
