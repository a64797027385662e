/// \file A compilation through libstencilc: it runs the steps of the command line tool and keeps
/// their results as texts.
#include "interface/Compilation.h"
#include "driver/files/FieldArguments.h"
#include "driver/files/References.h"
#include "driver/run/PlanThatBuilds.h"
#include "driver/run/RunPlan.h"
#include "interface/CompileOptions.h"
#include "interface/Description.h"
#include "interface/FactsJson.h"
#include "interface/MessageJson.h"
#include "interface/Owner.h"
#include "library/LargeStack.h"
#include "runtime/program/LinkedParts.h"
#include "llvm/Support/FileSystem.h"
#include <exception>
#include <new>
#include <unistd.h>

namespace stencilc::interface {

static constexpr llvm::StringLiteral kKinds = "cuda, cpu, header, c++header, fortran";

/// Runs `work` in a thread with a large stack. Reports an error if the thread cannot be started.
/// Throws std::bad_alloc if `work` does.
template <class Work> void Compilation::onLargeStack(Work work) {
  std::exception_ptr thrown;
  const bool isDone = library::runOnLargeStack([&] {
    try {
      work();
    } catch (const std::bad_alloc &) {
      thrown = std::current_exception();
    }
  });
  if (!isDone)
    line.diagnostics().report(diag::NoThread, std::int64_t(library::kLargeStack >> 20));
  if (thrown)
    std::rethrow_exception(thrown);
}

Compilation::Compilation(std::string text, driver::Options given, std::string name)
    : source(std::move(text)), file(std::move(name)), options(std::move(given)),
      line(options, [this](const auto &messages) { takeMessages(messages); }), maker(getpid()) {}

Compilation::Compilation(const char *text, const char *json)
    : Compilation(text ? text : "", {}, "") {
  if (owner() != getpid()) {
    line.diagnostics().report(diag::ForkedProcess, std::int64_t(owner()));
    return;
  }
  CompileOptions read = readCompileOptions(json);
  options = std::move(read.options);
  file = std::move(read.file);
  if (!read.unknown.empty())
    line.diagnostics().report(diag::UnknownOption, read.unknown);
  else if (!read.wrong.empty())
    line.diagnostics().report(diag::OptionValue, read.wrong);
  else
    onLargeStack([this] { compile(); });
}

void Compilation::takeMessages(const std::vector<Diagnostics::Message> &messages) {
  list.push_back(messageJson(messages, line.texts()));
}

/// Runs the steps of the compiler up to the choice of a plan. Stops after an error.
void Compilation::compile() {
  if (!options.program.precisions.empty())
    line.setPrecision(options.program.precisions.front());
  if (!line.readText(file, source) || !line.parse() || !line.analyze() || !line.gatherFacts() ||
      !driver::parameterValues(line.program(), options.run.params, line.diagnostics()))
    return;
  factsText = llvm::formatv("{0}", factsJson(line.allFacts())).str();
  isAnalysed = true;
  place = driver::choosePlace(options);
  if (!driver::chooseRunPlan(options, line, place))
    return;
  planText = llvm::formatv("{0}", llvm::json::Value(line.plan().toJson())).str();
  isPlanned = true;
}

/// Locks the mutex. In a forked process it is not locked, because a thread of the parent, which
/// does not exist there, could hold it.
std::unique_lock<std::mutex> Compilation::locked() {
  return maker == getpid() ? std::unique_lock(mutex) : std::unique_lock<std::mutex>();
}

const char *Compilation::messages() {
  const std::unique_lock<std::mutex> lock = locked();
  if (said.empty() || listed != list.size())
    said.push_back(llvm::formatv("{0}", llvm::json::Value(llvm::json::Array(list))).str());
  listed = list.size();
  return said.back().c_str();
}

/// Returns true if this process has made the compilation, and not a parent from which it was
/// forked. Reports an error otherwise.
bool Compilation::isOfThisProcess() {
  const bool isIts = maker == getpid() && owner() == maker;
  if (!isIts)
    line.diagnostics().report(diag::ForkedProcess, std::int64_t(owner()));
  return isIts;
}

/// Returns the emitted code for the target `kind`, which is not that of the plan. Compiles the
/// source again with this target. Returns `nullopt` after a reported error.
std::optional<std::string> Compilation::emitFor(plan::TargetKind kind) {
  driver::Options others = options;
  others.plan.target = kind == plan::TargetKind::Cuda ? "cuda" : "cpu";
  others.plan.arch.clear();
  others.run.threadOrder.clear();
  Compilation other(source, std::move(others), file);
  other.compile();
  auto text = other.isPlanned ? other.emit(other.options.plan.target) : std::nullopt;
  if (!text)
    for (llvm::json::Value &message : other.list)
      list.push_back(std::move(message));
  return text;
}

/// Emits text of the kind `what`, which is one of kKinds. Returns `nullopt` after a reported error.
std::optional<std::string> Compilation::emit(const std::string &what) {
  const plan::TargetKind kind = line.plan().target.kind;
  const bool isCuda = kind == plan::TargetKind::Cuda;
  if (what == "cpu" && isCuda)
    return emitFor(plan::TargetKind::Cpu);
  if (what == "cuda" && !isCuda)
    return emitFor(plan::TargetKind::Cuda);
  const std::string name =
      options.compile.name.empty() ? line.program().name : options.compile.name;
  line.setHeaderName(name + ".h");
  line.setSourceName(name + (isCuda ? ".cu" : ".cpp"));
  options.compile.withCxx = what == "c++header";
  options.compile.withFortran = what == "fortran";
  if (!line.emit(emit::EmitForm::Library))
    return std::nullopt;
  const emit::Emitted &made = line.text();
  return what == "header"      ? made.header
         : what == "c++header" ? made.cxxHeader
         : what == "fortran"   ? made.fortran
                               : made.source;
}

const char *Compilation::text(const std::string &what) {
  const std::unique_lock<std::mutex> lock = locked();
  if (const auto known = texts.find(what); known != texts.end())
    return known->second.c_str();
  if (!isPlanned || !isOfThisProcess())
    return nullptr;
  llvm::SmallVector<llvm::StringRef, 8> kinds;
  kKinds.split(kinds, ", ");
  if (!llvm::is_contained(kinds, what)) {
    line.diagnostics().report(diag::UnknownText, what, kKinds);
    return nullptr;
  }
  std::optional<std::string> made;
  onLargeStack([&] { made = emit(what); });
  return made ? texts.emplace(what, std::move(*made)).first->second.c_str() : nullptr;
}

RunRequest Compilation::defaults() const {
  RunRequest values = options.run;
  const ir::Program &program = line.program();
  values.size.clear();
  for (int axis = 0; program.sizeHint && axis < program.rank(); ++axis)
    values.size.push_back((*program.sizeHint)[axis]);
  return values;
}

/// Returns a request with the files of initial values, series and points that the source names.
/// Their paths are relative to the working folder. Files of series and points that do not exist are
/// left out, because their numbers may be set by calls.
RunRequest Compilation::sourceFiles() const {
  const ir::Program &program = line.program();
  RunRequest files;
  const auto add = [](std::vector<std::string> &texts, const std::string &name,
                      const std::string &path) {
    if (llvm::sys::fs::exists(path))
      texts.push_back(name + "=" + path);
  };
  for (const driver::FieldFile &file : driver::initialFiles(program, line.inputPath(), {}))
    files.inits.push_back(driver::toText(file, program));
  for (const ir::SeriesDecl &series : program.series)
    add(files.seriesFiles, series.name, driver::besideSource(line.inputPath(), series.file));
  for (const ir::PointsDecl &points : program.points)
    if (!points.file.empty())
      add(files.pointFiles, points.name, driver::besideSource(line.inputPath(), points.file));
  return files;
}

std::shared_ptr<const Program> Compilation::build() {
  driver::RunBuild run;
  if (!driver::buildRun(options, line, place, run))
    return nullptr;
  std::string why;
  auto program = std::make_shared<Program>();
  program->module = library::LoadedModule::open(run.built->path, "stencilc_module",
                                                /*needsKernels=*/true, why);
  if (!program->module) {
    line.diagnostics().report(diag::ModuleNotLoaded, line.program().name, why);
    return nullptr;
  }
  program->description = withLinkedParts(*program->module->description<ProgramDescription>());
  program->defaults = defaults();
  program->files = sourceFiles();
  program->json =
      llvm::formatv("{0}", descriptionJson(program->description, line.allFacts())).str();
  return program;
}

std::shared_ptr<const Program> Compilation::load() {
  const std::unique_lock<std::mutex> lock = locked();
  if (!isPlanned || !isOfThisProcess())
    return nullptr;
  std::shared_ptr<const Program> program;
  onLargeStack([&] { program = build(); });
  return program;
}

} // namespace stencilc::interface
