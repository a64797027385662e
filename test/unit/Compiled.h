/// \file Facts of programs given as source text, for tests of planning that follow the canonical
/// order of operations.
#pragma once

#include "analysis/Facts.h"
#include "sema/Sema.h"
#include "syntax/Imports.h"
#include "syntax/parse/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gtest/gtest.h>
#include <string>

namespace stencilc::test {

/// The facts of a stencil in the language. Errors are test failures.
inline analysis::Facts factsOfSource(const std::string &source) {
  llvm::SourceMgr sources;
  std::string messages;
  llvm::raw_string_ostream out(messages);
  Diagnostics diags(sources, out);
  const unsigned buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(source), llvm::SMLoc());
  std::optional<ir::Program> program;
  if (const auto stencil = parse(sources, buffer, diags); stencil && diags.errors() == 0)
    program = sema::analyze(*stencil, {}, diags);
  EXPECT_TRUE(program) << messages;
  return program ? analysis::gatherFacts(std::move(*program)) : analysis::Facts();
}

/// The facts of a stencil in a file; nothing for what is no program.
inline std::optional<analysis::Facts> factsOfFile(const std::string &path) {
  llvm::SourceMgr sources;
  std::string messages;
  llvm::raw_string_ostream out(messages);
  Diagnostics diags(sources, out);
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return std::nullopt;
  const unsigned buffer = sources.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  std::optional<ir::Program> program;
  auto stencil = parse(sources, buffer, diags);
  if (stencil && diags.errors() == 0) {
    const std::string library = path.substr(0, path.rfind("/stencils/")) + "/stencils";
    syntax::loadImports(*stencil, sources, syntax::searchFor(path, {library}), diags);
    program = sema::analyze(*stencil, {}, diags);
  }
  return program ? std::optional(analysis::gatherFacts(std::move(*program))) : std::nullopt;
}

} // namespace stencilc::test
