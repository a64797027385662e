/// \file Finds the compilers on this machine, and builds emitted code into modules: loadable built
/// programs, kept in a cache.
#include "driver/build/Toolchain.h"
#include "driver/build/BuilderKey.h"
#include "driver/build/CacheFolder.h"
#include "driver/build/CompileTurn.h"
#include "driver/build/InProcess.h"
#include "driver/build/ShortHash.h"
#include "driver/files/FileOutput.h"
#include "driver/machines/Machine.h"
#include "library/Guest.h"
#include "library/OwnTool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include <cstring>

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
    return firstProgram({*given}); // an empty value means that there is no nvcc
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
  for (const char *from : {STENCILC_RUNTIME_FROM_TOOL, "../include"}) // installed tool; build tree
    if (const std::string folder = library::fromTool(from); holdsIt(folder))
      return folder;
  return "";
}

std::string findRuntimeLibrary() {
  if (auto given = llvm::sys::Process::GetEnv("STENCILC_RUNTIME_LIBRARY"))
    return fs::exists(*given) ? *given : "";
  for (const char *from : {STENCILC_LIBRARY_FROM_TOOL, "../runtime/libstencilc_runtime.a"})
    if (const std::string file = library::fromTool(from);
        fs::exists(file)) // installed tool; build tree
      return file;
  return "";
}

std::vector<std::string> arithmeticFlags(BuildKind kind) {
  switch (kind) {
  case BuildKind::Cuda: // no contraction, no fast-math, no flush to zero
    return {"-O3", "-fmad=false", "-prec-div=true", "-prec-sqrt=true", "-ftz=false"};
  case BuildKind::Cpu:
    // Results depend on neither errno nor traps. Without them sqrt and selects can be vectorised.
    return {"-O3", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"};
  case BuildKind::CudaOnCpu:
    return {"-O1", "-ffp-contract=off"};
  }
  llvm_unreachable("a kind without options");
}

std::vector<std::string> compileCommand(const BuildRequest &request, const std::string &compiler) {
  std::vector<std::string> command = {compiler, "-std=c++20", "-I" + request.runtime};
  llvm::append_range(command, arithmeticFlags(request.kind));
  auto add = [&](std::initializer_list<const char *> words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  switch (request.kind) {
  case BuildKind::Cuda:
    command.push_back("-arch=" + request.arch);
    if (request.reportsKernels)
      command.push_back("-Xptxas=-v");
    command.push_back("-Xcompiler=-fPIC,-ffp-contract=off,-march=" + nativeCpuArch());
    break;
  case BuildKind::Cpu:
    add({"-fPIC", "-fopenmp-simd"});
    command.push_back("-march=" + request.arch);
    break;
  case BuildKind::CudaOnCpu:
    add({"-fPIC", "-DSTENCILC_CPU_DEVICE", "-Wno-unknown-pragmas"});
    // A GPU would read out of bounds of shared memory and registers unnoticed. Here it is an error.
    add({"-fsanitize=bounds", "-fno-sanitize-recover=bounds"});
    command.push_back("-march=" + nativeCpuArch());
    break;
  }
  return command;
}

std::vector<std::string> buildCommand(const BuildRequest &request, const std::string &compiler,
                                      const std::string &source, const std::string &module) {
  std::vector<std::string> command = compileCommand(request, compiler);
  command.push_back("-shared");
  if (request.kind == BuildKind::CudaOnCpu)
    command.insert(command.end(), {"-x", "c++"});
  command.insert(command.end(), {source, "-o", module});
  return command;
}

std::string compilerVersion(const std::string &compiler) {
  std::string version, error;
  ProcessRequest request;
  request.command = {compiler, "--version"};
  request.said = &version;
  return runProcess(request, error) == 0 ? version : "";
}

bool isInProcess(const BuildRequest &request, std::string &why) {
  return request.compiler != CompilerChoice::Own &&
         canCompileInProcess(request.kind, request.arch, why);
}

std::string builderText(const BuildRequest &request) {
  std::string why;
  return isInProcess(request, why) ? inProcessText(request.kind) : ownCompilerText(request.kind);
}

std::string ownCompilerText(BuildKind kind) {
  const bool cuda = kind == BuildKind::Cuda;
  const std::string compiler = cuda ? findNvcc() : findHostCompiler();
  if (compiler.empty())
    return "";
  // The version of nvcc is in the line with "release", that of other compilers in the first line.
  const std::string version = compilerVersion(compiler);
  llvm::SmallVector<llvm::StringRef, 8> lines;
  llvm::StringRef(version).split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (!cuda || line.contains("release"))
      return (cuda ? "nvcc, " : "") + line.trim().str();
  return "";
}

void tellOutput(const BuildRequest &request, const std::string &said, Diagnostics &diags) {
  if (!request.log.empty())
    writeFileWhole(request.log, said, diags);
  else if (!said.empty() && library::isGuest())
    diags.report(diag::CompilerOutput, said);
  else
    llvm::errs() << said;
}

void reportCrash(const std::string &compiler, const std::string &how, Diagnostics &diags) {
  diags.report(diag::CompilerCrashed, compiler, how)
      .note({}, diag::Hint,
            "an error of that compiler; another plan (--schedule=naive) gives the same bits");
}

/// Returns a text about the crash of a compiler: the signal that ended the compiler, or a note that
/// a signal ended a program which the compiler had started. The result is empty if there was no
/// crash. `status` and `error` are results of runProcess(), and `said` is the output of the
/// compiler.
static std::string crashOf(int status, llvm::StringRef said, const std::string &error) {
  constexpr int kBySignal = 128; // a shell's exit code for signal N is 128 + N
  if (status == -2)
    return error;
  if (status > kBySignal && status < 2 * kBySignal)
    return strsignal(status - kBySignal);
  return said.contains("died due to signal") ? "a program that it started ended by a signal" : "";
}

bool compile(const std::vector<std::string> &command, const BuildRequest &request,
             const WorkFolder &work, Diagnostics &diags) {
  std::string said, error;
  ProcessRequest process;
  process.command = command;
  process.said = &said;
  process.stop = request.stop;
  // TMPDIR: temporary files are removed with the folder. LC_ALL: error messages are searched for
  // the English "No space left on device".
  process.environment = {"TMPDIR=" + work.path(), "LC_ALL=C"};
  const int status = runProcess(process, error);
  if (status != 0 && saysNoSpace(said)) {
    diags.report(diag::NoSpace, buildFolder())
        .note({}, diag::Hint,
              "free some space there, or name another folder with STENCILC_CACHE; "
              "STENCILC_CACHE_SIZE limits its size");
    return false;
  }
  tellOutput(request, said, diags);
  if (const std::string how = crashOf(status, said, error); !how.empty())
    reportCrash(path::filename(command.front()).str(), how, diags);
  else if (status != 0)
    diags.report(diag::BuildFailed, llvm::join(command, " "),
                 error.empty() ? "exit code " + std::to_string(status) : error);
  return status == 0;
}

/// Returns the path of the compiler for `kind`: nvcc or the host compiler. If it is not found,
/// reports an error and returns an empty string. `why`, the reason why stencilc cannot compile
/// inside its own process, is part of the error.
static std::string compilerFor(BuildKind kind, const std::string &why, Diagnostics &diags) {
  const bool cuda = kind == BuildKind::Cuda;
  std::string compiler = cuda ? findNvcc() : findHostCompiler();
  if (compiler.empty())
    diags.report(diag::CompilerNotFound, cuda ? "nvcc" : "C++ compiler")
        .note({}, diag::Hint,
              (cuda
                   ? "install the CUDA toolkit, or NVRTC alone (pip install nvidia-cuda-nvrtc), or "
                     "use --target=cpu"
                   : std::string("install g++ (Debian: apt-get install g++), or set CXX")) +
                  (why.empty() ? "" : "; and not in this process: " + why));
  return compiler;
}

/// Returns the key of a built program in the cache, for the host compiler or nvcc. It is a hash of
/// the code, the compiler and the command, without paths of temporary files.
static std::string moduleKey(const BuildRequest &request, const std::string &compiler,
                             const std::string &source) {
  return shortHash({request.text->source, builderKey(request, compiler),
                    llvm::join(buildCommand(request, compiler, source, request.name), " ")});
}

static void sayBuilding(const BuildRequest &request, const std::string &command,
                        const std::string &by) {
  if (request.verbose) // one write for the whole line: other processes may print, too
    llvm::errs() << command + "\n";
  else if (!request.quiet)
    llvm::errs() << "building " << (request.isFirst ? "single steps of " : "") << request.name
                 << " with " << by
                 << (request.isFirst ? "; its other kernels while they run\n" : "\n");
}

/// Name of a file in the folder of each cached program. The file holds the name of the compiler
/// that built the program.
static constexpr const char *kBuilder = "builder.txt";

static std::optional<Built> findModule(const BuildRequest &request, const std::string &key) {
  std::optional<Built> built = findBuilt(key, request.name + ".module");
  if (!built)
    return built;
  if (auto by = llvm::MemoryBuffer::getFile(path::parent_path(built->path) + "/" + kBuilder))
    built->by = (*by)->getBuffer().str();
  return built;
}

std::optional<Built> findModule(const BuildRequest &request) {
  return findModule(request, InProcessBuild(request).key());
}

static std::optional<Built> compileModule(const BuildRequest &request, const InProcessBuild &here,
                                          const std::string &key, Diagnostics &diags) {
  const std::string module = request.name + ".module";
  const std::string by = inProcessText(request.kind);
  sayBuilding(request, by + " in this process, " + request.arch, by);
  const auto made = here.compile(diags);
  const WorkFolder work;
  if (!made || !work.isThere(diags) || !writeFileWhole(work.file(kBuilder), made->by, diags) ||
      !writeFileWhole(work.file(module), made->bytes, diags))
    return std::nullopt;
  std::optional<Built> built = keepBuilt(work, key, module, diags);
  if (built)
    built->by = made->by;
  return built;
}

static std::optional<Built> buildWith(const std::string &compiler, const BuildRequest &request,
                                      Diagnostics &diags) {
  const std::string source = request.name + (request.kind == BuildKind::Cpu ? ".cpp" : ".cu");
  const std::string module = request.name + ".so";
  const std::string key = moduleKey(request, compiler, source);
  if (auto built = findBuilt(key, module))
    return built;
  // Built in a temporary folder and renamed, so that two builds at once do not disturb each other.
  const WorkFolder work;
  if (!work.isThere(diags) || !writeFileWhole(work.file(source), request.text->source, diags))
    return std::nullopt;
  const std::vector<std::string> command =
      buildCommand(request, compiler, work.file(source), work.file(module));
  sayBuilding(request, llvm::join(command, " "), path::filename(compiler).str());
  if (!compile(command, request, work, diags))
    return std::nullopt;
  return keepBuilt(work, key, module, diags);
}

static void reportNotInProcess(const std::string &why, Diagnostics &diags) {
  diags.report(diag::CompilerNotFound, "compiler for this process")
      .note({}, diag::Hint,
            why + (library::isGuest()
                       ? "; the option 'compiler' with g++ or nvcc starts one that is installed"
                       : "; --compiler=auto uses a compiler that is installed"));
}

static bool hasRuntime(const BuildRequest &request, Diagnostics &diags) {
  if (!request.runtime.empty())
    return true;
  diags.report(diag::RuntimeNotFound)
      .note({}, diag::Hint, "name the folder that contains stencilc/runtime.h with --runtime=DIR");
  return false;
}

/// Returns the module (built program) for `request` from the build folder, or builds it there. The
/// build folder is the cache, or the temporary folder that replaces it. Returns `nullopt` after it
/// has reported an error. If the disk is full, the caller tries another folder.
static std::optional<Built> buildThere(const BuildRequest &request, Diagnostics &diags) {
  if (!request.givenRuntime.empty() && !hasRuntime(request, diags))
    return std::nullopt;
  std::string why;
  if (request.compiler != CompilerChoice::Own) {
    const InProcessBuild here(request);
    const std::string key = here.key();
    if (auto built = findModule(request, key)) // Clang and NVRTC are loaded only after a cache miss
      return built;
    if (canCompileInProcess(request.kind, request.arch, why)) {
      const CompileTurn turn(key);
      auto built = turn.hasWaited() ? findModule(request, key) : std::nullopt;
      return built ? built : compileModule(request, here, key, diags);
    }
  }
  if (request.compiler == CompilerChoice::InProcess) {
    reportNotInProcess(why, diags);
    return std::nullopt;
  }
  const std::string compiler = compilerFor(request.kind, why, diags);
  if (compiler.empty() || !hasRuntime(request, diags))
    return std::nullopt;
  return buildWith(compiler, request, diags);
}

std::optional<OnceBuilt> buildOnce(BuildRequest request, Diagnostics &diags) {
  const WorkFolder work;
  if (!work.isThere(diags))
    return std::nullopt;
  request.log = work.file("log");
  std::string why, by;
  bool isGood = false;
  if (isInProcess(request, why)) {
    sayBuilding(request, inProcessText(request.kind) + " in this process, " + request.arch, "");
    const auto made = InProcessBuild(request).compile(diags);
    isGood = made.has_value();
    by = made ? made->by : "";
  } else if (request.compiler == CompilerChoice::InProcess) {
    reportNotInProcess(why, diags);
  } else if (const std::string compiler = compilerFor(request.kind, why, diags);
             !compiler.empty() && hasRuntime(request, diags)) {
    const std::string source =
        work.file(request.name + (request.kind == BuildKind::Cpu ? ".cpp" : ".cu"));
    const std::vector<std::string> command =
        buildCommand(request, compiler, source, work.file(request.name + ".so"));
    sayBuilding(request, llvm::join(command, " "), "");
    isGood = writeFileWhole(source, request.text->source, diags) &&
             compile(command, request, work, diags);
    by = ownCompilerText(request.kind);
  }
  auto said = llvm::MemoryBuffer::getFile(request.log);
  std::string text = said ? (*said)->getBuffer().str() : "";
  if (isGood)
    return OnceBuilt{std::move(text), std::move(by)};
  llvm::errs() << text;
  return std::nullopt;
}

std::optional<Built> build(const BuildRequest &request, Diagnostics &diags) {
  reportCacheFolder(diags);
  if (const std::string problem = writeProblem(buildFolder()); !problem.empty())
    leaveCacheFolder(buildFolder(), problem, diags);
  // If a folder is full or not writable, the build is tried again in another one. Its error is
  // reported only if that fails, too.
  std::vector<std::vector<Diagnostics::Message>> heard;
  const llvm::SourceMgr sources;
  Diagnostics first(sources, [&](const auto &messages) { heard.push_back(messages); });
  const std::string &folder = buildFolder();
  std::optional<Built> built = buildThere(request, first);
  if (!built && first.errors() > 0) {
    const Diagnostics::Message &last = heard.back().front();
    const bool isFull = last.id == std::string_view(diag::NoSpace.id);
    if ((isFull || last.id == std::string_view(diag::CannotWriteFile.id)) &&
        leaveCacheFolder(folder, isFull ? "No space left on device" : last.text, diags))
      return buildThere(request, diags);
  }
  for (const auto &messages : heard)
    diags.repeat(messages);
  return built;
}

} // namespace stencilc::driver
