/// \file Prints the last message of a process that ends because memory or threads are missing.
#include "runtime/core/support/LastWords.h"

#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <initializer_list>
#include <typeinfo>
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

namespace {

const char *&nameOfProcess() {
  static const char *name = "stencilc";
  return name;
}

/// Returns a text about what is missing if the exception type with the mangled name `type` means a
/// lack of memory or threads. Otherwise returns null. Names are compared, because the runtime is
/// compiled without RTTI.
const char *missing(const char *type) {
  for (const char *memory : {"St9bad_alloc", "St20bad_array_new_length", "St12length_error"})
    if (std::strcmp(type, memory) == 0)
      return "no host memory is left, or 'ulimit -v' allows no more";
  return std::strcmp(type, "St12system_error") == 0
             ? "no thread could be started: the limit of threads ('ulimit -u') or of memory "
               "('ulimit -v') is reached"
             : nullptr;
}

void say(const char *text) { [[maybe_unused]] auto ignored = write(2, text, std::strlen(text)); }

[[noreturn]] void end() {
  const std::type_info *type = abi::__cxa_current_exception_type();
  const char *what = type ? missing(type->name()) : nullptr;
  if (!what)
    std::abort();
  for (const char *text : {nameOfProcess(), ": error: ", what, "\n"})
    say(text);
  _exit(1);
}

} // namespace

void sayWhatIsMissing(const char *name) {
  nameOfProcess() = name;
  std::set_terminate(end);
}

} // namespace stencilc::inline STENCILC_SPACE
