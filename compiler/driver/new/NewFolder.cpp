/// \file A folder for new files that appear all or not at all.
#include "driver/new/NewFolder.h"
#include "driver/files/FileOutput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

namespace fs = llvm::sys::fs;

NewFolder::~NewFolder() {
  for (const std::string &one : llvm::reverse(made))
    (void)fs::remove(one); // a folder only if it is empty
}

std::string NewFolder::make() {
  if (fs::is_directory(path)) {
    std::error_code code;
    const bool isEmpty = fs::directory_iterator(path, code) == fs::directory_iterator();
    if (code)
      return "cannot read '" + path + "': " + code.message();
    return isEmpty ? "" : "'" + path + "' exists and is not empty; choose another name";
  }
  std::vector<std::string> missing;
  for (llvm::StringRef folder = path; !folder.empty() && !fs::exists(folder);
       folder = llvm::sys::path::parent_path(folder))
    missing.push_back(folder.str());
  if (missing.empty())
    return "'" + path + "' exists and is no folder; choose another name";
  for (const std::string &folder : llvm::reverse(missing)) {
    if (const std::error_code code =
            fs::create_directory(folder, /*IgnoreExisting=*/false, fs::all_all))
      return "cannot write '" + folder + "': " + code.message();
    made.push_back(folder);
  }
  return "";
}

bool NewFolder::add(llvm::StringRef name, llvm::StringRef text, Diagnostics &diags) {
  const std::string file = path + "/" + name.str();
  if (!writeFileWhole(file, text, diags))
    return false;
  made.push_back(file);
  return true;
}

} // namespace stencilc::driver
