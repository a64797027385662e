/// \file Decides which runs of a module `stencilc verify` executes, and which the ledger (stored
/// results) already answers.
#pragma once

#include "driver/Toolchain.h"
#include "driver/verify/Ledger.h"
#include "driver/verify/ModuleRuns.h"

namespace stencilc::driver {

class Verdicts {
public:
  /// Opens the ledger `file`; if it is empty, none is used. If it cannot be opened, a warning is
  /// reported and every run is executed.
  Verdicts(const std::string &file, Diagnostics &diags);

  /// Callback for each run: its index, and how its results differ from the interpreter's (empty if
  /// equal).
  using Told = llvm::function_ref<void(std::size_t, const std::string &)>;
  /// Compares `runs` of the module that `request` describes with the interpreter, in their order.
  /// Builds the module only if some run is not in the ledger. Returns false, after a report, if the
  /// module cannot be built.
  bool judge(const BuildRequest &request, const std::vector<CaseRun> &runs,
             const Execution &execution, Verified &verified, Diagnostics &diags, Told told);

  /// Writes new results to the ledger. With `verbose`, prints how many runs were known and
  /// executed.
  void close(bool verbose, Diagnostics &diags);

private:
  /// Ledger keys of all runs of one module, and whether the ledger knows each as equal.
  struct Known {
    std::string module; // SHA-256 hash of the module's bytes
    std::vector<std::string> keys;
    std::vector<bool> isKnown;
  };
  Known lookUp(const std::string &module, const std::vector<CaseRun> &runs);
  void execute(const std::string &file, const std::vector<CaseRun> &runs, const Known &known,
               const Execution &execution, Verified &verified, Diagnostics &diags, Told told);

  std::string file;
  std::optional<Ledger> ledger;
  std::string identity;
  int known = 0, made = 0;
};

} // namespace stencilc::driver
