/// \file Compiles kernels with nvcc, for programs in which NVRTC uses nearly all registers.
#include "driver/build/NvccKernels.h"
#include "driver/files/FileOutput.h"
#include "library/nvrtc/Nvrtc.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <thread>

namespace stencilc::driver {

/// Smallest number of registers per thread at which a kernel, after NVRTC has compiled it, is also
/// compiled with nvcc. The hardware limit is 255. If a compiler uses nearly all registers, it has
/// probably generated slower code to stay below the limit.
static constexpr unsigned kNearlyAll = 250;
/// First release of nvcc whose assembler (ptxas) compiles the kernels of a source at the same time,
/// with as many threads as the machine has. The machine code is the same. The option of this name
/// for nvcc's other programs changes the code of some kernels, and is not used.
static constexpr int kSplits = 13;

bool fillsRegisters(const KernelLog &log) {
  return llvm::any_of(log.kernels, [](const KernelResources &kernel) {
    return kernel.stackBytes > 0 || kernel.registers >= kNearlyAll;
  });
}

/// Returns the release of nvcc, such as "13.0", from its output "Cuda compilation tools, release
/// 13.0, V13.0.88".
static llvm::StringRef releaseOf(llvm::StringRef version) {
  return version.split("release ").second.split(',').first;
}

/// Returns whether the driver can run code of this nvcc release. `driverVersion` is 12080 for 12.8,
/// and 0 without a driver.
static bool fitsDriver(llvm::StringRef release, int driverVersion) {
  int major = 0;
  return !release.consumeInteger(10, major) &&
         (driverVersion <= 0 || major <= driverVersion / 1000);
}

/// Compiles the kernels of `request` with nvcc. Returns `nullopt` without a message if nvcc is
/// missing, fails, is newer than the driver, or is ended by `request.stop`.
static std::optional<NvccKernels> kernelsByNvcc(const BuildRequest &request) {
  const std::string nvcc = findNvcc();
  const std::string version = nvcc.empty() ? "" : compilerVersion(nvcc);
  if (request.runtime.empty() ||
      !fitsDriver(releaseOf(version), library::nvrtcSearch().driverVersion))
    return std::nullopt;
  const llvm::SourceMgr sources;
  Diagnostics unheard(sources, [](const auto &) {}); // errors are ignored: NVRTC's kernels exist
  const WorkFolder work;
  if (!work.isThere(unheard))
    return std::nullopt;
  const std::string source = work.file(request.name + ".cu"), cubin = work.file("cubin");
  BuildRequest wanted = request;
  wanted.reportsKernels = true;
  wanted.log = work.file("log");
  std::vector<std::string> command = compileCommand(wanted, nvcc);
  if (int major = 0; !releaseOf(version).consumeInteger(10, major) && major >= kSplits)
    command.push_back("-Xptxas=-split-compile=0");
  command.insert(command.end(), {"-cubin", source, "-o", cubin});
  if (!writeFileWhole(source, request.text->source, unheard) ||
      !compile(command, wanted, work, unheard))
    return std::nullopt;
  const auto bytes = llvm::MemoryBuffer::getFile(cubin),
             said = llvm::MemoryBuffer::getFile(wanted.log);
  if (!bytes)
    return std::nullopt;
  return NvccKernels{(*bytes)->getBuffer().str(), said ? (*said)->getBuffer().str() : "",
                     "nvcc " + releaseOf(version).str()};
}

NvccBeside::NvccBeside(const BuildRequest &request) {
  const bool isAtOnce = request.isAlone && std::thread::hardware_concurrency() > 1;
  kernels = std::async(isAtOnce ? std::launch::async : std::launch::deferred, [this, &request] {
    BuildRequest stopped = request;
    stopped.stop = &stop;
    return kernelsByNvcc(stopped);
  });
}

} // namespace stencilc::driver
