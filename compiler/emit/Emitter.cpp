/// \file The entry of the emitter: converts a program and its plan into source text.
#include "emit/Emitter.h"
#include "emit/Format.h"
#include "emit/Spelling.h"
#include "emit/frame/Frame.h"
#include "emit/names/KernelNames.h"
#include "emit/template/Template.h"
#include "plan/interface/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

/// Returns the name of the Mustache template from which the source is printed. It is the same for
/// all schedules.
static llvm::StringRef templateOf(EmitForm form) {
  switch (form) {
  case EmitForm::Library:
    return "Program";
  case EmitForm::Program:
    return "Executable";
  case EmitForm::Module:
    return "Module";
  }
  llvm_unreachable("a form without a template");
}

namespace {

struct Prepared {
  std::unique_ptr<TemplateLibrary> templates;
  llvm::json::Value context = nullptr;
};

} // namespace

/// Returns the names that the program's own names must avoid, or `nullopt` if a template of the
/// user is wrong. It reads the templates of all three forms (library, program, module), so that a
/// program has the same names in each form.
static std::optional<Surroundings> surroundingsOf(TemplateLibrary &templates,
                                                  const ir::Program &program,
                                                  const plan::Plan &plan,
                                                  const LoweredPlan &lowered) {
  Surroundings around;
  around.modules = lowered.own.modules();
  for (const LoweredKernels &other : lowered.others)
    llvm::append_range(around.modules, other.modules());
  for (const kernel::Module *module : around.modules)
    addNames(*module, dialectOf(plan), around.kernels);
  addNames(lowered.own.host.module, cppDialect(), around.frame);
  for (const EmitForm form : {EmitForm::Library, EmitForm::Program, EmitForm::Module}) {
    const auto source = templates.pieces(templateOf(form));
    if (!source)
      return std::nullopt;
    addIdentifiers(*source, around.frame);
  }
  addIdentifiers(llvm::StringRef(kApartBegin), around.frame);
  for (const std::string &function : callsOf(program))
    around.frame.insert(function);
  for (const std::string &name : {std::string("Header.h"), partialName("Interface"),
                                  partialName("Main"), partialName("ModuleEntry")}) {
    const auto pieces = templates.pieces(name);
    if (!pieces)
      return std::nullopt;
    addIdentifiers(*pieces, around.interface);
    addAffixes(*pieces, "code.name", around.made);
  }
  return around;
}

static std::optional<Prepared> prepare(const analysis::Facts &facts, const plan::Plan &plan,
                                       const EmitOptions &options, Diagnostics &diags) {
  Prepared prepared{TemplateLibrary::open(options.templatesFolder, diags)};
  if (!prepared.templates)
    return std::nullopt;
  const LoweredPlan lowered = lowerPlan(facts, plan, static_cast<bool>(options.onKernels));
  const std::optional<Surroundings> around =
      surroundingsOf(*prepared.templates, facts.program, plan, lowered);
  if (!around)
    return std::nullopt;
  const ProgramNames names(facts.program, *around, facts.dependence.kernels, options.name);
  prepared.context = makeContext(facts, plan, options, lowered, names);
  return prepared;
}

std::optional<llvm::json::Value> emitContext(const analysis::Facts &facts, const plan::Plan &plan,
                                             const EmitOptions &options, Diagnostics &diags) {
  std::optional<Prepared> prepared = prepare(facts, plan, options, diags);
  if (!prepared)
    return std::nullopt;
  return std::move(prepared->context);
}

/// Returns true if kernels of the plan, or of a plan for the trial, unroll fused time steps.
static bool unrollsSteps(const plan::Plan &plan) {
  const plan::Schedule *schedule =
      plan::findSchedule(plan.ranged() ? plan.ranged()->inner : plan.schedule);
  return (plan.fused && schedule && schedule->traits().unrollsSteps) ||
         llvm::any_of(plan.alternatives, unrollsSteps);
}

std::optional<Emitted> emitProgram(const analysis::Facts &facts, const plan::Plan &plan,
                                   const EmitOptions &options, Diagnostics &diags) {
  const std::optional<Prepared> prepared = prepare(facts, plan, options, diags);
  if (!prepared)
    return std::nullopt;
  const llvm::StringRef form = templateOf(options.form);
  const auto source = prepared->templates->render(form, prepared->context);
  const auto header = prepared->templates->render("Header.h", prepared->context);
  if (!source || !header)
    return std::nullopt;
  if (options.form == EmitForm::Module) // read by the compiler only, so it is not formatted
    return Emitted{*source, "", "", "", unrollsSteps(plan)};
  Emitted emitted{formatCode(*source, form), formatCode(*header, "Header.h"), "", "",
                  unrollsSteps(plan)};
  if (options.withCxx) {
    const auto cxxHeader = prepared->templates->render("Header.hpp", prepared->context);
    if (!cxxHeader)
      return std::nullopt;
    emitted.cxxHeader = formatCode(*cxxHeader, "Header.hpp");
  }
  if (options.withFortran) {
    const auto fortran = prepared->templates->render("Module.f90", prepared->context);
    if (!fortran)
      return std::nullopt;
    emitted.fortran = *fortran;
  }
  return emitted;
}

} // namespace stencilc::emit
