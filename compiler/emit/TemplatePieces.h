/// \file A template as a sequence of texts and tags.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace stencilc::emit {

/// A piece of a template: plain text, or the name in a tag that is replaced by a value.
struct TemplatePiece {
  bool isTag;
  llvm::StringRef text;
};
/// All pieces of a template in order, with those of its partials inserted. Sections are included
/// whether they are rendered or not.
using TemplatePieces = std::vector<TemplatePiece>;

} // namespace stencilc::emit
