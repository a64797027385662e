/// \file Lowers reads of fields and profiles (values along some axes only).
#pragma once

#include "sema/LoweringContext.h"

namespace stencilc::sema {

/// Class of the lowering from syntax tree to IR that handles reads: at an offset, a time level, a
/// fraction of a time step or an iteration. It reports reads of values that do not exist.
class ReadLowering : public LoweringContext {
public:
  /// Lowers the latest value of `id`, a field or a member of a group of fields. A cell keeps this
  /// value if no condition of its update holds.
  std::optional<Value> lowerCarriedScalar(SymbolId id, llvm::SMRange range, const UseSite &place);

protected:
  using LoweringContext::LoweringContext;
  ~ReadLowering() = default;

  Result lowerRead(SymbolId id, llvm::SMRange range, const UseSite &place);
  bool checkReach(Offset offset, llvm::SMRange range, const UseSite &place);
  /// Returns whether an expression may use the coordinate or size of `axis`. Initial values and
  /// boundaries of a profile (values along some axes only) can use its own axes. Reports an error
  /// if not.
  bool hasAxis(int axis, llvm::SMRange range, const UseSite &place);
  /// Returns the number of cells along `axis` that the user has chosen. The grid of the kernels can
  /// have one cell more.
  Value cellsAlong(int axis);
  /// Returns the coordinate along `axis` of the position that is `halves` half cells away. For a
  /// ghost cell (beyond the grid), it can be that of the grid cell which gives its value.
  Value positionAt(int axis, int halves);

private:
  /// Returns the offset in cells of the value of a field that is `halves` half cells away. `own` is
  /// the position of the field's values in their cells, in half cells. Reports a position between
  /// two values, and returns nullopt then.
  std::optional<Offset> cellAt(const Offset &halves, const Offset &own, const std::string &name,
                               llvm::SMRange range, const UseSite &place);
  /// Returns the number that identifies a read at time level `level` and offset `offset` by its
  /// level and the axes along which it cannot leave the grid (SeenLevels in Ghosts.h). It replaces
  /// the time level in the IR until ghost cells (beyond the grid) are filled in.
  int seen(int level, const Offset &offset) const;
  Result lowerProfile(ir::ProfileId profile, llvm::SMRange range, const UseSite &place);
  /// Lowers a read of a profile (values along some axes only) at `offset`. Boundaries of axes
  /// before `axis` are not applied, because along these axes the cell is inside the grid.
  Result lowerProfileFrom(ir::ProfileId profile, const Offset &offset, int axis);
  /// Lowers the fixed boundary value of a profile (values along some axes only) for a read at
  /// `offset` that leaves the grid along `axis`.
  Result lowerProfileFace(ir::ProfileId profile, const Offset &offset, int axis,
                          const GhostRule &rule);
  bool leavesProfile(ir::ProfileId profile, const Offset &offset, int axis) const;
  void noteRead(ir::FieldId field, int level, const Offset &offset, llvm::SMRange range);
  /// Returns the IR field that holds a value within the time step, such as `u[t+1/3]`, at its level
  /// t+1. Returns nullopt for a read of a whole time level, and an invalid id after it has reported
  /// an error.
  std::optional<ir::FieldId> readWithinStep(SymbolId id, ir::FieldId field, llvm::SMRange range,
                                            const UseSite &place);
  /// Returns the field that is read in place of `field` in values of ghost cells (beyond the grid)
  /// that belong to a value within the time step. Returns nullopt for all other reads.
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
