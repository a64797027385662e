/// \file Checks of the files that a command will write: none may be an input, and none may be
/// written twice.
#include "driver/files/ResultFiles.h"
#include "driver/draw/Movies.h"
#include "driver/files/SaveInputs.h"
#include "driver/run/RunInputs.h"
#include "ir/Named.h"
#include "ir/Walk.h"
#include "runtime/program/files/ProgramFiles.h"
#include "runtime/program/files/ResultPaths.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

/// Returns the files that every command reads: the tool itself, the .stencil file and its imports,
/// and the machine file.
static RunFiles sourcesOf(const Options &options, const Pipeline &line) {
  RunFiles files;
  files.reads("/proc/self/exe", "the program");
  files.reads(line.inputPath(), "the source");
  for (const ast::Library &library : line.tree().libraries)
    files.reads(library.path, "a file that the source imports");
  if (llvm::sys::fs::is_regular_file(options.plan.machine))
    files.reads(options.plan.machine, "the machine file");
  return files;
}

/// Checks that no file among `files` would be overwritten. Returns false after it has reported such
/// a file.
static bool report(const RunFiles &files, Diagnostics &diags) {
  const std::string wrong = files.check();
  if (!wrong.empty())
    diags.report(diag::WouldOverwrite, wrong);
  return wrong.empty();
}

bool checkOutput(const Options &options, Pipeline &line, const std::string &output,
                 const std::string &role) {
  RunFiles files = sourcesOf(options, line);
  files.writes(output, role);
  return report(files, line.diagnostics());
}

bool checkHeaderName(const std::string &name, Diagnostics &diags) {
  const char *wrong = nullptr;
  for (const unsigned char c : name)
    wrong = c == '"'                ? "a quote"
            : c == '\\'             ? "a backslash"
            : c < 0x20 || c == 0x7f ? "a control character"
                                    : wrong;
  if (wrong)
    diags.report(diag::BadHeaderName, llvm::json::fixUTF8(name), wrong);
  return !wrong;
}

bool checkEmittedFiles(const Options &options, Pipeline &line, const std::string &text) {
  RunFiles files = sourcesOf(options, line);
  for (const char *ending : {".h", ".hpp", ".f90"}) {
    llvm::SmallString<128> header(text);
    llvm::sys::path::replace_extension(header, ending);
    files.writes(header.str().str(), "the header of the emitted text");
  }
  files.writes(text, "the emitted text");
  if (!options.compile.depfile.empty())
    files.writes(options.compile.depfile, "the rule of make");
  return report(files, line.diagnostics());
}

/// Returns true if `files`, pairs of an index and a file, assign a file to the index `number`.
static bool isAssigned(const std::vector<std::pair<int, std::string>> &files, std::size_t number) {
  return llvm::any_of(files,
                      [&](const auto &one) { return one.first == static_cast<int>(number); });
}

/// Adds to `files` the files that a run reads (initial values, series, points) and those that it
/// writes for receivers and --save. Options or the program itself name these files.
static void addProgramsFiles(RunFiles &files, const Options &options, const Pipeline &line,
                             const RunInputs &given) {
  const ir::Program &program = line.program();
  const std::vector<FieldFile> inits = initialFiles(program, line.inputPath(), given.inits);
  for (std::size_t i = 0; i < inits.size(); ++i)
    readsArray(files, inits[i].path, ir::namedField(program, inits[i].field).name,
               i >= given.inits.size());
  for (std::size_t i = 0; i < given.series.size(); ++i) {
    const std::string &name = program.series[ir::SeriesId{static_cast<std::uint32_t>(i)}].name;
    readsSeries(files, given.series[i], name, !isAssigned(given.request.series, i));
  }
  for (const auto &[id, path] : given.points.points) {
    const std::string &name = program.points[id].name;
    readsPoints(files, path, name, !isAssigned(given.request.points, id.index));
  }
  const bool isRepeated = options.run.repeat > 0 && options.plan.target != "interpreter";
  for (const auto &[id, path] : traceFiles(program, given.points.traces, isRepeated)) {
    const std::string &name = program.points[id].name;
    writesTraces(files, path, name, !isAssigned(given.request.traces, id.index));
  }
  const std::int64_t before = options.run.stepsBefore();
  if (!isRepeated)
    writesSaves(files, given.request.saves, program, before,
                before + options.run.steps.value_or(program.stepsHint.value_or(100)));
}

bool checkRunFiles(const Options &options, Pipeline &line, const RunInputs &given) {
  RunFiles files = sourcesOf(options, line);
  addProgramsFiles(files, options, line, given);
  for (const FieldFile &file : given.outs) {
    const std::string &name = ir::namedField(line.program(), file.field).name;
    files.writes(file.path, "field '" + name + "' (--out)", name);
  }
  if (!options.run.resumeFrom.empty())
    files.readsState(options.run.resumeFrom);
  if (!options.run.checkpoint.empty())
    files.writesState(options.run.checkpoint);
  for (const std::string &path : moviePaths(options))
    files.writes(path, "a movie (--movie)");
  const std::pair<const std::string &, const char *> others[] = {
      {options.run.reports, "the reports (--reports)"},
      {options.draw.picture, "the picture (--picture)"},
      {options.draw.plot, "the plot (--plot)"}};
  for (const auto &[path, role] : others)
    if (!path.empty())
      files.writes(path, role);
  return report(files, line.diagnostics());
}

bool writesResults(const Options &options, const ir::Program &program) {
  const auto isReceiver = [](const ir::PointsDecl &points) { return points.isReceiver(); };
  return !options.run.outs.empty() || !options.draw.movies.empty() ||
         !options.run.traceFiles.empty() || !options.run.reports.empty() ||
         !options.draw.picture.empty() || !options.draw.plot.empty() ||
         !options.run.checkpoint.empty() || llvm::any_of(program.points, isReceiver) ||
         (!options.run.noSave && (!options.run.saveFiles.empty() || !program.saves.empty()));
}

static void note(const Options &options, const std::string &text) {
  if (!options.run.quiet && !text.empty())
    llvm::errs() << "note: " << text << "\n";
}

void noteDrawingNames(const Options &options) {
  if (!options.draw.picture.empty())
    note(options, pictureNameNote(options.draw.picture));
  for (const std::string &path : moviePaths(options))
    note(options, movieNameNote(path));
}

void noteResultPaths(const Options &options, const std::vector<FieldFile> &outs,
                     const ir::Program &program) {
  for (const FieldFile &file : outs)
    note(options, arrayNameNote(file.path));
  for (const ir::FieldId id : ir::namedFields(program)) {
    std::vector<int> ages;
    for (const FieldFile &file : outs)
      if (file.field == id)
        ages.push_back(file.age);
    if (ir::isNamedUpdated(program, id))
      note(options, missingLevels(program.fields[id].name, program.fields[id].levels, ages));
  }
  if (options.run.reports.empty())
    return;
  note(options, reportsNameNote(options.run.reports));
  if (!program.hasChecks())
    note(options, noReportsNote(program.name));
}

} // namespace stencilc::driver
