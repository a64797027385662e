/// \file Lowers reads of fields and profiles.
#pragma once

#include "sema/LoweringContext.h"

namespace stencilc::sema {

/// Layer of the lowering that handles reads at an offset, a time level, a fraction of a step or an
/// iterate. Reports reads of values that do not exist.
class ReadLowering : public LoweringContext {
public:
  /// Lowers the value that a cell keeps if no arm of an update applies to it.
  std::optional<Value> lowerKept(SymbolId id, llvm::SMRange range, const UseSite &place);

protected:
  using LoweringContext::LoweringContext;
  ~ReadLowering() = default;

  Result lowerRead(SymbolId id, llvm::SMRange range, const UseSite &place);
  bool checkReach(Offset offset, llvm::SMRange range, const UseSite &place);
  /// Returns whether `axis` can be used here. Reports an axis that the profile lacks whose initial
  /// value or boundary is being lowered.
  bool hasAxis(int axis, llvm::SMRange range, const UseSite &place);
  /// Returns the number of cells along an axis, as users give it.
  Value cellsAlong(int axis);
  /// Returns the position `halves` half cells away along an axis, or that of the cell that replaces
  /// it.
  Value positionAt(int axis, int halves);

private:
  /// Returns the offset of the cell whose value lies `halves` half cells away, for values that lie
  /// `own` half cells beside their cells. Reports places between two values and returns nullopt
  /// then.
  std::optional<Offset> cellAt(const Offset &halves, const Offset &own, const std::string &name,
                               llvm::SMRange range, const UseSite &place);
  /// Returns the number of a read at the time level `level` in the state of this lowering
  /// (SeenLevels in Ghosts.h).
  int seen(int level, const Offset &offset) const;
  Result lowerProfile(ir::ProfileId profile, llvm::SMRange range, const UseSite &place);
  /// Lowers a read of a profile at `offset`. Axes before `axis` are inside.
  Result lowerProfileFrom(ir::ProfileId profile, const Offset &offset, int axis);
  /// Lowers the value that a face of a profile fixes for a read at `offset`.
  Result lowerProfileFace(ir::ProfileId profile, const Offset &offset, int axis,
                          const GhostRule &rule);
  bool leavesProfile(ir::ProfileId profile, const Offset &offset, int axis) const;
  void noteRead(ir::FieldId field, int level, const Offset &offset, llvm::SMRange range);
  /// Returns the field whose t+1 is the value within the step that is read. Returns an invalid id
  /// after a report, and nullopt for a read of a whole time level.
  std::optional<ir::FieldId> readWithinStep(SymbolId id, ir::FieldId field, llvm::SMRange range,
                                            const UseSite &place);
  /// Returns the field that ghost cells of a value within the step read for their own field, or
  /// nullopt for all other reads.
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
