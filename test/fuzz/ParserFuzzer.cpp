/// \file libFuzzer target: the parser and the tree printer take any bytes without crash or hang.
#include "syntax/AstPrinter.h"
#include "syntax/parse/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  llvm::SourceMgr sources;
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, "fuzz.stencil"), {});
  stencilc::Diagnostics diags(sources, llvm::nulls());
  std::optional<stencilc::ast::Stencil> stencil = stencilc::parse(sources, buffer, diags);
  if (!stencil && diags.errors() == 0)
    __builtin_trap(); // nothing returned and nothing said
  if (stencil)
    stencilc::printAst(*stencil, llvm::nulls());
  return 0;
}
