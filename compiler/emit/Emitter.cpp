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

static std::string templateName(const plan::Plan &plan) {
  return stemOf(plan.schedule) + (plan.target.kind == plan::TargetKind::Cuda ? ".cu" : ".cpp");
}

namespace {

/// A plan, and those it is tried against, on their way to text.
struct Lowered {
  LoweredKernels own;
  std::vector<LoweredKernels> others; // of the alternatives, in their order
};

struct Prepared {
  std::unique_ptr<TemplateLibrary> templates;
  std::string name; // of the template for the source
  llvm::json::Value context = nullptr;
};

} // namespace

/// The context of the whole program: that of its plan, with the kernels of those it is tried
/// against.
static std::optional<llvm::json::Value>
contextOf(TemplateLibrary &templates, const analysis::Facts &facts, const plan::Plan &plan,
          const EmitOptions &options, const Lowered &lowered, const Surroundings &around) {
  llvm::json::Value context = makeContext(facts, plan, options, lowered.own, around);
  for (std::size_t at = 0; at < plan.alternatives.size(); ++at) {
    const plan::Plan &other = plan.alternatives[at];
    const llvm::json::Value own =
        alternativeContext(facts, other, options, lowered.others[at], around);
    const auto text = templates.render(partialName(stemOf(other.schedule) + "Kernels"), own);
    if (!text)
      return std::nullopt;
    addAlternative(*context.getAsObject(), other, *own.getAsObject(), *text);
  }
  return context;
}

/// What names have to keep away from: also variables of templates that a user brings.
static std::optional<Surroundings> surroundingsOf(TemplateLibrary &templates,
                                                  const std::string &name,
                                                  const ir::Program &program,
                                                  const plan::Plan &plan, const Lowered &lowered) {
  Surroundings around;
  around.modules = lowered.own.modules();
  for (const LoweredKernels &other : lowered.others)
    llvm::append_range(around.modules, other.modules());
  for (const kernel::Module *module : around.modules)
    addNames(*module, dialectOf(plan), around.kernels);
  const auto source = templates.pieces(name), header = templates.pieces("Header.h"),
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
  Prepared prepared{TemplateLibrary::open(options.templatesFolder, diags), templateName(plan)};
  if (!prepared.templates)
    return std::nullopt;
  if (!prepared.templates->contains(prepared.name)) {
    diags.report(diag::TemplateNotFound, prepared.name, plan.schedule);
    return std::nullopt;
  }
  const bool withStages = static_cast<bool>(options.onKernels);
  Lowered lowered{lowerKernels(facts, plan, withStages)};
  for (const plan::Plan &other : plan.alternatives)
    lowered.others.push_back(lowerKernels(facts, other, withStages));
  const std::optional<Surroundings> around =
      surroundingsOf(*prepared.templates, prepared.name, facts.program, plan, lowered);
  if (!around)
    return std::nullopt;
  auto context = contextOf(*prepared.templates, facts, plan, options, lowered, *around);
  if (!context)
    return std::nullopt;
  prepared.context = std::move(*context);
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
  const auto source = prepared->templates->render(prepared->name, prepared->context);
  const auto header = prepared->templates->render("Header.h", prepared->context);
  if (!source || !header)
    return std::nullopt;
  if (options.form == EmitForm::Module) // nobody reads it
    return Emitted{*source, "", "", ""};
  Emitted emitted{formatCode(*source, prepared->name), formatCode(*header, "Header.h"), "", ""};
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
