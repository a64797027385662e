/// \file Search for the names that emitted text uses itself, independent of the program. Names
/// around the kernels come from templates. Names in kernels come from the kernel trees
/// (KernelNames.h).
#pragma once

#include "emit/template/TemplatePieces.h"
#include "llvm/ADT/StringRef.h"
#include <set>
#include <string>
#include <utility>

namespace stencilc::emit {

using Words = std::set<std::string, std::less<>>;
/// Pairs of a prefix and a suffix, with which emitted text forms a longer name from another name.
using Affixes = std::set<std::pair<std::string, std::string>>;

/// Adds the identifiers in C or C++ text to `words`. Skips comments, strings and directives, and
/// names after `.`, `->` or `::`.
void addIdentifiers(llvm::StringRef text, Words &words);

/// Adds the identifiers in the text of a template to `words`. Skips its tags.
void addIdentifiers(const TemplatePieces &pieces, Words &words);

/// Adds to `affixes` the text directly before and after each use of `tag` in a template, as far as
/// it belongs to the same identifier. `{{tag}}_create` gives {"", "_create"}.
void addAffixes(const TemplatePieces &pieces, llvm::StringRef tag, Affixes &affixes);

} // namespace stencilc::emit
