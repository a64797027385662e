/// \file Names declared by the library under `stencils/std`, and their files.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace stencilc::sema {

/// Returns the file of the standard library that declares `name`, without `std/` and ending.
/// `isFunction` is true for a function, false for a neighbourhood. Returns an empty string if there
/// is none. Files of lattices (velocity sets such as D2Q9) are not searched, because all declare
/// the same names.
llvm::StringRef fileOfStandardName(llvm::StringRef name, bool isFunction);

} // namespace stencilc::sema
