/// \file Reads the statements that concern the whole program: precision, arithmetic, size and
/// steps.
#pragma once

#include "sema/Sema.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns the first statement of kind `T`, or null if there is none. Reports each further
/// statement of this kind. `keyword` names the kind in messages.
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

/// Returns the scalar type that `name` denotes, such as f32. Reports an unknown name, and returns
/// nullopt then.
std::optional<ir::ScalarType> resolveType(Unit &unit, const ast::TypeName &name);

/// Reports a storage type that has values which the compute type cannot represent exactly. `name`
/// is the name of the program or field, for the message.
void checkStorage(Unit &unit, ir::ScalarType storage, llvm::SMRange range, llvm::StringRef name);

/// Sets the precision and the arithmetic of the program. Command-line options override the source.
void readSettings(Unit &unit, const SemaOptions &options);

/// Reads the default grid size and number of steps. Reports a size with too few cells along an
/// axis: each read beyond a face must get its value from a cell of the grid. Precondition: stages
/// (update statements) are lowered.
void readHints(Unit &unit);

} // namespace stencilc::sema
