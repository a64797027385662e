/// \file Completion of requests from callers that were built with an older version of the
/// interface: members that their shorter struct lacks become zero.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

namespace stencilc::jit {

/// Returns a copy of `request`, a struct that begins with its size in bytes. An older caller has a
/// smaller struct. Members that it lacks are zero in the copy.
template <typename Request> Request complete(const Request *request) {
  Request whole = {};
  std::memcpy(&whole, request, std::min(request->size, sizeof(Request)));
  return whole;
}

/// Returns a copy of a text, which ends in a null byte. The caller of the library releases it with
/// stencilc_jit_free_text.
char *copyText(std::string_view text);

} // namespace stencilc::jit
