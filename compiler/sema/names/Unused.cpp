/// \file Warns about unused declarations.
#include "sema/names/Uses.h"

namespace stencilc::sema {

void warnUnused(const Symbols &symbols, Diagnostics &diags) {
  const auto elapsed = symbols.find("time");
  const bool isElapsedUsed =
      elapsed && symbols[*elapsed].kind == SymbolKind::Elapsed && symbols[*elapsed].isUsed;
  for (SymbolId id : symbols.ids()) {
    const Symbol &symbol = symbols[id];
    // Exempt are axes, spacings (which also scale pictures), reports, sources and receivers, and
    // the time step if 'time' is used. Groups are checked as a whole, not by member.
    if (!symbol.statement || symbol.kind == SymbolKind::Report ||
        symbol.kind == SymbolKind::Source || symbol.kind == SymbolKind::Receiver ||
        symbol.member >= 0 || (symbol.kind == SymbolKind::Timestep && isElapsedUsed) ||
        std::holds_alternative<ast::SpacingStatement>(symbol.statement->node))
      continue;
    const auto *field = std::get_if<ast::FieldStatement>(&symbol.statement->node);
    // A field that is updated but not read is a result.
    if (!symbol.isUsed && !symbol.isUpdated)
      diags.report(symbol.declared, diag::UnusedName, describe(symbol.kind).split(' ').second,
                   symbol.name);
    else if (field && !field->isConstant && !symbol.isUpdated &&
             field->names.front().axes.empty()) {
      const llvm::SMLoc end = field->names.back().range.End;
      auto report = diags.report(symbol.declared, diag::FieldNeverUpdated, symbol.name);
      if (field->names.size() == 1)
        report.fixIt({end, end}, " constant");
    }
  }
}

} // namespace stencilc::sema
