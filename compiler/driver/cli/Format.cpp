/// \file `stencilc fmt FILE...`: formats .stencil files in place.
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/files/FileOutput.h"
#include "support/Colours.h"
#include "syntax/format/Formatter.h"
#include "syntax/parse/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

namespace {

/// A .stencil file, or standard input, that `stencilc fmt` formats.
class File {
public:
  explicit File(const std::string &name)
      : name(name), diags(sources, llvm::errs(), wantsColours()) {}

  /// Reads and formats the file. Returns false after a reported error; a file with errors is not
  /// changed.
  bool read() {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(name, /*IsText=*/true);
    if (!buffer) {
      diags.report(diag::CannotReadFile, name, buffer.getError().message());
      return false;
    }
    const unsigned id = sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
    old = sources.getMemoryBuffer(id)->getBuffer();
    if (syntax::isLibrary(old)) {
      ast::Stencil around = syntax::usualSurroundings();
      parseLibrary(sources, id, around, diags);
    } else if (!parse(sources, id, diags)) {
      return false;
    }
    if (diags.errors() > 0)
      return false;
    fresh = syntax::formatted(old);
    if (!syntax::haveSameTokens(old, fresh)) {
      diags.report(diag::BrokenInvariant, "fmt", "'" + name + "' would change its meaning");
      return false;
    }
    return true;
  }

  bool isStandardInput() const { return name == "-"; }
  bool changes() const { return fresh != old; }
  const std::string &text() const { return fresh; }

  /// Overwrites the file with the formatted text. A symbolic link stays a link, and the permissions
  /// of the file stay. Returns false after a reported error.
  bool write() {
    llvm::SmallString<128> place;
    if (llvm::sys::fs::real_path(name, place))
      place = name;
    const auto permissions = llvm::sys::fs::getPermissions(place);
    if (!writeFileWhole(place, fresh, diags))
      return false;
    if (permissions)
      (void)llvm::sys::fs::setPermissions(place, *permissions);
    return true;
  }

private:
  std::string name;
  llvm::SourceMgr sources;
  Diagnostics diags;
  llvm::StringRef old;
  std::string fresh;
};

} // namespace

int formatCommand(const Options &options) {
  int exitCode = kFine;
  for (const std::string &name : options.inputs) {
    File file(name);
    if (!file.read()) {
      exitCode = kUserError;
      continue;
    }
    if (file.isStandardInput() && !options.tool.check) {
      llvm::outs() << file.text();
      continue;
    }
    if (!file.changes())
      continue;
    if (options.tool.check || !file.write())
      exitCode = kUserError;
    if (!options.run.quiet)
      llvm::outs() << name << (options.tool.check ? " would change\n" : "\n");
  }
  return exitCode;
}

} // namespace stencilc::driver
