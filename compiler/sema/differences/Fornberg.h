/// \file Computes exact weights of finite differences, as fractions.
#pragma once

#include "support/Fraction.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace stencilc::sema {

/// Returns the weights with which values at `points` are summed to approximate the derivative of
/// order `derivative` at `at`. Positions are in cells. Precondition: the points are distinct, and
/// more than `derivative`. Method: B. Fornberg, Generation of finite difference formulas on
/// arbitrarily spaced grids, Mathematics of Computation 51 (1988), 699-706.
std::vector<Fraction> fornbergWeights(int derivative, llvm::ArrayRef<Fraction> points,
                                      const Fraction &at);

} // namespace stencilc::sema
