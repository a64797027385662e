/// \file Recognises array indices that stay in the grid: `(i + 1) % n` wraps around, `i > 0 ? i - 1
/// : 0` stops at the face. Each becomes one symbol, which a boundary condition of the field can
/// replace.
#pragma once

#include "lift/Nest.h"
#include "clang/AST/OperationKinds.h"

namespace stencilc::lift {

/// Recognises index expressions for neighbours of the current cell. `loops` has the C loops around
/// the current statement.
class Neighbours {
public:
  Neighbours(Step &step, const std::vector<Loop> &loops) : step(step), loops(loops) {}

  /// Returns `of % extent` as the index of a neighbour that wraps around. Returns `nullopt` unless
  /// `of` is a loop variable plus a constant and never negative. C's remainder of a negative number
  /// does not wrap around.
  std::optional<Polynomial> wrapped(const Polynomial &of, const Polynomial &extent);

  /// Returns `left relation right ? yes : no` as the index of a neighbour. One value must be the
  /// neighbour inside the grid, the second its replacement at a face. If the condition is constant,
  /// returns the chosen value. Returns `nullopt` for all other choices.
  std::optional<Polynomial> chosen(const Polynomial &left, clang::BinaryOperatorKind relation,
                                   const Polynomial &right, const Polynomial &yes,
                                   const Polynomial &no);

private:
  using Range = std::pair<Polynomial, Polynomial>; // least and largest value

  const Loop *loopIn(const Polynomial &polynomial) const;
  Polynomial neighbour(Symbol::Rim rim, const Polynomial &target, std::optional<Polynomial> extent);
  std::optional<Range> rangeNear(const Polynomial &of, Polynomial::Symbol near) const;
  std::optional<Range> rangeOf(const Polynomial &of) const;
  std::optional<bool> decided(const Polynomial &left, clang::BinaryOperatorKind relation,
                              const Polynomial &right) const;
  std::optional<Polynomial> nextCell(Polynomial bound, const Polynomial &here, std::int64_t ahead,
                                     const Polynomial &above);
  std::optional<Polynomial> previousCell(Polynomial bound, const Polynomial &here,
                                         std::int64_t back, const Polynomial &below);

  Step &step;
  const std::vector<Loop> &loops;
};

} // namespace stencilc::lift
