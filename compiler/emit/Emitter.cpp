/// \file A program and a plan become source text.
#include "emit/Emitter.h"
#include "emit/Context.h"
#include "emit/Format.h"
#include "emit/Template.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

/// The template of the source, whatever the schedule.
static constexpr llvm::StringLiteral kProgram = "Program";

/// The context of the whole program: that of its plan, with the kernels of those it is tried
/// against.
static llvm::json::Value contextOf(const analysis::Facts &facts, const plan::Plan &plan,
                                   const EmitOptions &options, const Surroundings &around) {
  llvm::json::Object context = makeContext(facts, plan, options, around);
  for (const plan::Plan &other : plan.alternatives)
    addAlternative(context, facts, other, options, around);
  return context;
}

/// The text of a program with stand-ins for all names shows what names have to keep away from:
/// also variables of templates that a user brings.
static std::optional<Surroundings> survey(TemplateLibrary &templates, const analysis::Facts &facts,
                                          const plan::Plan &plan, const EmitOptions &options) {
  Surroundings blank;
  blank.isSurvey = true;
  const llvm::json::Value context = contextOf(facts, plan, options, blank);
  Surroundings around;
  const auto read = [&](llvm::StringRef part, Vocabulary &vocabulary) {
    const std::optional<std::string> text = templates.render(part, context);
    if (text)
      vocabulary.add(*text);
    return text.has_value();
  };
  if (!read(kProgram, around.code) || !read("Header.h", around.interface) ||
      !read(partialName("Interface"), around.interface))
    return std::nullopt;
  return around;
}

namespace {
struct Prepared {
  std::unique_ptr<TemplateLibrary> templates;
  llvm::json::Value context = nullptr;
};
} // namespace

static std::optional<Prepared> prepare(const analysis::Facts &facts, const plan::Plan &plan,
                                       const EmitOptions &options, Diagnostics &diags) {
  Prepared prepared{TemplateLibrary::open(options.templatesFolder, diags)};
  if (!prepared.templates)
    return std::nullopt;
  const std::optional<Surroundings> around = survey(*prepared.templates, facts, plan, options);
  if (!around)
    return std::nullopt;
  prepared.context = contextOf(facts, plan, options, *around);
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
