/// \file Chooses where programs run: on a GPU, on the CPU, or on an emulated GPU.
#include "driver/run/Place.h"
#include "driver/build/InProcess.h"
#include "driver/machines/Machine.h"
#include "plan/interface/Schedule.h"
#include <cstdlib>

namespace stencilc::driver {

GpuTools gpuTools() {
  GpuTools tools;
  tools.devices = cudaDeviceCount();
  tools.hasNvcc = tools.devices > 0 && !findNvcc().empty();
  tools.compilesInside =
      tools.devices > 0 && !tools.hasNvcc && mayCompileInProcess(BuildKind::Cuda);
  return tools;
}

std::optional<BuildKind> askedKind(const Options &options) {
  if (!options.run.threadOrder.empty())
    return BuildKind::CudaOnCpu;
  if (options.plan.target == "cpu")
    return BuildKind::Cpu;
  if (options.plan.target == "cuda")
    return BuildKind::Cuda;
  return std::nullopt;
}

RunPlace choosePlace(const Options &options) {
  return choosePlace(options, askedKind(options) ? GpuTools() : gpuTools());
}

/// Returns the default target that the environment variable STENCILC_TARGET sets, or an empty
/// string.
static llvm::StringRef targetOfEnvironment() {
  const char *const target = std::getenv("STENCILC_TARGET");
  return target ? target : "";
}

/// Returns the target (CUDA or CPU) of a schedule that generates code for only one of them. Returns
/// `nullopt` if it supports both, or if there is no schedule with this name.
static std::optional<plan::TargetKind> kindOf(llvm::StringRef schedule) {
  const plan::Schedule *const asked = plan::findSchedule(schedule.split(':').first);
  if (!asked || (asked->makes(plan::TargetKind::Cpu) && asked->makes(plan::TargetKind::Cuda)))
    return std::nullopt;
  return asked->target();
}

ChosenTarget chooseTarget(const Options &options) {
  using plan::TargetKind;
  if (const auto kind = askedKind(options))
    return {*kind == BuildKind::Cpu ? TargetKind::Cpu : TargetKind::Cuda, ""};
  if (!options.plan.arch.empty())
    return {llvm::StringRef(options.plan.arch).starts_with("sm_") ? TargetKind::Cuda
                                                                  : TargetKind::Cpu,
            ""};
  if (const auto kind = kindOf(options.plan.schedule))
    return {*kind, ""};
  if (!options.plan.machine.empty() || targetOfEnvironment() == "cuda")
    return {TargetKind::Cuda, ""};
  const RunPlace place = choosePlace(options);
  const llvm::StringRef why = llvm::StringRef(place.note).split(':').first;
  return {place.target(),
          why.empty() ? "" : (why + ": for the CPU target; --target=cuda is for GPUs").str()};
}

RunPlace choosePlace(const Options &options, const GpuTools &tools) {
  if (const auto kind = askedKind(options))
    return {*kind, ""};
  if (targetOfEnvironment() == "cpu")
    return {BuildKind::Cpu, ""};
  if (tools.canRun())
    return {BuildKind::Cuda, ""};
  return {BuildKind::Cpu, tools.devices == 0
                              ? "no GPU found: running on the CPU target"
                              : "a GPU is present, but neither NVRTC nor nvcc was found: running "
                                "on the CPU target"};
}

CompilerChoice compilerChoice(const Options &options) {
  const std::string &given = options.build.compiler;
  return given.empty() || given == "auto"     ? CompilerChoice::Automatic
         : given == "jit" || given == "nvrtc" ? CompilerChoice::InProcess
                                              : CompilerChoice::Own;
}

BuildRequest buildRequest(const Options &options, const Pipeline &line, const RunPlace &place) {
  constexpr std::size_t kLongest =
      64; // characters of a name, as in emitted code: file systems limit the length of names
  BuildRequest request;
  request.kind = place.kind;
  request.name = llvm::StringRef(line.program().name).take_front(kLongest).str();
  request.arch = options.plan.arch.empty() && place.kind == BuildKind::Cpu
                     ? nativeCpuArch()
                     : line.plan().target.name;
  request.runtime = findRuntime(options.build.runtime);
  request.givenRuntime = options.build.runtime;
  request.compiler = compilerChoice(options);
  request.mayTakeNvcc = request.compiler == CompilerChoice::Automatic;
  request.verbose = options.run.verbose;
  request.quiet = options.run.quiet;
  return request;
}

} // namespace stencilc::driver
