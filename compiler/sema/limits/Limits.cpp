/// \file Limits on the size of a stencil, which bound the time of compilation.
#include "sema/limits/Limits.h"
#include "sema/Unit.h"

namespace stencilc::sema {

/// Returns whether the stencil has at most `most` statements of the kinds `T` together. Reports the
/// first statement beyond the limit.
template <class... T>
static bool checkCount(const ast::Stencil &stencil, std::size_t most, llvm::StringRef nouns,
                       llvm::StringRef advice, Diagnostics &diags) {
  std::size_t count = 0;
  for (const ast::Statement &statement : stencil.statements) {
    if (!(std::holds_alternative<T>(statement.node) || ...) || ++count <= most)
      continue;
    const llvm::SMRange range(statement.range.Start, statement.range.Start);
    diags
        .report(range, diag::ProgramTooLarge, shortened(stencil.name.text),
                std::to_string(most) + " " + nouns.str())
        .note(range, diag::Hint, advice);
    return false;
  }
  return true;
}

bool checkLimits(const ast::Stencil &stencil, Diagnostics &diags) {
  return checkCount<ast::UpdateStatement>(
             stencil, 400, "updates",
             "each becomes separate code; write two stencils and run them one after the other",
             diags) &&
         checkCount<ast::FieldStatement>(
             stencil, 1000, "fields", "each is an argument of every kernel that reads it", diags) &&
         checkCount<ast::ParamStatement>(stencil, 2000, "parameters",
                                         "numbers that never change are declared with 'const'",
                                         diags) &&
         checkCount<ast::ReportStatement, ast::UntilStatement, ast::GlobalStatement>(
             stencil, 200, "reports, rules and numbers of the whole grid",
             "each is a pass over the cells; write results with '--out' and reduce them elsewhere",
             diags) &&
         checkCount<ast::SourceStatement, ast::ReceiverStatement>(
             stencil, 200, "sources and receivers",
             "one statement can have many points: ranges of them, or a file", diags) &&
         checkCount<ast::SaveStatement>(stencil, 100, "'save' statements",
                                        "one statement can save many fields", diags);
}

} // namespace stencilc::sema
