/// \file Names that languages and systems reserve: keywords, macros, and names in the global
/// namespace.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace stencilc::emit {

/// Returns true if `name` is a keyword of C or C++.
bool isKeyword(llvm::StringRef name);

/// Returns true if `name` has a form that CUDA uses for its own names, such as cudaStream_t and
/// CUtensorMap.
bool isOfCuda(llvm::StringRef name);

/// Returns true if a macro may have this name: nvcc defines it, or it has only capitals. Other
/// systems may define any name in capitals as a macro.
bool isMacroLike(llvm::StringRef name);

/// Returns true if a system header or a C library may declare this name in the global namespace,
/// where the C interface is.
bool isSystemName(llvm::StringRef name);

} // namespace stencilc::emit
