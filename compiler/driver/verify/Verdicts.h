/// \file Which runs of a module `stencilc verify` executes, and which the ledger already knows.
#pragma once

#include "driver/Toolchain.h"
#include "driver/verify/Ledger.h"
#include "driver/verify/ModuleRuns.h"

namespace stencilc::driver {

class Verdicts {
public:
  /// With the ledger `file`, or none if it is empty. A ledger that cannot be used is reported, and
  /// everything is executed.
  Verdicts(const std::string &file, Diagnostics &diags);

  /// Called with a run's place among the runs, and how it differs from the interpreter; empty if it
  /// does not.
  using Told = llvm::function_ref<void(std::size_t, const std::string &)>;
  /// Judges `runs` of the module that `request` describes, in their order. Builds the module only
  /// if a run must be executed. Returns false after a report if the module cannot be built.
  bool judge(const BuildRequest &request, const std::vector<CaseRun> &runs,
             const Execution &execution, Verified &verified, Diagnostics &diags, Told told);

  /// Writes what was learnt. With `verbose`, prints how many runs were known.
  void close(bool verbose, Diagnostics &diags);

private:
  /// Keys of the runs of one module in the ledger, and which of them it knows.
  struct Known {
    std::string module; // SHA-256 of its bytes
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
