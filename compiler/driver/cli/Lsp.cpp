/// \file `stencilc lsp`: the language server for editors.
#include "driver/Driver.h"
#include "driver/cli/ImportFolders.h"
#include "driver/cli/Paragraph.h"
#include "driver/explain/ExplainCandidates.h"
#include "driver/run/Place.h"
#include "driver/tune/Tuned.h"
#include "editor/Server.h"

namespace stencilc::driver {

/// Returns the plan that `explain` and `run` choose without options, as one line of text. The
/// result is empty if no schedule can run the program.
static std::string planText(const analysis::Facts &facts) {
  Options options;
  options.run.quiet = true;
  Pipeline line(options, [](const auto &) {});
  line.takeFacts(facts);
  if (!chooseTunedPlan(options, line, chooseTarget(options).kind))
    return "";
  const plan::Plan &plan = line.plan();
  const std::string device = plan.target.machine.empty() ? plan.target.name : plan.target.machine;
  return "planned for " + device + ": `" + plan.requestText() + "`, " + rateText(plan.glups()) +
         " GLUP/s predicted, " + boundText(plan::estimateOf(plan));
}

int lspCommand(const Options &options) {
  return editor::serve(planText, [&](llvm::StringRef file) {
    return syntax::searchFor(file.str(), importFolders(options.program.importPaths));
  });
}

} // namespace stencilc::driver
