/// \file Facts about a program as JSON.
#pragma once

#include "analysis/Facts.h"
#include "llvm/Support/JSON.h"

namespace stencilc::interface {

/// Returns the facts about a program as a JSON object, in the form that stencilc_facts() describes.
llvm::json::Value factsJson(const analysis::Facts &facts);

} // namespace stencilc::interface
