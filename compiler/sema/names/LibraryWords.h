/// \file Finds the words of a declaration, and decides which of them belong to the language.
#pragma once

#include "syntax/Ast.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::sema {

/// A word in the source text of a declaration that can be a name.
struct Word {
  std::string text;
  llvm::SMRange range;
  bool isCall; // followed by '('
  /// True if the word names no other declaration: it is an argument or index variable of the
  /// statement, or a word of the grammar.
  bool isLocal;
};
/// Returns all words of a statement that can be names, in order.
std::vector<Word> wordsOf(const ast::Statement &statement);

/// Returns whether `word` is a built-in function or a fixed word of the language, such as `sum`,
/// `pi`, `t` or `star`. Returns false for axes and sizes, which depend on the stencil, and for
/// `step` and `time`.
bool isOfLanguage(llvm::StringRef word);

} // namespace stencilc::sema
