/// \file The symbols of a step: what its polynomials are made of.
#pragma once

#include "lift/Nest.h"

namespace stencilc::lift {

Polynomial::Symbol addSymbol(Step &step, Symbol symbol);

/// Whether a symbol differs from step to step.
inline bool isOfTime(const Symbol &symbol) {
  return symbol.kind == Symbol::Time || symbol.kind == Symbol::Buffer;
}

/// Whether a polynomial is made of more than sizes and numbers.
bool usesLoops(const Step &step, const Polynomial &polynomial);

/// `(t + c) % m`, the index of a time level; also of such an index plus or minus a number. Nothing
/// where `of` is none.
std::optional<Polynomial> remainder(Step &step, const Polynomial &of, std::int64_t by);

} // namespace stencilc::lift
