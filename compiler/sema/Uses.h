/// \file Finds what every mention of a name refers to, before anything is computed from it.
#pragma once

#include "sema/Symbols.h"
#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include <map>
#include <set>

namespace stencilc::sema {

/// Which definitions mention which others: from a const, let, function, neighbourhood or table to
/// the names in it, with the place of the first mention.
using Mentions = std::map<SymbolId, std::map<SymbolId, llvm::SMRange>>;

/// Looks up every name used in the stencil, reports those that are not declared (once each place)
/// and marks the others as used. Runs after all names are declared, so order does not matter.
Mentions resolveUses(const ast::Stencil &stencil, Symbols &symbols, Diagnostics &diags);

/// Reports definitions that need themselves. False if there are any: nothing that follows
/// definitions may run then, because it would not end.
bool checkNoCycles(const Mentions &mentions, const Symbols &symbols, Diagnostics &diags);

/// Warns about what is declared and never mentioned, fields written for nobody, and fields that
/// could be constant.
void warnUnused(const Symbols &symbols, Diagnostics &diags);

} // namespace stencilc::sema
