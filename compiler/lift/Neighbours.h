/// \file Indices that stay in the grid: `(i + 1) % n` goes round, `i > 0 ? i - 1 : 0` stays at the
/// face. Each becomes a symbol of its own, which a boundary of the field stands for.
#pragma once

#include "lift/Nest.h"
#include "clang/AST/OperationKinds.h"

namespace stencilc::lift {

/// Finds the neighbours of the cell that `loops`, those around the statement that is read, are at.
class Neighbours {
public:
  Neighbours(Step &step, const std::vector<Loop> &loops) : step(step), loops(loops) {}

  /// `of % extent` for a cell near the loop's: C's remainder goes round where `of` is not negative.
  std::optional<Polynomial> wrapped(const Polynomial &of, const Polynomial &extent);

  /// `left relation right ? yes : no` where one of the two is the next cell and the other what
  /// stands for it at a face.
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
