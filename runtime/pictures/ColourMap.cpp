/// \file Colour maps that are interpolated between a few exact colours.
#include "runtime/pictures/ColourMap.h"

#include <algorithm>
#include <cmath>

namespace stencilc::inline STENCILC_SPACE {
namespace {

std::uint32_t pack(double red, double green, double blue) {
  const auto byte = [](double v) {
    return static_cast<std::uint32_t>(std::lround(std::clamp(v, 0.0, 255.0)));
  };
  return byte(red) << 16 | byte(green) << 8 | byte(blue);
}

/// Returns the Catmull-Rom interpolation between `p1` (at `t` = 0) and `p2` (at `t` = 1). `p0` is
/// the value before `p1`, and `p3` the value after `p2`.
double between(double p0, double p1, double p2, double p3, double t) {
  return 0.5 *
         (2 * p1 +
          t * (p2 - p0 + t * (2 * p0 - 5 * p1 + 4 * p2 - p3 + t * (3 * p1 - p0 - 3 * p2 + p3))));
}

/// Colour in the Oklab space (Ottosson 2020): lightness, `a` from green to red, and `b` from blue
/// to yellow.
struct Oklab {
  double lightness, a, b;
};

double toSrgb(double linear) {
  linear = std::clamp(linear, 0.0, 1.0);
  return 255 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
}

std::uint32_t toRgb(const Oklab &c) {
  const double l = std::pow(c.lightness + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
  const double m = std::pow(c.lightness - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
  const double s = std::pow(c.lightness - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
  return pack(toSrgb(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
              toSrgb(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
              toSrgb(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

} // namespace

std::uint32_t viridis(double t) {
  // These are entries 0, 17, 34 ... 255 of the published table, and one guiding point beyond each
  // end. Interpolated entries differ from the table by at most 1 of 255, the blue of the last 16 by
  // 2.
  constexpr int kIntervals = 15;
  constexpr double kColours[kIntervals + 3][3] = {
      {64, -24, 60},  {68, 1, 84},    {72, 26, 108},   {71, 47, 125},  {65, 68, 135},
      {57, 86, 140},  {49, 104, 142}, {42, 120, 142},  {35, 136, 142}, {31, 152, 139},
      {34, 168, 132}, {53, 183, 121}, {84, 197, 104},  {122, 209, 81}, {165, 219, 54},
      {210, 226, 27}, {253, 231, 37}, {285, 233, 112},
  };
  const double at = std::clamp(t, 0.0, 1.0) * kIntervals;
  const int i = std::min(static_cast<int>(at), kIntervals - 1);
  double rgb[3];
  for (int c = 0; c < 3; ++c)
    rgb[c] =
        between(kColours[i][c], kColours[i + 1][c], kColours[i + 2][c], kColours[i + 3][c], at - i);
  return pack(rgb[0], rgb[1], rgb[2]);
}

std::uint32_t blueWhiteRed(double t) {
  // Lightness falls linearly from white to both sides. Chroma grows first and then stays constant,
  // so that neither the middle nor the ends look flat.
  const double distance = std::min(std::abs(t), 1.0);
  const double lightness = 0.97 - 0.57 * distance;
  const double chroma = 0.16 * std::sin(std::min(distance * 1.3, 1.0) * 1.5707963267948966);
  return t < 0 ? toRgb({lightness, -0.22 * chroma, -0.97 * chroma})
               : toRgb({lightness, 0.90 * chroma, 0.44 * chroma});
}

} // namespace stencilc::inline STENCILC_SPACE
