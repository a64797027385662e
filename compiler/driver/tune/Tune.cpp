/// \file `stencilc tune FILE`: builds and times the plans that the cost model ranks best, and
/// stores the results for the planner.
#include "driver/Driver.h"
#include "driver/cli/Paragraph.h"
#include "driver/files/ResultFiles.h"
#include "driver/machines/Machine.h"
#include "driver/process/Interrupt.h"
#include "driver/tune/TuneFiles.h"
#include "driver/tune/TuneSearch.h"
#include "driver/tune/Tuned.h"
#include "plan/cost/LaunchGrid.h"
#include "runtime/core/support/Text.h"

namespace stencilc::driver {

/// Returns the table of measured plans, the fastest first. Its column "of best" is the measured
/// rate in percent of that of the fastest plan. Its column "of it" is the measured rate in percent
/// of the predicted rate.
static Table tableOfRates(const std::vector<plan::TuningRecord> &measured) {
  Table table({"GLUP/s", "of best", "predicted", "of it", "schedule"},
              {true, true, true, true, false});
  for (const plan::TuningRecord &record : measured)
    table.add({rateText(record.measured),
               format("%.1f%%", 100 * record.measured / measured.front().measured),
               rateText(record.predicted),
               format("%.1f%%", 100 * record.measured / record.predicted), record.schedule});
  return table;
}

/// Returns the table of measured plans, the one with the least energy per update first. Its column
/// "of least" is the ratio to that energy.
static Table tableOfEnergies(const std::vector<plan::TuningRecord> &measured) {
  Table table({"nJ/update", "of least", "GLUP/s", "predicted", "schedule"},
              {true, true, true, true, false});
  for (const plan::TuningRecord &record : measured) {
    const bool isKnown = record.nanojoules > 0;
    table.add({isKnown ? format("%.3g", record.nanojoules) : "-",
               isKnown ? format("%.2f", record.nanojoules / measured.front().nanojoules) : "-",
               rateText(record.measured), rateText(record.predicted), record.schedule});
  }
  return table;
}

/// Prints the table of `stencilc tune`: measured plans, the best first, then the plans that failed
/// and why. With --json it prints the measured plans alone.
static void report(const Options &options, const ir::Program &program, const Search &search) {
  const std::vector<plan::TuningRecord> measured = search.records();
  llvm::raw_ostream &out = llvm::outs();
  if (options.run.json) {
    out << llvm::formatv("{0}\n", plan::recordsToJson(measured));
    return;
  }
  out << program.name << ": " << toText(plan::plannedExtents(program), program.rank(), " x ")
      << " cells, " << search.steps() << (search.steps() == 1 ? " step" : " steps")
      << ", median of " << search.repeats() << (search.repeats() == 1 ? " run" : " runs")
      << (measured.empty() ? "" : " on " + measured.front().device) << "\n";
  Table table = isForEnergy(options) ? tableOfEnergies(measured) : tableOfRates(measured);
  for (const Trial &trial : search.allTrials())
    if (!(trial.measured > 0))
      table.add({"-", "-", isForEnergy(options) ? "-" : rateText(trial.plan.glups()),
                 isForEnergy(options) ? rateText(trial.plan.glups()) : "-",
                 trial.plan.requestText() + "  " + trial.problem});
  table.print(out);
  out.flush(); // before the next message on standard error
}

/// Builds and times the plans of `search`, prints the result, and exports it if --export is given.
/// Returns the exit code of the command.
static int finish(const Options &options, Pipeline &line, Search &search) {
  const Interruptible interruptible;
  const bool fine = search.run();
  report(options, line.program(), search);
  const std::vector<plan::TuningRecord> records = search.records();
  if (records.empty()) {
    line.diagnostics().report(diag::NothingMeasured, line.program().name);
    return kUserError;
  }
  if (isForEnergy(options) && !(records.front().nanojoules > 0))
    line.diagnostics().report(diag::EnergyNotMeasured, records.front().device);
  if (fine && !options.run.quiet)
    llvm::errs() << (search.isEmulated()
                         ? "emulated: the times are not those of a GPU and are not stored"
                         : "kept in " + tuningStorePath())
                 << "\n";
  if (!options.tune.exportFile.empty() &&
      !writeTuning(options.tune.exportFile, records, {}, options.run.quiet, line.diagnostics()))
    return kUserError;
  return fine && !Interruptible::wasInterrupted() ? kFine : kUserError;
}

int tuneCommand(const Options &options) {
  Pipeline line(options);
  Diagnostics &diags = line.diagnostics();
  if (!options.tune.importFile.empty() &&
      !importTuning(options.tune.importFile, options.run.quiet, diags))
    return kUserError;
  if (options.inputs.empty())
    return options.tune.exportFile.empty() ||
                   exportTuning(options.tune.exportFile, options.run.quiet, diags)
               ? kFine
               : kUserError;
  if (options.plan.target == "interpreter") {
    diags.report(diag::InterpreterEmitsNothing);
    return kUserError;
  }
  if (!line.frontEnd(options.inputs.front()))
    return kUserError;
  if (!options.tune.exportFile.empty() &&
      !checkOutput(options, line, options.tune.exportFile, "the exported measurements (--export)"))
    return kUserError;
  const RunPlace place = choosePlace(options);
  if (place.kind == BuildKind::Cuda && cudaDeviceCount() == 0) {
    diags.report(diag::NoDevice)
        .note({}, diag::Hint,
              "use --target=cpu, or --import measurements of another machine; --emulate runs CUDA "
              "code on the CPU, but its times are not those of a GPU");
    return kUserError;
  }
  if (isForEnergy(options) && place.kind == BuildKind::Cpu) {
    diags.report(diag::NoEnergyMeter, "the host")
        .note({}, diag::Hint, "use --for=speed, or tune for energy on a machine with a GPU");
    return kUserError;
  }
  if (!place.note.empty() && !options.run.quiet)
    llvm::errs() << place.note << "\n";
  Search search(options, line, place);
  return search.prepare() ? finish(options, line, search) : kUserError;
}

} // namespace stencilc::driver
