/// \file The file format of a module that was compiled in this process: host object code, and the
/// kernels it launches as a cubin, if it has any.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// The two parts of a module file. They are views of the bytes that were read.
struct ModuleParts {
  llvm::StringRef object, cubin;
};

/// Returns the bytes of a module file: one line with the sizes of both parts in bytes, then the
/// parts.
std::string moduleBytes(llvm::StringRef object, llvm::StringRef cubin);
/// Splits the bytes of a module file into its parts. Returns `nullopt` if they are not a complete
/// module.
std::optional<ModuleParts> readModule(llvm::StringRef bytes);

} // namespace stencilc::driver
