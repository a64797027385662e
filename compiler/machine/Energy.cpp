/// \file What is known of the energy of a GPU by its name: machine files of the tool have it, and
/// what a probe writes has not.
#include "machine/MachineFile.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::machine {

/// The GPUs of the tool's files, read once; a test says that they can be.
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
