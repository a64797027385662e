/// \file Messages of the compiler as diagnostics of the editor, and corrections that they suggest
/// as quick fixes.
#pragma once

#include "editor/Document.h"

namespace stencilc::editor {

/// Returns all error messages and warnings of a document for the editor. A message without a
/// position is shown at the beginning of the text.
std::vector<llvm::lsp::Diagnostic> diagnostics(const llvm::lsp::URIForFile &uri,
                                               const Document &document);

/// Returns the corrections that the messages and notes within `range` suggest.
std::vector<llvm::lsp::CodeAction> quickFixes(const llvm::lsp::URIForFile &uri,
                                              const Document &document, llvm::lsp::Range range);

} // namespace stencilc::editor
