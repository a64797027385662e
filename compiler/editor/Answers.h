/// \file Answers about positions in a text: hovers, signatures, inlay hints, semantic tokens.
#pragma once

#include "editor/Names.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::editor {

/// A text after analysis, with its declared names and all places where they occur.
struct Reading {
  Reading(llvm::StringRef text, const std::string &name, const syntax::ImportFinder &find = {});
  Reading(const Reading &) = delete;
  Reading &operator=(const Reading &) = delete;

  /// Returns the name at a place of the text, or one that ends there.
  NameAt nameAt(const char *place) const;
  /// Returns all places of a name, including its declaration.
  std::vector<llvm::SMRange> placesOf(const DeclaredName &name) const;

  syntax::ImportFinder find; // finds imported files
  Document document;
  std::vector<DeclaredName> names;
  std::vector<NameAt> places;
};

/// Returns the hover text for a position. For a name: its declaration. For a field also what its
/// update reads, and for the stencil the cost of an update, both with the text of `plan`. For a
/// function of the language: its signature.
std::optional<llvm::lsp::Hover> hover(const Reading &reading, llvm::lsp::Position position,
                                      llvm::function_ref<std::string()> plan);

/// Returns why a name cannot be renamed to `other`: the text would have an error or mean something
/// else. Returns "" if it can.
std::string whyNoRename(const Reading &reading, const DeclaredName &name, llvm::StringRef other);

/// Returns the signature of the function whose call surrounds a position.
llvm::lsp::SignatureHelp signature(const Reading &reading, llvm::lsp::Position position);

/// Returns inlay hints: after each update what it reads, and after the head of the stencil the cost
/// of all updates of a cell.
std::vector<llvm::lsp::InlayHint> inlayHints(const Reading &reading, llvm::lsp::Range range);

/// Returns the names of the token types that semanticTokens() uses, as in the protocol.
llvm::ArrayRef<llvm::StringRef> semanticKinds();
/// Returns five numbers for each place of a name, as in the protocol: lines and UTF-16 units since
/// the previous one, length, type, and 0.
std::vector<int> semanticTokens(const Reading &reading);

std::vector<llvm::lsp::DocumentSymbol> symbols(const Reading &reading);

/// Returns completions for a position.
std::vector<llvm::lsp::CompletionItem> completions(const Reading &reading,
                                                   llvm::lsp::Position position);

} // namespace stencilc::editor
