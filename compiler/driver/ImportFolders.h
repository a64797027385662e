/// \file Folders in which imported files lie.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// The files among several that hold programs: the others are there to be imported. One file alone
/// stays, whatever it holds.
std::vector<std::string> programsAmong(const std::vector<std::string> &files);

/// The folders of --import-path, then the one with this tool's own library, as installed or as
/// built.
std::vector<std::string> importFolders(std::vector<std::string> asked);

} // namespace stencilc::driver
