/// \file The C file as the diagnostics engine sees it: places of Clang become places of our buffer.
#pragma once

#include "support/Diagnostics.h"
#include "clang/Basic/SourceManager.h"

namespace stencilc::lift {

/// Clang's buffers end with its run; messages point into a copy of the main file.
class Sources {
public:
  Sources(const clang::SourceManager &clang, llvm::SourceMgr &own, unsigned buffer)
      : manager(clang), own(own), buffer(buffer) {}

  /// The place in the main file, that of the use for macros; none for headers.
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
