/// \file Compiles kernels with nvcc, too, if they use nearly all registers.
///
/// nvcc and NVRTC of one release generate different code, because NVRTC's front end uses 64-bit
/// addresses of shared memory. For most kernels the rates are equal. Kernels that need all
/// registers lost up to 12% of their rate with NVRTC. No kernel gained more than 1.4%
/// (bench/log/first-results/2026-11-23-the-cut-on-a-gpu.md).
#pragma once

#include "driver/build/KernelLog.h"
#include "driver/build/Toolchain.h"
#include <future>

namespace stencilc::driver {

/// Returns whether any kernel has a stack (for spilled registers or an array) or uses 250 or more
/// of the 255 registers that a thread can have.
bool fillsRegisters(const KernelLog &log);

/// Kernels that nvcc compiled: their code, and the output of the compiler.
struct NvccKernels {
  std::string cubin; // bytes
  std::string log;   // output of nvcc, which KernelLog.h parses
  std::string by;    // compiler and version: "nvcc 13.0"
};
/// A compilation with nvcc at the same time as NVRTC compiles the same kernels. So a program whose
/// kernels fill the registers is compiled in the time of the slower compiler.
class NvccBeside {
public:
  /// Starts nvcc on the kernels of `request`, which must outlive this object. With one processor,
  /// or if other builds may run (`isAlone`), nvcc is started only by take().
  explicit NvccBeside(const BuildRequest &request);
  NvccBeside(const NvccBeside &) = delete;
  NvccBeside &operator=(const NvccBeside &) = delete;
  /// Ends nvcc if it still runs.
  ~NvccBeside() { stop = true; }

  /// Waits for nvcc and returns its kernels. They have the same mangled names as with NVRTC.
  /// Returns `nullopt` without a message if nvcc is missing, fails, or is newer than the driver.
  std::optional<NvccKernels> take() { return kernels.get(); }

private:
  std::atomic<bool> stop = false;
  std::future<std::optional<NvccKernels>> kernels; // destroyed first, which waits for its thread
};

} // namespace stencilc::driver
