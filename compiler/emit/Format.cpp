/// \file The layout of emitted code, by Clang's formatter in process.
#include "emit/Format.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::emit {

/// LLVM style at 100 columns. Comments keep the lines the context gave them: a wrapped line must
/// not end in the backslash of a neighbourhood difference.
static clang::format::FormatStyle emittedStyle() {
  clang::format::FormatStyle style =
      clang::format::getLLVMStyle(clang::format::FormatStyle::LK_Cpp);
  style.ColumnLimit = 100;
  style.Standard = clang::format::FormatStyle::LS_Cpp20;
  style.ReflowComments = clang::format::FormatStyle::RCS_Never;
  return style;
}

/// Whether a word, as a name in a comment or string, is so long that no layout helps: the time the
/// formatter takes grows with the square of its length.
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

/// From here on nobody reads it, and the formatter takes ten seconds and more.
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
