/// \file Converts Clang's source locations to locations of the diagnostics engine.
#pragma once

#include "support/Diagnostics.h"
#include "clang/Basic/SourceManager.h"

namespace stencilc::lift {

/// Maps Clang's locations in the main C file to a copy of the file, which still exists when
/// messages are printed.
class Sources {
public:
  Sources(const clang::SourceManager &clang, llvm::SourceMgr &own, unsigned buffer)
      : manager(clang), own(own), buffer(buffer) {}

  /// Returns the location in the main file; for macros that of their use. Returns an invalid
  /// location for code in headers.
  llvm::SMLoc place(clang::SourceLocation location) const {
    const clang::FullSourceLoc file(manager.getExpansionLoc(location), manager);
    if (location.isInvalid() || !manager.isInMainFile(file))
      return {};
    const llvm::MemoryBuffer *text = own.getMemoryBuffer(buffer);
    const unsigned offset = file.getFileOffset();
    return offset < text->getBufferSize()
               ? llvm::SMLoc::getFromPointer(text->getBufferStart() + offset)
               : llvm::SMLoc();
  }

private:
  const clang::SourceManager &manager;
  llvm::SourceMgr &own;
  unsigned buffer;
};

} // namespace stencilc::lift
