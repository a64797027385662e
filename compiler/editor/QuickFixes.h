/// \file The compiler's messages as editor diagnostics, and its fix-its as quick fixes.
#pragma once

#include "editor/Document.h"

namespace stencilc::editor {

/// Returns all messages. A message without a place is reported at the beginning of the text.
std::vector<llvm::lsp::Diagnostic> diagnostics(const llvm::lsp::URIForFile &uri,
                                               const Document &document);

/// Returns the fix-its of messages and notes in a range.
std::vector<llvm::lsp::CodeAction> quickFixes(const llvm::lsp::URIForFile &uri,
                                              const Document &document, llvm::lsp::Range range);

} // namespace stencilc::editor
