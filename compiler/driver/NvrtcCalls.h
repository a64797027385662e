/// \file The few functions of NVRTC that are used, declared here so that no CUDA toolkit is needed
/// to build (NVRTC 12 and 13, nvrtc.h), and found in the library once it is opened.
#pragma once

#include <cstddef>
#include <string>

namespace stencilc::driver {

struct NvrtcCalls {
  using Result = int;      // an enum; 0 is success
  using Program = void *;  // opaque
  using Out = std::size_t; // sizes count the 0 that ends text

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

/// Fills `calls` from an opened library; the name of a function that it has not, or empty.
std::string findNvrtcCalls(void *library, NvrtcCalls &calls);

} // namespace stencilc::driver
