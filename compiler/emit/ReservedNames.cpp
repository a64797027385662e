/// \file Keywords, macros and names of system headers.
#include "emit/ReservedNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace stencilc::emit {

bool isKeyword(llvm::StringRef name) {
  static const llvm::StringSet<> keywords = {"alignas",
                                             "alignof",
                                             "and",
                                             "and_eq",
                                             "asm",
                                             "auto",
                                             "bitand",
                                             "bitor",
                                             "bool",
                                             "break",
                                             "case",
                                             "catch",
                                             "char",
                                             "char8_t",
                                             "char16_t",
                                             "char32_t",
                                             "class",
                                             "compl",
                                             "concept",
                                             "const",
                                             "consteval",
                                             "constexpr",
                                             "constinit",
                                             "const_cast",
                                             "continue",
                                             "co_await",
                                             "co_return",
                                             "co_yield",
                                             "decltype",
                                             "default",
                                             "delete",
                                             "do",
                                             "double",
                                             "dynamic_cast",
                                             "else",
                                             "enum",
                                             "explicit",
                                             "export",
                                             "extern",
                                             "false",
                                             "float",
                                             "for",
                                             "friend",
                                             "goto",
                                             "if",
                                             "inline",
                                             "int",
                                             "long",
                                             "mutable",
                                             "namespace",
                                             "new",
                                             "noexcept",
                                             "not",
                                             "not_eq",
                                             "nullptr",
                                             "operator",
                                             "or",
                                             "or_eq",
                                             "private",
                                             "protected",
                                             "public",
                                             "register",
                                             "reinterpret_cast",
                                             "requires",
                                             "restrict",
                                             "return",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "static_assert",
                                             "static_cast",
                                             "struct",
                                             "switch",
                                             "template",
                                             "this",
                                             "thread_local",
                                             "throw",
                                             "true",
                                             "try",
                                             "typedef",
                                             "typeid",
                                             "typename",
                                             "typeof",
                                             "typeof_unqual",
                                             "union",
                                             "unsigned",
                                             "using",
                                             "virtual",
                                             "void",
                                             "volatile",
                                             "wchar_t",
                                             "while",
                                             "xor",
                                             "xor_eq"};
  return keywords.contains(name);
}

static const llvm::StringSet<> &systemMacros() {
  static const llvm::StringSet<> macros = {
#include "emit/SystemMacros.def"
  };
  return macros;
}

bool isMacroLike(llvm::StringRef name) {
  const bool isShouted =
      llvm::count_if(name, llvm::isUpper) > 1 && llvm::none_of(name, llvm::isLower);
  return isShouted || systemMacros().contains(name);
}

bool isSystemName(llvm::StringRef name) {
  static const llvm::StringSet<> globals = {
#include "emit/SystemGlobals.def"
  };
  return globals.contains(name) || systemMacros().contains(name);
}

} // namespace stencilc::emit
