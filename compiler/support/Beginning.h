/// \file Shortens texts for messages without splitting a UTF-8 character.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace stencilc {

/// Returns the longest prefix of `text` that has at most `bytes` bytes and does not end inside a
/// UTF-8 character.
inline llvm::StringRef beginningOf(llvm::StringRef text, std::size_t bytes) {
  const auto isInside = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  while (bytes > 0 && isInside(bytes))
    --bytes;
  return text.take_front(bytes);
}

} // namespace stencilc
