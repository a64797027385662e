/// \file Whether a context holds what a template asks for.
#pragma once

#include "emit/TemplateSyntax.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace stencilc::emit {

/// Walks a template the way the engine renders it, with the tree of a partial given by `partial`.
/// Reports names the context does not have and values that have no exact text; false if any.
bool checkTemplate(const std::vector<TemplateNode> &nodes, const llvm::json::Value &context,
                   llvm::function_ref<const std::vector<TemplateNode> *(llvm::StringRef)> partial,
                   Diagnostics &diags);

} // namespace stencilc::emit
