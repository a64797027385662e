/// \file Formats emitted code with the Clang Format library.
#include "emit/Format.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::emit {

/// Returns the style of emitted code: LLVM's style with 100 columns. Comments are not broken again.
/// A line could then end in a backslash, an operator of the stencil language, which would continue
/// the comment.
static clang::format::FormatStyle emittedStyle() {
  clang::format::FormatStyle style =
      clang::format::getLLVMStyle(clang::format::FormatStyle::LK_Cpp);
  style.ColumnLimit = 100;
  style.Standard = clang::format::FormatStyle::LS_Cpp20;
  style.ReflowComments = clang::format::FormatStyle::RCS_Never;
  return style;
}

/// Returns true if `code` has a word of more than 2000 characters. The time of the formatter grows
/// with the square of a word's length, and no layout makes such a line readable.
static bool hasEndlessWord(llvm::StringRef code) {
  constexpr std::size_t kEndless = 2000;
  std::size_t length = 0;
  for (char c : code) {
    length = llvm::isSpace(c) ? 0 : length + 1;
    if (length > kEndless)
      return true;
  }
  return false;
}

/// Length in characters from which text is not formatted, because that would take more than ten
/// seconds.
static constexpr std::size_t kEndlessText = 300000;

std::string formatCode(llvm::StringRef code, llvm::StringRef fileName) {
  if (code.size() > kEndlessText || hasEndlessWord(code))
    return code.str();
  const clang::tooling::Range whole(0, code.size());
  const clang::tooling::Replacements changes =
      clang::format::reformat(emittedStyle(), code, {whole}, fileName);
  llvm::Expected<std::string> formatted = clang::tooling::applyAllReplacements(code, changes);
  if (!formatted)
    llvm::report_fatal_error(formatted.takeError());
  return std::move(*formatted);
}

} // namespace stencilc::emit
