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
#include "driver/RunModule.h"
#include "driver/Toolchain.h"
#include "driver/verify/Cases.h"
#include "driver/verify/Summary.h"
#include "ir/Named.h"
#include "ir/Walk.h"
#include "support/Counted.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

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
  Verification(const Options &options, Pipeline &line, const std::string &precision)
      : options(options), line(line) {
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
  bool runCase(const std::string &program, const Way &way, const std::string &order,
               const VerifyCase &verifyCase);
  std::vector<std::string> caseCommand(const std::string &module, const std::string &order,
                                       const VerifyCase &verifyCase,
                                       const std::string &folder) const;
  /// What the case starts from, to files; appends the arguments for all arrays to `command`.
  bool writeStarts(const VerifyCase &verifyCase, const std::string &folder,
                   std::vector<std::string> &command);
  bool compare(const VerifyCase &verifyCase, const std::string &folder, std::string &difference);
  void tell(const Way &way, const std::string &order, const VerifyCase &verifyCase,
            const std::string &outcome) const;

  const Options &options;
  Pipeline &line;
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

bool Verification::compare(const VerifyCase &verifyCase, const std::string &folder,
                           std::string &difference) {
  const ir::Program &program = line.program();
  for (ir::FieldId id : ir::namedFields(program))
    for (int age = 0; age < writtenLevels(program, id); ++age) {
      const ir::NamedArray expected = ir::namedArray(
          program, id, verifyCase.end.fields[id.index][static_cast<std::size_t>(age)]);
      const std::string name = arrayName(program, id, age);
      auto found = readArray(folder + "/" + name + ".npy", program, id, expected.grid.extents,
                             line.diagnostics());
      ++verified.arrays;
      difference = found ? firstDifference(name, expected, *found, program)
                         : name + " cannot be read, see the error";
      if (!difference.empty()) {
        ++verified.different;
        return false;
      }
    }
  for (Traces trace : verifyCase.traces) {
    trace.path = folder + "/trace-" + trace.path;
    ++verified.arrays;
    difference = firstDifferentTrace(program, trace, line.diagnostics());
    if (!difference.empty()) {
      ++verified.different;
      return false;
    }
  }
  if (!program.hasChecks())
    return true;
  const std::string wanted = reportsText(program, verifyCase.result);
  auto text = llvm::MemoryBuffer::getFile(folder + "/reports.txt");
  difference = firstDifferentReport(wanted, text ? (*text)->getBuffer().str() : "");
  verified.reports += llvm::StringRef(wanted).count('\n');
  verified.different += !difference.empty();
  return difference.empty();
}

std::vector<std::string> Verification::caseCommand(const std::string &module,
                                                   const std::string &order,
                                                   const VerifyCase &verifyCase,
                                                   const std::string &folder) const {
  const ir::Program &program = line.program();
  const Shares shares = sharesFor(options.processes, options.devices, line.allFacts(), line.plan(),
                                  verifyCase.extents);
  std::vector<std::string> command = moduleCommand(module);
  if (shares.processes > 1)
    command.insert(command.begin(), {launcher, "-n", std::to_string(shares.processes)});
  command.insert(command.end(),
                 {"--size=" + toText(verifyCase.extents, program.rank(), ","),
                  "--steps=" + std::to_string(verifyCase.steps), "-q", "--progress=never"});
  if (verifyCase.firstStep)
    command.push_back("--first-step=" + std::to_string(verifyCase.firstStep));
  if (!shares.devices.empty())
    command.push_back("--devices=" + shares.devices);
  for (const std::string &param : verifyCase.params)
    command.push_back("--param=" + param);
  if (program.hasChecks())
    command.push_back("--reports=" + folder + "/reports.txt");
  if (!program.saves.empty())
    command.push_back("--no-save");
  if (!order.empty())
    command.push_back("--thread-order=" + order);
  return command;
}

bool Verification::writeStarts(const VerifyCase &verifyCase, const std::string &folder,
                               std::vector<std::string> &command) {
  const ir::Program &program = line.program();
  bool fine = writeSeries(folder, verifyCase, program, line.diagnostics());
  for (const ir::SeriesDecl &series : program.series)
    command.push_back("--series=" + series.name + "=" + folder + "/series-" + series.name + ".npy");
  fine = fine && writePoints(folder, verifyCase.points, program, line.diagnostics());
  PointInputs points;
  for (ir::PointsId id : program.points.ids())
    if (const ir::PointsDecl &each = program.points[id]; !each.file.empty())
      points.points.emplace_back(id, folder + "/points-" + each.name + ".npy");
  for (const Traces &trace : verifyCase.traces)
    points.traces.emplace_back(trace.receiver, folder + "/trace-" + trace.path);
  llvm::append_range(command, pointArguments(points, program));
  for (ir::FieldId id : ir::namedFields(program))
    for (int age = 0; age < writtenLevels(program, id); ++age) {
      const std::string name = arrayName(program, id, age);
      command.push_back("--out=" + name + "=" + folder + "/" + name + ".npy");
      if (ir::namedField(program, id).initFileOf(age).empty())
        continue;
      const std::string start = folder + "/in-" + name + ".npy";
      fine = fine &&
             writeField(start, program, id, verifyCase.start.fields[id.index][std::size_t(age)],
                        line.diagnostics());
      command.push_back(
          "--init=" +
          toText({id, writtenLevels(program, id) > 1 ? age : kAllLevels, start}, program));
    }
  return fine;
}

bool Verification::runCase(const std::string &module, const Way &way, const std::string &order,
                           const VerifyCase &verifyCase) {
  const WorkFolder folder;
  if (!folder.isThere(line.diagnostics())) {
    ++verified.unfinished;
    return false;
  }
  const std::string &in = folder.path();
  std::vector<std::string> command = caseCommand(module, order, verifyCase, in);
  bool fine = writeStarts(verifyCase, in, command);
  if (options.verbose)
    llvm::errs() << llvm::join(command, " ") << "\n";
  std::string error, difference;
  if (fine) {
    int status = execute(command, in + "/summary.txt", error);
    fine = status == 0;
    if (!fine)
      difference = "the program ended with exit code " + std::to_string(status) +
                   (error.empty() ? "" : ": " + error);
  }
  verified.unfinished += !fine;
  fine = fine && compare(verifyCase, in, difference);
  tell(way, order, verifyCase, fine ? "equal" : "DIFFERENT: " + difference);
  return fine;
}

/// A line of the table; with --json standard output is for the object alone.
void Verification::tell(const Way &way, const std::string &order, const VerifyCase &verifyCase,
                        const std::string &outcome) const {
  (options.json ? llvm::errs() : llvm::outs())
      << llvm::formatv("{0,-16} {1,-8} {2,-12} {3,-24} {4,-9} {5,-12} {6}\n", verified.program,
                       verified.precision, kindName(way.kind),
                       line.plan().schedule + (llvm::StringRef(way.schedule).contains(':')
                                                   ? way.schedule.substr(way.schedule.find(':'))
                                                   : ""),
                       order, toText(verifyCase.extents, line.program().rank()), outcome);
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
  std::optional<Built> program = build(request, line.diagnostics());
  if (!program) {
    ++verified.unfinished;
    return false;
  }
  const ScheduleOn on{line.plan().schedule, line.plan().target.kind};
  if (!llvm::is_contained(verified.ran, on))
    verified.ran.push_back(on);
  bool fine = true;
  for (const std::string &order : way.orders)
    for (const VerifyCase &verifyCase : cases)
      fine = runCase(program->path, way, order, verifyCase) && fine;
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
                Tally &tally) {
  Pipeline line(options);
  line.setPrecision(precision);
  if (!line.frontEnd(input))
    return false;
  Verification verification(options, line, precision.empty() ? "as given" : precision);
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
  Tally tally;
  for (const std::string &input : programsAmong(options.inputs))
    for (const std::string &precision : precisions)
      if (!verifyFile(options, input, precision, tally))
        return kUserError;
  return options.bundle.empty() ? concludeVerify(options, tally.all, tally.failures) : kFine;
}

} // namespace stencilc::driver
