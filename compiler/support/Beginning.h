/// \file Texts shown in messages, cut where they are long.
#pragma once

#include "llvm/ADT/StringRef.h"

namespace stencilc {

/// At most the first `bytes` of a text, with no part of a character of UTF-8 at the end.
inline llvm::StringRef beginningOf(llvm::StringRef text, std::size_t bytes) {
  const auto isInside = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
  };
  while (bytes > 0 && isInside(bytes))
    --bytes;
  return text.take_front(bytes);
}

} // namespace stencilc
