/// \file Answers of the language server: hover texts, signatures, inlay hints, tokens for
/// highlighting, the outline, renaming, and completions.
#pragma once

#include "editor/Names.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::editor {

/// A text after analysis, with the names that it declares and all their occurrences.
struct Reading {
  Reading(llvm::StringRef text, const std::string &name, const syntax::ImportFinder &find = {});
  Reading(const Reading &) = delete;
  Reading &operator=(const Reading &) = delete;

  /// Returns the occurrence of a name around `place`, a pointer into the text. A name that ends
  /// there counts, too. The result has a null name if there is none.
  NameAt nameAt(const char *place) const;
  /// Returns the ranges of all occurrences of a name, its declaration included.
  std::vector<llvm::SMRange> placesOf(const DeclaredName &name) const;

  syntax::ImportFinder find; // finds imported files
  Document document;
  std::vector<DeclaredName> names;
  std::vector<NameAt> places;
};

/// Returns the hover text for a position. For a name it is its declaration; for a field also the
/// reads of its update, and for the stencil the cost of an update. The last two include the text of
/// `plan`. For a function of the language it is its signature. `nullopt` means no hover text.
std::optional<llvm::lsp::Hover> hover(const Reading &reading, llvm::lsp::Position position,
                                      llvm::function_ref<std::string()> plan);

/// Returns the reason why a name cannot be renamed to `other`: the text would have an error, or
/// mean something else. Returns "" if it can.
std::string whyNoRename(const Reading &reading, const DeclaredName &name, llvm::StringRef other);

/// Returns the signature of the function whose call contains a position, and the current argument.
llvm::lsp::SignatureHelp signature(const Reading &reading, llvm::lsp::Position position);

/// Returns inlay hints (texts that the editor shows in lines) in `range`: the reads of each update,
/// and the cost of an update after the head of the stencil.
std::vector<llvm::lsp::InlayHint> inlayHints(const Reading &reading, llvm::lsp::Range range);

/// Returns the names of the token types that semanticTokens() uses, as the Language Server Protocol
/// defines them.
llvm::ArrayRef<llvm::StringRef> semanticKinds();
/// Returns the tokens for highlighting as the Language Server Protocol encodes them. Each
/// occurrence of a name has five numbers: lines and UTF-16 units since the previous one, length,
/// type, and 0.
std::vector<int> semanticTokens(const Reading &reading);

std::vector<llvm::lsp::DocumentSymbol> symbols(const Reading &reading);

/// Returns the completions (names and keywords) that are possible at a position.
std::vector<llvm::lsp::CompletionItem> completions(const Reading &reading,
                                                   llvm::lsp::Position position);

} // namespace stencilc::editor
