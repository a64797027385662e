/// \file Finds the imported declarations that a stencil needs, and checks the names in them.
#include "sema/names/Libraries.h"
#include "sema/names/LibraryWords.h"
#include "sema/names/Symbols.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>
#include <map>
#include <set>

namespace stencilc::sema {

namespace {

/// A declaration in an imported file.
struct Imported {
  const ast::Statement *statement;
  ast::Identifier name;
  int library;
  bool isLeftOut, isNeeded = false;
};

class Linker {
public:
  Linker(const ast::Stencil &stencil, Diagnostics &diags) : stencil(stencil), diags(diags) {}

  std::optional<Linked> link() {
    const unsigned errors = diags.errors();
    listOwn();
    listImported();
    checkLeftOut();
    for (const ast::Statement &statement : stencil.statements)
      for (const Word &word : wordsOf(statement))
        need(word.text);
    while (!waiting.empty()) {
      const Imported &next = *waiting.front();
      waiting.pop_front();
      follow(next);
    }
    if (diags.errors() > errors)
      return std::nullopt;
    return Linked{whole(), unused()};
  }

private:
  void listOwn() {
    for (const ast::Identifier &axis : stencil.axes)
      own.emplace(axis.text, axis.range);
    for (const ast::Statement &statement : stencil.statements)
      for (const ast::Identifier &name : namesDeclaredBy(statement))
        own.emplace(name.text, name.range);
  }

  /// Lists the declarations of all imported files. Reports names that are declared twice.
  void listImported() {
    for (const auto &[number, library] : llvm::enumerate(stencil.libraries))
      for (const ast::Statement &statement : library.statements)
        for (const ast::Identifier &name : namesDeclaredBy(statement)) {
          const int from = static_cast<int>(number);
          all.push_back({&statement, name, from, isLeftOut(from, name.text)});
          if (!all.back().isLeftOut)
            declare(all.back());
        }
  }

  void declare(Imported &imported) {
    const ast::Identifier &name = imported.name;
    const auto other = byName.find(name.text);
    const auto mine = own.find(name.text);
    if (other == byName.end() && mine == own.end()) {
      byName.emplace(name.text, &imported);
      return;
    }
    const std::string hint = "'import \"" + stencil.libraries[imported.library].name +
                             "\" without " + name.text + ";' leaves it out";
    if (mine != own.end())
      diags.report(mine->second, diag::Redeclaration, name.text)
          .note(name.range, diag::DeclaredHere, name.text)
          .note({}, diag::Hint, hint);
    else
      diags.report(name.range, diag::Redeclaration, name.text)
          .note(other->second->name.range, diag::DeclaredHere, name.text)
          .note({}, diag::Hint, hint);
  }

  template <class Visit> void eachImport(Visit visit) const {
    for (const ast::Import &import : stencil.imports)
      visit(import);
    for (const ast::Library &library : stencil.libraries)
      for (const ast::Import &import : library.imports)
        visit(import);
  }

  /// Returns whether every `import` of the file `library` excludes `name`.
  bool isLeftOut(int library, llvm::StringRef name) const {
    bool isWanted = false;
    eachImport([&](const ast::Import &import) {
      isWanted |= import.library == library && llvm::none_of(import.without, [&](const auto &each) {
                    return each.text == name;
                  });
    });
    return !isWanted;
  }

  void checkLeftOut() {
    eachImport([&](const ast::Import &import) {
      if (import.library < 0)
        return;
      llvm::SmallVector<llvm::StringRef> names;
      for (const Imported &each : all)
        if (each.library == import.library)
          names.push_back(each.name.text);
      for (const ast::Identifier &name : import.without)
        if (!llvm::is_contained(names, llvm::StringRef(name.text)))
          diags.report(name.range, diag::ImportWithout, import.name, name.text,
                       didYouMean(nearestName(name.text, names)));
    });
  }

  void need(const std::string &name) {
    const auto found = byName.find(name);
    if (found == byName.end() || found->second->isNeeded)
      return;
    found->second->isNeeded = true;
    waiting.push_back(found->second);
  }

  /// Marks each declaration that the text of `imported` mentions as needed, and continues with the
  /// text of that declaration. Reports names that are not visible in its file.
  void follow(const Imported &imported) {
    const std::set<int> visible = visibleFrom(imported.library);
    for (const Word &word : wordsOf(*imported.statement)) {
      if (word.isLocal || isAxisOrSize(word.text))
        continue;
      const auto found = byName.find(word.text);
      const bool isFound = found != byName.end() && visible.contains(found->second->library);
      const auto mine = own.find(word.text);
      if (isFound)
        need(word.text);
      else if (!isOfLanguage(word.text) && !isReplaced(word.text, visible))
        reportUnknown(imported, word);
      else if (mine != own.end() && word.isCall && isOfLanguage(word.text) && isFunction(word.text))
        diags
            .report(mine->second, diag::ImportCaptures, word.text,
                    "the imported file uses the built-in function of this name")
            .note(word.range, diag::Hint, "used here")
            .note({}, diag::Hint, "give your function another name");
    }
  }

  /// Returns whether the stencil declares `name` and excludes it from the import of a file in
  /// `visible`. Its declaration then replaces the imported one.
  bool isReplaced(llvm::StringRef name, const std::set<int> &visible) const {
    return own.contains(name.str()) && llvm::any_of(all, [&](const Imported &each) {
             return each.isLeftOut && each.name.text == name && visible.contains(each.library);
           });
  }

  void reportUnknown(const Imported &imported, const Word &word) {
    const bool isAxis = word.text == "x" || word.text == "y" || word.text == "z";
    auto report = diags.report(word.range, diag::ImportCaptures, word.text,
                               isAxis ? "'" + stencil.name.text + "' has no such axis, and '" +
                                            imported.name.text + "' needs it"
                                      : "make it an argument, or declare or import it here");
    if (const auto mine = own.find(word.text); mine != own.end())
      report.note(mine->second, diag::Hint,
                  "this declaration is not visible there: imported declarations mean the same in "
                  "every program");
  }

  bool isFunction(llvm::StringRef name) const {
    return llvm::any_of(stencil.statements, [&](const ast::Statement &statement) {
      const auto *function = std::get_if<ast::FunctionStatement>(&statement.node);
      return function && function->name.text == name;
    });
  }

  bool isAxisOrSize(llvm::StringRef name) const {
    return llvm::any_of(stencil.axes, [&](const ast::Identifier &axis) {
      return name == axis.text || name == "n" + axis.text;
    });
  }

  /// Returns the index `library` of an imported file, and the indices of all files that it imports,
  /// directly or indirectly.
  std::set<int> visibleFrom(int library) const {
    std::set<int> visible;
    std::deque<int> open{library};
    for (; !open.empty(); open.pop_front())
      if (open.front() >= 0 && visible.insert(open.front()).second)
        for (const ast::Import &import : stencil.libraries[open.front()].imports)
          open.push_back(import.library);
    return visible;
  }

  std::vector<ast::Import> unused() const {
    std::vector<ast::Import> found;
    for (const ast::Import &import : stencil.imports) {
      const std::set<int> visible = visibleFrom(import.library);
      if (llvm::none_of(all, [&](const Imported &each) {
            return each.isNeeded && visible.contains(each.library);
          }))
        found.push_back(import);
    }
    return found;
  }

  ast::Stencil whole() const {
    ast::Stencil with = stencil;
    std::vector<ast::Statement> statements;
    for (const Imported &each : all)
      if (each.isNeeded)
        statements.push_back(*each.statement);
    with.statements.insert(with.statements.begin(), statements.begin(), statements.end());
    return with;
  }

  const ast::Stencil &stencil;
  Diagnostics &diags;
  /// All declarations of imported files. A deque, so that pointers to its elements stay valid.
  std::deque<Imported> all;
  std::map<std::string, llvm::SMRange> own;
  std::map<std::string, Imported *> byName;
  std::deque<const Imported *> waiting; // needed, but not yet followed
};

} // namespace

std::optional<Linked> withLibraries(const ast::Stencil &stencil, Diagnostics &diags) {
  return Linker(stencil, diags).link();
}

} // namespace stencilc::sema
