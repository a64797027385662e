/// \file Finds the energy per operation of a GPU by the name of the GPU. Only the machine files
/// that are built into stencilc contain energies. Files that `stencilc probe` writes do not.
#include "machine/MachineFile.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::machine {

/// Returns the GPUs of the machine files (JSON descriptions of machines) that are built into
/// stencilc. Parses the files on the first call. Invalid files would end the program, so a unit
/// test checks them.
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
