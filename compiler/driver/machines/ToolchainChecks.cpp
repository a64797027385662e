/// \file Checks of the compilers, libraries, GPUs and files that stencilc needs on this machine.
#include "driver/machines/ToolchainChecks.h"
#include "driver/build/CacheFolder.h"
#include "driver/build/Toolchain.h"
#include "driver/machines/MachineFiles.h"
#include "driver/process/Launches.h"
#include "driver/process/Process.h"
#include "driver/process/WorkFolder.h"
#include "library/JitLibrary.h"
#include "library/OwnTool.h"
#include "library/nvrtc/CudaDriverFile.h"
#include "library/nvrtc/Nvrtc.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/ranks/Nccl.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <thread>

namespace stencilc::driver {

namespace {

namespace fs = llvm::sys::fs;

/// Time limit, in seconds, of the compilers and programs that `stencilc doctor` starts. They should
/// take less than one second.
constexpr unsigned kPatience = 20;

/// Returns the text of the first of `messages`. The result is empty if there is none.
std::string firstMessage(const std::vector<Diagnostics::Message> &messages) {
  return messages.empty() ? "" : messages.front().text;
}

/// Returns the first line with an error in the output of a compiler. If no line has an error,
/// returns the first line.
std::string firstLine(llvm::StringRef text) {
  for (const llvm::StringRef line : llvm::split(text.trim(), '\n'))
    if (line.contains("error") || line.contains("No space"))
      return line.trim().str();
  return text.trim().split('\n').first.str();
}

/// Compiles `source` with `command` from a file called `name`. Also runs the program if `runs` is
/// true. Returns the reason of a failure, or an empty string.
std::string tryToBuild(const std::vector<std::string> &command, const char *name,
                       const char *source, bool runs) {
  const WorkFolder work;
  if (!work.failed().empty())
    return work.failed();
  const std::string file = work.file(name), program = work.file("program");
  std::error_code code;
  llvm::raw_fd_ostream text(file, code);
  text << source;
  text.close();
  if (text.has_error()) {
    text.clear_error();
    return "cannot write " + file;
  }
  ProcessRequest request;
  std::string said, error;
  request.command = command;
  request.command.insert(request.command.end(), {file, "-o", program});
  request.said = &said;
  request.seconds = kPatience;
  request.environment = {"TMPDIR=" + work.path(), "LC_ALL=C"};
  if (const int status = runProcess(request, error))
    return "it does not compile a small program: " + (!firstLine(said).empty() ? firstLine(said)
                                                      : !error.empty()
                                                          ? error
                                                          : format("exit code %d", status));
  if (!runs)
    return "";
  request.command = {program};
  said.clear();
  if (const int status = runProcess(request, error))
    return "what it builds does not run: " + (!error.empty()  ? error
                                              : !said.empty() ? firstLine(said)
                                                              : format("exit code %d", status));
  return "";
}

CheckResult tryHostCompiler() {
  const std::string compiler = findHostCompiler();
  if (compiler.empty())
    return {CheckResult::Missing, "host compiler", "no g++, c++ or clang++ on PATH",
            "install g++ (Debian: apt-get install g++), or set CXX"};
  const std::string wrong = tryToBuild(
      {compiler, "-std=c++20", "-O1", "-ffp-contract=off", "-fopenmp-simd"}, "two.cpp",
      "int main() { auto same = []<class T>(T x) { return x; }; return same(0); }\n", true);
  const std::string text = ownCompilerText(BuildKind::Cpu);
  if (wrong.empty())
    return {CheckResult::Ok, "host compiler", text.empty() ? compiler : text, ""};
  return {CheckResult::Broken, "host compiler", compiler + ": " + wrong,
          "C++20 is needed: g++ 12 or newer, or clang++; CXX names another compiler"};
}

/// Checks whether nvcc works, for `stencilc doctor`: compiles a small program, and runs it if
/// `driver` has found a GPU. `isInside` is true if NVRTC and Clang can compile without nvcc. The
/// advice then says that nvcc, if missing, is optional.
CheckResult tryNvcc(const CudaDriverState &driver, bool isInside) {
  const std::string compiler = findNvcc();
  if (compiler.empty())
    return {CheckResult::Missing, "nvcc", "not in CUDA_HOME, on PATH or in /usr/local/cuda",
            isInside ? "NVRTC is used instead; nvcc makes some kernels faster, and builds CUDA "
                       "programs outside stencilc: install the CUDA toolkit, or set STENCILC_NVCC"
                     : "programs for a GPU need it or NVRTC: install the CUDA toolkit, or set "
                       "STENCILC_NVCC"};
  const std::string native = driver.devices.empty() ? "" : nativeCudaArch();
  const std::string wrong = tryToBuild(
      {compiler, "-std=c++20", "-O1", "-arch=" + (native.empty() ? "sm_90" : native)}, "two.cu",
      "__global__ void set(int *out) { *out = 1; }\n"
      "int main() { int *out; return cudaMalloc(&out, 4) || (set<<<1, 1>>>(out), "
      "cudaDeviceSynchronize()); }\n",
      !native.empty());
  const std::string text = ownCompilerText(BuildKind::Cuda);
  if (wrong.empty())
    return {CheckResult::Ok, "nvcc", text.empty() ? compiler : text, ""};
  return {CheckResult::Broken, "nvcc", compiler + ": " + wrong,
          "it needs a host compiler that it supports, and a driver of its CUDA version or newer"};
}

CheckResult tryRuntime(const Options &options) {
  const std::string folder = findRuntime(options.build.runtime);
  if (folder.empty())
    return {CheckResult::Missing, "runtime", "stencilc/runtime.h was not found next to the tool",
            "install all of stencilc, or name the folder with --runtime=DIR"};
  int count = 0;
  std::error_code code;
  for (fs::recursive_directory_iterator it(folder + "/stencilc", code), end; it != end && !code;
       it.increment(code)) {
    if (!fs::is_regular_file(it->path()))
      continue;
    if (auto text = llvm::MemoryBuffer::getFile(it->path()); !text)
      return {CheckResult::Broken, "runtime", it->path() + ": " + text.getError().message(),
              "install stencilc again"};
    ++count;
  }
  if (code)
    return {CheckResult::Broken, "runtime", folder + ": " + code.message(),
            "install stencilc again"};
  return {CheckResult::Ok, "runtime", format("%s, %d files", folder.c_str(), count), ""};
}

CheckResult tryCache() {
  const CacheProblem problem = cacheProblem();
  const char *advice = "name another folder with STENCILC_CACHE; until then nothing new is cached";
  if (!problem.reason.empty())
    return {CheckResult::Broken, "cache", problem.wanted + ": " + problem.reason, advice};
  if (const std::string wrong = writeProblem(cacheFolder()); !wrong.empty()) {
    const llvm::SourceMgr sources;
    Diagnostics diags(sources, [](const auto &) {});
    leaveCacheFolder(cacheFolder(), wrong, diags); // as a run does
    return {CheckResult::Broken, "cache", cacheFolder() + ": " + wrong, advice};
  }
  return {CheckResult::Ok, "cache", cacheFolder(), ""};
}

CheckResult describeDriver(const CudaDriverState &driver) {
  const std::string file = library::cudaDriverFile();
  if (file.empty())
    return {CheckResult::Missing, "GPU driver", "none, because STENCILC_CUDA_DRIVER is empty",
            "unset it to run on a GPU"};
  if (!driver.isThere)
    return {CheckResult::Missing, "GPU driver", "no " + file,
            "it comes with NVIDIA's driver; without a GPU there is nothing to do"};
  if (!driver.problem.empty())
    return {
        CheckResult::Broken, "GPU driver", file + ": " + driver.problem,
        "run nvidia-smi to see more; after an update of the driver the machine may need a restart"};
  if (driver.devices.empty())
    return {CheckResult::Missing, "GPU driver", driverText(driver) + ", no GPU",
            "CUDA_VISIBLE_DEVICES hides GPUs; a container must be started with GPUs"};
  return {CheckResult::Ok, "GPU driver",
          driverText(driver) + ", " + llvm::join(driver.devices, ", "), ""};
}

CheckResult findMachineFile() {
  std::string wrong;
  const llvm::SourceMgr sources;
  Diagnostics diags(sources, [&](const auto &messages) { wrong = firstMessage(messages); });
  const std::optional<KnownMachine> machine = presentMachine(diags);
  if (!wrong.empty())
    return {CheckResult::Broken, "machine file", wrong, "write it again: stencilc probe"};
  if (!machine) {
    const std::optional<KnownMachine> alike = builtInMachineOf(cudaDeviceName(), diags);
    return {alike ? CheckResult::Ok : CheckResult::Missing, "machine file",
            "plans are made with " + (alike ? "numbers of " + alike->text() : "published numbers"),
            "measure this machine once: stencilc probe"};
  }
  return {CheckResult::Ok, "machine file", machine->text(), ""};
}

CheckResult findMpi() {
  const MpiState state = mpiState();
  if (state.file.empty())
    return {CheckResult::Missing, "MPI", "processes of mpirun or srun cannot communicate",
            "if you use mpirun or srun: stencilc mpi"};
  if (state.library.empty())
    return {CheckResult::Broken, "MPI", state.file + ": " + state.problem,
            "build it again with this MPI: stencilc mpi"};
  return {CheckResult::Ok, "MPI", state.library + ", " + state.file, ""};
}

CheckResult findNccl() {
  std::string why;
  if (const Nccl *const nccl = openNccl(why))
    return {CheckResult::Ok, "NCCL", ncclVersionText(nccl->number) + ", " + nccl->file, ""};
  return {CheckResult::Missing, "NCCL", "processes with GPUs exchange planes through host memory",
          "if you start several processes: pip install nvidia-nccl-cu13, and set STENCILC_NCCL to "
          "its libnccl.so.2 (" +
              why + ")"};
}

CheckResult findLifter() {
  const std::string tool = library::fromTool("stencilc-lift");
  if (fs::can_execute(tool))
    return {CheckResult::Ok, "lifter", tool, ""};
  return {CheckResult::Missing, "lifter", tool,
          "'stencilc lift' needs it: install all of stencilc"};
}

/// Returns the check result for `thing`, a library by which programs are compiled inside stencilc.
/// `text` is its version and path, or empty if it is missing. In that case `why` is the reason and
/// `remedy` the advice.
CheckResult findLibrary(const char *thing, const std::string &text, const std::string &why,
                        const char *remedy) {
  return text.empty() ? CheckResult{CheckResult::Missing, thing, why, remedy}
                      : CheckResult{CheckResult::Ok, thing, text, ""};
}

bool works(const CheckResult &finding) { return finding.mark == CheckResult::Ok; }

/// Stores in `equipment` whether programs can run on the CPU, and which compiler is used or why no
/// compiler can be used.
void concludeCpu(ToolchainChecks &equipment, const CheckResult &runtime, const CheckResult &host,
                 const std::string &jit) {
  equipment.runsOnCpu = !jit.empty() || (works(runtime) && works(host));
  if (equipment.runsOnCpu)
    equipment.cpuText = "with " + (jit.empty() ? host.text : jit);
  else
    equipment.cpuText = works(host)
                            ? "the headers of the runtime were not found"
                            : "no compiler works here; use --target=interpreter for small grids";
}

/// Returns the reason why programs cannot run on the GPU. Precondition: they cannot. `arch` is the
/// architecture of the GPU; it is empty if the GPU is too old.
const char *whyNotCuda(const CheckResult &gpu, const std::string &arch, const CheckResult &nvcc) {
  if (!works(gpu))
    return "no GPU can be used; stencilc can still emit CUDA code";
  if (arch.empty())
    return "this GPU is older than sm_80, the oldest that is supported";
  if (!works(nvcc))
    return "neither NVRTC nor nvcc works here; stencilc can still emit CUDA code";
  return "the headers of the runtime were not found";
}

} // namespace

std::string nvrtcText(std::string &why) {
  const library::Nvrtc *const nvrtc = library::Nvrtc::find(why);
  return nvrtc ? nvrtc->versionText() + ", " + nvrtc->path() : "";
}

std::string jitLibraryText(std::string &why) {
  return library::JitLibrary::get(why) ? "Clang " LLVM_VERSION_STRING " inside stencilc" : "";
}

std::string driverText(const CudaDriverState &driver) {
  if (!driver.isThere || !driver.problem.empty())
    return "";
  return format("CUDA %d.%d", driver.version / 1000, driver.version % 1000 / 10);
}

std::string presentMachineFile() {
  const llvm::SourceMgr sources;
  Diagnostics diags(sources, [](const auto &) {});
  const std::optional<KnownMachine> machine = presentMachine(diags);
  return machine ? machine->origin : "";
}

ToolchainChecks checkToolchain(const Options &options) {
  ToolchainChecks equipment;
  const CudaDriverState driver = cudaDriverState();
  const CheckResult cache = tryCache(); // first: the other checks need a work folder
  CheckResult host, nvcc;
  std::string noJit, noNvrtc;
  const std::string jit = jitLibraryText(noJit), nvrtc = nvrtcText(noNvrtc);
  const bool isInside = !jit.empty() && !nvrtc.empty();
  std::thread other([&] { nvcc = tryNvcc(driver, isInside); });
  host = tryHostCompiler();
  const CheckResult runtime = tryRuntime(options), gpu = describeDriver(driver);
  other.join();
  equipment.findings = {
      {CheckResult::Ok, "tool", "stencilc " STENCILC_VERSION ", LLVM " LLVM_VERSION_STRING, ""},
      findLibrary("JIT library", jit, noJit, "install all of stencilc; until then g++ is used"),
      runtime,
      host,
      cache,
      gpu,
      findLibrary("NVRTC", nvrtc, noNvrtc,
                  "kernels compile fastest with it: pip install nvidia-cuda-nvrtc, or install the "
                  "CUDA toolkit; until then nvcc is used"),
      nvcc,
      findMachineFile(),
      findMpi(),
      findNccl(),
      findLifter()};

  concludeCpu(equipment, runtime, host, jit);
  const std::string arch = works(gpu) ? nativeCudaArch() : "";
  equipment.runsOnCuda = !arch.empty() && ((works(runtime) && works(nvcc)) || isInside);
  equipment.cudaText = equipment.runsOnCuda
                           ? "with " + (isInside ? nvrtc : nvcc.text) + ", as " + arch
                           : whyNotCuda(gpu, arch, nvcc);
  return equipment;
}

} // namespace stencilc::driver
