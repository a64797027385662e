/// \file The file format of a built program that was compiled inside stencilc.
#include "library/ModuleFile.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::library {

static constexpr llvm::StringLiteral kHead = "stencilc module ";

std::string moduleBytes(llvm::StringRef object, llvm::StringRef cubin) {
  return llvm::formatv("{0}{1} {2}\n", kHead, object.size(), cubin.size()).str() + object.str() +
         cubin.str();
}

std::optional<ModuleParts> readModule(llvm::StringRef bytes) {
  std::size_t object = 0, cubin = 0;
  auto [line, rest] = bytes.split('\n');
  if (!line.consume_front(kHead) || line.consumeInteger(10, object) || !line.consume_front(" ") ||
      line.consumeInteger(10, cubin) || !line.empty() || object + cubin != rest.size())
    return std::nullopt;
  return ModuleParts{rest.take_front(object), rest.drop_front(object)};
}

} // namespace stencilc::library
