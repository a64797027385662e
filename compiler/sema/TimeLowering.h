/// \file Lowers what is one number in a step: its number, the time, series, numbers of the whole
/// grid.
#pragma once

#include "sema/ReadLowering.h"

namespace stencilc::sema {

/// Numbers that change from step to step.
class TimeLowering : public ReadLowering {
protected:
  using ReadLowering::ReadLowering;
  ~TimeLowering() = default;

  /// Reports unless a name of this kind may be used for this purpose.
  bool isAllowed(SymbolKind kind, llvm::StringRef name, llvm::SMRange range, const UseSite &place);
  Result lowerStep(const UseSite &place);
  Result lowerElapsed(llvm::SMRange range, const UseSite &place);
  Result lowerTimestep(const ast::TimestepStatement &timestep);
  Result lowerSeries(SymbolId id, const ast::Access &access, llvm::SMRange range,
                     const UseSite &place);
  Result lowerGlobal(SymbolId id, llvm::SMRange range, const UseSite &place);

private:
  Result lowerEarlier(SymbolId id, llvm::SMRange range, const UseSite &place);
  template <class Make> Result onHost(Make make);
};

} // namespace stencilc::sema
