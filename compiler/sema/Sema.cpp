/// \file Runs the passes of the semantic analysis in order.
#include "sema/Sema.h"
#include "ir/verifier/Verifier.h"
#include "sema/boundaries/Boundaries.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/canonical/Canonical.h"
#include "sema/differences/EvenDifferences.h"
#include "sema/limits/Limits.h"
#include "sema/limits/Suspicions.h"
#include "sema/names/Groups.h"
#include "sema/names/Libraries.h"
#include "sema/names/Uses.h"
#include "sema/statements/Checks.h"
#include "sema/statements/Fields.h"
#include "sema/statements/Globals.h"
#include "sema/statements/Init.h"
#include "sema/statements/Points.h"
#include "sema/statements/Saves.h"
#include "sema/statements/Settings.h"
#include "sema/steps/Stages.h"
#include "sema/steps/Time.h"
#include "sema/values/Coefficients.h"
#include "sema/values/Constants.h"
#include "sema/values/HostSizes.h"
#include "sema/values/Neighbourhoods.h"
#include "sema/values/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace stencilc::sema {

/// Aborts the compiler with the first violated invariant of the program. A violation is a bug in
/// the compiler, not an error of the user.
static void requireSound(const ir::Program &program) {
  const std::vector<std::string> broken = ir::verifyProgram(program);
  if (!broken.empty())
    llvm::report_fatal_error(llvm::StringRef("sema made a broken program: " + broken.front()));
}

/// Returns whether a statement declares a name that is also the name of an axis. Such a declaration
/// changes the meaning of all uses of the name.
static bool hidesAxis(const ast::Stencil &stencil) {
  return llvm::any_of(stencil.statements, [&](const ast::Statement &statement) {
    return llvm::any_of(namesDeclaredBy(statement), [&](const ast::Identifier &name) {
      return llvm::any_of(stencil.axes, [&](const auto &axis) { return axis.text == name.text; });
    });
  });
}

/// Runs all passes of analyze() on a stencil whose imported declarations have been added.
static std::optional<ir::Program> analyzeWhole(const ast::Stencil &stencil,
                                               const SemaOptions &options, Diagnostics &diags) {
  const unsigned errorsBefore = diags.errors();

  if (!checkLimits(stencil, diags))
    return std::nullopt;

  // Names and their meanings.
  Unit unit(stencil, declareSymbols(stencil, diags), diags);
  if (stencil.axes.empty() || stencil.axes.size() > kMaxAxes)
    return std::nullopt; // offsets need 1 to 3 axes
  if (hidesAxis(stencil))
    return std::nullopt; // reported
  const Mentions mentions = resolveUses(stencil, unit.symbols, diags);
  if (!checkNoCycles(mentions, unit.symbols, diags))
    return std::nullopt; // following definitions would not terminate

  // Values and sets known at compile time.
  readSettings(unit, options);
  declareTime(unit);
  evaluateConstants(unit);
  checkTimestep(unit);
  buildNeighbourhoods(unit);
  buildCoefficients(unit);

  // Fields, and the computation of one step.
  declareFields(unit);
  unrollUpdates(unit);
  declarePoints(unit);
  lowerBoundaries(unit);
  lowerInitialValues(unit);
  checkGhostRules(unit);
  lowerStages(unit);
  lowerChecks(unit);
  lowerSaves(unit);
  checkGhostCycles(unit);
  readHints(unit);
  if (diags.errors() > errorsBefore)
    return std::nullopt;
  warnUnused(unit.symbols, diags); // only without errors, because errors cause such warnings
  warnPartlyUpdated(unit);
  warnUnreadKept(unit);
  warnSuspicious(unit);

  ir::Program program = std::move(unit.program);
  appendSources(program, unit.sources);
  // Ghost values are stages, so that they get the same arithmetic as updates.
  for (const auto &[field, value] : unit.ghosts.values)
    program.stages.add({field, value, {}, 0, ""});
  if (program.arithmetic == ir::Arithmetic::Canonical)
    program = turnEvenDifferences(canonicalise(std::move(program)));
  if (!unit.ghostRules.empty() || program.wider != decltype(program.wider){})
    program = fillGhosts(std::move(program), unit.ghosts);
  program = takeSizesFromHost(addSources(std::move(program), unit.sources));
  if (!checkNumbers(program, unit))
    return std::nullopt;
  requireSound(program);
  return program;
}

std::optional<ir::Program> analyze(const ast::Stencil &stencil, const SemaOptions &options,
                                   Diagnostics &diags) {
  if (stencil.imports.empty())
    return analyzeWhole(stencil, options, diags);
  const std::optional<Linked> linked = withLibraries(stencil, diags);
  auto program = linked ? analyzeWhole(linked->stencil, options, diags) : std::nullopt;
  if (program) // only without errors, because errors cause such warnings
    for (const ast::Import &import : linked->unused)
      diags.report(import.range, diag::UnusedImport, import.name);
  return program;
}

} // namespace stencilc::sema
