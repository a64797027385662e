/// \file The functions of NVRTC that stencilc calls (NVRTC 12 and 13). They are declared here and
/// looked up at run time, so that no CUDA toolkit is needed to build stencilc.
#pragma once

#include <cstddef>
#include <string>

namespace stencilc::library {

/// Pointers to functions of NVRTC in an opened library. Their types are those of nvrtc.h.
struct NvrtcCalls {
  using Result = int;      // an enum; 0 means success
  using Program = void *;  // opaque
  using Out = std::size_t; // sizes of texts include the final zero byte

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

/// Looks up all functions of `calls` in the opened `library`. Returns the name of the first that is
/// missing, or an empty string.
std::string findNvrtcCalls(void *library, NvrtcCalls &calls);

} // namespace stencilc::library
