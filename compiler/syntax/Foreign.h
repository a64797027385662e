/// \file Advice on words and notations of other languages.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::syntax {

/// Returns advice, beginning with "; ", on a statement that starts with `word` in another language.
/// Returns an empty string for all other words.
std::string adviceOnStatement(llvm::StringRef word);

/// Kind of the word before a dot: `np` of `np.sin` is a Prefix, `T` of `T.laplace` a Field, `x` of
/// `x.low` an Axis.
enum class Owner { Prefix, Field, Axis };
/// Advice on `owner.member`.
struct MemberAdvice {
  std::string text;        // advice
  std::string replacement; // replacement for `owner.member`, or empty
};
/// Returns advice on `owner.member`.
MemberAdvice adviceOnMember(Owner kind, llvm::StringRef owner, llvm::StringRef member);

/// Returns whether `word` is a unit of measurement, such as `m` or `kHz`.
bool isUnit(llvm::StringRef word);

} // namespace stencilc::syntax
