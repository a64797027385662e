/// \file Colour scales of pictures: the values at both ends of the colours.
#include "runtime/pictures/Picture.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

void ScaleValues::add(double value) {
  constexpr std::size_t kMost = std::size_t{1} << 20;
  if (!std::isfinite(value))
    return;
  least = std::min(least, value);
  most = std::max(most, value);
  if (count++ % stride != 0)
    return;
  values.push_back(value);
  if (values.size() < kMost)
    return;
  for (std::size_t i = 0; 2 * i < values.size(); ++i)
    values[i] = values[2 * i];
  values.resize(values.size() / 2);
  stride *= 2;
}

/// Returns the ends of the range that contains the middle 99.5% of `sorted`, or all values if fewer
/// than 400 are counted. If more than half of the values are equal (a background), they are removed
/// from `sorted` and not counted. With 400 or more others, the range is extended to include the
/// background.
static std::pair<double, double> middleOf(std::vector<double> &sorted) {
  constexpr double kLeftOut = 0.0025;  // fraction of the values, at each end
  constexpr std::size_t kFewest = 400; // with fewer values all are used
  const double centre = sorted[sorted.size() / 2], least = sorted.front(), most = sorted.back();
  const auto [begin, end] = std::equal_range(sorted.begin(), sorted.end(), centre);
  const bool isBackground = static_cast<std::size_t>(end - begin) * 2 > sorted.size();
  if (isBackground)
    sorted.erase(begin, end);
  if (sorted.size() < kFewest)
    return {least, most};
  const auto out = static_cast<std::size_t>(kLeftOut * static_cast<double>(sorted.size()));
  const double from = sorted[out], to = sorted[sorted.size() - 1 - out];
  return isBackground ? std::pair(std::min(from, centre), std::max(to, centre))
                      : std::pair(from, to);
}

PictureScale ScaleValues::scale(ColourMap map, bool leavesSpikes) {
  if (count == 0)
    least = most = 0; // no finite value
  double low = least, high = most;
  if (leavesSpikes && count > 0) {
    std::sort(values.begin(), values.end());
    const auto [from, to] = middleOf(values);
    const double range = to - from; // if infinite or 0, all values are used
    if (range > 0 && low < from - range)
      low = from;
    if (range > 0 && high > to + range)
      high = to;
  }
  const double reach = std::max(-low, high);
  constexpr double kFar = 20; // a smaller part on the other side of 0 is taken for rounding errors
  const bool isAround = low < 0 && high > 0 && std::min(-low, high) * kFar >= reach;
  if (map == ColourMap::Diverging || (map == ColourMap::Auto && isAround))
    return {-std::abs(reach), std::abs(reach), ColourMap::Diverging, least, most};
  return {low, high, map == ColourMap::Auto ? ColourMap::Viridis : map, least, most};
}

PictureScale pictureScale(const std::vector<PictureSlice> &slices, ColourMap map,
                          bool leavesSpikes) {
  ScaleValues values;
  for (const PictureSlice &slice : slices)
    for (std::int64_t y = 0; y < slice.ny; ++y)
      for (std::int64_t x = 0; x < slice.nx; ++x)
        values.add(slice.at(x, y));
  return values.scale(map, leavesSpikes);
}

} // namespace stencilc::inline STENCILC_SPACE
