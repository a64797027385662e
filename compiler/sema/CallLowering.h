/// \file Lowers function calls: user functions by expansion, built-in functions, and reductions.
#pragma once

#include "sema/differences/DifferenceLowering.h"

namespace stencilc::sema {

/// Class of the lowering from syntax tree to IR that handles function calls.
class CallLowering : public DifferenceLowering {
protected:
  using DifferenceLowering::DifferenceLowering;
  ~CallLowering() = default;

  Result lowerCall(const ast::Call &call, llvm::SMRange range, const UseSite &place);
  /// Lowers the value of one cell or index in `sum`, `min`, `max`, `norm` or `count`. The argument
  /// of `count` is a condition, which becomes 1 or 0.
  Result lowerTerm(const Builtin &builtin, ast::ExprId id, const UseSite &place);

private:
  /// Lowers a reduction over all cells of the grid, such as `max(u)`. Its argument is lowered like
  /// the value of an update.
  virtual Result lowerOverCells(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                                const UseSite &place) = 0;

  Result lowerUserCall(const ast::FunctionStatement &function, const ast::Call &call,
                       llvm::SMRange range, const UseSite &place);
  Result lowerBuiltin(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                      const UseSite &place);
  Result lowerReduction(const Builtin &builtin, const ast::Call &call, const UseSite &place);
  Result lowerRounded(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                      const UseSite &place);
  Result lowerCoefficient(const Coefficient &coefficient, const UseSite &place);
  Result lowerApply(const ast::Call &call, const UseSite &place);
  Result lowerOverRange(const Builtin &builtin, const ast::IndexRange &index, const ast::Call &call,
                        const UseSite &place);
  Result lowerMinMax(const Builtin &builtin, const ast::Call &call, const UseSite &place);
  Result lowerSelect(const ast::Call &call, const UseSite &place);
  Result lowerGaussian(const ast::Call &call, const UseSite &place);
  Result lowerRandom(const ast::Call &call, const UseSite &place);
  Result lowerNormal(const ast::Call &call, const UseSite &place);
  std::optional<std::uint64_t> readSeed(const ast::Call &call, const UseSite &place);
  Result randomNumber(std::uint64_t seed, int part, const ast::Call &call, const UseSite &place);
  bool mayRunOverCells(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                       const UseSite &place);
  const OffsetSet *neighbourhoodOf(ast::ExprId id, const ast::Call &call, const UseSite &place);
  /// Returns the coefficient table that argument `id` names. Reports an error and returns null if
  /// it names none.
  const CoefficientTable *tableOf(ast::ExprId id, const UseSite &place);
  bool checkArguments(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                      const UseSite &place);
  bool checkArgumentCount(const ast::Call &call, bool isRight, llvm::StringRef wanted,
                          llvm::StringRef usage, llvm::SMRange range, const UseSite &place);
};

} // namespace stencilc::sema
