/// \file The host code of an emitted program, with headers and options, to be compiled by Clang
/// inside this process.
#include "driver/build/HostSource.h"
#include "driver/compile/EmbeddedHeaders.h"
#include "driver/machines/Machine.h"

namespace stencilc::driver {

std::string sourceName(const BuildRequest &request) {
  return request.name + (request.kind == BuildKind::Cpu ? ".cpp" : ".cu");
}

/// Returns the optimisation level (-O) for GPU kernels that the CPU device, an emulated GPU,
/// executes on small grids. It is 0 for kernels that unroll their time steps: -O1 takes 1 to 4 s to
/// compile, not 0.2 s, and saves less in the run. It is 1 for other kernels, because -O1 saves them
/// more time than it costs.
static int levelOnCpuDevice(const emit::Emitted &text) { return text.unrollsSteps ? 0 : 1; }

/// Returns the compiler options and headers for `kind`, without code. The headers are those in the
/// folder `runtime`, or the embedded ones if it is empty.
static library::JitSource sourceOfKind(BuildKind kind, const std::string &runtime) {
  library::JitSource source;
  for (const RuntimeHeader &header : runtimeHeaders(runtime))
    source.files.push_back({header.name, header.text});
  source.options = {"-Wno-unknown-pragmas"};
  switch (kind) {
  case BuildKind::Cpu:
    break;
  case BuildKind::Cuda: // the host code has only launches and initial values
    source.options.push_back("-DSTENCILC_KERNELS_APART");
    source.optimisation = 2;
    break;
  case BuildKind::CudaOnCpu:
    source.options.push_back("-DSTENCILC_CPU_DEVICE");
    // Without these checks, accesses outside arrays in shared memory or registers stay unnoticed,
    // as they do on a GPU.
    source.checksBounds = true;
    break;
  }
  return source;
}

library::JitSource hostSource(const BuildRequest &request) {
  library::JitSource source = sourceOfKind(request.kind, request.givenRuntime);
  source.name = sourceName(request);
  source.text = request.text->source;
  source.cpu = request.kind == BuildKind::Cpu ? request.arch : nativeCpuArch();
  if (request.kind == BuildKind::CudaOnCpu)
    source.optimisation = levelOnCpuDevice(*request.text);
  return source;
}

std::vector<library::JitSource> usualSources() {
  library::JitSource device = sourceOfKind(BuildKind::CudaOnCpu, "");
  device.optimisation = 0;
  library::JitSource optimised = device;
  optimised.optimisation = 1;
  std::vector<library::JitSource> sources = {sourceOfKind(BuildKind::Cpu, ""),
                                             sourceOfKind(BuildKind::Cuda, ""), std::move(device),
                                             std::move(optimised)};
  for (library::JitSource &source : sources)
    source.cpu = "x86-64-v3"; // nativeCpuArch() of nearly all machines
  return sources;
}

} // namespace stencilc::driver
