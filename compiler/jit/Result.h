/// \file Declares stencilc_jit_object, the result of a compilation, and functions that allocate its
/// memory.
#pragma once

#include "jit/Jit.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::jit {

/// A stencilc_jit_object, and the memory to which its members point.
struct Result : stencilc_jit_object {
  llvm::SmallVector<char, 0> made; // an object file or a precompiled header; empty after errors
  std::vector<std::string> names;  // undefined symbols of `made`
  std::vector<const char *> namePointers;
  std::string text; // messages
};

/// Sets the members of the C struct in `result`. Returns it to the caller, who releases it with
/// stencilc_jit_free_object.
stencilc_jit_object *publish(std::unique_ptr<Result> result);

} // namespace stencilc::jit
