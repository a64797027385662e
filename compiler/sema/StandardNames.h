/// \file Names of the library under `stencils/std` and the files that declare them.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::sema {

/// Returns the file below `std/` that declares the function (or else the neighbourhood) `name`,
/// without ending; empty if there is none. Lattices are left out: all declare the same names.
llvm::StringRef fileOfStandardName(llvm::StringRef name, bool isFunction);

} // namespace stencilc::sema
