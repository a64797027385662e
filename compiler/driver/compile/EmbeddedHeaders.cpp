/// \file Reads the runtime's headers from a folder.
#include "driver/compile/EmbeddedHeaders.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

namespace stencilc::driver {

std::vector<RuntimeHeader> runtimeHeaders(const std::string &folder) {
  if (folder.empty())
    return embeddedHeaders();
  namespace fs = llvm::sys::fs;
  std::vector<RuntimeHeader> headers;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder + "/stencilc", code), end; it != end && !code;
       it.increment(code))
    if (auto text = llvm::MemoryBuffer::getFile(it->path());
        text && fs::is_regular_file(it->path()))
      headers.push_back({it->path().substr(folder.size() + 1), (*text)->getBuffer().str()});
  std::sort(headers.begin(), headers.end(),
            [](const RuntimeHeader &a, const RuntimeHeader &b) { return a.name < b.name; });
  return headers;
}

} // namespace stencilc::driver
