/// \file The file format of a built program that was compiled inside stencilc: host object code,
/// and the kernels it launches as a cubin, if it has any.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// The two parts of a built program: host object code and CUDA kernels. Both are views of the bytes
/// of its file.
struct ModuleParts {
  llvm::StringRef object, cubin;
};

/// Returns the file of a built program: one line with the sizes of both parts in bytes, then the
/// parts.
std::string moduleBytes(llvm::StringRef object, llvm::StringRef cubin);
/// Splits the file of a built program into its two parts. Returns `nullopt` if the bytes are not a
/// complete one.
std::optional<ModuleParts> readModule(llvm::StringRef bytes);

} // namespace stencilc::driver
