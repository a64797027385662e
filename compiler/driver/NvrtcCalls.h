/// \file The functions of NVRTC 12 and 13 that are used. They are declared here, so that the build
/// needs no CUDA toolkit, and are looked up in the loaded library.
#pragma once

#include <cstddef>
#include <string>

namespace stencilc::driver {

/// Pointers to functions of NVRTC.
struct NvrtcCalls {
  using Result = int;      // an enum; 0 means success
  using Program = void *;  // opaque
  using Out = std::size_t; // size of a text, with the 0 at its end

  Result (*version)(int *major, int *minor) = nullptr;
  const char *(*errorString)(Result) = nullptr;
  Result (*numSupportedArchs)(int *count) = nullptr;
  Result (*supportedArchs)(int *archs) = nullptr; // 90 for sm_90
  Result (*createProgram)(Program *, const char *text, const char *name, int headers,
                          const char *const *headerTexts, const char *const *headerNames) = nullptr;
  Result (*destroyProgram)(Program *) = nullptr;
  Result (*addNameExpression)(Program, const char *) = nullptr;
  Result (*compileProgram)(Program, int options, const char *const *) = nullptr;
  Result (*cubinSize)(Program, Out *) = nullptr;
  Result (*cubin)(Program, char *) = nullptr;
  Result (*logSize)(Program, Out *) = nullptr;
  Result (*log)(Program, char *) = nullptr;
  Result (*loweredName)(Program, const char *expression, const char **name) = nullptr;
};

/// Looks up the functions of the loaded `library` into `calls`. Returns the name of the first
/// function that is missing; empty if there is none.
std::string findNvrtcCalls(void *library, NvrtcCalls &calls);

} // namespace stencilc::driver
