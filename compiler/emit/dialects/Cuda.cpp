/// \file The dialect (target language) CUDA C++. No other file of the printer contains CUDA syntax.
#include "emit/Dialect.h"
#include "kernel/build/Readers.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

static std::string kernelHead(const kernel::LaunchBounds &bounds) {
  const std::string resident = bounds.resident > 0 ? ", " + std::to_string(bounds.resident) : "";
  const std::string threads =
      bounds.named ? spelling(*bounds.named) : std::to_string(bounds.threads);
  return "__global__ void __launch_bounds__(" + threads + resident + ")";
}

static std::string thread(kernel::Builtin what, int axis) {
  static const char *const names[] = {"blockIdx", "blockDim", "threadIdx", "gridDim"};
  return std::string(names[static_cast<int>(what)]) + "." + kernel::axisName(axis);
}

static std::vector<std::string> launch(const LaunchText &text) {
  const std::string threads = llvm::join(text.threads, ", "),
                    blocks = llvm::join(text.blocks, ", "),
                    head = text.step + ".launch(\"" + text.title + "\", " + text.kernel + ", ",
                    tail = "}, " + text.arguments + ");";
  if (!text.waits)
    return {"const dim3 " + text.block + "(" + threads + ");",
            "const dim3 " + text.grid + "(" + blocks + ");",
            head + "{" + text.grid + ", " + text.block + ", " + text.sharedBytes + tail};
  return {head + "{.grid = dim3(" + blocks + "), .block = dim3(" + threads +
          "), .sharedBytes = " + text.sharedBytes + ", .barriers = true" +
          (text.isDependent ? ", .isDependent = true" : "") +
          (text.inPairs ? ", .inPairs = true" : "") +
          (text.isCooperative ? ", .isCooperative = true" : "") + tail};
}

const Dialect &cudaDialect() {
  static const Dialect dialect{.words = "blockIdx blockDim threadIdx gridDim",
                               .isHost = false,
                               .kernelHead = kernelHead,
                               .helperHead = "__device__ ",
                               .always = "__forceinline__ ",
                               .hostBegin = "#if STENCILC_HAS_HOST\n",
                               .hostEnd = "#endif\n",
                               .outOfCoreHeader = "stencilc/stream/ChecksumKernels.h",
                               .outOfCoreMembers = "\n    .checksums = stencilc::launchChecksums,",
                               .receiverHeader = "stencilc/ReceiverKernels.h",
                               .receiverFunction = "stencilc::launchReceivers",
                               .thread = thread,
                               .shared = "__shared__ ",
                               .constant = "const __grid_constant__ ",
                               .unrolled = "#pragma unroll",
                               .unrolledBy = "#pragma unroll ",
                               .launch = launch};
  return dialect;
}

} // namespace stencilc::emit
