/// \file Where a program runs: the same for `run` and `tune`.
#include "driver/Place.h"
#include "driver/InProcess.h"
#include "driver/Machine.h"

namespace stencilc::driver {

Place choosePlace(const Options &options) {
  if (!options.emulate.empty())
    return {BuildKind::CudaOnCpu, ""};
  if (options.target == "cpu")
    return {BuildKind::Cpu, ""};
  if (options.target == "cuda")
    return {BuildKind::Cuda, ""};
  if (cudaDeviceCount() == 0)
    return {BuildKind::Cpu, "no GPU found: running on the CPU target"};
  std::string why;
  if (findNvcc().empty() && !canCompileInProcess(BuildKind::Cuda, "", why))
    return {BuildKind::Cpu,
            "a GPU is present, but neither NVRTC nor nvcc was found: running on the "
            "CPU target"};
  return {BuildKind::Cuda, ""};
}

CompilerChoice compilerChoice(const Options &options) {
  const std::string &given = options.compiler;
  return given.empty() || given == "auto"     ? CompilerChoice::Automatic
         : given == "jit" || given == "nvrtc" ? CompilerChoice::InProcess
                                              : CompilerChoice::Own;
}

BuildRequest buildRequest(const Options &options, const Pipeline &line, const Place &place) {
  BuildRequest request;
  request.kind = place.kind;
  request.name = line.program().name;
  request.arch = options.arch.empty() && place.kind == BuildKind::Cpu ? nativeCpuArch()
                                                                      : line.plan().target.name;
  request.runtime = findRuntime(options.runtime);
  request.givenRuntime = options.runtime;
  request.compiler = compilerChoice(options);
  request.verbose = options.verbose;
  request.quiet = options.quiet;
  return request;
}

} // namespace stencilc::driver
