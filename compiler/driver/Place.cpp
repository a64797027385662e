/// \file Where programs run: asked for by the options, or chosen by what this machine has.
#include "driver/Place.h"
#include "driver/InProcess.h"
#include "driver/Machine.h"

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
  if (!options.emulate.empty())
    return BuildKind::CudaOnCpu;
  if (options.target == "cpu")
    return BuildKind::Cpu;
  if (options.target == "cuda")
    return BuildKind::Cuda;
  return std::nullopt;
}

RunPlace choosePlace(const Options &options) {
  return choosePlace(options, askedKind(options) ? GpuTools() : gpuTools());
}

RunPlace choosePlace(const Options &options, const GpuTools &tools) {
  if (const auto kind = askedKind(options))
    return {*kind, ""};
  if (tools.canRun())
    return {BuildKind::Cuda, ""};
  return {BuildKind::Cpu, tools.devices == 0
                              ? "no GPU found: running on the CPU target"
                              : "a GPU is present, but neither NVRTC nor nvcc was found: running "
                                "on the CPU target"};
}

CompilerChoice compilerChoice(const Options &options) {
  const std::string &given = options.compiler;
  return given.empty() || given == "auto"     ? CompilerChoice::Automatic
         : given == "jit" || given == "nvrtc" ? CompilerChoice::InProcess
                                              : CompilerChoice::Own;
}

BuildRequest buildRequest(const Options &options, const Pipeline &line, const RunPlace &place) {
  constexpr std::size_t kLongest =
      64; // of names, as in emitted text: file systems like no long ones
  BuildRequest request;
  request.kind = place.kind;
  request.name = llvm::StringRef(line.program().name).take_front(kLongest).str();
  request.arch = options.arch.empty() && place.kind == BuildKind::Cpu ? nativeCpuArch()
                                                                      : line.plan().target.name;
  request.runtime = findRuntime(options.runtime);
  request.givenRuntime = options.runtime;
  request.compiler = compilerChoice(options);
  request.mayTakeNvcc = request.compiler == CompilerChoice::Automatic;
  request.verbose = options.verbose;
  request.quiet = options.quiet;
  return request;
}

} // namespace stencilc::driver
