/// \file Requests of callers that may know fewer members than this library.
#pragma once

#include <algorithm>
#include <cstring>
#include <string_view>

namespace stencilc::jit {

/// `request` with the members its caller does not know as zeros.
template <typename Request> Request complete(const Request *request) {
  Request whole = {};
  std::memcpy(&whole, request, std::min(request->size, sizeof(Request)));
  return whole;
}

/// A text that stencilc_jit_free_text takes back.
char *copyText(std::string_view text);

} // namespace stencilc::jit
