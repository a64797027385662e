/// \file Symbols in the polynomials of a step: sizes, loop variables, time levels and neighbours.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

Polynomial::Symbol addSymbol(Step &step, Symbol symbol);

/// Returns true if `symbol` is the time or a time level (such as `t % 2`), and so differs from time
/// step to time step.
inline bool isOfTime(const Symbol &symbol) {
  return symbol.kind == Symbol::Time || symbol.kind == Symbol::Buffer;
}

/// Returns true if `polynomial` contains a symbol that is no size, such as a loop variable.
bool usesLoops(const Step &step, const Polynomial &polynomial);

/// Returns `of % by` as a symbol for a time level (copy of an array in time), `(t + c) % by`. `of`
/// must be the time t plus a constant, or a time level of the same `by` plus a constant. Returns
/// `nullopt` for any other `of`, and if `by` is less than 1.
std::optional<Polynomial> remainder(Step &step, const Polynomial &of, std::int64_t by);

} // namespace stencilc::lift
