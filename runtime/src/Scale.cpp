/// \file Scales of pictures: the values at the ends of the colours.
#include "stencilc/picture/Picture.h"
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

/// Removes the value that most of `sorted` have, if any has more than half of them.
static void leaveBackground(std::vector<double> &sorted) {
  const double middle = sorted[sorted.size() / 2];
  const auto [begin, end] = std::equal_range(sorted.begin(), sorted.end(), middle);
  if (static_cast<std::size_t>(end - begin) * 2 > sorted.size())
    sorted.erase(begin, end);
}

PictureScale ScaleValues::scale(ColourMap map, bool leavesSpikes) {
  if (count == 0)
    least = most = 0; // nothing finite
  double low = least, high = most;
  if (leavesSpikes && count > 0) {
    constexpr double kLeftOut = 0.0025;  // at each end
    constexpr std::size_t kFewest = 400; // of which a value is left out
    std::sort(values.begin(), values.end());
    leaveBackground(values);
    const auto out = static_cast<std::size_t>(kLeftOut * static_cast<double>(values.size()));
    const double from = out > 0 ? values[out] : low;
    const double to = out > 0 ? values[values.size() - 1 - out] : high;
    if (values.size() >= kFewest && from < to && to / 2 - from / 2 < (high / 2 - low / 2) / 2)
      low = from, high = to;
  }
  const double reach = std::max(-low, high);
  constexpr double kFar =
      20; // what lies further to one side is the rounding of a value of one sign
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
