/// \file A hash of everything that a compiled module depends on, except for its source code.
#include "driver/build/BuilderKey.h"
#include "driver/build/ShortHash.h"
#include "driver/compile/EmbeddedHeaders.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::driver {

std::string builderKey(const BuildRequest &request, const std::string &compiler) {
  const std::vector<RuntimeHeader> headers = runtimeHeaders(request.runtime);
  const std::string command = llvm::join(compileCommand(request, compiler), " ");
  const std::string version = compilerVersion(compiler);
  std::vector<llvm::StringRef> parts;
  for (const RuntimeHeader &header : headers)
    parts.insert(parts.end(), {header.name, header.text});
  parts.insert(parts.end(), {command, version});
  return shortHash(parts);
}

} // namespace stencilc::driver
