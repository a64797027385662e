/// \file Data structure for a Mustache template: a sequence of texts and tags.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace stencilc::emit {

/// A piece of a template: plain text, or the name in a tag that a value replaces.
struct TemplatePiece {
  bool isTag;
  llvm::StringRef text;
};
/// All pieces of a template in order. Pieces of included templates are inserted. Sections are
/// included even if they are not rendered.
using TemplatePieces = std::vector<TemplatePiece>;

} // namespace stencilc::emit
