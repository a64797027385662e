/// \file Resolves all names of a stencil before any value is computed.
#pragma once

#include "sema/Symbols.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <map>
#include <set>

namespace stencilc::sema {

/// Dependencies between definitions: for each const, let, function, neighbourhood or table, the
/// names in it with the place of their first mention.
using Mentions = std::map<SymbolId, std::map<SymbolId, llvm::SMRange>>;

/// Resolves every name in the stencil. Reports undeclared names, once for each place, and marks all
/// others as used. Precondition: all names are declared.
Mentions resolveUses(const ast::Stencil &stencil, Symbols &symbols, Diagnostics &diags);

/// Reports cyclic definitions and chains of definitions that are too long. Returns false if there
/// are any. Later passes that follow definitions must not run then, because they would not
/// terminate.
bool checkNoCycles(const Mentions &mentions, const Symbols &symbols, Diagnostics &diags);

/// Warns about unused declarations, and about fields that could be constant.
void warnUnused(const Symbols &symbols, Diagnostics &diags);

} // namespace stencilc::sema
