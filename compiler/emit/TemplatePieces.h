/// \file A template as the pieces of its text, in their order.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <vector>

namespace stencilc::emit {

/// Text as it stands, or the name in a tag that puts a value in its place.
struct TemplatePiece {
  bool isTag;
  llvm::StringRef text;
};
/// With those of partials in their places, and of all sections, whether they are rendered or not.
using TemplatePieces = std::vector<TemplatePiece>;

} // namespace stencilc::emit
