/// \file Reads statements about the whole program: precision, arithmetic, size and steps.
#pragma once

#include "sema/Sema.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the first statement of a kind, or null, and reports all others. `keyword` names the kind
/// in messages.
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

/// Returns the number type called `name`. Reports an unknown name and returns nullopt.
std::optional<ir::ScalarType> resolveType(Unit &unit, const ast::TypeName &name);

/// Reports a storage type whose values the compute type cannot represent exactly. `name` is the
/// program or the field.
void checkStorage(Unit &unit, ir::ScalarType storage, llvm::SMRange range, llvm::StringRef name);

/// Sets precision and arithmetic of the program. Command-line options override the source.
void readSettings(Unit &unit, const SemaOptions &options);

/// Reads the default size and number of steps. The size must be at least the reach of all reads on
/// each side, and one cell more for a mirror at the first cell. Precondition: stages are lowered.
void readHints(Unit &unit);

} // namespace stencilc::sema
