/// \file Lowers reads of fields and profiles (values along some axes only).
#pragma once

#include "sema/LoweringContext.h"

namespace stencilc::sema {

/// Class of the lowering from syntax tree to IR that handles reads: at an offset, a time level, a
/// fraction of a time step or an iteration. It reports reads of values that do not exist.
class ReadLowering : public LoweringContext {
public:
  /// Lowers the value of `id` that a cell keeps if no condition of its update holds. `id` is a
  /// field, or a member of a group of fields. The value is the latest one that this step has
  /// computed for the cell before the update, or else the value at t. In a `repeat` it is that of
  /// the preceding iteration.
  std::optional<Value> lowerCarriedScalar(SymbolId id, llvm::SMRange range, const UseSite &place);

protected:
  using LoweringContext::LoweringContext;
  ~ReadLowering() = default;

  Result lowerRead(SymbolId id, llvm::SMRange range, const UseSite &place);
  bool checkReach(Offset offset, llvm::SMRange range, const UseSite &place);
  /// Returns whether an expression may use the coordinate or size of `axis`. Initial values and
  /// boundaries of a profile (values along some axes only) can use only the axes of this profile.
  /// All other expressions can use every axis. Reports an error if the axis is not allowed.
  bool hasAxis(int axis, llvm::SMRange range, const UseSite &place);
  /// Returns the number of cells along `axis` that the user has chosen. The grid of the kernels can
  /// have one cell more.
  Value cellsAlong(int axis);
  /// Returns the coordinate along `axis`, in cells, of the position `halves` half cells above the
  /// updated cell. If a boundary has replaced a ghost cell (beyond the grid) by a grid cell along
  /// `axis`, returns that cell's coordinate.
  Value positionAt(int axis, int halves);

private:
  /// Returns the offset in cells at which the field `name` has a value `halves` half cells from the
  /// centre of the updated cell. `own` is the position of its values in their cells, in half cells.
  /// If no value lies there, reports this and returns nullopt.
  std::optional<Offset> cellAt(const Offset &halves, const Offset &own, const std::string &name,
                               llvm::SMRange range, const UseSite &place);
  /// Returns the number that a read at `level` and `offset` carries in the IR in place of its time
  /// level, until ghost cells (beyond the grid) are filled in. The number represents the level and
  /// the axes along which the read cannot leave the grid (SeenLevels in Ghosts.h).
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
  /// Returns the field that is read in place of `field` in the value of a ghost cell (beyond the
  /// grid), or nullopt to read `field` itself. Example: in ghost cells of `u[t+1/3]`, the name `u`
  /// means the field that holds `u[t+1/3]`.
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
