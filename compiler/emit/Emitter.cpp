/// \file A program and a plan become source text.
#include "emit/Emitter.h"
#include "emit/Format.h"
#include "emit/Template.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::emit {

static std::string templateName(const plan::Plan &plan) {
  std::string name = plan.schedule;
  name.front() = llvm::toUpper(name.front());
  return name + (plan.target.kind == plan::TargetKind::Cuda ? ".cu" : ".cpp");
}

std::optional<Emitted> emitProgram(const analysis::Facts &facts, const plan::Plan &plan,
                                   const EmitOptions &options, Diagnostics &diags) {
  const llvm::json::Value context = emitContext(facts, plan, options);
  const std::unique_ptr<TemplateLibrary> templates =
      TemplateLibrary::open(options.templatesFolder, diags);
  if (!templates)
    return std::nullopt;
  const std::string name = templateName(plan);
  if (!templates->contains(name)) {
    diags.report(diag::TemplateNotFound, name, plan.schedule);
    return std::nullopt;
  }
  const std::optional<std::string> source = templates->render(name, context);
  const std::optional<std::string> header = templates->render("Header.h", context);
  if (!source || !header)
    return std::nullopt;
  return Emitted{formatCode(*source, name), formatCode(*header, "Header.h")};
}

} // namespace stencilc::emit
