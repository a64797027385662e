/// \file Decides which runs of a built program `stencilc verify` executes.
#include "driver/verify/Verdicts.h"
#include "driver/build/InProcess.h"
#include "driver/verify/Identity.h"
#include "driver/verify/Sum.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

static void reportUnusable(const std::string &file, const std::string &why, Diagnostics &diags) {
  diags.report(diag::LedgerUnusable, file, why)
      .note({}, diag::Hint, "every run is executed; remove the file to start a new ledger");
}

Verdicts::Verdicts(const std::string &file, Diagnostics &diags) : file(file) {
  if (file.empty())
    return;
  llvm::Expected<Ledger> opened = Ledger::open(file);
  if (!opened) {
    reportUnusable(file, llvm::toString(opened.takeError()), diags);
    return;
  }
  ledger = std::move(*opened);
  identity = runIdentity();
}

/// Returns the key of a built program in the ledger, the file of known results. Returns `nullopt`
/// if an external compiler builds the program, because it depends on files that the key does not
/// cover.
static std::optional<std::string> buildKey(const BuildRequest &request) {
  if (request.compiler == CompilerChoice::Own || !mayCompileInProcess(request.kind))
    return std::nullopt;
  return InProcessBuild(request).key();
}

Verdicts::Known Verdicts::lookUp(const std::string &module, const std::vector<CaseRun> &runs) {
  Known found{module, {}, {}};
  for (const CaseRun &run : runs) {
    found.keys.push_back(runKey(run, module, identity));
    const auto result = ledger->resultOf(found.keys.back());
    found.isKnown.push_back(result && *result == resultSum(run));
  }
  return found;
}

bool Verdicts::judge(const BuildRequest &request, const std::vector<CaseRun> &runs,
                     const Execution &execution, Verified &verified, Diagnostics &diags,
                     ProgressCallback told) {
  Known found{"", {}, std::vector<bool>(runs.size(), false)};
  const auto key = ledger && !execution.apart ? buildKey(request) : std::optional<std::string>();
  const auto module = key ? ledger->moduleOf(*key) : std::optional<std::string>();
  if (module)
    found = lookUp(*module, runs);
  std::string built;
  std::shared_ptr<const void> use;
  if (!llvm::all_of(found.isKnown, [](bool isKnown) { return isKnown; })) {
    const std::optional<Built> product = build(request, diags);
    if (!product)
      return false;
    built = product->path;
    use = product->use;
    const auto bytes = llvm::MemoryBuffer::getFile(built, /*IsText=*/false,
                                                   /*RequiresNullTerminator=*/false);
    if (key && bytes && llvm::StringRef(built).ends_with(".module")) {
      const std::string sum = Sum::ofBytes((*bytes)->getBuffer());
      if (sum != found.module)
        found = lookUp(sum, runs);
      ledger->addModule(*key, sum);
    }
  }
  execute(built, runs, found, execution, verified, diags, told);
  return true;
}

void Verdicts::execute(const std::string &module, const std::vector<CaseRun> &runs,
                       const Known &found, const Execution &execution, Verified &verified,
                       Diagnostics &diags, ProgressCallback told) {
  std::vector<CaseRun> unknown;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < runs.size(); ++i)
    if (!found.isKnown[i]) {
      unknown.push_back(runs[i]);
      places.push_back(i);
    }
  std::size_t next = 0; // index of the next run to report
  const auto reportKnown = [&](std::size_t end) {
    for (; next < end; ++next) {
      countEqual(runs[next], verified);
      told(next, "");
    }
  };
  if (!unknown.empty())
    executeRuns(module, unknown, execution, verified, diags,
                [&](std::size_t i, const CaseOutcome &outcome) {
                  reportKnown(places[i]);
                  told(next++, outcome.difference);
                  if (!found.keys.empty() && outcome.difference.empty())
                    ledger->addResult(found.keys[places[i]], outcome.result);
                });
  reportKnown(runs.size());
  known += static_cast<int>(runs.size() - unknown.size());
  made += static_cast<int>(unknown.size());
}

void Verdicts::close(bool verbose, Diagnostics &diags) {
  if (!ledger)
    return;
  ledger->count(known, made);
  if (verbose)
    llvm::errs() << "ledger: " << known << " runs known, " << made << " executed\n";
  if (ledger->damaged())
    reportUnusable(file, std::to_string(ledger->damaged()) + " of its rows are damaged", diags);
  if (llvm::Error error = ledger->write())
    reportUnusable(file, llvm::toString(std::move(error)), diags);
}

} // namespace stencilc::driver
