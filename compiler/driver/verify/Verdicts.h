/// \file Decides which runs of a built program `stencilc verify` executes. Runs whose results are
/// in the ledger, the file of known results, are skipped.
#pragma once

#include "driver/build/Toolchain.h"
#include "driver/verify/Ledger.h"
#include "driver/verify/ModuleRuns.h"

namespace stencilc::driver {

/// Compares runs with the interpreter. Skips runs whose results are in the ledger, the file of
/// known results.
class Verdicts {
public:
  /// Opens the ledger `file`, which holds known results. An empty name means no ledger. If the file
  /// cannot be used, a warning is reported and every run is executed.
  Verdicts(const std::string &file, Diagnostics &diags);

  /// Function that is called after each run, with its index and a text on how its results differ
  /// from the interpreter's. The text is empty if they are equal.
  using ProgressCallback = llvm::function_ref<void(std::size_t, const std::string &)>;
  /// Compares `runs` of the program that `request` builds with the interpreter, in their order.
  /// Builds the program only if the result of some run is not in the ledger (file of known
  /// results). Returns false, after a report, if it cannot be built.
  bool judge(const BuildRequest &request, const std::vector<CaseRun> &runs,
             const Execution &execution, Verified &verified, Diagnostics &diags,
             ProgressCallback told);

  /// Writes new results to the ledger, the file of known results. If `verbose` is true, prints how
  /// many runs were skipped and executed.
  void close(bool verbose, Diagnostics &diags);

private:
  /// Keys of all runs of one program in the ledger, the file of known results. `isKnown` is true
  /// for a run whose result in the ledger is equal to the interpreter's.
  struct Known {
    std::string module; // SHA-256 hash of the module's bytes
    std::vector<std::string> keys;
    std::vector<bool> isKnown;
  };
  Known lookUp(const std::string &module, const std::vector<CaseRun> &runs);
  void execute(const std::string &file, const std::vector<CaseRun> &runs, const Known &known,
               const Execution &execution, Verified &verified, Diagnostics &diags,
               ProgressCallback told);

  std::string file;
  std::optional<Ledger> ledger;
  std::string identity;
  int known = 0, made = 0;
};

} // namespace stencilc::driver
