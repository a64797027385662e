/// \file State of the lowering of expressions: their purpose, their position, and the reads made so
/// far.
#pragma once

#include "sema/Accesses.h"
#include "sema/Unit.h"
#include "sema/names/Scopes.h"
#include "sema/values/Values.h"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace stencilc::sema {

/// Position at which an expression is evaluated: the sum of all displacements of enclosing reads,
/// and the scope of function arguments and index variables.
struct UseSite {
  Displacement shift;
  const Frame *frame = nullptr;
};

/// Base class of the lowering of expressions from the syntax tree to the IR. It holds inputs, state
/// and results. The derived classes form a chain: each adds one kind of expression, such as reads
/// or calls, and the last one, Lowering, handles all kinds.
class LoweringContext {
public:
  ValueBuilder &values() { return builder; }
  const ir::Program &expressions() const { return builder.expressions(); }
  /// Sets the name by which messages call the lowered value. The name is used for a value that must
  /// be the same in all cells and steps (Purpose::Timestep).
  void isFor(llvm::StringRef what) { hostNumber = what.str(); }
  /// Sets the position in the cell at which expressions that are lowered next are evaluated, in
  /// half cells from the centre of the cell. `faces` is a bit mask of the axes along which they are
  /// evaluated at both ends of each cell: there is one value more than the grid has cells.
  void computeAt(const Offset &place, unsigned faces) {
    start = place;
    seenFrom = faces;
  }
  unsigned facesSeen() const { return seenFrom; }
  /// Sets the axes, as a bit mask, along which expressions that are lowered next are evaluated at
  /// both ends of each cell. There is then one value more than the grid has cells.
  void seeFaces(unsigned faces) {
    if (faces != seenFrom)
      lets.clear();
    seenFrom = faces;
  }
  /// Sets the axes along which reads stay inside the grid, for the value of a ghost cell (beyond
  /// the grid) that is lowered next. Returns the previous setting.
  SeenInside seeInside(const SeenInside &seen) {
    lets.clear();
    return std::exchange(inside, seen);
  }
  /// Sets, for each axis, the boundary that replaces the cell of the expressions that are lowered
  /// next, because it is beyond a face. Positions in these expressions are those of the replacing
  /// grid cell. Returns the previous setting.
  Replaced replace(const Replaced &along) {
    const auto isSome = [](const auto &each) { return each.has_value(); };
    if (std::ranges::any_of(along, isSome) || std::ranges::any_of(replaced, isSome))
      lets.clear();
    return std::exchange(replaced, along);
  }
  /// Makes the lowering return nullopt, without a report, at a name or derivative whose value
  /// differs between cells. Coefficient tables use this to find coefficients that must be lowered
  /// at each use.
  void leaveCells() { leavesCells = true; }
  /// Returns true if the lowering has stopped at a name or derivative whose value differs between
  /// cells. Without a call of leaveCells() it never stops there, and the result is false.
  bool hasLeftCells() const { return isOfCells; }
  /// Restricts the axes and positions that expressions can use to those of `profile` (values along
  /// some axes only). An invalid id removes the restriction.
  void restrictTo(ir::ProfileId profile) { restricted = profile; }
  /// Starts the lowering of values for ghost cells (beyond the grid) of `field`, or ends it if
  /// `field` is nullopt. In these values, fields that the program updates are read at the level at
  /// which the ghost cell is read. All other fields are read at t.
  void readForGhostsOf(std::optional<ir::FieldId> field) {
    if (field != ghostsOf)
      lets.clear();
    ghostsOf = field;
  }
  /// Marks all reads with index `count` or higher as reads that never leave the grid along `axis`.
  void markInside(std::size_t count, int axis) {
    for (std::size_t index = count; index < readSites.size(); ++index)
      readSites[index].insideAlong = axis;
  }
  /// Returns all reads lowered so far, in order. A second use of a `let` at the same displacement
  /// can reuse the first result, and then adds no reads.
  const std::vector<ReadSite> &reads() const { return readSites; }
  /// Returns the reads in reductions over all cells. Each read has the width, in cells at each
  /// face, of the layer that its reduction leaves out.
  const std::vector<std::pair<ReadSite, Reach>> &reducedReads() const { return readsOfReductions; }
  /// Returns the name of each `let` by its lowered value, for use in emitted code.
  const std::map<ir::ExprId, std::string> &letNames() const { return namedLets; }

protected:
  using Result = std::optional<Value>;

  LoweringContext(Unit &unit, ir::Program &program, Purpose purpose, std::set<ir::FieldId> updated)
      : unit(unit), purpose(purpose), updated(std::move(updated)),
        builder(program, purpose, unit.program.compute) {}
  ~LoweringContext() = default;

  // Lower any expression. Implemented by Lowering.
  virtual Result lower(ast::ExprId id, const UseSite &place) = 0;
  virtual Result lowerNumber(ast::ExprId id, const UseSite &place, llvm::StringRef what) = 0;
  virtual Result lowerCondition(ast::ExprId id, const UseSite &place, llvm::StringRef what) = 0;

  /// Reports an error at `range`, with a note for every enclosing call. The same error at the same
  /// range is reported once.
  template <class... Args>
  void error(const UseSite &place, llvm::SMRange range, const diag::Kind<Args...> &kind,
             const std::type_identity_t<Args> &...args) {
    errorWithHint(place, range, {}, "", kind, args...);
  }
  /// Reports an error at `range`, with the note `hint` at `hintRange` and one for every enclosing
  /// call. If `hintRange` is empty, the note shows no source line.
  template <class... Args>
  void errorWithHint(const UseSite &place, llvm::SMRange range, llvm::SMRange hintRange,
                     llvm::StringRef hint, const diag::Kind<Args...> &kind,
                     const std::type_identity_t<Args> &...args) {
    if (!unit.isFirst(range, kind.id))
      return;
    auto report = unit.diags.report(range, kind, args...);
    if (!hint.empty())
      report.note(hintRange, diag::Hint, hint);
    noteFrames(report, place.frame);
  }

  Unit &unit;
  Purpose purpose;
  std::set<ir::FieldId> updated;
  ValueBuilder builder;
  std::vector<ReadSite> readSites;
  std::vector<std::pair<ReadSite, Reach>> readsOfReductions;
  std::map<ir::ExprId, std::string> namedLets;
  std::string hostNumber = "the time step";
  std::map<std::pair<SymbolId, Displacement>, Result> lets;
  std::optional<ir::FieldId> ghostsOf;
  ir::ProfileId restricted = {};
  Offset start = {}; // place of the lowered values, in half cells
  unsigned seenFrom = 0;
  SeenInside inside;
  Replaced replaced;
  bool leavesCells = false, isOfCells = false;
};

} // namespace stencilc::sema
