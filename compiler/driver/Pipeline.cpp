/// \file Runs the steps of the compiler, from source text to emitted code. Each function calls one
/// step and then verifies its result.
#include "driver/Pipeline.h"
#include "analysis/StabilityWarning.h"
#include "driver/build/BuildLine.h"
#include "driver/cli/ImportFolders.h"
#include "driver/files/FieldArguments.h"
#include "driver/machines/Machine.h"
#include "ir/Names.h"
#include "ir/StorageTypes.h"
#include "ir/verifier/Verifier.h"
#include "plan/search/Alternatives.h"
#include "plan/search/FirstPlan.h"
#include "plan/verify/PlanVerifier.h"
#include "runtime/core/device/Processor.h"
#include "runtime/program/DomainSize.h"
#include "sema/Sema.h"
#include "stencilc/Field.h"
#include "support/Colours.h"
#include "syntax/Imports.h"
#include "syntax/parse/FirstUpdate.h"
#include "syntax/parse/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <limits>

namespace stencilc::driver {

bool parsePrecision(llvm::StringRef text, ir::ScalarType &storage, ir::ScalarType &compute) {
  const auto [first, second] = text.split(':');
  const auto stored = ir::numberType(first);
  const auto computed = ir::numberType(text.contains(':') ? second : first);
  if (!stored || !computed || !ir::isComputed(*computed))
    return false;
  storage = *stored;
  compute = *computed;
  return true;
}

Pipeline::Pipeline(const Options &options)
    : options(options), diags(sources, llvm::errs(), wantsColours()) {
  if (!options.program.precisions.empty())
    precision = options.program.precisions.front();
}

Pipeline::Pipeline(const Options &options, Diagnostics::Consumer consumer)
    : options(options), diags(sources, std::move(consumer)) {}

/// Returns a copy of standard input. Only the first call reads it, because several programs may be
/// compiled from the same input.
static llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> standardInput() {
  static const auto text = llvm::MemoryBuffer::getSTDIN();
  if (!text)
    return text.getError();
  return llvm::MemoryBuffer::getMemBufferCopy((*text)->getBuffer(), kStandardInput);
}

bool Pipeline::read(const std::string &file) {
  path = file == "-" ? kStandardInput : file;
  if (!options.plan.machine.empty() && !(asked = findMachine(options.plan.machine, diags)))
    return false;
  // A missing file, a directory and a file without permission are all reported here.
  auto text = file == "-" ? standardInput() : llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!text) {
    diags.report(diag::CannotReadFile, path, text.getError().message());
    return false;
  }
  buffer = sources.AddNewSourceBuffer(std::move(*text), llvm::SMLoc());
  return true;
}

bool Pipeline::readText(const std::string &file, llvm::StringRef text) {
  path = file;
  if (!options.plan.machine.empty() && !(asked = findMachine(options.plan.machine, diags)))
    return false;
  buffer =
      sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text, file), llvm::SMLoc());
  return true;
}

bool Pipeline::parse() {
  stencil = stencilc::parse(sources, buffer, diags);
  return stencil && diags.errors() == 0;
}

bool Pipeline::analyze() {
  syntax::loadImports(*stencil, sources,
                      syntax::searchFor(path, importFolders(options.program.importPaths)), diags);
  if (diags.errors() > 0)
    return false;
  sema::SemaOptions semaOptions;
  semaOptions.sourceName = llvm::sys::path::filename(path).str();
  if (!precision.empty()) {
    ir::ScalarType storage, compute;
    if (!parsePrecision(precision, storage, compute)) {
      diags.report(diag::UnknownPrecision, precision);
      return false;
    }
    semaOptions.storage = storage;
    semaOptions.compute = compute;
  }
  if (!options.program.arithmetic.empty())
    semaOptions.arithmetic = options.program.arithmetic == "written" ? ir::Arithmetic::Written
                                                                     : ir::Arithmetic::Canonical;
  ir = sema::analyze(*stencil, semaOptions, diags);
  if (!ir || diags.errors())
    return false;
  for (const std::string &broken : ir::verifyProgram(*ir)) {
    diags.report(diag::BrokenInvariant, "sema", broken);
    return false;
  }
  if (!options.run.size.empty()) {
    if (!report(refuseSize(ProgramOutline(*ir).description(), options.run.size), diags))
      return false;
    Extents extents;
    for (int axis = 0; axis < ir->rank(); ++axis)
      extents[axis] = options.run.size[axis];
    ir->sizeHint = extents;
  } else {
    takeSizeOfInits();
  }
  return true;
}

/// Sets the grid size to the shape of the arrays of --init, if --size is not given. Errors in
/// --init are reported later, when the arrays are read.
void Pipeline::takeSizeOfInits() {
  const bool runs = options.command == Command::Run || options.command == Command::Tune ||
                    options.command == Command::Explain;
  if (!runs)
    return;
  std::string unheard;
  llvm::raw_string_ostream out(unheard);
  Diagnostics quiet(sources, out);
  if (auto given = resolve(options.run, *ir, quiet))
    if (auto size = sizeOf(initialFiles(*ir, path, fieldFiles(given->inputs)), *ir)) {
      if (ir->sizeHint && !options.run.quiet)
        if (const std::string note =
                reversedNote(ir->rank(), ir->sizeHint->n.data(), size->n.data(),
                             [&](int axis) { return ir->axes[axis]; });
            !note.empty())
          llvm::errs() << "note: " << note << "\n";
      ir->sizeHint = *size;
    }
}

bool Pipeline::gatherFacts() {
  facts = analysis::gatherFacts(std::move(*ir));
  if (facts->stability)
    analysis::warnIfUnstable(facts->program, *facts->stability, ast::firstUpdate(*stencil), diags);
  // --steps of tune and verify is the length of a test, not of the planned runs.
  const bool isPlannedFor = options.command == Command::Compile ||
                            options.command == Command::Run || options.command == Command::Explain;
  if (isPlannedFor && options.run.steps.value_or(0) > 0)
    facts->steps = options.run.steps;
  ir.reset();
  return true;
}

bool Pipeline::frontEnd(const std::string &file) {
  return read(file) && parse() && analyze() && gatherFacts();
}

std::string Pipeline::arch(plan::TargetKind kind) const {
  if (!options.plan.arch.empty())
    return options.plan.arch;
  if (kind == plan::TargetKind::Cuda && asked && asked->machine.gpu)
    if (std::string planned = machine::plannedArch(asked->machine.gpu->arch); !planned.empty())
      return planned;
  if (!defaultArch.empty())
    return defaultArch;
  return kind == plan::TargetKind::Cuda ? "sm_90" : "x86-64-v3";
}

const KnownMachine *Pipeline::machineFor(plan::TargetKind kind) {
  if (asked)
    return &*asked;
  if (!wasPresentLookedFor)
    present = presentMachine(diags);
  wasPresentLookedFor = true;
  const bool isProbed = present && present->machine.gpu;
  if (kind == plan::TargetKind::Cpu) {
    const bool isThis =
        present && present->machine.host && present->machine.host->name == processorName();
    return isThis ? &*present : nullptr;
  }
  if (!isProbed && !wasAlikeLookedFor)
    alike = builtInMachineOf(cudaDeviceName(), diags);
  wasAlikeLookedFor = true;
  const std::optional<KnownMachine> &here = isProbed ? present : alike;
  return here && arch(kind) == machine::plannedArch(here->machine.gpu->arch) ? &*here : nullptr;
}

std::optional<plan::Target> Pipeline::target(plan::TargetKind kind) {
  const std::string name = arch(kind);
  std::optional<plan::Target> target = machine::findTarget(kind, name);
  if (!target) {
    diags.report(diag::UnknownArch, name, llvm::join(machine::targetNames(kind), ", "));
    return std::nullopt;
  }
  const KnownMachine *known = machineFor(kind);
  if (!known)
    return target;
  const machine::Machine &machine = known->machine;
  if (kind == plan::TargetKind::Cpu)
    return machine.host ? machine::targetOf(*machine.host, name) : target;
  if (!machine.gpu) {
    diags.report(diag::MachineMismatch, machine.name, "has no GPU");
    return std::nullopt;
  }
  if (machine::plannedArch(machine.gpu->arch) != name) {
    diags.report(diag::MachineMismatch, machine.name,
                 "is " + machine.gpu->arch + ", but the target is " + name);
    return std::nullopt;
  }
  target = machine::targetOf(*machine.gpu, name);
  if (target && known->shares)
    target->shares = known->shares->shares;
  return target;
}

std::string Pipeline::machineText(plan::TargetKind kind) {
  const KnownMachine *known = machineFor(kind);
  if (known && (kind == plan::TargetKind::Cuda || known->machine.host))
    return known->text();
  const auto target = machine::findTarget(kind, arch(kind));
  return target && !target->machine.empty() ? target->machine + ", published numbers (built in)"
                                            : "a typical processor (built in)";
}

double Pipeline::expectedSeconds() const {
  return secondsOf(*plans.best).value_or(std::numeric_limits<double>::infinity());
}

std::optional<double> Pipeline::secondsOf(const plan::Plan &plan) const {
  if (!runSteps || !program().sizeHint)
    return std::nullopt;
  const Extents n = *program().sizeHint;
  return 1e-9 * double(n[0]) * double(n[1]) * double(n[2]) * double(*runSteps) * plan.cost;
}

std::string Pipeline::sharesText(plan::TargetKind kind) {
  if (kind == plan::TargetKind::Cpu)
    return "";
  if (const KnownMachine *known = machineFor(kind); known && known->shares)
    return known->shares->text();
  const std::optional<plan::Target> target = this->target(kind);
  if (const auto *fitted = target ? machine::findShares(target->machine) : nullptr)
    return fitted->text();
  return machine::defaultShares().text() + "; none was fitted on " +
         (target ? target->machine : "this machine");
}

bool Pipeline::choosePlan(plan::TargetKind kind, const std::string &schedule) {
  const std::optional<plan::Target> target = this->target(kind);
  if (!target)
    return false;
  std::optional<plan::ScheduleRequest> request;
  if (!schedule.empty()) {
    auto parsed = plan::parseScheduleRequest(schedule);
    if (!parsed) {
      plan::reportRequestError(parsed.takeError(), diags);
      return false;
    }
    request = *parsed;
  }
  plans = plan::choosePlan(*facts, *target, request);
  if (!plans.best) {
    for (const plan::Rejection &rejection : plans.rejected)
      if (!request || rejection.schedule == request->name)
        diags.report(diag::ScheduleDoesNotFit, rejection.schedule, facts->program.name,
                     rejection.reason);
    return false;
  }
  for (const std::string &broken : plan::verifyPlan(*facts, *plans.best)) {
    diags.report(diag::PlanLimit, plans.best->schedule, broken);
    return false;
  }
  isFree = !request && !options.run.noTrial;
  tried = plan::TrialPlans::None;
  if (isFree)
    setTrialPlans(plan::trialPlansFor(*facts, expectedSeconds()));
  const plan::KernelPlan &fused = plans.best->fusedKernel;
  if (request && plans.best->fused && fused.estimate.spilled > plan::kSpillTolerance)
    diags.report(diag::RegistersSpill, plans.best->schedule,
                 fused.registers + fused.estimate.spilled, fused.registers,
                 plans.best->target.name);
  return true;
}

void Pipeline::setTrialPlans(plan::TrialPlans kinds) {
  plans.best = plans.candidates.front();
  tried = kinds;
  plan::addAlternatives(*facts, plans, kinds);
}

emit::EmitOptions Pipeline::emitOptions(emit::EmitForm form) const {
  emit::EmitOptions emitOptions;
  emitOptions.form = form;
  emitOptions.templatesFolder = options.build.templates;
  emitOptions.name = options.compile.name;
  emitOptions.withCxx = options.compile.withCxx || options.compile.emit == "c++header";
  emitOptions.withFortran = options.compile.withFortran || options.compile.emit == "fortran";
  emitOptions.headerName = headerName.empty() ? program().name + ".h" : headerName;
  if (const std::uint64_t pitch = options.run.rowPitch)
    emitOptions.rowPitch = pitch == kPackedRows ? "stencilc::kPackedRows" : std::to_string(pitch);
  if (form == emit::EmitForm::Module)
    return emitOptions;
  const bool isCuda = plan().target.kind == plan::TargetKind::Cuda;
  BuildLine build;
  build.kind = isCuda ? BuildKind::Cuda : BuildKind::Cpu;
  build.arch = plan().target.name;
  build.source = sourceName.empty() ? program().name + (isCuda ? ".cu" : ".cpp") : sourceName;
  build.withMain = form == emit::EmitForm::Program;
  build.isSelfContained = options.compile.selfContained;
  emitOptions.buildLine = buildLine(build);
  return emitOptions;
}

bool Pipeline::emit(emit::EmitForm form) {
  // Earlier errors, of another plan of this program, do not count.
  const unsigned before = diags.errors();
  emitted = emit::emitProgram(*facts, plan(), emitOptions(form), diags);
  return emitted && diags.errors() == before;
}

bool Pipeline::emitFirst() {
  std::optional<plan::Plan> first = plan::firstPlan(*facts, plans, !options.run.noTrial);
  if (!first)
    return false;
  if (const auto seconds = secondsOf(*first); seconds && *seconds < plan::kTriedSeconds) {
    first->alternatives.clear();
    first->isTried = false;
  }
  const unsigned before = diags.errors();
  emittedFirst = emit::emitProgram(*facts, *first, emitOptions(emit::EmitForm::Module), diags);
  return emittedFirst && diags.errors() == before;
}

} // namespace stencilc::driver
