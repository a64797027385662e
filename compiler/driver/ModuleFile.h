/// \file The file format of a compiled module: an object file of the host code, and a cubin with
/// the kernels that it launches, if any.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// The two parts of a compiled module, as views of the bytes of its file.
struct ModuleParts {
  llvm::StringRef object, cubin;
};

/// Returns the bytes of a module file: a line with the sizes of both parts, then the parts.
std::string moduleBytes(llvm::StringRef object, llvm::StringRef cubin);
/// Splits the bytes of a module file into its parts. Returns `nullopt` if they are not a complete
/// module.
std::optional<ModuleParts> readModule(llvm::StringRef bytes);

} // namespace stencilc::driver
