/// \file From a derivative to the weights of its cells.
#include "sema/Differences.h"
#include "sema/Fornberg.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::sema {

using From = AlongAxis::From;
using ExactTable = std::map<Offset, Fraction, StreamOrder>;

std::pair<int, int> cellsOf(const AlongAxis &along, int derivative, int order) {
  // What is symmetric gains an order where the derivative and the place are both even or both odd.
  const int around = order / 2 + (derivative - 1) / 2;
  const int between = order / 2 + derivative / 2;
  const int sided = order + derivative - 1;
  switch (along.from) {
  case From::Around:
    return {-around, around};
  case From::Above:
    return {1 - between, between};
  case From::Below:
    return {-between, between - 1};
  case From::Forward:
    return {0, sided};
  case From::Backward:
    return {-sided, 0};
  }
  llvm_unreachable("unknown kind of difference");
}

static ExactTable tableAlong(const AlongAxis &along, const Difference &difference, double spacing) {
  const auto [first, last] = cellsOf(along, difference.derivative, difference.order);
  std::vector<Fraction> points;
  for (int cell = first; cell <= last; ++cell)
    points.emplace_back(cell);
  const Fraction at = along.from == From::Above   ? Fraction(1, 2)
                      : along.from == From::Below ? Fraction(-1, 2)
                                                  : Fraction(0);
  const std::vector<Fraction> weights = fornbergWeights(difference.derivative, points, at);
  Fraction unit = 1;
  for (int factor = 0; factor < difference.derivative; ++factor)
    unit = unit * Fraction::of(spacing);
  ExactTable table;
  for (int cell = first; cell <= last; ++cell) {
    Offset offset;
    offset[along.axis] = cell;
    table[offset] = weights[cell - first] / unit;
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
