/// \file Lowers names in expressions, with and without an index.
#pragma once

#include "sema/steps/TimeLowering.h"

namespace stencilc::sema {

/// Class of the lowering from syntax tree to IR that handles names: fields, members of groups,
/// entries of tables, function arguments and index variables.
class NameLowering : public TimeLowering {
protected:
  using TimeLowering::TimeLowering;
  ~NameLowering() = default;

  Result lowerName(const ast::Identifier &name, const UseSite &place);
  Result lowerAccess(const ast::Access &access, llvm::SMRange range, const UseSite &place);

private:
  Result lowerSymbol(SymbolId id, const ast::Identifier &name, llvm::SMRange range,
                     const UseSite &place);
  Result lowerShifted(SymbolId id, const ast::Access &access, llvm::SMRange range,
                      const UseSite &place, const UseSite &shifted);
  Result lowerLet(SymbolId id, const ast::LetStatement &let, const UseSite &place);
  Result lowerRegion(SymbolId id, const ast::RegionStatement &region, const UseSite &place);
  Result lowerReport(SymbolId id, const ast::ReportStatement &report);
  Result lowerLocal(const Local &local, const UseSite &place);
  Result lowerArgument(const Local &argument, const UseSite &place);
  Result lowerIndexed(SymbolId id, const ast::Access &access, llvm::SMRange range,
                      const UseSite &place, const UseSite &shifted);
  Result lowerEntry(SymbolId table, const ast::Access &access, llvm::SMRange range,
                    const UseSite &place);
  void reportNoMembers(SymbolId id, const ast::Access &access, llvm::SMRange range,
                       const UseSite &place);
  void reportWithoutNumber(SymbolId id, llvm::SMRange range, const UseSite &place);
};

} // namespace stencilc::sema
