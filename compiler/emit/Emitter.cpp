/// \file A program and a plan become source text.
#include "emit/Emitter.h"
#include "emit/Context.h"
#include "emit/Format.h"
#include "emit/Template.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

static std::string templateName(const plan::Plan &plan) {
  return stemOf(plan.schedule) + (plan.target.kind == plan::TargetKind::Cuda ? ".cu" : ".cpp");
}

/// The context of the whole program: that of its plan, with the kernels of those it is tried
/// against.
static std::optional<llvm::json::Value>
contextOf(TemplateLibrary &templates, const analysis::Facts &facts, const plan::Plan &plan,
          const EmitOptions &options, const Surroundings &around) {
  llvm::json::Value context = makeContext(facts, plan, options, around);
  for (const plan::Plan &other : plan.alternatives) {
    const llvm::json::Value own = alternativeContext(facts, other, options, around);
    const auto text = templates.render(partialName(stemOf(other.schedule) + "Kernels"), own);
    if (!text)
      return std::nullopt;
    addAlternative(*context.getAsObject(), other, *own.getAsObject(), *text);
  }
  return context;
}

/// The text of a program with stand-ins for all names shows what names have to keep away from:
/// also variables of templates that a user brings.
static std::optional<Surroundings> survey(TemplateLibrary &templates, const std::string &name,
                                          const analysis::Facts &facts, const plan::Plan &plan,
                                          const EmitOptions &options) {
  Surroundings blank;
  blank.isSurvey = true;
  const auto context = contextOf(templates, facts, plan, options, blank);
  if (!context)
    return std::nullopt;
  Surroundings around;
  const auto read = [&](llvm::StringRef part, Vocabulary &vocabulary) {
    const std::optional<std::string> text = templates.render(part, *context);
    if (text)
      vocabulary.add(*text);
    return text.has_value();
  };
  if (!read(name, around.code) || !read("Header.h", around.interface) ||
      !read(partialName("Interface"), around.interface))
    return std::nullopt;
  return around;
}

namespace {
struct Prepared {
  std::unique_ptr<TemplateLibrary> templates;
  std::string name; // of the template for the source
  llvm::json::Value context = nullptr;
};
} // namespace

static std::optional<Prepared> prepare(const analysis::Facts &facts, const plan::Plan &plan,
                                       const EmitOptions &options, Diagnostics &diags) {
  Prepared prepared{TemplateLibrary::open(options.templatesFolder, diags), templateName(plan)};
  if (!prepared.templates)
    return std::nullopt;
  if (!prepared.templates->contains(prepared.name)) {
    diags.report(diag::TemplateNotFound, prepared.name, plan.schedule);
    return std::nullopt;
  }
  const std::optional<Surroundings> around =
      survey(*prepared.templates, prepared.name, facts, plan, options);
  if (!around)
    return std::nullopt;
  auto context = contextOf(*prepared.templates, facts, plan, options, *around);
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
