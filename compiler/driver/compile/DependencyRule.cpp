/// \file The dependency file of --depfile: a rule of make, with one file a line.
#include "driver/compile/DependencyRule.h"
#include "driver/Pipeline.h"
#include "driver/machines/MachineFiles.h"
#include "library/OwnTool.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>

namespace stencilc::driver {

namespace fs = llvm::sys::fs;

/// Returns `path` with blanks, hashes, backslashes and dollars escaped for make.
static std::string escaped(const std::string &path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#' || c == '\\')
      text += '\\';
    else if (c == '$')
      text += '$';
    text += c;
  }
  return text;
}

std::string dependencyRule(const Options &options, const std::string &source,
                           const ast::Stencil &tree, const std::string &output) {
  std::vector<std::string> files;
  if (source != kStandardInput)
    files.push_back(source);
  for (const ast::Library &library : tree.libraries)
    files.push_back(library.path);
  files.push_back(library::ownTool());
  if (fs::is_regular_file(options.plan.machine)) // other names mean embedded machines
    files.push_back(options.plan.machine);
  if (const std::string shares = sharesPath(options.plan.machine); fs::is_regular_file(shares))
    files.push_back(shares);
  if (!options.build.templates.empty()) {
    std::error_code error;
    std::vector<std::string> found;
    for (fs::recursive_directory_iterator at(options.build.templates, error), end;
         at != end && !error; at.increment(error))
      if (fs::is_regular_file(at->path()))
        found.push_back(at->path());
    std::sort(found.begin(), found.end()); // the order of folder entries is not defined
    files.insert(files.end(), found.begin(), found.end());
  }
  std::string rule = escaped(output) + ":";
  for (const std::string &file : files)
    rule += " \\\n  " + escaped(file);
  return rule + "\n";
}

} // namespace stencilc::driver
