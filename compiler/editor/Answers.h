/// \file Answers of the language server: hover texts, signatures, inlay hints (texts that the
/// editor adds to lines), tokens for highlighting, the outline, renaming, and completions.
#pragma once

#include "editor/Names.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::editor {

/// A text after analysis, with the names that it declares and all occurrences of these names.
struct Reading {
  Reading(llvm::StringRef text, const std::string &name, const syntax::ImportFinder &find = {});
  Reading(const Reading &) = delete;
  Reading &operator=(const Reading &) = delete;

  /// Returns the occurrence of a name at `place`, a pointer into the text: the name contains this
  /// character or ends before it. Returns a null name if there is none.
  NameAt nameAt(const char *place) const;
  /// Returns the ranges of all occurrences of a name, including its declaration.
  std::vector<llvm::SMRange> placesOf(const DeclaredName &name) const;

  syntax::ImportFinder find; // finds imported files
  Document document;
  std::vector<DeclaredName> names;
  std::vector<NameAt> places;
};

/// Returns the hover text for a position, or `nullopt`. It shows the declaration of a name or the
/// signature of a function of the language. For a field it adds the reads of its update, and for
/// the stencil the cost of an update. In these two cases it ends with the text from `plan`.
std::optional<llvm::lsp::Hover> hover(const Reading &reading, llvm::lsp::Position position,
                                      llvm::function_ref<std::string()> plan);

/// Returns the reason why a name cannot be renamed to `other`: the changed text would have an error
/// or another meaning. Returns "" if it can be renamed.
std::string whyNoRename(const Reading &reading, const DeclaredName &name, llvm::StringRef other);

/// Returns the signature of the function whose call contains the position, and the index of the
/// argument there. Returns no signature outside of calls.
llvm::lsp::SignatureHelp signature(const Reading &reading, llvm::lsp::Position position);

/// Returns the inlay hints (texts that the editor adds to lines) in `range`. Each update gets its
/// reads. The head of the stencil gets the cost of an update.
std::vector<llvm::lsp::InlayHint> inlayHints(const Reading &reading, llvm::lsp::Range range);

/// Returns the names of the token types for highlighting, as the Language Server Protocol defines
/// them. Tokens contain indices into this list.
llvm::ArrayRef<llvm::StringRef> semanticKinds();
/// Returns the tokens for highlighting, one for each occurrence of a name, as the Language Server
/// Protocol encodes them. Each token has five numbers: lines and UTF-16 units since the last token,
/// length, type, and 0.
std::vector<int> semanticTokens(const Reading &reading);

std::vector<llvm::lsp::DocumentSymbol> symbols(const Reading &reading);

/// Returns the completions (names and keywords) that are possible at the position.
std::vector<llvm::lsp::CompletionItem> completions(const Reading &reading,
                                                   llvm::lsp::Position position);

} // namespace stencilc::editor
