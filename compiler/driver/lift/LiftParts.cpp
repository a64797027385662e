/// \file The arguments of `stencilc lift`, and the start of the program stencilc-lift.
#include "driver/lift/LiftParts.h"
#include "driver/build/Toolchain.h"
#include "driver/process/Process.h"
#include "library/OwnTool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>

namespace stencilc::driver {

std::string folderOf(const std::string &file) {
  llvm::SmallString<128> path(file);
  (void)llvm::sys::fs::make_absolute(path); // the path stays relative after a failure
  llvm::sys::path::remove_filename(path);
  return path.str().str();
}

bool isCpp(const std::string &file) { return llvm::sys::path::extension(file) != ".c"; }

std::string findCompilerFor(const std::string &file, Diagnostics &diags) {
  std::string compiler = findHostCompiler();
  if (!isCpp(file)) {
    compiler.clear();
    const char *const given = std::getenv("CC");
    for (const char *name : {given ? given : "", "gcc", "cc", "clang-22", "clang"})
      if (compiler.empty() && *name)
        if (const auto found = llvm::sys::findProgramByName(name))
          compiler = *found;
  }
  if (compiler.empty())
    diags.report(diag::CompilerNotFound, isCpp(file) ? "C++ compiler" : "C compiler")
        .note({}, diag::Hint,
              "install gcc and g++ (Debian: apt-get install g++), or set CC and CXX");
  return compiler;
}

/// Stores `word` in `sorted` if it is an argument for stencilc itself, not for stencilc-lift.
/// Returns true if it was stored.
static bool takeOwnWord(llvm::StringRef word, LiftArguments &sorted) {
  static constexpr llvm::StringLiteral kOfEmitter[] = {"--schedule=", "--machine=", "--arch="};
  if (word == "--check")
    sorted.isCheck = true;
  else if (word == "--cuda")
    sorted.target = sorted.target.empty() ? "cuda" : sorted.target;
  else if (word == "--overwrite")
    sorted.isOverwriting = true;
  else if (word.starts_with("--target="))
    sorted.target = word.drop_front(9).str();
  else if (word.starts_with("-o=") || word.starts_with("--output="))
    sorted.output = word.split('=').second.str();
  else if (llvm::any_of(kOfEmitter, [&](llvm::StringRef name) { return word.starts_with(name); }))
    sorted.emitter.push_back(word.str());
  else
    return false;
  return true;
}

LiftArguments sortLiftArguments(const std::vector<std::string> &words) {
  LiftArguments sorted;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string &word = words[at];
    if (word == "--") {
      sorted.compilerFlags.assign(words.begin() + static_cast<std::ptrdiff_t>(at) + 1, words.end());
      break;
    }
    const bool hasNext = at + 1 < words.size();
    if (takeOwnWord(word, sorted))
      continue;
    if ((word == "-o" || word == "--output") && hasNext) {
      sorted.output = words[++at];
      continue;
    }
    if (!word.starts_with("-"))
      sorted.file = word;
    sorted.lifter.push_back(word);
    if ((word == "--function" || word == "--leave-out") && hasNext)
      sorted.lifter.push_back(words[++at]);
  }
  return sorted;
}

std::optional<LiftParts> makeLiftParts(const LiftArguments &arguments, const std::string &kind,
                                       const WorkFolder &work, int &code, Diagnostics &diags) {
  std::vector<std::string> command{library::fromTool("stencilc-lift")};
  command.insert(command.end(), arguments.lifter.begin(), arguments.lifter.end());
  command.push_back("--parts=" + kind + ":" + work.path());
  command.push_back("--");
  command.insert(command.end(), arguments.compilerFlags.begin(), arguments.compilerFlags.end());
  std::string error;
  code = execute(command, "", error);
  if (code < 0)
    diags.report(diag::ProgramDied, "stencilc-lift", error);
  if (code != 0)
    return std::nullopt;
  const auto list = llvm::MemoryBuffer::getFile(work.file("parts"));
  if (!list) // after --help
    return std::nullopt;
  LiftParts parts;
  llvm::SmallVector<llvm::StringRef, 8> lines;
  (*list)->getBuffer().split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    if (parts.name.empty())
      parts.name = line.str();
    else if (line == "main")
      parts.hasMain = true;
    else
      parts.files.push_back(line.str());
  }
  return parts;
}

} // namespace stencilc::driver
