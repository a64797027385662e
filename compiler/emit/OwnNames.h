/// \file The names that a text has of its own accord, whatever the program's things are called:
/// templates tell those of the frame; those of kernels are in their trees (KernelNames.h).
#pragma once

#include "emit/TemplatePieces.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <utility>

namespace stencilc::emit {

using Words = std::set<std::string, std::less<>>;
using Affixes = std::set<std::pair<std::string, std::string>>; // before and after a name

/// Adds the identifiers of C or C++ text, without those in comments, strings and directives and
/// those looked up in something else: behind `.`, `->` or `::`.
void addIdentifiers(llvm::StringRef text, Words &words);

/// Adds the identifiers that a template has outside of its tags.
void addIdentifiers(const TemplatePieces &pieces, Words &words);

/// What a template puts directly around a tag: {"", "_create"}.
void addAffixes(const TemplatePieces &pieces, llvm::StringRef tag, Affixes &affixes);

} // namespace stencilc::emit
