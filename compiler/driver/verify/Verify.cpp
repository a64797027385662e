/// \file `stencilc verify FILE...`: compares every legal schedule on every target with the
/// interpreter, byte for byte.
#include "analysis/InexactFunctions.h"
#include "driver/Driver.h"
#include "driver/Pipeline.h"
#include "driver/build/Toolchain.h"
#include "driver/cli/ImportFolders.h"
#include "driver/machines/Machine.h"
#include "driver/process/Launches.h"
#include "driver/run/Divided.h"
#include "driver/run/Place.h"
#include "driver/verify/Bundle.h"
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

/// Verifies one program in one precision.
class Verification {
public:
  Verification(const Options &options, Pipeline &line, Verdicts &verdicts,
               const std::string &precision)
      : options(options), line(line), verdicts(verdicts) {
    verified.program = line.program().name;
    verified.precision = precision;
  }

  bool prepare(); // interprets the test cases; false after a report
  bool run();     // runs every way to execute them; false if one differs or fails
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
  std::string launcher; // path of mpirun; empty without --processes
  Verified verified;
};

/// Finds mpirun, and sets environment variables with which Open MPI 4 and 5 start more processes
/// than there are cores. Other MPIs ignore the variables. More processes are safe, because results
/// do not depend on the number of cores. Returns false after it has reported an error.
bool Verification::findLauncher() {
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
  setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
  launcher = findOfMpi({"mpirun"}, line.diagnostics());
  return !launcher.empty();
}

bool Verification::prepare() {
  const ir::Program &program = line.program();
  if (!parameterValues(program, options.run.params, line.diagnostics()))
    return false;
  if (options.verify.processes > 1 && !findLauncher())
    return false;
  const std::int64_t steps = options.run.steps.value_or(3);
  std::int64_t first = 0; // first time step after which a report or a rule is due
  const auto note = [&](std::int64_t every) { first = first ? std::min(first, every) : every; };
  for (const ir::Report &report : program.reports)
    note(report.every);
  for (const ir::Rule &rule : program.rules)
    note(rule.every);
  if (first > steps && !options.run.quiet)
    llvm::errs() << "stencilc: note: '" << program.name << "' has no reports within "
                 << counted(steps, "step") << "; --steps=" << first << " compares that, too\n";
  const auto values = parameterValues(program, options.run.params, line.diagnostics());
  Extents minimum = line.allFacts().footprint.minimumExtents;
  // A grid of --size may have too few planes: then fewer devices share it, unless it is periodic.
  const bool mayBeThin =
      !options.run.size.empty() && !line.allFacts().faces.mayBePeriodic(program.lastAxis());
  if (asksForDivided(options.plan.schedule) && !mayBeThin)
    minimum = leastDivided(line.allFacts(), minimum);
  std::vector<Extents> all =
      options.run.size.empty()
          ? verifyExtents(program,
                          smallestFinite(program, extentsForPoints(program, minimum, *values),
                                         steps, options.run.params, line.diagnostics()))
          : std::vector<Extents>{*program.sizeHint};
  if (options.run.size.empty()) // points given as ranges may end outside a larger grid
    for (Extents &extents : all)
      extents = extentsForPoints(program, extents, *values);
  // If the program uses the step number, every second case begins at time step 5, not 0.
  constexpr std::int64_t kLater = 5;
  for (const Extents &extents : all) {
    const std::int64_t first = ir::asksForStep(program) && cases.size() % 2 ? kLater : 0;
    auto made = makeCase(program, extents, minimum, steps, options.run.params, line.diagnostics(),
                         options.run.firstStep.value_or(first));
    if (!made)
      return false;
    cases.push_back(std::move(*made));
  }
  return true;
}

/// Prints the result of one run as a line of the table. If --json is given, it prints to standard
/// error, because standard output is for the JSON object alone.
void Verification::tell(const Way &way, const CaseRun &run, const std::string &difference) const {
  (options.run.json ? llvm::errs() : llvm::outs())
      << llvm::formatv("{0,-16} {1,-8} {2,-12} {3,-24} {4,-9} {5,-12} {6}\n", verified.program,
                       verified.precision, kindName(way.kind),
                       line.plan().schedule + (llvm::StringRef(way.schedule).contains(':')
                                                   ? way.schedule.substr(way.schedule.find(':'))
                                                   : ""),
                       run.order, toText(run.verifyCase.extents, line.program().rank()),
                       difference.empty() ? "equal" : "DIFFERENT: " + difference);
}

/// Returns the runs for one way (schedule and target) to execute the program: each test case, in
/// each order of threads.
std::vector<CaseRun> Verification::runsOf(const Way &way) const {
  std::vector<CaseRun> runs;
  for (const std::string &order : way.orders)
    for (const VerifyCase &verifyCase : cases)
      runs.push_back({line.program(), verifyCase, order,
                      sharesFor(options.verify.processes, options.run.devices, line.allFacts(),
                                line.plan(), verifyCase.extents)});
  return runs;
}

Execution Verification::executionOf(const Way &way) const {
  return {launcher, way.kind == BuildKind::Cuda || options.verify.processes > 1,
          options.run.verbose};
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
  if (ways.found.empty() && !options.plan.schedule.empty()) { // choosePlan reports why
    const bool cpu = options.plan.target == "cpu";
    ++verified.unfinished;
    return line.choosePlan(cpu ? plan::TargetKind::Cpu : plan::TargetKind::Cuda,
                           options.plan.schedule) &&
           false;
  }
  verified.refused = std::move(ways.refused);
  bool fine = true;
  for (const Way &way : ways.found)
    fine = runWay(way) && fine;
  return fine;
}

/// Results of all programs and precisions that were verified.
struct Tally {
  std::vector<Verified> all;
  int failures = 0;
};

/// Verifies one program in one precision and adds the result to `tally`. With --bundle it instead
/// writes the test cases of the program into a folder. Returns false, after a report, if the
/// program cannot be compiled or its test cases cannot be made.
bool verifyFile(const Options &options, const std::string &input, const std::string &precision,
                Verdicts &verdicts, Tally &tally) {
  Pipeline line(options);
  line.setPrecision(precision);
  if (!line.frontEnd(input))
    return false;
  Verification verification(options, line, verdicts, precision.empty() ? "as given" : precision);
  if (!verification.prepare())
    return false;
  if (!options.verify.bundle.empty())
    return writeBundle(options, line, precision, verification.allCases());
  tally.failures += !verification.run();
  tally.all.push_back(verification.result());
  return true;
}

} // namespace

int verifyCommand(const Options &options) {
  std::vector<std::string> precisions = options.program.precisions;
  if (precisions.empty())
    precisions.push_back("");
  const llvm::SourceMgr sources;
  Diagnostics diags(sources, llvm::errs());
  Verdicts verdicts(ledgerFile(options.verify.ledger), diags);
  Tally tally;
  for (const std::string &input : programsAmong(options.inputs))
    for (const std::string &precision : precisions)
      if (!verifyFile(options, input, precision, verdicts, tally))
        return kUserError;
  verdicts.close(options.run.verbose, diags);
  return options.verify.bundle.empty() ? concludeVerify(options, tally.all, tally.failures) : kFine;
}

} // namespace stencilc::driver
