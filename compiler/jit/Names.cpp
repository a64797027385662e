/// \file C++ names of functions from mangled names, and helpers for all functions of the C
/// interface.
#include "jit/Jit.h"
#include "jit/Request.h"
#include "llvm/Demangle/Demangle.h"
#include <cstdlib>
#include <string_view>

namespace stencilc::jit {

char *copyText(std::string_view text) {
  char *copy = static_cast<char *>(std::malloc(text.size() + 1));
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

} // namespace stencilc::jit

int stencilc_jit_interface_version() { return STENCILC_JIT_INTERFACE_VERSION; }

char *stencilc_jit_function_name(const char *mangled) {
  if (!std::string_view(mangled).starts_with("_Z"))
    return stencilc::jit::copyText(mangled);
  llvm::ItaniumPartialDemangler demangler;
  if (demangler.partialDemangle(mangled))
    return nullptr;
  std::size_t size = 0;
  // Allocated with malloc, as by copyText(); null for data.
  return demangler.getFunctionName(nullptr, &size);
}

void stencilc_jit_free_text(char *text) { std::free(text); }
