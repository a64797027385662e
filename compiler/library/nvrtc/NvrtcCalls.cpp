/// \file Looks up NVRTC's functions in an opened library.
#include "library/nvrtc/NvrtcCalls.h"
#include <dlfcn.h>
#include <type_traits>

namespace stencilc::library {

std::string findNvrtcCalls(void *library, NvrtcCalls &calls) {
  std::string missing;
  const auto find = [&](const char *name, auto &call) {
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(dlsym(library, name));
    if (!call && missing.empty())
      missing = name;
  };
  find("nvrtcVersion", calls.version);
  find("nvrtcGetErrorString", calls.errorString);
  find("nvrtcGetNumSupportedArchs", calls.numSupportedArchs);
  find("nvrtcGetSupportedArchs", calls.supportedArchs);
  find("nvrtcCreateProgram", calls.createProgram);
  find("nvrtcDestroyProgram", calls.destroyProgram);
  find("nvrtcAddNameExpression", calls.addNameExpression);
  find("nvrtcCompileProgram", calls.compileProgram);
  find("nvrtcGetCUBINSize", calls.cubinSize);
  find("nvrtcGetCUBIN", calls.cubin);
  find("nvrtcGetProgramLogSize", calls.logSize);
  find("nvrtcGetProgramLog", calls.log);
  find("nvrtcGetLoweredName", calls.loweredName);
  return missing;
}

} // namespace stencilc::library
