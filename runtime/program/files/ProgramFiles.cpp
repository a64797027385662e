/// \file The files that a compiled program reads and writes in a run.
#include "runtime/program/files/ProgramFiles.h"
#include "runtime/engines/stream/store/TierFiles.h"
#include "runtime/files/hdf/HdfInput.h"

namespace stencilc::inline STENCILC_SPACE {

static void reads(RunFiles &files, const std::string &path, const std::string &role,
                  const char *option, bool isOwn) {
  if (isOwn)
    files.readsOwn(path, role, option);
  else
    files.reads(path, role);
}

void readsArray(RunFiles &files, const std::string &path, const std::string &field, bool isOwn) {
  const std::string file = parseHdfPath(path).file;
  const std::string role = "the array that field '" + field + "' starts from";
  if (isOwn)
    files.readsOwn(file, role, "--init");
  else
    files.reads(file, role, field);
}

void readsSeries(RunFiles &files, const std::string &path, const std::string &name, bool isOwn) {
  reads(files, path, "the numbers of series '" + name + "'", "--series", isOwn);
}

void readsPoints(RunFiles &files, const std::string &path, const std::string &name, bool isOwn) {
  reads(files, path, "the points of '" + name + "'", "--points", isOwn);
}

void writesTraces(RunFiles &files, const std::string &path, const std::string &name, bool isOwn) {
  const std::string role = "the traces of '" + name + "' (--trace)";
  if (isOwn)
    files.writesOwn(path, role, "--trace");
  else
    files.writes(path, role);
}

void writesSaves(RunFiles &files, const SaveArguments &arguments,
                 const std::vector<SaveRequest> &own, std::int64_t before, std::int64_t last) {
  std::vector<SaveRequest> wanted;
  if (requestsOf(arguments, own, wanted).empty()) // their planning reports the error
    for (const SaveRequest &save : wanted)
      files.writesSeries(save, before, last);
}

namespace {

/// Returns the file that the user has given for the series (numbers for each time step), source or
/// receiver with index `number`, or null. If there are several files, the last one is returned.
const char *given(const std::vector<std::pair<int, std::string>> &all, int number) {
  const char *last = nullptr;
  for (const auto &[which, file] : all)
    if (which == number)
      last = file.c_str();
  return last;
}

/// Adds to `files` the arrays of initial values that a run reads.
void addArrays(RunFiles &files, const ProgramDescription &program,
               const ProgramArguments &arguments) {
  for (const FileArgument &input : arguments.inputs)
    readsArray(files, input.path, program.fields[input.field].name, false);
  for (int i = 0; i < program.namedCount(); ++i)
    for (int age = 0; age < program.fields[i].levels; ++age) {
      const OlderInitDescription *const older = program.olderInit(i, age);
      const char *const file = older ? older->file : program.fields[i].initFile;
      if (file && !isGiven(arguments.inputs, i, age))
        readsArray(files, file, program.fields[i].name, true);
    }
}

/// Adds to `files` all files that a run reads.
void addInputs(RunFiles &files, const ProgramDescription &program,
               const ProgramArguments &arguments) {
  files.reads(program.source, "the source");
  files.reads("/proc/self/exe", "the program");
  addArrays(files, program, arguments);
  for (int i = 0; i < program.seriesCount; ++i) {
    const char *const file = given(arguments.series, i);
    readsSeries(files, file ? file : program.series[i].file, program.series[i].name, !file);
  }
  for (int i = 0; i < program.pointsCount; ++i)
    if (program.points[i].file) {
      const char *const file = given(arguments.points, i);
      readsPoints(files, file ? file : program.points[i].file, program.points[i].name, !file);
    }
  if (!arguments.resumeFrom.empty())
    files.readsState(arguments.resumeFrom);
}

/// Adds to `files` the traces (values of receivers over time) and saved fields that a run of
/// `steps` time steps writes. Their file names come from the user or from the source of the
/// program.
void addRecords(RunFiles &files, const ProgramDescription &program,
                const ProgramArguments &arguments, std::int64_t steps) {
  for (int i = 0; i < program.pointsCount; ++i) {
    const PointsDescription &points = program.points[i];
    const char *const file = given(arguments.traces, i);
    if (points.every > 0 && (file || arguments.repeat == 0))
      writesTraces(files, file ? file : std::string(points.name) + ".npy", points.name, !file);
  }
  std::vector<SaveRequest> own(static_cast<std::size_t>(program.saveCount));
  for (std::size_t i = 0; i < own.size(); ++i) {
    own[i].field = program.saves[i].field;
    own[i].every = program.saves[i].every;
    own[i].path = program.saves[i].file;
  }
  if (arguments.repeat == 0)
    writesSaves(files, arguments.saves, own, arguments.stepsBefore(),
                arguments.stepsBefore() + steps);
}

} // namespace

std::string checkFiles(const ProgramDescription &program, const ProgramArguments &arguments,
                       std::int64_t steps) {
  RunFiles files;
  addInputs(files, program, arguments);
  addRecords(files, program, arguments, steps);
  const auto name = [&](const FileArgument &file) {
    return std::string("field '") + program.fields[file.field].name + "'";
  };
  for (const FileArgument &file : arguments.outputs)
    files.writes(file.path, name(file) + " (--out)", program.fields[file.field].name);
  for (const FileArgument &file : arguments.slices)
    files.writes(file.path, "a plane of " + name(file) + " (--slice)");
  for (const FileArgument &file : arguments.initialSlices)
    files.writes(file.path, "a plane of " + name(file) + " (--slice-start)");
  for (const FileArgument &file : arguments.frames)
    files.writes(file.path, "the frames of " + name(file) + " (--frames)");
  if (!arguments.reports.empty())
    files.writes(arguments.reports, "the reports (--reports)");
  if (!arguments.summary.empty())
    files.writes(arguments.summary, "the summary (--summary)");
  if (!arguments.checkpoint.empty())
    files.writesState(arguments.checkpoint);
  if (!arguments.scratch.empty())
    files.ownsNames(arguments.scratch, "the run's (--scratch)",
                    [&](const std::string &name) { return TierFiles::isOurName(program, name); });
  return files.check();
}

bool writesResults(const ProgramDescription &program, const ProgramArguments &arguments) {
  const SaveArguments &saves = arguments.saves;
  bool writes = !arguments.outputs.empty() || !arguments.slices.empty() ||
                !arguments.frames.empty() || !arguments.traces.empty() ||
                !arguments.reports.empty() || !arguments.checkpoint.empty();
  if (arguments.repeat > 0)
    return writes;
  for (int i = 0; i < program.pointsCount; ++i)
    writes |= program.points[i].every > 0;
  return writes || (!saves.isOff && (program.saveCount > 0 || !saves.requests.empty()));
}

} // namespace stencilc::inline STENCILC_SPACE
