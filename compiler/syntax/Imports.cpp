/// \file Reads the files that a stencil imports, directly and indirectly.
#include "syntax/Imports.h"
#include "syntax/parse/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace stencilc::syntax {

namespace {

/// Maximum number of files in a chain of imports, each of which imports the next. It bounds the
/// recursion of the loader.
constexpr std::size_t kMaxChain = 64;

class Loader {
public:
  Loader(ast::Stencil &stencil, llvm::SourceMgr &sources, const ImportFinder &find,
         Diagnostics &diags)
      : stencil(stencil), sources(sources), find(find), diags(diags) {}

  void load(std::vector<ast::Import> &imports, const std::string &importer) {
    for (ast::Import &import : imports)
      import.library = load(import, importer);
  }

private:
  /// Loads the imported file `import`, unless it is loaded already. `importer` is the path of the
  /// importing file. Returns the file's index in Stencil::libraries, or -1 after it has reported an
  /// error.
  int load(const ast::Import &import, const std::string &importer) {
    FoundImport found = find(import.name, importer);
    if (!found.text) {
      reportMissing(import, found);
      return -1;
    }
    if (llvm::is_contained(open, found.identity)) {
      reportCycle(import, found);
      return -1;
    }
    if (const auto known = numbers.find(found.identity); known != numbers.end())
      return known->second;
    if (open.size() >= kMaxChain) {
      diags.report(import.range, diag::ImportUnreadable, found.path,
                   "more than " + std::to_string(kMaxChain) + " files import one another");
      return -1;
    }
    const unsigned buffer = sources.AddNewSourceBuffer(std::move(found.text), import.range.Start);
    ast::Library library = parseLibrary(sources, buffer, stencil, diags);
    library.name = import.name;
    library.path = found.path;
    open.push_back(found.identity);
    names.push_back(import.name);
    load(library.imports, found.path);
    names.pop_back();
    open.pop_back();
    const int number = static_cast<int>(stencil.libraries.size());
    numbers.emplace(found.identity, number);
    stencil.libraries.push_back(std::move(library));
    return number;
  }

  void reportMissing(const ast::Import &import, const FoundImport &found) {
    if (!found.error.empty()) {
      diags.report(import.range, diag::ImportUnreadable, found.path, found.error);
      return;
    }
    auto report =
        diags.report(import.range, diag::ImportNotFound, import.name,
                     found.nearest.empty() ? "" : "; did you mean '" + found.nearest + "'?");
    if (!found.nearest.empty())
      report.fixIt(import.range, "\"" + found.nearest + "\"");
    if (found.looked.empty())
      return;
    report.note({}, diag::Hint, "looked for " + llvm::join(found.looked, ", "))
        .note({}, diag::Hint, "'--import-path=FOLDER' adds a folder to search");
  }

  void reportCycle(const ast::Import &import, const FoundImport &found) {
    const auto first = llvm::find(open, found.identity) - open.begin();
    std::string chain;
    for (const std::string &name : llvm::drop_begin(names, first))
      chain += "'" + name + "' imports ";
    diags.report(import.range, diag::ImportCycle, import.name, chain + "'" + import.name + "'");
  }

  ast::Stencil &stencil;
  llvm::SourceMgr &sources;
  const ImportFinder &find;
  Diagnostics &diags;
  std::map<std::string, int> numbers; // index of libraries, by identity
  std::vector<std::string> open;      // identities of the files on the current chain of imports
  std::vector<std::string> names;     // names of these files as imported
};

} // namespace

void loadImports(ast::Stencil &stencil, llvm::SourceMgr &sources, const ImportFinder &find,
                 Diagnostics &diags) {
  std::vector<ast::Import> imports = std::move(stencil.imports); // parsing changes the tree
  Loader(stencil, sources, find, diags).load(imports, "");
  stencil.imports = std::move(imports);
}

} // namespace stencilc::syntax
