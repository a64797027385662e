/// \file Lowers reads of fields and profiles.
#pragma once

#include "sema/LoweringContext.h"

namespace stencilc::sema {

/// Reads: at an offset, a time level, a part of a step or an iterate; refused where there is no
/// such value.
class ReadLowering : public LoweringContext {
public:
  /// What a cell of a field keeps where an update gives it no value.
  std::optional<Value> lowerKept(SymbolId id, llvm::SMRange range, const UseSite &place);

protected:
  using LoweringContext::LoweringContext;
  ~ReadLowering() = default;

  Result lowerRead(SymbolId id, llvm::SMRange range, const UseSite &place);
  bool checkReach(Offset offset, llvm::SMRange range, const UseSite &place);
  /// Reports an axis that the profile does not have whose initial value or boundary is lowered.
  bool hasAxis(int axis, llvm::SMRange range, const UseSite &place);
  Value cellsAlong(int axis);
  /// Position of the place so many half cells away along an axis, or of the cell that replaces it.
  Value positionAt(int axis, int halves);

private:
  /// The cell of what lies `own` half cells beside the cells, at a place so many of them away.
  std::optional<Offset> cellAt(const Offset &halves, const Offset &own, const std::string &name,
                               llvm::SMRange range, const UseSite &place);
  /// The level of a read from here (GhostCells.h).
  int seen(int level, const Offset &offset) const;
  Result lowerProfile(ir::ProfileId profile, llvm::SMRange range, const UseSite &place);
  /// What a profile has at `offset`, axes before `axis` inside.
  Result lowerProfileFrom(ir::ProfileId profile, const Offset &offset, int axis);
  /// The value that a face of a profile fixes at `offset`.
  Result lowerProfileFace(ir::ProfileId profile, const Offset &offset, int axis,
                          const GhostRule &rule);
  bool leavesProfile(ir::ProfileId profile, const Offset &offset, int axis) const;
  void noteRead(ir::FieldId field, int level, const Offset &offset, llvm::SMRange range);
  /// What a read of a value within the step reads at t+1: invalid after a report; nothing if it is
  /// a read of a whole time level (Moments.cpp).
  std::optional<ir::FieldId> readWithinStep(SymbolId id, ir::FieldId field, llvm::SMRange range,
                                            const UseSite &place);
  /// What ghost cells of a value within the step read of their field (Moments.cpp).
  std::optional<ir::FieldId> readForGhost(ir::FieldId field, const UseSite &place) const;
  ir::FieldId readIterate(const Symbol &symbol, ir::FieldId field, llvm::SMRange range,
                          const UseSite &place);
  ir::FieldId readMoment(const Symbol &symbol, ir::FieldId field, llvm::SMRange range,
                         const UseSite &place);
  bool checkLevel(SymbolId id, ir::FieldId field, int level, llvm::SMRange range,
                  const UseSite &place);
  void refuseReadBeforeUpdate(SymbolId id, llvm::SMRange range, const UseSite &place);
  void refuseLevelNotKept(const Symbol &symbol, int levels, int level, llvm::SMRange range,
                          const UseSite &place);
};

} // namespace stencilc::sema
