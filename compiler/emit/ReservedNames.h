/// \file Names that mean something before an emitted program begins: keywords, macros, and what
/// system headers declare.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace stencilc::emit {

/// Keywords of C, C++ and CUDA.
bool isKeyword(llvm::StringRef name);

/// Whether a macro can be expected under this name: one that system headers define, or any name in
/// capitals, for nobody knows the macros of all machines.
bool isMacroLike(llvm::StringRef name);

/// Whether headers of the system declare it in the global namespace, or define it as a macro.
bool isSystemName(llvm::StringRef name);

} // namespace stencilc::emit
