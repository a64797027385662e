/// \file Lowers values that are the same in all cells of a step: step number, time, series and
/// globals (scalars computed in each step).
#pragma once

#include "sema/ReadLowering.h"

namespace stencilc::sema {

/// Class of the lowering from syntax tree to IR that handles values that change from step to step,
/// such as time series.
class TimeLowering : public ReadLowering {
protected:
  using ReadLowering::ReadLowering;
  ~TimeLowering() = default;

  /// Returns whether a name of this kind can be used for the current purpose. Reports an error
  /// otherwise.
  bool isAllowed(SymbolKind kind, llvm::StringRef name, llvm::SMRange range, const UseSite &place);
  Result lowerStep(const UseSite &place);
  Result lowerElapsed(llvm::SMRange range, const UseSite &place);
  Result lowerTimestep(const ast::TimestepStatement &timestep);
  Result lowerSeries(SymbolId id, const ast::Access &access, llvm::SMRange range,
                     const UseSite &place);
  Result lowerGlobal(SymbolId id, llvm::SMRange range, const UseSite &place);

private:
  Result lowerPreviousValue(SymbolId id, llvm::SMRange range, const UseSite &place);
  template <class Make> Result onHost(Make make);
};

} // namespace stencilc::sema
