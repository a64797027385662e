/// \file Searches the folders in which a file that a stencil imports may be.
#include "support/OrdinaryFile.h"
#include "syntax/Imports.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace stencilc::syntax {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral kEnding = ".stencil";

/// Returns the paths at which the imported file `name` is searched: in the folder of the importing
/// file `importer`, then in `folders`.
static std::vector<std::string> candidates(llvm::StringRef name, llvm::StringRef importer,
                                           const std::vector<std::string> &folders) {
  const std::string file = name.ends_with(kEnding) ? name.str() : (name + kEnding).str();
  if (path::is_absolute(file))
    return {file};
  std::vector<std::string> all;
  const auto add = [&](llvm::StringRef folder) {
    llvm::SmallString<128> at(folder);
    path::append(at, file);
    path::remove_dots(at);
    if (!llvm::is_contained(all, at.str().str()))
      all.push_back(at.str().str());
  };
  add(path::parent_path(importer));
  for (const std::string &folder : folders)
    add(folder);
  return all;
}

/// Returns the name of the importable file that is most similar to `name`, as an import would write
/// it. Returns an empty string if there is none. `looked` are the paths at which `name` was not
/// found.
static std::string nearestOf(llvm::StringRef name, const std::vector<std::string> &looked) {
  const llvm::StringRef wanted = path::stem(name);
  for (const std::string &missing : looked) {
    std::vector<std::string> there;
    std::error_code error;
    const llvm::StringRef folder = path::parent_path(missing);
    for (fs::directory_iterator at(folder.empty() ? "." : folder, error), end; at != end && !error;
         at.increment(error))
      if (path::extension(at->path()) == kEnding)
        there.push_back(path::stem(at->path()).str());
    llvm::sort(there);
    const std::vector<llvm::StringRef> names(there.begin(), there.end());
    const llvm::StringRef nearest = nearestName(wanted, names);
    if (nearest.empty())
      continue;
    const llvm::StringRef before = name.drop_back(path::filename(name).size());
    return (before + nearest + (name.ends_with(kEnding) ? kEnding : "")).str();
  }
  return "";
}

ImportFinder searchFor(std::string file, std::vector<std::string> folders) {
  return [file = std::move(file), folders = std::move(folders)](llvm::StringRef name,
                                                                llvm::StringRef importer) {
    FoundImport found;
    const llvm::StringRef from = importer.empty() ? llvm::StringRef(file) : importer;
    for (std::string &candidate : candidates(name, from, folders)) {
      if (!fs::exists(candidate)) {
        found.looked.push_back(std::move(candidate));
        continue;
      }
      found.path = candidate;
      llvm::SmallString<128> real;
      found.identity = fs::real_path(candidate, real) ? candidate : real.str().str();
      found.text = readOrdinaryFile(candidate, found.error);
      return found;
    }
    found.nearest = nearestOf(name, found.looked);
    return found;
  };
}

} // namespace stencilc::syntax
