/// \file Statements about the program as a whole: precision, arithmetic, size and steps.
#pragma once

#include "sema/Sema.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Reports all statements of a kind but the first; returns the first, or null.
template <class T> const T *onlyOne(Unit &unit, llvm::StringRef keyword) {
  const T *first = nullptr;
  llvm::SMRange firstRange;
  forEach<T>(unit.stencil, [&](const T &node, const ast::Statement &statement) {
    if (!first) {
      first = &node;
      firstRange = statement.range;
      return;
    }
    unit.diags.report(statement.range, diag::DuplicateStatement, keyword)
        .note(firstRange, diag::Hint, "the first is here; remove one of them");
  });
  return first;
}

/// The type called `name`, to store numbers in; otherwise reports which there are.
std::optional<ir::ScalarType> resolveType(Unit &unit, const ast::TypeName &name);

/// Reports what is stored in a type that the compute type does not hold; `name` is it or the field.
void checkStorage(Unit &unit, ir::ScalarType storage, llvm::SMRange range, llvm::StringRef name);

/// Precision and arithmetic of the program; options given on the command line win over the source.
void readSettings(Unit &unit, const SemaOptions &options);

/// Hints for size and steps. The size must hold what the stages read: at least their reach on
/// each side, and one more cell where the mirror is the first cell itself. Needs the stages.
void readHints(Unit &unit);

} // namespace stencilc::sema
