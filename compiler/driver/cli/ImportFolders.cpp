/// \file The folders in which imported files are searched for.
#include "driver/cli/ImportFolders.h"
#include "library/OwnTool.h"
#include "syntax/parse/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

std::vector<std::string> programsAmong(const std::vector<std::string> &files) {
  if (files.size() < 2)
    return files;
  std::vector<std::string> programs;
  for (const std::string &file : files) {
    const auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/true); // fails for '-'
    if (!text || !syntax::isLibrary((*text)->getBuffer()))
      programs.push_back(file);
  }
  return programs;
}

std::vector<std::string> importFolders(std::vector<std::string> asked) {
  // The tool's own library: in an installation, or in a build folder.
  for (const char *from : {STENCILC_STENCILS_FROM_TOOL, "../stencils"})
    if (std::string folder = library::fromTool(from);
        llvm::sys::fs::is_directory(folder + "/std")) {
      asked.push_back(std::move(folder));
      break;
    }
  return asked;
}

} // namespace stencilc::driver
