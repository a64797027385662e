/// \file Folders in which imported files lie: asked for, and this tool's own.
#include "driver/ImportFolders.h"
#include "driver/OwnTool.h"
#include "syntax/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

std::vector<std::string> programsAmong(const std::vector<std::string> &files) {
  if (files.size() < 2)
    return files;
  std::vector<std::string> programs;
  for (const std::string &file : files) {
    const auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/true); // none for '-'
    if (!text || !syntax::isLibrary((*text)->getBuffer()))
      programs.push_back(file);
  }
  return programs;
}

std::vector<std::string> importFolders(std::vector<std::string> asked) {
  for (const char *from : {STENCILC_STENCILS_FROM_TOOL, "../stencils"}) // installed; as built
    if (std::string folder = fromTool(from); llvm::sys::fs::is_directory(folder + "/std")) {
      asked.push_back(std::move(folder));
      break;
    }
  return asked;
}

} // namespace stencilc::driver
