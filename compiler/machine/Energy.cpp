/// \file Looks up the energy of a GPU's operations by the name of the GPU. The machine files that
/// are compiled into stencilc contain it. Files that `stencilc probe` writes do not.
#include "machine/MachineFile.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::machine {

/// Returns all GPUs of the machine files that are compiled into stencilc. Parses the files on the
/// first call. A unit test checks that the files are valid.
static const std::vector<GpuMachine> &gpusOfTool() {
  static const auto all = [] {
    std::vector<GpuMachine> gpus;
    for (const EmbeddedMachine &embedded : embeddedMachines())
      if (const auto gpu = llvm::cantFail(readMachine(embedded.text)).gpu)
        gpus.push_back(*gpu);
    return gpus;
  }();
  return all;
}

std::optional<GpuEnergy> findEnergy(llvm::StringRef gpu) {
  const auto found = llvm::find_if(gpusOfTool(), [&](const auto &one) { return one.name == gpu; });
  return found == gpusOfTool().end() ? std::nullopt : found->energy;
}

} // namespace stencilc::machine
