/// \file Computes the weights of derivatives.
#include "sema/differences/Differences.h"
#include "sema/differences/Fornberg.h"

namespace stencilc::sema {

using From = AlongAxis::From;
using ExactTable = std::map<Offset, Fraction, MemoryOrder>;

/// Returns the position at which a derivative is evaluated along one axis, in half cells from its
/// use: 1 for `d(u, x+1/2)`, -1 for `d(u, x-1/2)`, otherwise 0.
static int placeOf(const AlongAxis &along) {
  return along.from == From::Above ? 1 : along.from == From::Below ? -1 : 0;
}

std::pair<int, int> halvesOf(const AlongAxis &along, int derivative, int order) {
  const int sided = 2 * (order + derivative - 1);
  if (along.isSided())
    return along.from == From::Forward ? std::pair(0, sided) : std::pair(-sided, 0);
  // Symmetric weights gain an order at a value for even derivatives, and between values for odd
  // ones.
  const bool isAtValue = along.isBetween() == along.isBeside;
  const int reach =
      isAtValue ? 2 * (order / 2 + (derivative - 1) / 2) : 2 * (order / 2 + derivative / 2) - 1;
  return {placeOf(along) - reach, placeOf(along) + reach};
}

static ExactTable tableAlong(const AlongAxis &along, const Difference &difference, double spacing) {
  const auto [first, last] = halvesOf(along, difference.derivative, difference.order);
  std::vector<Fraction> points;
  for (int half = first; half <= last; half += 2)
    points.emplace_back(half, 2);
  const Fraction at(placeOf(along), 2);
  const std::vector<Fraction> weights = fornbergWeights(difference.derivative, points, at);
  Fraction unit = 1;
  for (int factor = 0; factor < difference.derivative; ++factor)
    unit = unit * Fraction::of(spacing);
  ExactTable table;
  for (int half = first; half <= last; half += 2) {
    Offset offset;
    offset[along.axis] = half;
    table[offset] = weights[(half - first) / 2] / unit;
  }
  return table;
}

WeightTable weightsOf(const Difference &difference, const std::array<double, kMaxAxes> &spacing) {
  ExactTable total;
  if (!difference.isSum)
    total[Offset()] = 1;
  for (const AlongAxis &along : difference.along) {
    const ExactTable table = tableAlong(along, difference, spacing[along.axis]);
    if (difference.isSum) {
      for (const auto &[offset, weight] : table)
        total[offset] = total[offset] + weight;
      continue;
    }
    ExactTable product;
    for (const auto &[here, one] : total)
      for (const auto &[there, other] : table)
        product[here + there] = one * other;
    total = std::move(product);
  }
  WeightTable rounded;
  for (const auto &[offset, weight] : total)
    if (!weight.isZero())
      rounded.emplace(offset, weight.rounded());
  return rounded;
}

} // namespace stencilc::sema
