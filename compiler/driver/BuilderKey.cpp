/// \file What a built module depends on beside its own text.
#include "driver/BuilderKey.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>

namespace stencilc::driver {

namespace fs = llvm::sys::fs;

/// Text of every header of the runtime, in a fixed order.
static void hashRuntime(const std::string &folder, llvm::SHA256 &hash) {
  std::vector<std::string> files;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder + "/stencilc", code), end; it != end && !code;
       it.increment(code))
    if (fs::is_regular_file(it->path()))
      files.push_back(it->path());
  std::sort(files.begin(), files.end());
  for (const std::string &file : files) {
    hash.update(llvm::StringRef(file).drop_front(folder.size()));
    if (auto text = llvm::MemoryBuffer::getFile(file))
      hash.update((*text)->getBuffer());
  }
}

std::string builderKey(const BuildRequest &request, const std::string &compiler) {
  llvm::SHA256 hash;
  hashRuntime(request.runtime, hash);
  hash.update(llvm::join(compileCommand(request, compiler), " "));
  hash.update(compilerVersion(compiler));
  return llvm::toHex(hash.final(), true).substr(0, 24);
}

} // namespace stencilc::driver
