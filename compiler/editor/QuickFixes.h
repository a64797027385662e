/// \file The compiler's messages as editors show them, and its corrections as quick fixes.
#pragma once

#include "editor/Document.h"

namespace stencilc::editor {

/// All messages; one without a place stands at the beginning of the text.
std::vector<llvm::lsp::Diagnostic> diagnostics(const llvm::lsp::URIForFile &uri,
                                               const Document &document);

/// The fix-its of messages, and of their notes, in a range.
std::vector<llvm::lsp::CodeAction> quickFixes(const llvm::lsp::URIForFile &uri,
                                              const Document &document, llvm::lsp::Range range);

} // namespace stencilc::editor
