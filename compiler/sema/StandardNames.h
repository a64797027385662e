/// \file Names declared by the library under `stencils/std`, and their files.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::sema {

/// Returns the file below `std/`, without ending, that declares the function `name`, or the
/// neighbourhood if not `isFunction`. Returns an empty string if there is none. Lattices are left
/// out, because all of them declare the same names.
llvm::StringRef fileOfStandardName(llvm::StringRef name, bool isFunction);

} // namespace stencilc::sema
