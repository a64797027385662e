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

bool buildMainObject(const BuildRequest &request, const std::string &compiler,
                     const std::string &key, std::string &object, Diagnostics &diags) {
  const char *engine = "#include <stencilc/stream/StreamEngine.h>\n";
  const bool streams = llvm::StringRef(request.text->source).contains(engine);
  object = cacheFolder() + "/main-" + key + (streams ? "-streams.o" : ".o");
  if (fs::exists(object))
    return true;

  // Two runs at once may both build it; the later one puts the same in its place.
  const std::string work = makeWorkFolder(object, diags);
  if (work.empty())
    return false;
  const std::string source = work + "/main.cpp", made = work + "/main.o";
  std::vector<std::string> command = compileCommand(request, compiler);
  command.insert(command.end(), {"-c", source, "-o", made});
  bool done = writeFileWhole(source,
                             std::string("// What the compiled programs have in common.\n"
                                         "#define STENCILC_MAIN_LINKAGE\n"
                                         "#include <stencilc/main.h>\n") +
                                 (streams ? engine : ""),
                             diags) &&
              compile(command, request, diags);
  if (done)
    if (std::error_code code = fs::rename(made, object)) {
      diags.report(diag::CannotWriteFile, object, code.message());
      done = false;
    }
  fs::remove_directories(work);
  return done;
}

} // namespace stencilc::driver
