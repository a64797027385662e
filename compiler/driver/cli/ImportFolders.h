/// \file The folders in which imported files are searched for.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// Returns the files among `files` that hold programs. Libraries, which are given only to be
/// imported, are left out. A single file is returned whatever it holds.
std::vector<std::string> programsAmong(const std::vector<std::string> &files);

/// Returns the folders in which imports are searched for: `asked`, the folders of --import-path,
/// then the tool's own library.
std::vector<std::string> importFolders(std::vector<std::string> asked);

} // namespace stencilc::driver
