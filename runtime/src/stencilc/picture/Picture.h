/// \file Pictures of 2D slices: a perceptual colour map, a colour bar and a title, as a PNG file.
#pragma once

#include "stencilc/Version.h"
#include <cstdint>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// A 2D array of cells, x contiguous, not owned.
struct PictureSlice {
  PictureSlice(const double *cells, std::int64_t nx, std::int64_t ny)
      : f64(cells), nx(nx), ny(ny) {}
  PictureSlice(const float *cells, std::int64_t nx, std::int64_t ny) : f32(cells), nx(nx), ny(ny) {}

  double at(std::int64_t x, std::int64_t y) const {
    return f64 ? f64[y * nx + x] : static_cast<double>(f32[y * nx + x]);
  }

  const double *f64 = nullptr;
  const float *f32 = nullptr;
  std::int64_t nx, ny;
};

/// Where the first row (y = 0) is drawn: at the bottom as in mathematics, or at the top as in
/// images and elevation models.
enum class FirstRow : std::uint8_t { Bottom, Top };

struct PictureOptions {
  std::string title = {};
  FirstRow firstRow = FirstRow::Bottom;
};

/// Values and colours of a picture: the least and greatest finite value. If these lie on both sides
/// of 0 and neither reaches less than a third as far as the other, the scale is -m .. m in a
/// diverging map with white at 0; otherwise it is low .. high in viridis.
struct PictureScale {
  double low = 0, high = 0;
  bool diverging = false;
};
PictureScale pictureScale(const std::vector<PictureSlice> &slices);

/// Colour of `value` on `scale` as 0xRRGGBB. NaN and infinities are kNotFinite.
std::uint32_t pictureColour(const PictureScale &scale, double value);
constexpr std::uint32_t kNotFinite = 0xff00ff; // magenta, in neither map

/// Writes `slice` to `path`; returns what went wrong, or an empty text. The file appears whole or
/// not at all.
///
/// Every cell is a square of whole pixels, at least 480 pixels for the longer side. Grids longer
/// than 1600 cells are averaged over squares of cells; a square with a cell that is not finite is
/// drawn in kNotFinite. A slice with one row is drawn as a band.
std::string writePicture(const std::string &path, const PictureSlice &slice,
                         const PictureOptions &options);

/// Two panels side by side on one scale, with `before` and `after` as their titles.
std::string writePairPicture(const std::string &path, const PictureSlice &before,
                             const std::string &beforeTitle, const PictureSlice &after,
                             const std::string &afterTitle, const PictureOptions &options);

/// A slice read from a .npy file of one or two dimensions (as a program's --slice writes it).
struct LoadedSlice {
  std::vector<double> cells;
  std::int64_t nx = 0, ny = 1;

  PictureSlice view() const { return {cells.data(), nx, ny}; }
};

/// Reads `path`; returns what went wrong, or an empty text. Cells may be NaN here.
std::string loadSlice(const std::string &path, LoadedSlice &slice);

} // namespace stencilc::inline STENCILC_SPACE
