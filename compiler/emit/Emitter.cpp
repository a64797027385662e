/// \file A program and a plan become source text.
#include "emit/Emitter.h"
#include "emit/Context.h"
#include "emit/Format.h"
#include "emit/KernelNames.h"
#include "emit/Spelling.h"
#include "emit/Template.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

/// The template of the source, whatever the schedule.
static constexpr llvm::StringLiteral kProgram = "Program";

namespace {

/// A plan, and those it is tried against, on their way to text.
struct Lowered {
  Lowered(const analysis::Facts &facts, const plan::Plan &plan, bool withStages)
      : own(lowerKernels(facts, plan, false, withStages)) {
    for (const plan::Plan &other : plan.alternatives)
      others.push_back(lowerKernels(facts, other, true, withStages));
  }

  LoweredKernels own;
  std::vector<LoweredKernels> others; // of the alternatives, in their order
};

struct Prepared {
  std::unique_ptr<TemplateLibrary> templates;
  llvm::json::Value context = nullptr;
};

} // namespace

/// The context of the whole program: that of its plan, with the kernels of those it is tried
/// against.
static llvm::json::Value contextOf(const analysis::Facts &facts, const plan::Plan &plan,
                                   const EmitOptions &options, const Lowered &lowered,
                                   const ProgramNames &names) {
  llvm::json::Object context = makeContext(facts, plan, options, lowered.own, names);
  for (std::size_t at = 0; at < plan.alternatives.size(); ++at)
    addAlternative(context, facts, plan.alternatives[at], options, lowered.others[at], names);
  return context;
}

/// What names have to keep away from: also variables of templates that a user brings.
static std::optional<Surroundings> surroundingsOf(TemplateLibrary &templates,
                                                  const ir::Program &program,
                                                  const plan::Plan &plan, const Lowered &lowered) {
  Surroundings around;
  around.modules = lowered.own.modules();
  for (const LoweredKernels &other : lowered.others)
    llvm::append_range(around.modules, other.modules());
  for (const kernel::Module *module : around.modules)
    addNames(*module, dialectOf(plan), around.kernels);
  addNames(lowered.own.host.module, cppDialect(), around.frame);
  const auto source = templates.pieces(kProgram), header = templates.pieces("Header.h"),
             interface = templates.pieces(partialName("Interface"));
  if (!source || !header || !interface)
    return std::nullopt;
  addIdentifiers(*source, around.frame);
  for (const std::string &function : callsOf(program))
    around.frame.insert(function);
  for (const TemplatePieces *pieces : {&*header, &*interface}) {
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
  const Lowered lowered(facts, plan, static_cast<bool>(options.onKernels));
  const std::optional<Surroundings> around =
      surroundingsOf(*prepared.templates, facts.program, plan, lowered);
  if (!around)
    return std::nullopt;
  const ProgramNames names(facts.program, *around, facts.dependence.passes, options.name);
  prepared.context = contextOf(facts, plan, options, lowered, names);
  return prepared;
}

std::optional<llvm::json::Value> emitContext(const analysis::Facts &facts, const plan::Plan &plan,
                                             const EmitOptions &options, Diagnostics &diags) {
  std::optional<Prepared> prepared = prepare(facts, plan, options, diags);
  if (!prepared)
    return std::nullopt;
  return std::move(prepared->context);
}

std::optional<Emitted> emitProgram(const analysis::Facts &facts, const plan::Plan &plan,
                                   const EmitOptions &options, Diagnostics &diags) {
  const std::optional<Prepared> prepared = prepare(facts, plan, options, diags);
  if (!prepared)
    return std::nullopt;
  const auto source = prepared->templates->render(kProgram, prepared->context);
  const auto header = prepared->templates->render("Header.h", prepared->context);
  if (!source || !header)
    return std::nullopt;
  if (options.form == EmitForm::Module) // nobody reads it
    return Emitted{*source, "", "", ""};
  Emitted emitted{formatCode(*source, kProgram), formatCode(*header, "Header.h"), "", ""};
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
