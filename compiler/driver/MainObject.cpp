/// \file The part that all built programs have in common, compiled once.
#include "driver/MainObject.h"
#include "driver/FileOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>

namespace stencilc::driver {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

void hashRuntime(const std::string &folder, llvm::SHA256 &hash) {
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

bool buildMainObject(const BuildRequest &request, const std::string &compiler, std::string &object,
                     Diagnostics &diags) {
  std::vector<std::string> command = compileCommand(request, compiler);
  const char *engine = "#include <stencilc/stream/StreamEngine.h>\n";
  const bool streams = llvm::StringRef(request.text->source).contains(engine);
  llvm::SHA256 hash;
  hash.update(streams ? "with streams" : "");
  hashRuntime(request.runtime, hash);
  hash.update(llvm::join(command, " "));
  hash.update(compilerVersion(compiler));
  object = cacheFolder() + "/main-" + llvm::toHex(hash.final(), true).substr(0, 24) + ".o";
  if (fs::exists(object))
    return true;

  // Two runs at once may both build it; the later one puts the same in its place.
  llvm::SmallString<128> work;
  std::error_code code = fs::create_directories(cacheFolder());
  if (!code)
    code = fs::createUniqueDirectory(cacheFolder() + "/main-build", work);
  if (code) {
    diags.report(diag::CannotWriteFile, object, code.message());
    return false;
  }
  const std::string source = (work + "/main.cpp").str(), made = (work + "/main.o").str();
  bool done = writeFileWhole(source,
                             std::string("// What the compiled programs have in common.\n"
                                         "#define STENCILC_MAIN_LINKAGE\n"
                                         "#include <stencilc/main.h>\n") +
                                 (streams ? engine : ""),
                             diags);
  if (done) {
    command.insert(command.end(), {"-c", source, "-o", made});
    std::string error;
    const int status = execute(command, request.log, error, request.log);
    done = status == 0 && !fs::rename(made, object);
    if (!done)
      diags.report(diag::BuildFailed, llvm::join(command, " "),
                   error.empty() ? "exit code " + std::to_string(status) : error);
  }
  fs::remove_directories(work);
  return done;
}

} // namespace stencilc::driver
