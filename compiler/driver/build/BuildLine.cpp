/// \file The shell command that compiles an emitted source file. Its options guarantee results with
/// the same bits as those of the interpreter, the reference for all compiled programs.
#include "driver/build/BuildLine.h"
#include "driver/compile/SelfContained.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace stencilc::driver {

/// Returns the file name `name`, quoted for a shell where that is necessary. A name that begins
/// with `-` gets `./` in front.
static std::string forShell(const std::string &name) {
  const auto isPlain = [](char c) {
    return llvm::isAlnum(c) || llvm::StringRef("._-+").contains(c);
  };
  if (llvm::all_of(name, isPlain))
    return (name.front() == '-' ? "./" : "") + name;
  std::string quoted = "'";
  for (const char c : name)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return (name.front() == '-' ? "./" : "") + quoted + "'";
}

/// Returns the part of the compile command that names the runtime library and its headers. They are
/// in a folder beside the source file, or in the installation that pkg-config finds.
static std::string runtimeWords(const BuildLine &line) {
  std::string links = "-lpthread -ldl";
  if (line.isSelfContained)
    return links;
  if (line.kind != BuildKind::Cuda)
    return line.withMain ? "$(pkg-config --cflags --libs stencilc)"
                         : "$(pkg-config --cflags stencilc)";
  // nvcc rejects -pthread and g++'s floating-point options.
  const std::string includes = "-I$(pkg-config --variable=includedir stencilc)";
  return line.withMain ? includes + " $(pkg-config --variable=runtime stencilc) " + links
                       : includes;
}

std::string buildLine(const BuildLine &line) {
  const bool isCuda = line.kind == BuildKind::Cuda;
  std::vector<std::string> words = {isCuda ? "nvcc" : "g++", "-std=c++20"};
  llvm::append_range(words, arithmeticFlags(line.kind));
  words.push_back((isCuda ? "-arch=" : "-fopenmp-simd -march=") + line.arch);
  const bool isShared = line.isSelfContained && !line.withMain;
  if (isCuda)
    words.push_back("-Xcompiler=-ffp-contract=off");
  if (isShared)
    words.push_back(isCuda ? "-shared -Xcompiler=-fPIC,-fvisibility=hidden"
                           : "-shared -fPIC -fvisibility=hidden");
  if (line.isSelfContained)
    words.push_back(std::string("-I ") + kRuntimeFolder);
  else if (!line.withMain)
    words.push_back("-c");
  words.push_back(forShell(line.source));
  if (line.isSelfContained)
    words.push_back(kRuntimeSource);
  const std::string stem = llvm::sys::path::stem(line.source).str();
  if (line.withMain || isShared)
    words.push_back("-o " + forShell(isShared ? "lib" + stem + ".so" : stem));
  words.push_back(runtimeWords(line));
  return llvm::join(words, " ");
}

} // namespace stencilc::driver
