/// \file Converts Clang's source locations to locations of the diagnostics engine.
#pragma once

#include "support/Diagnostics.h"
#include "clang/Basic/SourceManager.h"

namespace stencilc::lift {

/// Converts locations in the main C file to locations in a copy of the file. Messages can show
/// lines of the copy after Clang's run has ended.
class Sources {
public:
  Sources(const clang::SourceManager &clang, llvm::SourceMgr &own, unsigned buffer)
      : manager(clang), own(own), buffer(buffer) {}

  /// Returns the location in the copy of the main C file. For code of a macro, it is the location
  /// of the macro's use. Returns an invalid location for code in headers.
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
