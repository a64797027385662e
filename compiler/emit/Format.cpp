/// \file The layout of emitted code, by Clang's formatter in process.
#include "emit/Format.h"
#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"
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

std::string formatCode(llvm::StringRef code, llvm::StringRef fileName) {
  const clang::tooling::Range whole(0, code.size());
  const clang::tooling::Replacements changes =
      clang::format::reformat(emittedStyle(), code, {whole}, fileName);
  llvm::Expected<std::string> formatted = clang::tooling::applyAllReplacements(code, changes);
  if (!formatted)
    llvm::report_fatal_error(formatted.takeError());
  return std::move(*formatted);
}

} // namespace stencilc::emit
