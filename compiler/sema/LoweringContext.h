/// \file State of the lowering of expressions: their purpose, their position, and the reads made so
/// far.
#pragma once

#include "sema/Accesses.h"
#include "sema/Scopes.h"
#include "sema/Unit.h"
#include "sema/Values.h"
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace stencilc::sema {

/// Position at which an expression is used: the sum of all displacements around it, and the
/// enclosing function call and index variables.
struct UseSite {
  Displacement shift;
  const Frame *frame = nullptr;
};

/// Base class of the lowering of expressions from the syntax tree to the IR, with its inputs, state
/// and results. Each derived class handles one kind of expression and uses its base classes.
class LoweringContext {
public:
  ValueBuilder &values() { return builder; }
  const ir::Program &expressions() const { return builder.expressions(); }
  /// Sets the name that messages use for a value that must be the same in all cells and steps
  /// (Purpose::Timestep).
  void isFor(llvm::StringRef what) { hostNumber = what.str(); }
  /// Sets the position in the cell, in half cells, of the values that are lowered next. `faces`:
  /// bit mask of the axes along which they have one value more than there are cells.
  void computeAt(const Offset &place, unsigned faces) {
    start = place;
    seenFrom = faces;
  }
  unsigned facesSeen() const { return seenFrom; }
  /// Sets the axes along which the values that are lowered next have one value more than there are
  /// cells (a bit mask).
  void seeFaces(unsigned faces) {
    if (faces != seenFrom)
      lets.clear();
    seenFrom = faces;
  }
  /// Sets the axes along which reads stay inside the grid, for the value of a ghost cell that is
  /// lowered next. Returns the previous setting.
  SeenInside seeInside(const SeenInside &seen) {
    lets.clear();
    return std::exchange(inside, seen);
  }
  /// Sets the axes along which the values that are lowered next use the position of another cell,
  /// because their own is outside the grid. Returns the previous setting.
  Replaced replace(const Replaced &along) {
    const auto isSome = [](const auto &each) { return each.has_value(); };
    if (std::ranges::any_of(along, isSome) || std::ranges::any_of(replaced, isSome))
      lets.clear();
    return std::exchange(replaced, along);
  }
  /// Makes the lowering return nullopt without a report when it meets a name that differs from cell
  /// to cell. It serves to recognise coefficients that must be lowered at each use of their table.
  void leaveCells() { leavesCells = true; }
  /// Returns whether the lowering has met a name that differs from cell to cell, after
  /// leaveCells().
  bool hasLeftCells() const { return isOfCells; }
  /// Restricts the axes and positions that expressions can use to those of `profile`. An invalid id
  /// removes the restriction.
  void restrictTo(ir::ProfileId profile) { restricted = profile; }
  /// Declares that the expressions lowered next are values of ghost cells of `field`, or ends this
  /// with nullopt. They read fields without update at t, and `field` at the time level of the ghost
  /// cell.
  void readForGhostsOf(std::optional<ir::FieldId> field) {
    if (field != ghostsOf)
      lets.clear();
    ghostsOf = field;
  }
  /// Marks the reads with index `count` and higher as inside the grid along `axis`.
  void markInside(std::size_t count, int axis) {
    for (std::size_t index = count; index < readSites.size(); ++index)
      readSites[index].insideAlong = axis;
  }
  /// Returns all reads lowered so far, in order. The reads of a let that is used several times may
  /// be listed only once.
  const std::vector<ReadSite> &reads() const { return readSites; }
  /// Returns the reads of reductions over all cells, each with the width of the layer at the faces
  /// that its reduction leaves out.
  const std::vector<std::pair<ReadSite, Reach>> &reducedReads() const { return readsOfReductions; }
  /// Returns the names of lets by their lowered values. The emitted code uses these names.
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
