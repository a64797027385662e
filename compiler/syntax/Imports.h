/// \file Finds and reads the files that a stencil imports.
#pragma once

#include "support/Diagnostics.h"
#include "syntax/Ast.h"
#include "llvm/Support/MemoryBuffer.h"
#include <functional>
#include <memory>

namespace stencilc::syntax {

/// Result of the search for one imported file.
struct FoundImport {
  std::string path;                         // path for messages
  std::string identity;                     // equal for the same file, whatever path names it
  std::unique_ptr<llvm::MemoryBuffer> text; // null: not found or not readable
  std::string error;                        // why the file cannot be read
  std::vector<std::string> looked;          // candidate files that do not exist
  std::string nearest;                      // similar name of an existing file, or empty
};
/// Function that finds the file that `importer` imports as `name`. An empty `importer` is the file
/// of the stencil.
using ImportFinder = std::function<FoundImport(llvm::StringRef name, llvm::StringRef importer)>;

/// Returns a finder that searches the folder of the importing file, then `folders` in order. `file`
/// is the path of the stencil. The ending `.stencil` is added to names without it.
ImportFinder searchFor(std::string file, std::vector<std::string> folders);

/// Reads all files that `stencil` imports, directly and indirectly, into `stencil.libraries`, each
/// once. Adds their buffers to `sources`. Reports files that are missing, have errors, or import
/// themselves.
void loadImports(ast::Stencil &stencil, llvm::SourceMgr &sources, const ImportFinder &find,
                 Diagnostics &diags);

} // namespace stencilc::syntax
