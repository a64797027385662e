/// \file Resolves all names of a stencil before any value is computed.
#pragma once

#include "sema/names/Symbols.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <map>
#include <set>

namespace stencilc::sema {

/// Dependencies between definitions. The entry of each const, let, function, neighbourhood or table
/// has the names that its definition uses, with the source range of their first use.
using Mentions = std::map<SymbolId, std::map<SymbolId, llvm::SMRange>>;

/// Resolves every name in the stencil and marks it as used. Reports undeclared names, once for each
/// source range. Returns the dependencies between definitions. Precondition: all names are
/// declared.
Mentions resolveUses(const ast::Stencil &stencil, Symbols &symbols, Diagnostics &diags);

/// Reports cyclic definitions and chains of definitions that are too long. Returns false if there
/// are any. Later passes follow definitions and would not end, so they must not run after an error.
bool checkNoCycles(const Mentions &mentions, const Symbols &symbols, Diagnostics &diags);

/// Warns about unused declarations, and about fields without update that could be declared
/// constant.
void warnUnused(const Symbols &symbols, Diagnostics &diags);

} // namespace stencilc::sema
