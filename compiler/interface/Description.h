/// \file The description of a loaded program as JSON.
#pragma once

#include "analysis/Facts.h"
#include "stencilc/Description.h"
#include "llvm/Support/JSON.h"

namespace stencilc::interface {

/// Returns the description of a program as a JSON object, in the form that stencilc_description()
/// describes. `facts` are those of the source from which `program` was built.
llvm::json::Value descriptionJson(const ProgramDescription &program, const analysis::Facts &facts);

} // namespace stencilc::interface
