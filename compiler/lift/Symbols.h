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

/// Returns `of % by` as the index of a time level (copy in time), `(t + c) % by`. `of` must be the
/// time variable, or an index of this form, plus a constant. Otherwise returns `nullopt`.
std::optional<Polynomial> remainder(Step &step, const Polynomial &of, std::int64_t by);

} // namespace stencilc::lift
