/// \file The description of a loaded program as JSON.
#pragma once

#include "stencilc/Description.h"
#include "llvm/Support/JSON.h"

namespace stencilc::interface {

/// Returns the description of a program as a JSON object, in the form that stencilc_description()
/// describes.
llvm::json::Value descriptionJson(const ProgramDescription &program);

} // namespace stencilc::interface
