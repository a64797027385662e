/// \file `stencilc verify FILE...`: every legal schedule and target against the interpreter, by
/// bytes, and which these were.
#include "analysis/InexactFunctions.h"
#include "driver/Bundle.h"
#include "driver/Divided.h"
#include "driver/Driver.h"
#include "driver/ImportFolders.h"
#include "driver/Launches.h"
#include "driver/Machine.h"
#include "driver/Pipeline.h"
#include "driver/Place.h"
#include "driver/Toolchain.h"
#include "driver/verify/Verdicts.h"
#include "ir/Named.h"
#include "ir/Walk.h"
#include "support/Counted.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdlib>

namespace stencilc::driver {

namespace {

const char *kindName(BuildKind kind) {
  switch (kind) {
  case BuildKind::Cpu:
    return "cpu";
  case BuildKind::Cuda:
    return "gpu";
  case BuildKind::CudaOnCpu:
    return "cuda on cpu";
  }
  llvm_unreachable("kind without a name");
}

/// Verifies one file in one precision.
class Verification {
public:
  Verification(const Options &options, Pipeline &line, Verdicts &verdicts,
               const std::string &precision)
      : options(options), line(line), verdicts(verdicts) {
    verified.program = line.program().name;
    verified.precision = precision;
  }

  bool prepare(); // interprets the cases
  bool run();     // runs every way; false if anything differs or fails
  const Verified &result() const { return verified; }
  const std::vector<VerifyCase> &allCases() const { return cases; }

private:
  bool findLauncher();
  bool runWay(const Way &way);
  std::vector<CaseRun> runsOf(const Way &way) const;
  Execution executionOf(const Way &way) const;
  void tell(const Way &way, const CaseRun &run, const std::string &difference) const;

  const Options &options;
  Pipeline &line;
  Verdicts &verdicts;
  std::vector<VerifyCase> cases;
  std::string launcher; // of several processes
  Verified verified;
};

/// mpirun, told that it may start more processes than there are cores: what is compared has the
/// same bytes on any number. The variables are those of Open MPI 4 and 5, and others do not know
/// them.
bool Verification::findLauncher() {
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  launcher = findOfMpi({"mpirun"}, line.diagnostics());
  return !launcher.empty();
}

bool Verification::prepare() {
  const ir::Program &program = line.program();
  if (!parameterValues(program, options.params, line.diagnostics()))
    return false;
  if (options.processes > 1 && !findLauncher())
    return false;
  const std::int64_t steps = options.steps.value_or(3);
  std::int64_t first = 0; // step after which something is due
  const auto note = [&](std::int64_t every) { first = first ? std::min(first, every) : every; };
  for (const ir::Report &report : program.reports)
    note(report.every);
  for (const ir::Rule &rule : program.rules)
    note(rule.every);
  if (first > steps && !options.quiet)
    llvm::errs() << "stencilc: note: '" << program.name << "' reports nothing within "
                 << counted(steps, "step") << "; --steps=" << first << " compares that, too\n";
  const auto values = parameterValues(program, options.params, line.diagnostics());
  Extents minimum = line.allFacts().footprint.minimumExtents;
  const bool mayBeThin = !options.size.empty() && // else there are as few devices as fit
                         !line.allFacts().faces.mayBePeriodic(program.lastAxis());
  if (asksForDivided(options.schedule) && !mayBeThin)
    minimum = leastDivided(line.allFacts(), minimum);
  std::vector<Extents> all =
      options.size.empty()
          ? verifyExtents(program,
                          smallestFinite(program, extentsForPoints(program, minimum, *values),
                                         steps, options.params, line.diagnostics()))
          : std::vector<Extents>{*program.sizeHint};
  if (options.size.empty()) // a range of points may end outside of a larger grid
    for (Extents &extents : all)
      extents = extentsForPoints(program, extents, *values);
  // What asks for the step goes on from another one in every second case.
  constexpr std::int64_t kLater = 5;
  for (const Extents &extents : all) {
    const std::int64_t first = ir::asksForStep(program) && cases.size() % 2 ? kLater : 0;
    auto made = makeCase(program, extents, minimum, steps, options.params, line.diagnostics(),
                         options.firstStep.value_or(first));
    if (!made)
      return false;
    cases.push_back(std::move(*made));
  }
  return true;
}

/// Prints a line of the table; with --json standard output is for the object alone.
void Verification::tell(const Way &way, const CaseRun &run, const std::string &difference) const {
  (options.json ? llvm::errs() : llvm::outs())
      << llvm::formatv("{0,-16} {1,-8} {2,-12} {3,-24} {4,-9} {5,-12} {6}\n", verified.program,
                       verified.precision, kindName(way.kind),
                       line.plan().schedule + (llvm::StringRef(way.schedule).contains(':')
                                                   ? way.schedule.substr(way.schedule.find(':'))
                                                   : ""),
                       run.order, toText(run.verifyCase.extents, line.program().rank()),
                       difference.empty() ? "equal" : "DIFFERENT: " + difference);
}

/// The cases in each order of threads.
std::vector<CaseRun> Verification::runsOf(const Way &way) const {
  std::vector<CaseRun> runs;
  for (const std::string &order : way.orders)
    for (const VerifyCase &verifyCase : cases)
      runs.push_back({line.program(), verifyCase, order,
                      sharesFor(options.processes, options.devices, line.allFacts(), line.plan(),
                                verifyCase.extents)});
  return runs;
}

Execution Verification::executionOf(const Way &way) const {
  return {launcher, way.kind == BuildKind::Cuda || options.processes > 1, options.verbose};
}

bool Verification::runWay(const Way &way) {
  bool cpu = way.kind == BuildKind::Cpu;
  line.setDefaultArch(way.kind == BuildKind::Cuda ? nativeCudaArch() : "");
  if (!line.choosePlan(cpu ? plan::TargetKind::Cpu : plan::TargetKind::Cuda, way.schedule) ||
      !line.emit(emit::EmitForm::Module)) {
    ++verified.unfinished;
    return false;
  }
  BuildRequest request = buildRequest(options, line, {way.kind, ""});
  request.mayTakeNvcc = false;
  request.text = &line.text();
  request.quiet = true;
  const std::vector<CaseRun> runs = runsOf(way);
  bool fine = true;
  const auto told = [&](std::size_t i, const std::string &difference) {
    tell(way, runs[i], difference);
    fine = fine && difference.empty();
  };
  if (!verdicts.judge(request, runs, executionOf(way), verified, line.diagnostics(), told)) {
    ++verified.unfinished;
    return false;
  }
  const ScheduleOn on{line.plan().schedule, line.plan().target.kind};
  if (!llvm::is_contained(verified.ran, on))
    verified.ran.push_back(on);
  if (!fine && way.kind == BuildKind::Cuda)
    verified.inexact = analysis::inexactFunctions(line.program());
  return fine;
}

bool Verification::run() {
  Ways ways = waysToVerify(options, line.allFacts(), gpuTools().canRun());
  if (ways.found.empty() && !options.schedule.empty()) { // planning says what is wrong with it
    const bool cpu = options.target == "cpu";
    ++verified.unfinished;
    return line.choosePlan(cpu ? plan::TargetKind::Cpu : plan::TargetKind::Cuda,
                           options.schedule) &&
           false;
  }
  verified.refused = std::move(ways.refused);
  bool fine = true;
  for (const Way &way : ways.found)
    fine = runWay(way) && fine;
  return fine;
}

/// What was verified of all files and precisions.
struct Tally {
  std::vector<Verified> all;
  int failures = 0;
};

/// Verifies a file in one precision, or adds it to the bundle. False if it cannot be begun.
bool verifyFile(const Options &options, const std::string &input, const std::string &precision,
                Verdicts &verdicts, Tally &tally) {
  Pipeline line(options);
  line.setPrecision(precision);
  if (!line.frontEnd(input))
    return false;
  Verification verification(options, line, verdicts, precision.empty() ? "as given" : precision);
  if (!verification.prepare())
    return false;
  if (!options.bundle.empty())
    return writeBundle(options, line, precision, verification.allCases());
  tally.failures += !verification.run();
  tally.all.push_back(verification.result());
  return true;
}

} // namespace

int verifyCommand(const Options &options) {
  std::vector<std::string> precisions = options.precisions;
  if (precisions.empty())
    precisions.push_back("");
  const llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs());
  Verdicts verdicts(ledgerFile(options.ledger), diags);
  Tally tally;
  for (const std::string &input : programsAmong(options.inputs))
    for (const std::string &precision : precisions)
      if (!verifyFile(options, input, precision, verdicts, tally))
        return kUserError;
  verdicts.close(options.verbose, diags);
  return options.bundle.empty() ? concludeVerify(options, tally.all, tally.failures) : kFine;
}

} // namespace stencilc::driver
