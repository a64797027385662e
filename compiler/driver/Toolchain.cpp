/// \file Finding compilers, building emitted text and keeping what was built.
#include "driver/Toolchain.h"
#include "driver/FileOutput.h"
#include "driver/Machine.h"
#include "driver/MainObject.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"

namespace stencilc::driver {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static std::string firstProgram(llvm::ArrayRef<std::string> names) {
  for (const std::string &name : names) {
    if (name.empty())
      continue;
    if (auto found = llvm::sys::findProgramByName(name))
      return *found;
  }
  return "";
}

static std::string environment(const char *name) {
  return llvm::sys::Process::GetEnv(name).value_or("");
}

std::string findNvcc() {
  if (auto given = llvm::sys::Process::GetEnv("STENCILC_NVCC"))
    return firstProgram({*given}); // empty: as if there were none
  std::string home = environment("CUDA_HOME");
  return firstProgram({home.empty() ? "" : home + "/bin/nvcc", "nvcc", "/usr/local/cuda/bin/nvcc"});
}

std::string findHostCompiler() {
  return firstProgram({environment("CXX"), "g++", "c++", "clang++-22", "clang++"});
}

std::string findGnuplot() { return firstProgram({"gnuplot"}); }

std::string findRuntime(const std::string &wanted) {
  auto holdsIt = [](const std::string &folder) {
    return fs::exists(folder + "/stencilc/runtime.h");
  };
  if (!wanted.empty())
    return holdsIt(wanted) ? wanted : "";
  std::string self = fs::getMainExecutable(nullptr, reinterpret_cast<void *>(&findRuntime));
  std::string installed = (path::parent_path(path::parent_path(self)) + "/include").str();
  for (const std::string &folder : {std::string(STENCILC_RUNTIME_FOLDER), installed})
    if (holdsIt(folder))
      return folder;
  return "";
}

std::vector<std::string> compileCommand(const BuildRequest &request, const std::string &compiler) {
  std::vector<std::string> command = {compiler, "-std=c++20", "-I" + request.runtime};
  auto add = [&](std::initializer_list<const char *> words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  switch (request.kind) {
  case BuildKind::Cuda:
    // No contraction, no fast-math, no flush to zero: the IR has fixed the arithmetic.
    add({"-O3", "-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false"});
    command.push_back("-arch=" + request.arch);
    command.push_back("-Xcompiler=-fopenmp,-ffp-contract=off,-march=" + nativeCpuArch());
    break;
  case BuildKind::Cpu:
    // errno and traps are not part of the result; leaving them out lets sqrt and selects vectorise.
    add({"-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fopenmp"});
    command.push_back("-march=" + request.arch);
    break;
  case BuildKind::CudaOnCpu:
    add({"-O1", "-ffp-contract=off", "-fopenmp", "-DSTENCILC_CPU_DEVICE", "-Wno-unknown-pragmas"});
    command.push_back("-march=" + nativeCpuArch());
    break;
  }
  return command;
}

std::vector<std::string> buildCommand(const BuildRequest &request, const std::string &compiler,
                                      const std::string &source, const std::string &program,
                                      const std::string &mainObject) {
  std::vector<std::string> command = compileCommand(request, compiler);
  if (!mainObject.empty())
    command.push_back("-DSTENCILC_MAIN_APART");
  if (request.kind == BuildKind::CudaOnCpu)
    command.insert(command.end(), {"-x", "c++", source, "-x", "none"});
  else
    command.push_back(source);
  if (!mainObject.empty())
    command.push_back(mainObject);
  command.insert(command.end(), {"-o", program});
  if (request.kind == BuildKind::CudaOnCpu)
    command.push_back("-lboost_context");
  command.push_back("-ldl");
  return command;
}

int execute(const std::vector<std::string> &command, const std::string &outputFile,
            std::string &error, const std::string &errorFile, unsigned seconds) {
  std::vector<llvm::StringRef> words(command.begin(), command.end());
  std::optional<llvm::StringRef> redirects[3] = {std::nullopt, std::nullopt, std::nullopt};
  // LLVM writes over an older file without emptying it: its end would stay.
  for (const std::string *file : {&outputFile, &errorFile})
    if (fs::is_regular_file(*file))
      fs::remove(*file);
  if (!outputFile.empty())
    redirects[1] = outputFile;
  if (!errorFile.empty())
    redirects[2] = errorFile;
  return llvm::sys::ExecuteAndWait(command.front(), words, std::nullopt, redirects, seconds, 0,
                                   &error);
}

std::string compilerVersion(const std::string &compiler) {
  llvm::SmallString<128> file;
  if (fs::createTemporaryFile("stencilc-version", "txt", file))
    return "";
  std::string error, version;
  if (execute({compiler, "--version"}, file.str().str(), error) == 0)
    if (auto text = llvm::MemoryBuffer::getFile(file))
      version = (*text)->getBuffer().str();
  fs::remove(file);
  return version;
}

std::string cacheFolder() {
  llvm::SmallString<128> folder;
  if (std::string cache = environment("XDG_CACHE_HOME"); !cache.empty())
    folder = cache;
  else if (!path::cache_directory(folder))
    path::system_temp_directory(true, folder);
  path::append(folder, "stencilc");
  return folder.str().str();
}

std::string builderText(BuildKind kind) {
  const bool cuda = kind == BuildKind::Cuda;
  const std::string compiler = cuda ? findNvcc() : findHostCompiler();
  if (compiler.empty())
    return "";
  // nvcc names itself in the line with its release, others in the first.
  const std::string version = compilerVersion(compiler);
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(version).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (!cuda || line.contains("release"))
      return (cuda ? "nvcc, " : "") + line.trim().str();
  return "";
}

std::string makeWorkFolder(const std::string &wanted, Diagnostics &diags) {
  llvm::SmallString<128> work;
  std::error_code code = fs::create_directories(cacheFolder());
  if (!code)
    code = fs::createUniqueDirectory(wanted + "-build", work);
  if (code)
    diags.report(diag::CannotWriteFile, wanted, code.message());
  return code ? "" : work.str().str();
}

bool compile(const std::vector<std::string> &command, const BuildRequest &request,
             Diagnostics &diags) {
  std::string error;
  const int status = execute(command, request.log, error, request.log);
  if (status != 0)
    diags.report(diag::BuildFailed, llvm::join(command, " "),
                 error.empty() ? "exit code " + std::to_string(status) : error);
  return status == 0;
}

std::optional<std::string> build(const BuildRequest &request, Diagnostics &diags) {
  bool cuda = request.kind == BuildKind::Cuda;
  std::string compiler = cuda ? findNvcc() : findHostCompiler();
  if (compiler.empty()) {
    diags.report(diag::CompilerNotFound, cuda ? "nvcc" : "C++ compiler")
        .note({}, diag::Hint,
              cuda ? "install the CUDA toolkit and put nvcc on PATH, or use --target=cpu"
                   : "install g++ (Debian: apt-get install g++), or set CXX");
    return std::nullopt;
  }
  if (request.runtime.empty()) {
    diags.report(diag::RuntimeNotFound)
        .note({}, diag::Hint, "name the folder that holds stencilc/runtime.h with --runtime=DIR");
    return std::nullopt;
  }
  const std::string key = builderKey(request, compiler);
  // nvcc compiles for so long that the rest hardly counts, and its programs are whole as emitted.
  std::string mainObject;
  if (!cuda && !buildMainObject(request, compiler, key, mainObject, diags))
    return std::nullopt;
  std::string source = request.name + (request.kind == BuildKind::Cpu ? ".cpp" : ".cu");
  llvm::SHA256 hash;
  hash.update(request.text->source);
  hash.update(request.text->header);
  hash.update(key);
  hash.update(llvm::join(buildCommand(request, compiler, source, request.name, mainObject), " "));
  std::string folder = cacheFolder() + "/" + llvm::toHex(hash.final(), true).substr(0, 24);
  std::string program = folder + "/" + request.name;
  if (fs::can_execute(program))
    return program;

  // Built in a folder of its own and renamed, so that two runs at once cannot disturb each other.
  const std::string work = makeWorkFolder(folder, diags);
  if (work.empty())
    return std::nullopt;
  auto in = [&](const std::string &name) { return work + "/" + name; };
  std::optional<std::string> result;
  if (writeFileWhole(in(source), request.text->source, diags) &&
      writeFileWhole(in(request.name + ".h"), request.text->header, diags)) {
    std::vector<std::string> command =
        buildCommand(request, compiler, in(source), in(request.name), mainObject);
    if (request.verbose) // at once: others may be building, too
      llvm::errs() << llvm::join(command, " ") + "\n";
    else if (!request.quiet)
      llvm::errs() << "building " << request.name << " with " << path::filename(compiler) << "\n";
    if (compile(command, request, diags) && (!fs::rename(work, folder) || fs::can_execute(program)))
      result = program;
  }
  if (!result || fs::exists(work))
    fs::remove_directories(work);
  return result;
}

} // namespace stencilc::driver
