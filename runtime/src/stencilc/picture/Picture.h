/// \file Pictures of 2D slices and curves of 1D fields: axes, a perceptual colour map and its bar,
/// as a PNG file.
#pragma once

#include "stencilc/Version.h"
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

/// Auto is Diverging for values on both sides of 0, else Viridis. Grey is black for the least
/// value.
enum class ColourMap : std::uint8_t { Auto, Viridis, Diverging, Grey };

/// With axes, title and colour bar; or cells alone.
enum class PictureLook : std::uint8_t { Axes, Plain };

struct PictureOptions {
  std::string title = {};
  FirstRow firstRow = FirstRow::Bottom;
  PictureLook look = PictureLook::Axes;
  ColourMap map = ColourMap::Auto;
  std::optional<std::pair<double, double>> range = {}; // of the colours; else that of the values
  std::string values = {};                             // what they are, beside the colour bar
  int longest = 0; // pixels of a panel's longer side, about; 0: 480 or more
};

/// What an axis of a panel says: cell number i is at `first + i * step`.
struct PictureAxis {
  std::string label = {};
  double first = 0, step = 1;
  bool isWhole = true; // its numbers count cells
};

/// A slice with a title and axes; one with a single row is a curve.
struct PicturePanel {
  PictureSlice slice;
  std::string title = {};
  PictureAxis across = {}, up = {};
};

/// The colours of values from `low` to `high`; those that occur are from `least` to `most`.
struct PictureScale {
  double low = 0, high = 0;
  ColourMap map = ColourMap::Viridis; // never Auto
  double least = 0, most = 0;

  /// Whether values lie beyond the colours' ends, where they have the colour of the end.
  bool isCut() const { return least < low || most > high; }
};

/// The values of a picture or of all frames of a movie, of which the scale is made.
class ScaleValues {
public:
  void add(double value);
  /// The scale of these values. Its ends are the least and the greatest finite value. With
  /// `leavesSpikes` an end is that of the middle 99.5% of the values, if values reach further
  /// beyond it than the range of these. If the ends lie on both sides of 0 and neither reaches less
  /// than a twentieth as far as the other, Auto is -m .. m in a diverging map with white at 0.
  PictureScale scale(ColourMap map, bool leavesSpikes);

private:
  std::vector<double> values; // every stride-th finite one
  std::int64_t stride = 1, count = 0;
  double least = HUGE_VAL, most = -HUGE_VAL;
};

/// The scale of all values of the slices.
PictureScale pictureScale(const std::vector<PictureSlice> &slices, ColourMap map = ColourMap::Auto,
                          bool leavesSpikes = false);

/// Colour of `value` on `scale` as 0xRRGGBB, one of 223. NaN and infinities are kNotFinite.
std::uint32_t pictureColour(const PictureScale &scale, double value);
constexpr std::uint32_t kNotFinite = 0xff00ff; // magenta, in no map

/// Rows of panels from the top, all on one scale.
using PictureSheet = std::vector<std::vector<PicturePanel>>;

/// Draws `sheet` into `path`; returns what went wrong, or an empty text. The file appears whole or
/// not at all.
///
/// Every cell is a square of whole pixels, so many that the longer side has at least 480 (or about
/// `longest`). Grids longer than 1600 cells are averaged over squares of cells; a square with a
/// cell that is not finite is drawn in kNotFinite. Slices with one row are drawn as curves over one
/// another, the last one in colour.
std::string writePicture(const std::string &path, const PictureSheet &sheet,
                         const PictureOptions &options);

/// A slice read from a .npy file of one or two dimensions (as a program's --slice writes it).
struct LoadedSlice {
  std::vector<double> cells;
  std::int64_t nx = 0, ny = 1;

  PictureSlice view() const { return {cells.data(), nx, ny}; }
};

/// Reads `path`; returns what went wrong, or an empty text. Cells may be NaN here.
std::string loadSlice(const std::string &path, LoadedSlice &slice);

} // namespace stencilc::inline STENCILC_SPACE
