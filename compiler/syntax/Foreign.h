/// \file What to write here instead of words of other languages.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <string>

namespace stencilc::syntax {

/// Returns what to write instead of a statement that begins with `word` in another language, with
/// "; " before it; empty for all other words.
std::string adviceOnStatement(llvm::StringRef word);

/// What stands before a point: `np` of `np.sin`, `T` of `T.laplace`, `x` of `x.low`.
enum class Owner { Prefix, Field, Axis };
struct MemberAdvice {
  std::string text;        // what to write
  std::string replacement; // of `owner.member`; empty if no text can replace it
};
/// Returns what to write instead of `owner.member`.
MemberAdvice adviceOnMember(Owner kind, llvm::StringRef owner, llvm::StringRef member);

/// Returns whether `word` is a unit of measurement, such as `m` or `kHz`.
bool isUnit(llvm::StringRef word);

} // namespace stencilc::syntax
