/// \file Check that the data for a template has all names that the template uses.
#pragma once

#include "emit/template/TemplateSyntax.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"

namespace stencilc::emit {

/// Checks a template, in the order of rendering. Reports names that `context` lacks, and values
/// that cannot be printed exactly. `partial` returns the tree of an included template, or null.
/// Returns false if it has reported an error.
bool checkTemplate(const std::vector<TemplateNode> &nodes, const llvm::json::Value &context,
                   llvm::function_ref<const std::vector<TemplateNode> *(llvm::StringRef)> partial,
                   Diagnostics &diags);

} // namespace stencilc::emit
