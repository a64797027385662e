/// \file The library of examples: the programs that are installed with the tool.
#include "driver/new/Examples.h"
#include "driver/cli/ImportFolders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <tuple>

namespace stencilc::driver {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static constexpr llvm::StringLiteral kEnding = ".stencil";

/// Returns the paths of the files and folders in `folder`, in no particular order.
static std::vector<std::string> entriesOf(const std::string &folder) {
  std::vector<std::string> entries;
  std::error_code code;
  for (fs::directory_iterator it(folder, code), end; it != end && !code; it.increment(code))
    entries.push_back(it->path());
  return entries;
}

std::vector<Example> allExamples() {
  std::vector<Example> examples;
  for (const std::string &library : importFolders({}))
    for (const std::string &folder : entriesOf(library))
      if (path::filename(folder) != "std") // files to import
        for (const std::string &file : entriesOf(folder))
          if (path::extension(file) == kEnding)
            examples.push_back({path::filename(folder).str(), path::stem(file).str(), file});
  llvm::sort(examples, [](const Example &a, const Example &b) {
    return std::tie(a.folder, a.name) < std::tie(b.folder, b.name);
  });
  return examples;
}

const Example *findExample(const std::vector<Example> &examples, llvm::StringRef text) {
  text.consume_back(kEnding);
  const auto found = llvm::find_if(examples, [&](const Example &example) {
    return text == example.name || text == example.folder + "/" + example.name;
  });
  return found == examples.end() ? nullptr : &*found;
}

std::string firstSentence(llvm::StringRef text) {
  std::string comment;
  while (text.consume_front("//")) {
    const auto [line, rest] = text.split('\n');
    comment += (comment.empty() ? "" : " ") + line.trim().str();
    text = rest;
  }
  // The sentence ends at the first full stop before a capital letter.
  for (std::size_t at = 0; at + 2 < comment.size(); ++at)
    if (llvm::StringRef(comment).substr(at, 2) == ". " && llvm::isUpper(comment[at + 2]))
      return comment.substr(0, at + 1);
  return comment;
}

} // namespace stencilc::driver
