/// \file Check that a context has all names that a template uses.
#pragma once

#include "emit/TemplateSyntax.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace stencilc::emit {

/// Walks a template in the order of rendering. `partial` returns the tree of a partial, or null.
/// Reports names missing in `context` and values that cannot be printed exactly. Returns false if
/// there is such an error.
bool checkTemplate(const std::vector<TemplateNode> &nodes, const llvm::json::Value &context,
                   llvm::function_ref<const std::vector<TemplateNode> *(llvm::StringRef)> partial,
                   Diagnostics &diags);

} // namespace stencilc::emit
