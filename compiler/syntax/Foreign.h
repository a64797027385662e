/// \file Finds advice for a user who writes words or notations of other languages.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::syntax {

/// Returns advice for an error message, beginning with "; ", on a statement that starts with `word`
/// in another language, such as `for` or `print`. Returns an empty string for all other words.
std::string adviceOnStatement(llvm::StringRef word);

/// Kind of the word before a dot in code of another language: `np` in `np.sin` is a Prefix, `T` in
/// `T.laplace` a Field, `x` in `x.low` an Axis.
enum class Owner { Prefix, Field, Axis };
/// Advice for an error message about `owner.member` (as in `np.sin`), which is syntax of another
/// language.
struct MemberAdvice {
  std::string text;        // advice
  std::string replacement; // replacement for `owner.member`, or empty
};
/// Returns advice for an error message about `owner.member`, such as `np.sin`, which is syntax of
/// another language. `kind` says what `owner` is.
MemberAdvice adviceOnMember(Owner kind, llvm::StringRef owner, llvm::StringRef member);

/// Returns whether `word` is the symbol of a unit of measurement, such as `m` or `kHz`.
bool isUnit(llvm::StringRef word);

} // namespace stencilc::syntax
