/// \file Weights of finite differences, exact.
#pragma once

#include "support/Fraction.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace stencilc::sema {

/// The weights with which values at `points`, all different and more than `derivative` of them,
/// give the derivative at `at` of the polynomial through them, in units of the distance between
/// cells. By the recursion of B. Fornberg, Generation of finite difference formulas on arbitrarily
/// spaced grids, Mathematics of Computation 51 (1988), 699-706.
std::vector<Fraction> fornbergWeights(int derivative, llvm::ArrayRef<Fraction> points,
                                      const Fraction &at);

} // namespace stencilc::sema
