/// \file Error messages that functions of the C interface store for their callers.
#pragma once

#include <cstring>

namespace stencilc::interface {

inline constexpr const char *kNoMemory = "no host memory is left";

/// Stores a copy of `text` in *error, to be freed with stencilc_free_text(). Does nothing if
/// `error` is null.
inline void tell(char **error, const char *text) {
  if (error)
    *error = strdup(text);
}

} // namespace stencilc::interface
