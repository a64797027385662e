/// \file Pictures of 2D slices and curves of 1D fields as PNG files, with axes, a perceptual colour
/// map and a colour bar.
#pragma once

#include "stencilc/Version.h"
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// View of a 2D array of f32 or f64 cells that the caller owns. Cells are contiguous along x.
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

/// Position of the row y = 0 in a picture: at the bottom, as in mathematics, or at the top, as in
/// images and elevation models.
enum class FirstRow : std::uint8_t { Bottom, Top };

/// Colour map of a picture. Auto selects Diverging if there are negative and positive values, and
/// the larger magnitude is at most 20 times the smaller. Otherwise it selects Viridis. Grey shows
/// the lowest value in black.
enum class ColourMap : std::uint8_t { Auto, Viridis, Diverging, Grey };

/// Parts of a picture: cells with axes, title and colour bar, or cells alone.
enum class PictureLook : std::uint8_t { Axes, Plain };

struct PictureOptions {
  std::string title = {};
  FirstRow firstRow = FirstRow::Bottom;
  PictureLook look = PictureLook::Axes;
  ColourMap map = ColourMap::Auto;
  /// Values at the low and the high end of the colour scale. If not set, they are chosen from the
  /// values of the cells.
  std::optional<std::pair<double, double>> range = {};
  std::string values = {}; // label of the colour bar
  int longest = 0;         // pixels of a panel's longer side, approximately; 0: at least 480
};

/// Label of one axis of a panel (diagram), and the coordinates along it. Cell i has the coordinate
/// `first + i * step`.
struct PictureAxis {
  std::string label = {};
  double first = 0, step = 1;
  bool isWhole = true; // coordinates are cell indices
};

/// One slice of a picture with its title and axes. A slice with a single row is drawn as a curve.
struct PicturePanel {
  PictureSlice slice;
  std::string title = {};
  PictureAxis across = {}, up = {};
};

/// Colour scale: `low` gets the first colour and `high` the last one. The values of the picture lie
/// between `least` and `most`. If the user has chosen the scale, `least` and `most` equal `low` and
/// `high`.
struct PictureScale {
  double low = 0, high = 0;
  ColourMap map = ColourMap::Viridis; // never Auto
  double least = 0, most = 0;

  /// Returns true if some values lie outside of the range from `low` to `high`. They are drawn in
  /// the colour of the nearer end.
  bool isCut() const { return least < low || most > high; }
};

/// Values of a picture, or of all frames of a movie, from which a colour scale is chosen.
class ScaleValues {
public:
  void add(double value);
  /// Returns a colour scale from the least to the greatest finite value. With `leavesSpikes`, let R
  /// be the range of the middle 99.5% of the values. An end of the scale that is farther from R
  /// than R is long is moved to the end of R. ColourMap::Auto becomes diverging, from -m to m, if
  /// the ends differ in sign and neither magnitude is below a twentieth of the other.
  PictureScale scale(ColourMap map, bool leavesSpikes);

private:
  std::vector<double> values; // every `stride`-th finite value
  std::int64_t stride = 1, count = 0;
  double least = HUGE_VAL, most = -HUGE_VAL;
};

/// Returns the colour scale of the values of all cells in the slices, chosen as by
/// ScaleValues::scale().
PictureScale pictureScale(const std::vector<PictureSlice> &slices, ColourMap map = ColourMap::Auto,
                          bool leavesSpikes = false);

/// Returns the colour of `value` on `scale` as 0xRRGGBB, which is one of 223 colours of the colour
/// map. NaN and infinities get the colour kNotFinite.
std::uint32_t pictureColour(const PictureScale &scale, double value);
constexpr std::uint32_t kNotFinite = 0xff00ff; // magenta, which is in no colour map

/// Rows of panels, from the top of the picture down. All panels share one colour scale.
using PictureSheet = std::vector<std::vector<PicturePanel>>;

/// Draws `sheet`, rows of panels, as a PNG image and stores its bytes in `file`. Returns "", or an
/// error message, for example if a slice has no cell. Cells are squares of pixels. If there are too
/// many, each pixel is the mean of a square of cells, or kNotFinite if one is NaN or infinite. The
/// longer side of a panel has 480 to 1600 pixels, or at most `longest` if that is not 0. Slices of
/// one row are curves in one diagram.
std::string encodePicture(const PictureSheet &sheet, const PictureOptions &options,
                          std::string &file);
/// Writes the image that encodePicture() draws to the file `path`. Returns "", or an error message,
/// and then leaves no file.
std::string writePicture(const std::string &path, const PictureSheet &sheet,
                         const PictureOptions &options);

/// A slice read from a .npy file with one or two dimensions, such as a program's --slice writes.
struct LoadedSlice {
  std::vector<double> cells;
  std::int64_t nx = 0, ny = 1;

  PictureSlice view() const { return {cells.data(), nx, ny}; }
};

/// Reads the .npy file `path` into `slice`. Returns an error message, or "". Cells may be NaN.
std::string loadSlice(const std::string &path, LoadedSlice &slice);

} // namespace stencilc::inline STENCILC_SPACE
