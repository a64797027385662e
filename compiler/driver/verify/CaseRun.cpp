/// \file Runs a built program once for `stencilc verify`.
#include "driver/verify/CaseRun.h"
#include "driver/verify/Sum.h"
#include "runtime/program/request/RunOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace stencilc::driver {

/// Calls `visit` for each array that is compared, with field, age (0: time level t, 1: t-1), name
/// and expected values. Stops when a call returns false. Returns true if all calls returned true.
template <typename Visit> static bool forEachArray(const CaseRun &run, Visit visit) {
  const ir::Program &program = run.program;
  for (const ir::FieldId id : ir::namedFields(program))
    for (int age = 0; age < writtenLevels(program, id); ++age) {
      const ir::Grid &level = run.verifyCase.end.fields[id.index][static_cast<std::size_t>(age)];
      if (!visit(id, age, arrayName(program, id, age), level))
        return false;
    }
  return true;
}

/// Returns the initial values of a field at time level t-`age` if the run reads them from a file.
/// Returns null otherwise.
static const ir::Grid *startOf(const CaseRun &run, ir::FieldId id, int age) {
  const bool isRead = !ir::namedField(run.program, id).initFileOf(age).empty();
  return isRead ? &run.verifyCase.start.fields[id.index][static_cast<std::size_t>(age)] : nullptr;
}

/// Returns the request of the run without its files of fields.
static RunRequest requestWithoutFields(const CaseRun &run, const std::string &folder) {
  const ir::Program &program = run.program;
  const VerifyCase &one = run.verifyCase;
  RunRequest request;
  request.size.assign(one.extents.n.begin(), one.extents.n.begin() + program.rank());
  request.steps = one.steps;
  if (one.firstStep)
    request.firstStep = one.firstStep;
  request.quiet = request.silent = true;
  request.progress = ProgressMode::Never;
  request.devices = run.shares.devices;
  request.params = one.params;
  if (program.hasChecks())
    request.reports = folder + "/reports.txt";
  request.noSave = !program.saves.empty();
  request.threadOrder = run.order;
  for (const ir::SeriesDecl &series : program.series)
    request.seriesFiles.push_back(series.name + "=" + folder + "/series-" + series.name + ".npy");
  for (const ir::PointsDecl &each : program.points)
    if (!each.file.empty())
      request.pointFiles.push_back(each.name + "=" + folder + "/points-" + each.name + ".npy");
  for (const Traces &trace : one.traces)
    request.traceFiles.push_back(program.points[trace.receiver].name + "=" + folder + "/trace-" +
                                 trace.path);
  return request;
}

std::vector<std::string> argumentsOf(const CaseRun &run, const std::string &folder) {
  const ir::Program &program = run.program;
  RunRequest request = requestWithoutFields(run, folder);
  forEachArray(run, [&](ir::FieldId id, int age, const std::string &name, const ir::Grid &) {
    request.outs.push_back(name + "=" + folder + "/" + name + ".npy");
    if (startOf(run, id, age)) {
      const int level = writtenLevels(program, id) > 1 ? age : kAllLevels;
      request.inits.push_back(toText({id, level, folder + "/in-" + name + ".npy"}, program));
    }
    return true;
  });
  return requestWords(request);
}

bool writeStarts(const CaseRun &run, const std::string &folder, Diagnostics &diags) {
  return writeSeries(folder, run.verifyCase, run.program, diags) &&
         writePoints(folder, run.verifyCase.points, run.program, diags) &&
         forEachArray(run, [&](ir::FieldId id, int age, const std::string &name, const ir::Grid &) {
           const ir::Grid *const start = startOf(run, id, age);
           return !start ||
                  writeField(folder + "/in-" + name + ".npy", run.program, id, *start, diags);
         });
}

static std::size_t linesOf(llvm::StringRef text) { return text.count('\n'); }

CaseOutcome compareRun(const CaseRun &run, const std::string &folder, Verified &verified,
                       Diagnostics &diags) {
  const ir::Program &program = run.program;
  CaseOutcome outcome;
  std::string &difference = outcome.difference;
  Sum sum;
  forEachArray(run, [&](ir::FieldId id, int, const std::string &name, const ir::Grid &level) {
    const ir::NamedArray expected = ir::namedArray(program, id, level);
    const auto found =
        readArray(folder + "/" + name + ".npy", program, id, expected.grid.extents, diags);
    ++verified.arrays;
    difference = found ? firstDifference(name, expected, *found, program)
                       : name + " cannot be read, see the error";
    if (found)
      sum.add(name, *found);
    return difference.empty();
  });
  for (Traces trace : run.verifyCase.traces) {
    if (!difference.empty())
      break;
    trace.path = folder + "/trace-" + trace.path;
    ++verified.arrays;
    std::vector<double> found;
    difference = firstDifferentTrace(program, trace, found, diags);
    sum.add(found);
  }
  if (program.hasChecks() && difference.empty()) {
    const std::string wanted = reportsText(program, run.verifyCase.result);
    const auto file = llvm::MemoryBuffer::getFile(folder + "/reports.txt");
    const std::string found = file ? (*file)->getBuffer().str() : "";
    difference = firstDifferentReport(wanted, found);
    verified.reports += linesOf(wanted);
    sum.add(found);
  }
  verified.different += !difference.empty();
  if (difference.empty())
    outcome.result = sum.text();
  return outcome;
}

void countEqual(const CaseRun &run, Verified &verified) {
  forEachArray(run, [&](ir::FieldId, int, const std::string &, const ir::Grid &) {
    ++verified.arrays;
    return true;
  });
  verified.arrays += static_cast<int>(run.verifyCase.traces.size());
  if (run.program.hasChecks())
    verified.reports += linesOf(reportsText(run.program, run.verifyCase.result));
}

std::string runKey(const CaseRun &run, const std::string &module, const std::string &identity) {
  Sum sum;
  sum.add(module);
  sum.add(identity);
  for (const std::string &argument : argumentsOf(run, ""))
    sum.add(argument);
  for (const std::vector<double> &series : run.verifyCase.series)
    sum.add(series);
  for (const std::vector<double> &points : run.verifyCase.points)
    sum.add(points);
  forEachArray(run, [&](ir::FieldId id, int age, const std::string &name, const ir::Grid &) {
    if (const ir::Grid *const start = startOf(run, id, age))
      sum.add(name, ir::namedArray(run.program, id, *start).grid);
    return true;
  });
  return sum.text();
}

std::string resultSum(const CaseRun &run) {
  Sum sum;
  forEachArray(run, [&](ir::FieldId id, int, const std::string &name, const ir::Grid &level) {
    sum.add(name, ir::namedArray(run.program, id, level).grid);
    return true;
  });
  for (const Traces &trace : run.verifyCase.traces)
    sum.add(trace.values);
  if (run.program.hasChecks())
    sum.add(reportsText(run.program, run.verifyCase.result));
  return sum.text();
}

} // namespace stencilc::driver
