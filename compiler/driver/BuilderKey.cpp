/// \file What a built module depends on beside its own text.
#include "driver/BuilderKey.h"
#include "driver/EmbeddedHeaders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

namespace stencilc::driver {

std::string builderKey(const BuildRequest &request, const std::string &compiler) {
  llvm::SHA256 hash;
  for (const RuntimeHeader &header : runtimeHeaders(request.runtime)) {
    hash.update(header.name);
    hash.update(header.text);
  }
  hash.update(llvm::join(compileCommand(request, compiler), " "));
  hash.update(compilerVersion(compiler));
  return llvm::toHex(hash.final(), true).substr(0, 24);
}

} // namespace stencilc::driver
