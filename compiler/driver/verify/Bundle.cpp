/// \file The folder of CUDA test cases that `stencilc verify --bundle=DIR` writes.
///
/// Layout of DIR, to which scripts/make-bundle adds the sources of the runtime and the script
/// run.sh:
///   programs/PROGRAM-PRECISION-SCHEDULE/NAME.cu, NAME.h   emitted with main
///   cases/PROGRAM-PRECISION-EXTENTS-STEPS-PARAMETERS/in-LEVEL.npy, out-LEVEL.npy, reports.txt
///   list.d/PROGRAM-PRECISION-SCHEDULE-EXTENTS.tsv   one line per case
///
/// LEVEL is a field at a time level: p or p[t-1]. The name of a list has SCHEDULE only with
/// --schedule, and the EXTENTS of its first case. Its columns: program folder, NAME, case folder,
/// arguments, fields at time levels, and functions whose last digits differ on a GPU.
#include "driver/verify/Bundle.h"
#include "analysis/InexactFunctions.h"
#include "driver/files/FileOutput.h"
#include "driver/verify/Ways.h"
#include "ir/Named.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

namespace stencilc::driver {

namespace fs = llvm::sys::fs;

static bool makeFolder(const std::string &folder, Diagnostics &diags) {
  if (std::error_code code = fs::create_directories(folder)) {
    diags.report(diag::CannotWriteFile, folder, code.message());
    return false;
  }
  return true;
}

/// Returns the CUDA schedules for which a bundle (folder of test cases) gets programs: the one of
/// --schedule, or every schedule that has a plan.
static std::vector<std::string> bundleSchedules(const Options &options, const Pipeline &line) {
  if (!options.plan.schedule.empty())
    return {options.plan.schedule};
  std::vector<std::string> names;
  for (const Way &way : waysToVerify(options, line.allFacts(), false).found)
    if (way.kind == BuildKind::CudaOnCpu)
      names.push_back(way.schedule);
  return names;
}

/// Returns the folder name of a test case in a bundle (folder of test cases). It contains all
/// properties of the case, because several runs of the tool may add cases to one bundle.
static std::string caseName(const std::string &key, const VerifyCase &one, int rank) {
  std::string name =
      key + "-" + toText(one.extents, rank) + "-" + std::to_string(one.steps) + "steps";
  if (one.firstStep)
    name += "-from" + std::to_string(one.firstStep);
  for (const std::string &param : one.params)
    name += "-" + param;
  std::replace(name.begin(), name.end(), '/', ':'); // d=1/6
  return name;
}

/// Returns the names of all arrays of a program in the syntax of --init and --out, separated by
/// blanks: "p p[t-1] c".
static std::string levelNames(const ir::Program &program) {
  std::string names;
  for (ir::FieldId id : ir::namedFields(program))
    for (int age = 0; age < writtenLevels(program, id); ++age)
      names += (names.empty() ? "" : " ") + arrayName(program, id, age);
  return names;
}

/// Replaces each character of a schedule request that is neither a letter nor a digit by an
/// underscore. The result is part of a file name.
static std::string asFileName(std::string schedule) {
  for (char &c : schedule)
    c = llvm::isAlnum(c) ? c : '_';
  return schedule;
}

/// Emits the program with one schedule into the folder programs/`folder` of a bundle (folder of
/// test cases). Returns false after a reported error.
static bool writeProgram(const Options &options, Pipeline &line, const std::string &schedule,
                         const std::string &folder) {
  const std::string path = options.verify.bundle + "/programs/" + folder;
  const std::string stem = path + "/" + line.program().name;
  Diagnostics &diags = line.diagnostics();
  return line.choosePlan(plan::TargetKind::Cuda, schedule) && line.emit(emit::EmitForm::Program) &&
         makeFolder(path, diags) && writeFileWhole(stem + ".cu", line.text().source, diags) &&
         writeFileWhole(stem + ".h", line.text().header, diags);
}

/// Returns the line for the test case `one` in the list of a bundle (folder of test cases). Its
/// columns, separated by tabs, are program folder, program name, case folder, arguments, arrays
/// (fields at time levels), and functions whose last digits differ on a GPU. The program in
/// `folder` runs the case. `key` is the start of the case folder's name.
static std::string listLine(const std::string &folder, const std::string &key,
                            const VerifyCase &one, const ir::Program &program) {
  std::string arguments = "--size=" + toText(one.extents, program.rank(), ",") +
                          " --steps=" + std::to_string(one.steps);
  if (one.firstStep)
    arguments += " --first-step=" + std::to_string(one.firstStep);
  for (const std::string &param : one.params)
    arguments += " --param=" + param;
  if (!program.saves.empty())
    arguments += " --no-save";
  for (const ir::SeriesDecl &series : program.series) // relative to the bundle's folder
    arguments += " --series=" + series.name + "=cases/" + caseName(key, one, program.rank()) +
                 "/series-" + series.name + ".npy";
  for (const ir::PointsDecl &points : program.points)
    if (!points.file.empty())
      arguments += " --points=" + points.name + "=cases/" + caseName(key, one, program.rank()) +
                   "/points-" + points.name + ".npy";
  return folder + "\t" + program.name + "\t" + caseName(key, one, program.rank()) + "\t" +
         arguments + "\t" + levelNames(program) + "\t" +
         llvm::join(analysis::inexactFunctions(program), " ") + "\n";
}

bool writeBundle(const Options &options, Pipeline &line, const std::string &precision,
                 const std::vector<VerifyCase> &cases) {
  const ir::Program &program = line.program();
  Diagnostics &diags = line.diagnostics();
  std::string key = program.name + "-" + (precision.empty() ? "given" : precision);
  std::replace(key.begin(), key.end(), ':', '_');
  for (const VerifyCase &one : cases)
    if (!writeCase(options.verify.bundle + "/cases/" + caseName(key, one, program.rank()), one,
                   program, diags))
      return false;
  std::string list;
  for (const std::string &schedule : bundleSchedules(options, line)) {
    const std::string folder = key + "-" + asFileName(schedule);
    if (!writeProgram(options, line, schedule, folder))
      return false;
    for (const VerifyCase &one : cases)
      list += listLine(folder, key, one, program);
  }
  std::string listName = key;
  if (!options.plan.schedule.empty())
    listName += "-" + asFileName(options.plan.schedule);
  if (!cases.empty())
    listName += "-" + toText(cases[0].extents, program.rank());
  return makeFolder(options.verify.bundle + "/list.d", diags) &&
         writeFileWhole(options.verify.bundle + "/list.d/" + listName + ".tsv", list, diags);
}

} // namespace stencilc::driver
