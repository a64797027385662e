/// \file Decides which runs of a built program `stencilc verify` executes. Those in the ledger, the
/// file of known results, are skipped.
#pragma once

#include "driver/build/Toolchain.h"
#include "driver/verify/Ledger.h"
#include "driver/verify/ModuleRuns.h"

namespace stencilc::driver {

/// Compares runs with the interpreter, and skips those whose results the ledger knows.
class Verdicts {
public:
  /// Opens the ledger `file`, which holds known results. An empty name means no ledger. If the file
  /// cannot be used, a warning is reported and every run is executed.
  Verdicts(const std::string &file, Diagnostics &diags);

  /// Callback for each run: its index, and how its results differ from the interpreter's (empty if
  /// they are equal).
  using ProgressCallback = llvm::function_ref<void(std::size_t, const std::string &)>;
  /// Compares `runs` of the program that `request` builds with the interpreter, in their order.
  /// Builds it only if some run is not in the ledger of known results. Returns false, after a
  /// report, if it cannot be built.
  bool judge(const BuildRequest &request, const std::vector<CaseRun> &runs,
             const Execution &execution, Verified &verified, Diagnostics &diags,
             ProgressCallback told);

  /// Writes new results to the ledger, the file of known results. With `verbose`, prints how many
  /// runs were known and executed.
  void close(bool verbose, Diagnostics &diags);

private:
  /// Keys of all runs of one program in the ledger of known results. `isKnown` is true for a run
  /// that the ledger knows to be equal to the interpreter's.
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
