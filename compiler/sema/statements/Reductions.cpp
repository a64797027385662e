/// \file Lowers reductions over all cells of the grid, such as `max(abs(u))`.
#include "sema/Expressions.h"
#include "sema/boundaries/Boundaries.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/differences/Staggered.h"
#include "sema/statements/Globals.h"
#include <utility>

namespace stencilc::sema {

static ir::ReductionKind reductionOf(BuiltinKind kind) {
  switch (kind) {
  case BuiltinKind::Max:
    return ir::ReductionKind::Max;
  case BuiltinKind::Min:
    return ir::ReductionKind::Min;
  case BuiltinKind::Sum:
  case BuiltinKind::Count:
    return ir::ReductionKind::Sum;
  default:
    return ir::ReductionKind::Norm;
  }
}

/// Lowers a reduction over all cells. While its argument is lowered, purpose and state are those
/// for the value of an update. They are restored afterwards.
Lowering::Result Lowering::lowerOverCells(const Builtin &builtin, const ast::Call &call,
                                          llvm::SMRange range, const UseSite &place) {
  if (purpose != Purpose::Check) {
    const bool isOfCells = isStage(purpose);
    const std::string named =
        "write 'global a = " + shortened(onOneLine(sourceText(range))) + ";' above, and 'a' here";
    const std::string near =
        "for the cell and its neighbours write '" + builtin.name.str() + "(star(1), ...)'";
    errorWithHint(place, range, range,
                  !isOfCells                          ? ""
                  : builtin.kind == BuiltinKind::Norm ? named
                                                      : named + "; " + near,
                  diag::NotAvailable, quoted(builtin.name) + " of one value",
                  isOfCells ? "a value that differs from cell to cell" : "this value",
                  "it is one number from all cells, for 'global', 'report' and 'until'");
    return std::nullopt;
  }
  const Purpose inCells = stagePurpose(unit.program.arithmetic);
  const auto letsOutside = std::exchange(lets, {});
  const auto readsOutside = std::exchange(readSites, {});
  purpose = inCells;
  builder.switchTo(inCells);
  const ValuesAt where = whereOf(unit, call.arguments[0], place.frame).value_or(ValuesAt());
  computeAt(where.place, where.faces);
  const UseSite there{Displacement::ofHalves(where.place), place.frame};
  const Result value = lowerTerm(builtin, call.arguments[0], there);
  const ir::ExprId root = value ? builder.finish(*value, ir::ScalarType::F64) : ir::ExprId();
  const std::vector<ReadSite> beyond = lowerGhosts(unit, *this);
  const unsigned faces = facesSeen();
  computeAt({}, 0);
  purpose = Purpose::Check;
  builder.switchTo(Purpose::Check);
  lets = letsOutside;
  std::vector<ReadSite> reads = std::exchange(readSites, readsOutside);
  reads.insert(reads.end(), beyond.begin(), beyond.end());
  if (!root.valid())
    return std::nullopt;

  Reach leftOut = frozenLayerOf(unit.program, reads, faces);
  for (int axis = 0; axis < unit.rank(); ++axis)
    if (unit.program.wider[axis] && !(faces >> axis & 1))
      leftOut.high[axis] = std::max(leftOut.high[axis], 1); // the last cell of the grid is unused
  for (const ReadSite &read : reads)
    readsOfReductions.emplace_back(read, leftOut);
  const ir::ReductionKind kind = reductionOf(builtin.kind);
  for (ir::ReductionId id : unit.program.reductions.ids()) {
    const ir::Reduction &known = unit.program.reductions[id];
    if (known.kind == kind && known.value == root && known.leftOut == leftOut &&
        isReducedHere(unit, id))
      return builder.reduced(id);
  }
  return builder.reduced(unit.program.reductions.add(
      {kind, root, leftOut, unit.diags.lineOf(range.Start), onOneLine(sourceText(range))}));
}

} // namespace stencilc::sema
