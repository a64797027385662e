/// \file The file format of a program that was built inside stencilc: host object code, then a
/// cubin (GPU code) with the kernels that this code launches. The cubin may be empty.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::library {

/// The two parts of a built program: host object code and CUDA kernels. Both are views of the bytes
/// of its file.
struct ModuleParts {
  llvm::StringRef object, cubin;
};

/// Returns the contents of the file of a built program: one line with the sizes of `object` (host
/// code) and `cubin` (GPU code) in bytes, then both.
std::string moduleBytes(llvm::StringRef object, llvm::StringRef cubin);
/// Splits the bytes of the file of a built program into host object code and cubin (GPU code).
/// Returns `nullopt` if the file is incomplete or has another format.
std::optional<ModuleParts> readModule(llvm::StringRef bytes);

} // namespace stencilc::library
