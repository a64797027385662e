/// \file Names that languages and systems reserve: keywords, macros, and names in the global
/// namespace.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace stencilc::emit {

/// Returns whether `name` is a keyword of C or C++.
bool isKeyword(llvm::StringRef name);

/// Returns whether `name` has a form that CUDA uses for its own names, such as cudaStream_t and
/// CUtensorMap.
bool isOfCuda(llvm::StringRef name);

/// Returns whether a macro may have this name: one that nvcc defines, or any name in capitals,
/// because the macros of other systems are unknown.
bool isMacroLike(llvm::StringRef name);

/// Returns whether a system header or a C library may declare this name in the global namespace,
/// where the C interface is.
bool isSystemName(llvm::StringRef name);

} // namespace stencilc::emit
