/// \file Names declared by the library under `stencils/std`, and their files.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::sema {

/// Returns the file of the standard library, below `std/` and without ending, that declares `name`
/// as a function, or as a neighbourhood if `isFunction` is false. Returns an empty string if there
/// is none. Files of lattices are not searched, because all of them declare the same names.
llvm::StringRef fileOfStandardName(llvm::StringRef name, bool isFunction);

} // namespace stencilc::sema
