/// \file Lowers reads of fields and profiles.
#pragma once

#include "sema/LoweringContext.h"

namespace stencilc::sema {

/// Class of the lowering from syntax tree to IR that handles reads: at an offset, a time level, a
/// fraction of a time step or an iteration. It reports reads of values that do not exist.
class ReadLowering : public LoweringContext {
public:
  /// Lowers the current value of a field, which a cell keeps if no condition of its update holds.
  std::optional<Value> lowerCarriedScalar(SymbolId id, llvm::SMRange range, const UseSite &place);

protected:
  using LoweringContext::LoweringContext;
  ~ReadLowering() = default;

  Result lowerRead(SymbolId id, llvm::SMRange range, const UseSite &place);
  bool checkReach(Offset offset, llvm::SMRange range, const UseSite &place);
  /// Returns whether an expression may use `axis`. Initial values and boundaries of a profile (a
  /// field over some of the axes) can use only its own axes. Reports an error otherwise.
  bool hasAxis(int axis, llvm::SMRange range, const UseSite &place);
  /// Returns the number of cells along `axis` that the user has given. The grid of the kernels can
  /// have one cell more.
  Value cellsAlong(int axis);
  /// Returns the position that is `halves` half cells away along `axis`. Near a face, this can be
  /// the position of the cell that a boundary repeats.
  Value positionAt(int axis, int halves);

private:
  /// Returns the offset of the cell whose value lies `halves` half cells away. `own`: position of
  /// the values in their cells, in half cells. Reports positions between two values. Returns
  /// nullopt after such an error.
  std::optional<Offset> cellAt(const Offset &halves, const Offset &own, const std::string &name,
                               llvm::SMRange range, const UseSite &place);
  /// Returns the number of a read at the time level `level` in the state of this lowering
  /// (SeenLevels in Ghosts.h).
  int seen(int level, const Offset &offset) const;
  Result lowerProfile(ir::ProfileId profile, llvm::SMRange range, const UseSite &place);
  /// Lowers a read of a profile at `offset`. Along the axes before `axis`, its cell is inside the
  /// grid.
  Result lowerProfileFrom(ir::ProfileId profile, const Offset &offset, int axis);
  /// Lowers the value of a fixed boundary of a profile for a read at `offset` beyond the face of
  /// `axis`.
  Result lowerProfileFace(ir::ProfileId profile, const Offset &offset, int axis,
                          const GhostRule &rule);
  bool leavesProfile(ir::ProfileId profile, const Offset &offset, int axis) const;
  void noteRead(ir::FieldId field, int level, const Offset &offset, llvm::SMRange range);
  /// Returns the IR field for a read of a value within the time step, such as `u[t+1/3]`. The value
  /// is t+1 of this field. Returns nullopt for a read of a whole time level, and an invalid id
  /// after it has reported an error.
  std::optional<ir::FieldId> readWithinStep(SymbolId id, ir::FieldId field, llvm::SMRange range,
                                            const UseSite &place);
  /// Returns the field that ghost cells read in place of `field`, if they belong to a value within
  /// the time step. Returns nullopt for all other reads.
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
