/// \file Names that mean something before an emitted program begins: keywords, macros, and what
/// is in the global namespace. They are facts of languages and systems, not of emitted text.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace stencilc::emit {

/// Keywords of C and C++.
bool isKeyword(llvm::StringRef name);

/// Whether CUDA has such names to itself: cudaStream_t, CUtensorMap.
bool isOfCuda(llvm::StringRef name);

/// Whether a macro can be expected under this name: one that nvcc puts in front of every text, or
/// any name in capitals, for nobody knows the macros of all machines.
bool isMacroLike(llvm::StringRef name);

/// Whether the global namespace may have it, where the C interface is: what nvcc puts there, what
/// libraries of C export, and macros.
bool isSystemName(llvm::StringRef name);

} // namespace stencilc::emit
