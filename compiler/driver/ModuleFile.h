/// \file A module that was compiled in this process, as a file: an object of the host, and the
/// kernels it launches as a cubin where there are any.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace stencilc::driver {

/// Parts of a module; views of whatever holds the file's bytes.
struct ModuleParts {
  llvm::StringRef object, cubin;
};

/// One line with the sizes of the parts, then the parts.
std::string moduleBytes(llvm::StringRef object, llvm::StringRef cubin);
/// Nothing if these are not the bytes of a whole module.
std::optional<ModuleParts> readModule(llvm::StringRef bytes);

} // namespace stencilc::driver
