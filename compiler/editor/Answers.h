/// \file What is said of places in a text: hovers, signatures, hints, kinds of words.
#pragma once

#include "editor/Names.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace stencilc::editor {

/// A text that is read once, with its names and where they stand.
struct Reading {
  Reading(llvm::StringRef text, const std::string &name, const syntax::ImportFinder &find = {});
  Reading(const Reading &) = delete;
  Reading &operator=(const Reading &) = delete;

  /// The name at a place of the text, or that ends there.
  NameAt nameAt(const char *place) const;
  /// All places of a name, its declaration among them.
  std::vector<llvm::SMRange> placesOf(const DeclaredName &name) const;

  syntax::ImportFinder find; // of imported files
  Document document;
  std::vector<DeclaredName> names;
  std::vector<NameAt> places;
};

/// What hovering shows: the declaration of a name, what the update of a field reads, what an update
/// of the stencil costs, for both what `plan` says; how a function of the language is called.
std::optional<llvm::lsp::Hover> hover(const Reading &reading, llvm::lsp::Position position,
                                      llvm::function_ref<std::string()> plan);

/// Why a name cannot be another one: the text would have an error, or mean something else. Empty if
/// it can.
std::string whyNoRename(const Reading &reading, const DeclaredName &name, llvm::StringRef other);

/// How the function of the call around a place is called.
llvm::lsp::SignatureHelp signature(const Reading &reading, llvm::lsp::Position position);

/// Behind each update what it reads, and behind the head what all updates of a cell take.
std::vector<llvm::lsp::InlayHint> inlayHints(const Reading &reading, llvm::lsp::Range range);

/// The kinds of names that `semanticTokens` tells apart, in the words of the protocol.
llvm::ArrayRef<llvm::StringRef> semanticKinds();
/// Five numbers for each place of a name: lines and units since the one before, length, kind, 0.
std::vector<int> semanticTokens(const Reading &reading);

std::vector<llvm::lsp::DocumentSymbol> symbols(const Reading &reading);

/// What may stand at a place.
std::vector<llvm::lsp::CompletionItem> completions(const Reading &reading,
                                                   llvm::lsp::Position position);

} // namespace stencilc::editor
