/// \file Computes exact weights of finite differences with Fornberg's recursion over the points.
#include "sema/differences/Fornberg.h"
#include <algorithm>
#include <cassert>

namespace stencilc::sema {

std::vector<Fraction> fornbergWeights(int derivative, llvm::ArrayRef<Fraction> points,
                                      const Fraction &at) {
  const int count = static_cast<int>(points.size());
  assert(derivative >= 0 && count > derivative && "too few points");
  // weights[point][m]: weight of the point in the derivative m of the polynomial through the points
  // so far.
  std::vector<std::vector<Fraction>> weights(count, std::vector<Fraction>(derivative + 1));
  weights[0][0] = 1;
  // Product of the distances of the last point from the preceding ones.
  Fraction before = 1;
  for (int last = 1; last < count; ++last) {
    const int most = std::min(last, derivative);
    const std::vector<Fraction> newest = weights[last - 1];
    Fraction product = 1;
    for (int point = 0; point < last; ++point) {
      const Fraction distance = points[last] - points[point];
      product = product * distance;
      std::vector<Fraction> &of = weights[point];
      for (int m = most; m >= 0; --m) {
        const Fraction lower = m > 0 ? Fraction(m) * of[m - 1] : Fraction();
        of[m] = ((points[last] - at) * of[m] - lower) / distance;
      }
    }
    for (int m = most; m >= 0; --m) {
      const Fraction lower = m > 0 ? Fraction(m) * newest[m - 1] : Fraction();
      weights[last][m] = before / product * (lower - (points[last - 1] - at) * newest[m]);
    }
    before = product;
  }
  std::vector<Fraction> result;
  for (const std::vector<Fraction> &of : weights)
    result.push_back(of[derivative]);
  return result;
}

} // namespace stencilc::sema
