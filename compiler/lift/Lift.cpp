/// \file Runs Clang on the C file and chooses the functions to lift.
#include "lift/Lift.h"
#include "lift/effects/OpenMpHeader.h"
#include "lift/grid/FindLoops.h"
#include "lift/read/Reader.h"
#include "lift/write/Parts.h"
#include "lift/write/ValueText.h"
#include "lift/write/Writer.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace stencilc::lift {

using namespace clang;

namespace {

/// Returns a name for the compiled library, such as `heat_lifted`, that is unlikely to clash with
/// names of the C file.
std::string libraryName(llvm::StringRef stencil) {
  std::string name;
  for (char letter : stencil.take_front(40))
    if (letter != '_' || (!name.empty() && name.back() != '_'))
      name += letter;
  return name + (name.empty() || name.back() != '_' ? "_lifted" : "lifted");
}

/// Data of one run of the lifter: the request, and the results of the callbacks that Clang runs.
struct Work {
  const LiftRequest &request;
  llvm::SourceMgr &own;
  unsigned buffer;
  Diagnostics &diags;
  std::vector<Lifted> lifted;
};

/// Returns a valid name for the stencil, in general the name of the C function. For `main` it is
/// the name of `file` without extension, for an `operator()` the name of its class. Characters that
/// a name cannot contain become `_`.
std::string stencilName(const FunctionDecl &function, llvm::StringRef file) {
  const auto *method = dyn_cast<CXXMethodDecl>(&function);
  const std::string from = function.isMain() ? llvm::sys::path::stem(file).str()
                           : function.getIdentifier() || !method
                               ? function.getNameAsString()
                               : method->getParent()->getNameAsString();
  std::string name;
  for (char letter : from)
    name += llvm::isAlnum(letter) || letter == '_' ? letter : '_';
  if (name.empty() || llvm::isDigit(name[0]))
    return "s" + name;
  return isWordOfTheLanguage(name) ? name + "_" : name;
}

class Consumer : public ASTConsumer {
public:
  explicit Consumer(Work &work) : work(work) {}

  void HandleTranslationUnit(ASTContext &context) override {
    if (context.getDiagnostics().hasErrorOccurred())
      return;
    const Sources sources(context.getSourceManager(), work.own, work.buffer);
    std::vector<const FunctionDecl *> all;
    collect(context.getTranslationUnitDecl(), context.getSourceManager(), all);
    warnOfUndeclared(all, sources);
    const bool hasMain = hasMainFunction(*context.getTranslationUnitDecl());
    const llvm::StringRef wanted = work.request.function;
    llvm::erase_if(all, [&](const FunctionDecl *function) {
      return !wanted.empty() && function->getNameAsString() != wanted;
    });
    const auto those = [&](const auto &has) {
      std::vector<const FunctionDecl *> chosen = all;
      llvm::erase_if(
          chosen, [&](const FunctionDecl *function) { return !has(function->getBody(), context); });
      return chosen;
    };
    auto chosen = those(findTimeLoop);
    if (chosen.empty())
      chosen = those(hasNest);
    if (chosen.empty())
      work.diags.report(diag::LiftNothing,
                        wanted.empty()
                            ? "'" + work.request.file + "' has no loops that write arrays"
                            : "there is no function '" + work.request.function +
                                  "' with loops that write arrays");
    if (!work.request.isAll)
      chosen.resize(std::min<std::size_t>(chosen.size(), 1));
    liftThose(chosen, hasMain, context, sources);
  }

private:
  using Messages = std::vector<Diagnostics::Message>;

  /// Lifts the functions `chosen`. A function that cannot be lifted gives a warning if another one
  /// is lifted, and an error otherwise.
  void liftThose(const std::vector<const FunctionDecl *> &chosen, bool hasMain, ASTContext &context,
                 const Sources &sources) {
    std::vector<std::pair<const FunctionDecl *, Messages>> said;
    for (const FunctionDecl *function : chosen) {
      Diagnostics own(work.own,
                      [&](const Messages &messages) { said.push_back({function, messages}); });
      lift(*function, hasMain, context, sources, own);
    }
    for (auto &[function, messages] : said) {
      Diagnostics::Message &first = messages.front();
      if (!work.lifted.empty() && first.severity == Severity::Error) {
        first.severity = Severity::Warning;
        first.text = "'" + function->getNameAsString() + "' is not lifted: " + first.text;
      }
      work.diags.repeat(messages);
    }
  }

  /// Warns of calls of functions that are not declared. Such calls are errors in Clang and warnings
  /// in gcc 12.
  void warnOfUndeclared(const std::vector<const FunctionDecl *> &functions,
                        const Sources &sources) {
    llvm::SmallPtrSet<const Decl *, 8> known;
    for (const FunctionDecl *function : functions)
      forAll(function->getBody(), [&](const Stmt &part) {
        const auto *call = dyn_cast<CallExpr>(&part);
        const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
        if (!callee || !callee->isImplicit() || !callee->getIdentifier() ||
            callee->getName().starts_with("__builtin") || isa<CXXMethodDecl>(callee) ||
            llvm::any_of(callee->redecls(),
                         [](const FunctionDecl *d) { return !d->isImplicit(); }) ||
            !known.insert(callee->getCanonicalDecl()).second)
          return;
        const llvm::SMLoc place = sources.place(call->getExprLoc());
        work.diags
            .report({place, place}, diag::LiftAssumed,
                    "'" + callee->getNameAsString() + "', which is called without a declaration, " +
                        (callee->getBuiltinID() ? "is the library's function of this name"
                                                : "returns an 'int'"))
            .note({}, diag::Hint, "include the header that declares it");
      });
  }

  /// Lifts one C function and appends the result to the list of lifted functions. Reports to
  /// `diags` and returns false if the function cannot be lifted.
  bool lift(const FunctionDecl &function, bool hasMain, ASTContext &context, const Sources &sources,
            Diagnostics &diags) {
    const LiftRequest &request = work.request;
    Reader reader(context, sources, request.options.leftOut, diags);
    auto step = reader.read(function);
    if (!step)
      return false;
    const std::string name = function.getNameAsString();
    step->file = (llvm::sys::path::filename(request.file) + ", function '" + name + "'").str();
    step->name = stencilName(function, request.file);
    if (request.purpose != Purpose::Text)
      step->name = libraryName(step->name);
    const auto fields = findFields(*step, request.options, diags);
    const auto text = fields ? writeStencil(*step, *fields, diags) : std::nullopt;
    if (!text)
      return false;
    const Origins origins = reader.origins();
    if (const Effects::Deed *call = reader.silenced();
        call && request.purpose == Purpose::Replace) {
      reportMarshalling(sources, diags, call->place,
                        call->what +
                            " is called in the loop over time, which the library does not do",
                        "call it after the loops, or leave the calls out with --leave-out=NAME");
      return false;
    }
    Lifted lifted{name, text->text, step->name, step->notes, origins.loop != nullptr, hasMain, {}};
    if (request.purpose != Purpose::Text) {
      auto files = makeParts({*step, *fields, *text, origins}, request, context, sources, diags);
      if (!files)
        return false;
      lifted.files = std::move(*files);
    }
    work.lifted.push_back(std::move(lifted));
    return true;
  }

  /// Returns whether the file, or a header that it includes, defines `main`.
  static bool hasMainFunction(const DeclContext &file) {
    return llvm::any_of(file.decls(), [](const Decl *declaration) {
      if (const auto *block = dyn_cast<LinkageSpecDecl>(declaration))
        return hasMainFunction(*block);
      const auto *function = dyn_cast<FunctionDecl>(declaration);
      return function && function->isMain() && function->doesThisDeclarationHaveABody();
    });
  }

  /// Returns whether a function may be lifted: it has a body, and a name or is an `operator()`.
  /// Constructors, conversions and other operators are excluded.
  static bool isCandidate(const FunctionDecl &function) {
    return function.hasBody() &&
           (function.getIdentifier() || function.getOverloadedOperator() == OO_Call);
  }

  static void collect(const DeclContext *in, const SourceManager &manager,
                      std::vector<const FunctionDecl *> &functions) {
    for (const Decl *declaration : in->decls()) {
      if (const auto *function = dyn_cast<FunctionDecl>(declaration);
          function && function->doesThisDeclarationHaveABody() && isCandidate(*function) &&
          manager.isInMainFile(manager.getExpansionLoc(function->getLocation())))
        functions.push_back(function);
      if (const auto *pattern = dyn_cast<FunctionTemplateDecl>(declaration);
          pattern && manager.isInMainFile(manager.getExpansionLoc(pattern->getLocation())))
        for (const FunctionDecl *made : pattern->specializations())
          if (isCandidate(*made))
            functions.push_back(made);
      if (isa<LinkageSpecDecl, NamespaceDecl, CXXRecordDecl>(declaration))
        collect(cast<DeclContext>(declaration), manager, functions);
    }
  }

  Work &work;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(Work &work) : work(work) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<Consumer>(work);
  }

private:
  Work &work;
};

class Factory : public tooling::FrontendActionFactory {
public:
  explicit Factory(Work &work) : work(work) {}
  std::unique_ptr<FrontendAction> create() override { return std::make_unique<Action>(work); }

private:
  Work &work;
};

/// Returns the folder of Clang's own headers, such as stddef.h: beside this program if it was
/// packed with them, else beside the libraries of the Clang with which it was built. A C file
/// without includes needs none.
std::string clangResources() {
  static int anchor;
  llvm::SmallString<128> packed(llvm::sys::path::parent_path(
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(nullptr, &anchor))));
  llvm::sys::path::append(packed, "lib", "clang");
  return llvm::sys::fs::exists(packed) ? packed.str().str() : STENCILC_CLANG_RESOURCES;
}

} // namespace

std::vector<Lifted> liftFile(const LiftRequest &request, llvm::SourceMgr &sources,
                             Diagnostics &diags) {
  auto text = llvm::MemoryBuffer::getFile(request.file);
  if (!text) {
    diags.report(diag::CannotReadFile, request.file, text.getError().message());
    return {};
  }
  Work work{request, sources, sources.AddNewSourceBuffer(std::move(*text), {}), diags, {}};
  // Calls of undeclared functions are errors in Clang but not in gcc 12.
  std::vector<std::string> flags{"-w", "-ffp-contract=off",
                                 "-Wno-error=implicit-function-declaration",
                                 std::string("-idirafter") + kOpenMpFolder};
  if (const std::string folder = clangResources(); llvm::sys::fs::exists(folder))
    flags.push_back("-resource-dir=" + folder);
  flags.insert(flags.end(), request.compilerFlags.begin(), request.compilerFlags.end());
  const tooling::FixedCompilationDatabase database(".", flags);
  tooling::ClangTool tool(database, {request.file});
  tool.mapVirtualFile(kOpenMpFile, kOpenMpHeader); // the tool keeps no copy of the texts
  Factory factory(work);
  if (tool.run(&factory) != 0) {
    diags.report(diag::LiftSyntax, request.file)
        .note({}, diag::Hint,
              "give the flags that the C compiler needs after '--': "
              "-I include -D N=64");
    return {};
  }
  return std::move(work.lifted);
}

} // namespace stencilc::lift
