/// \file Lowers derivatives: `d(u, x)`, `d2(u, x+1/2, order = 8)`, `laplacian(u)`.
#pragma once

#include "sema/NameLowering.h"
#include "sema/differences/Differences.h"
#include "sema/names/Builtins.h"

namespace stencilc::sema {

/// Class of the lowering from syntax tree to IR that turns derivatives into weighted sums of reads.
class DifferenceLowering : public NameLowering {
protected:
  using NameLowering::NameLowering;
  ~DifferenceLowering() = default;

  Result lowerDifference(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                         const UseSite &place);

private:
  /// Returns the weights of a derivative, which are cached. Returns null after it has reported an
  /// error.
  const WeightTable *weightsFor(const Builtin &builtin, const Difference &wanted,
                                llvm::SMRange range, const UseSite &place);
  /// Marks each axis of `wanted` along which the values to be differentiated are half a cell away
  /// from the position of the derivative (member isBeside). Returns false after it has reported a
  /// one-sided derivative along such an axis.
  bool lookFrom(const UseSite &place, const ast::Call &call, Difference &wanted,
                llvm::SMRange range);
  bool checkReachOfDifference(Offset offset, llvm::SMRange range, const UseSite &place);
  bool variesInSpace(const Value &value) const;

  std::map<Difference, WeightTable> weights;
};

} // namespace stencilc::sema
