/// \file Converts Clang's source locations to locations of the diagnostics engine.
#pragma once

#include "support/Diagnostics.h"
#include "clang/Basic/SourceManager.h"

namespace stencilc::lift {

/// Converts locations in the main C file to a copy of the file that outlives Clang's run, so that
/// messages can show its lines.
class Sources {
public:
  Sources(const clang::SourceManager &clang, llvm::SourceMgr &own, unsigned buffer)
      : manager(clang), own(own), buffer(buffer) {}

  /// Returns the location in the copy of the main C file; inside a macro, that of the macro's use.
  /// Returns an invalid location for code in headers.
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
