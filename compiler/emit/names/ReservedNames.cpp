/// \file Keywords, names of macros, and names that system headers declare.
#include "emit/names/ReservedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace stencilc::emit {

bool isKeyword(llvm::StringRef name) {
  static const llvm::StringSet<> keywords = {
#include "emit/names/Keywords.def"
  };
  return keywords.contains(name);
}

bool isOfCuda(llvm::StringRef name) {
  const bool isType = name.consume_front("CU");
  return (isType || name.consume_front("cuda")) && !name.empty() &&
         (isType ? llvm::isLower(name.front()) : llvm::isUpper(name.front()));
}

/// Returns the name of a function of C's mathematical library without its type suffix: `sin` for
/// `sinf32x`.
static llvm::StringRef withoutType(llvm::StringRef name) {
  for (const char *type : {"f32", "f64", "f128", "f32x", "f64x"})
    if (name.consume_back(type))
      break;
  return name;
}

static bool isShouted(llvm::StringRef name) {
  return llvm::count_if(name, llvm::isUpper) > 1 && llvm::none_of(name, llvm::isLower);
}

bool isMacroLike(llvm::StringRef name) {
  static const llvm::StringSet<> macros = {
#include "emit/names/SystemMacros.def"
  };
  const llvm::StringRef plain = withoutType(name);
  return isShouted(name) || isShouted(plain) || macros.contains(plain);
}

bool isSystemName(llvm::StringRef name) {
  static const llvm::StringSet<> globals = {
#include "emit/names/SystemGlobals.def"
  };
  return globals.contains(withoutType(name)) || (isMacroLike(name) && !isShouted(name));
}

} // namespace stencilc::emit
