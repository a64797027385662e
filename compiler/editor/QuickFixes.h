/// \file The compiler's messages as editor diagnostics, and its fix-its as quick fixes.
#pragma once

#include "editor/Document.h"

namespace stencilc::editor {

/// Returns all error messages and warnings of a document for the editor. A message without a
/// position is shown at the beginning of the text.
std::vector<llvm::lsp::Diagnostic> diagnostics(const llvm::lsp::URIForFile &uri,
                                               const Document &document);

/// Returns the corrections that messages and notes within a range suggest.
std::vector<llvm::lsp::CodeAction> quickFixes(const llvm::lsp::URIForFile &uri,
                                              const Document &document, llvm::lsp::Range range);

} // namespace stencilc::editor
