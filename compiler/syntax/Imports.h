/// \file Reads the files that a stencil imports.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <memory>

namespace stencilc::syntax {

/// What became of the search for one file.
struct FoundImport {
  std::string path;                         // as messages show it
  std::string identity;                     // equal for equal files, however they are called
  std::unique_ptr<llvm::MemoryBuffer> text; // null: not found, or not to be read
  std::string error;                        // why it cannot be read
  std::vector<std::string> looked;          // the files that are not there
  std::string nearest;                      // a name that may be meant, or empty
};
/// Finds what the file `importer` calls `name`; an empty `importer` is the stencil's own file.
using ImportFinder = std::function<FoundImport(llvm::StringRef name, llvm::StringRef importer)>;

/// Finds files beside the one that imports them and then in `folders`, in this order. `file` is the
/// stencil's; names without an ending end in `.stencil`.
ImportFinder searchFor(std::string file, std::vector<std::string> folders);

/// Reads what `stencil` imports and what that imports, each file once, to `stencil.libraries`; the
/// buffers become part of `sources`. Reports files that are missing, have errors or import
/// themselves.
void loadImports(ast::Stencil &stencil, llvm::SourceMgr &sources, const ImportFinder &find,
                 Diagnostics &diags);

} // namespace stencilc::syntax
