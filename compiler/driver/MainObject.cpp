/// \file The part that all built programs have in common, compiled once.
#include "driver/MainObject.h"
#include "driver/FileOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include <algorithm>

namespace stencilc::driver {

namespace fs = llvm::sys::fs;

/// Text of every header of the runtime, in a fixed order.
static void hashRuntime(const std::string &folder, llvm::SHA256 &hash) {
  std::vector<std::string> files;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder + "/stencilc", code), end; it != end && !code;
       it.increment(code))
    if (fs::is_regular_file(it->path()))
      files.push_back(it->path());
  std::sort(files.begin(), files.end());
  for (const std::string &file : files) {
    hash.update(llvm::StringRef(file).drop_front(folder.size()));
    if (auto text = llvm::MemoryBuffer::getFile(file))
      hash.update((*text)->getBuffer());
  }
}

std::string builderKey(const BuildRequest &request, const std::string &compiler) {
  llvm::SHA256 hash;
  hashRuntime(request.runtime, hash);
  hash.update(llvm::join(compileCommand(request, compiler), " "));
  hash.update(compilerVersion(compiler));
  return llvm::toHex(hash.final(), true).substr(0, 24);
}

std::optional<Built> buildMainObject(const BuildRequest &request, const std::string &compiler,
                                     const std::string &builder, Diagnostics &diags) {
  const char *engine = "#include <stencilc/stream/StreamEngine.h>\n";
  const bool streams = llvm::StringRef(request.text->source).contains(engine);
  const std::string key = "main-" + builder + (streams ? "-streams" : ""), object = "main.o";
  if (auto built = findBuilt(key, object))
    return built;

  const WorkFolder work;
  const std::string source = work.file("main.cpp");
  std::vector<std::string> command = compileCommand(request, compiler);
  command.insert(command.end(), {"-c", source, "-o", work.file(object)});
  if (!work.isThere(diags) ||
      !writeFileWhole(source,
                      std::string("// What the compiled programs have in common.\n"
                                  "#define STENCILC_MAIN_LINKAGE\n"
                                  "#include <stencilc/main.h>\n") +
                          (streams ? engine : ""),
                      diags) ||
      !compile(command, request, work, diags))
    return std::nullopt;
  return keepBuilt(work, key, object, diags);
}

} // namespace stencilc::driver
