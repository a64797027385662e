/// \file The words of a declaration, and which of them the language itself declares.
#pragma once

#include "syntax/Ast.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace stencilc::sema {

struct Word {
  std::string text;
  llvm::SMRange range;
  bool isCall;  // '(' stands behind it
  bool isLocal; // an argument or an index of the statement, or a word of the grammar
};
/// The words of a statement after the one it begins with, in their order: all that may be names.
std::vector<Word> wordsOf(const ast::Statement &statement);

/// Whether the language gives `word` a meaning that is the same in all programs.
bool isOfLanguage(llvm::StringRef word);

} // namespace stencilc::sema
