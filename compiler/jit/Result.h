/// \file The memory behind a stencilc_jit_object.
#pragma once

#include "jit/Jit.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::jit {

/// A stencilc_jit_object with what its members point to.
struct Result : stencilc_jit_object {
  llvm::SmallVector<char, 0> made; // an object file or a precompiled header; empty after errors
  std::vector<std::string> names;  // that `made` asks for
  std::vector<const char *> namePointers;
  std::string text; // messages
};

/// Sets the members of the C struct and hands the result to the caller.
stencilc_jit_object *publish(std::unique_ptr<Result> result);

} // namespace stencilc::jit
