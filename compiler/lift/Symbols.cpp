/// \file Symbols in the polynomials of a step, such as sizes and loop variables.
#include "lift/Symbols.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

Polynomial::Symbol addSymbol(Step &step, Symbol symbol) {
  step.symbols.push_back(std::move(symbol));
  return Polynomial::Symbol(step.symbols.size()) - 1;
}

bool usesLoops(const Step &step, const Polynomial &polynomial) {
  return llvm::any_of(polynomial.symbols(), [&](Polynomial::Symbol symbol) {
    return step.symbols[symbol].kind != Symbol::Size;
  });
}

/// Returns the symbol, as a polynomial, for the time level (copy in time) `(t + shift) % modulus`.
/// Adds the symbol to `step` at its first use. If `isToggle` is true, a C variable that alternates,
/// as in `cur = 1 - cur`, selects the level, and t counts the steps done.
static Polynomial levelSymbol(Step &step, std::int64_t shift, std::int64_t modulus, bool isToggle) {
  for (Polynomial::Symbol other = 0; other < int(step.symbols.size()); ++other)
    if (step.symbols[other].kind == Symbol::Buffer && step.symbols[other].modulus == modulus &&
        step.symbols[other].shift == shift && step.symbols[other].isToggle == isToggle)
      return Polynomial::symbol(other);
  Symbol level{"level", Symbol::Buffer, shift, modulus};
  level.isToggle = isToggle;
  return Polynomial::symbol(addSymbol(step, std::move(level)));
}

std::optional<Polynomial> remainder(Step &step, const Polynomial &of, std::int64_t by) {
  for (Polynomial::Symbol name : of.symbols()) {
    const Symbol &symbol = step.symbols[name];
    const auto factor = of.coefficient(name);
    const auto shift = (of - Polynomial::symbol(name)).constant();
    if (!factor || factor->constant() != 1 || !shift || by < 1)
      continue;
    if (symbol.kind == Symbol::Time || (symbol.kind == Symbol::Buffer && symbol.modulus == by))
      return levelSymbol(step, ((symbol.shift + *shift) % by + by) % by, by, symbol.isToggle);
  }
  return std::nullopt;
}

} // namespace stencilc::lift
