/// \file State of the lowering of expressions: purpose, place and the reads made so far.
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

/// Place at which an expression is used: the accumulated displacement, and the enclosing function
/// and indices.
struct UseSite {
  Displacement shift;
  const Frame *frame = nullptr;
};

/// Base class of the lowering, with its inputs, state and results. Each derived class handles one
/// kind of expression and uses the classes below it.
class LoweringContext {
public:
  ValueBuilder &values() { return builder; }
  const ir::Program &expressions() const { return builder.expressions(); }
  /// Sets the name that messages use for the value lowered with Purpose::Timestep.
  void isFor(llvm::StringRef what) { hostNumber = what.str(); }
  /// Sets the place of the values lowered from here on, in half cells from the cells. `faces`: axes
  /// along which they have one value more than there are cells, as bits.
  void computeAt(const Offset &place, unsigned faces) {
    start = place;
    seenFrom = faces;
  }
  unsigned facesSeen() const { return seenFrom; }
  /// Sets only `faces` for the values lowered from here on.
  void seeFaces(unsigned faces) {
    if (faces != seenFrom)
      lets.clear();
    seenFrom = faces;
  }
  /// Sets the knowledge about reads for values that are computed in the cell at a face. Returns the
  /// previous setting.
  SeenInside seeInside(const SeenInside &seen) {
    lets.clear();
    return std::exchange(inside, seen);
  }
  /// Sets which positions are replaced by those of another cell in values lowered from here on.
  /// Returns the previous setting.
  Replaced replace(const Replaced &along) {
    const auto isSome = [](const auto &each) { return each.has_value(); };
    if (std::ranges::any_of(along, isSome) || std::ranges::any_of(replaced, isSome))
      lets.clear();
    return std::exchange(replaced, along);
  }
  /// Makes a name that differs from cell to cell end the lowering without a report. Used for
  /// coefficients, which are then lowered where their table is applied.
  void leaveCells() { leavesCells = true; }
  /// Returns whether such a name was met.
  bool hasLeftCells() const { return isOfCells; }
  /// Restricts axes and positions to those of `profile` from here on. An invalid id removes the
  /// restriction.
  void restrictTo(ir::ProfileId profile) { restricted = profile; }
  /// Makes the following reads those of ghost cells of `field`. Fields without update are then read
  /// at t, and `field` is read as the value that the ghost cells belong to.
  void readForGhostsOf(std::optional<ir::FieldId> field) {
    if (field != ghostsOf)
      lets.clear();
    ghostsOf = field;
  }
  /// Marks the reads from number `count` on as inside along `axis`.
  void markInside(std::size_t count, int axis) {
    for (std::size_t index = count; index < readSites.size(); ++index)
      readSites[index].insideAlong = axis;
  }
  /// Returns all reads, in the order of lowering. Reads of a let that is used several times can be
  /// listed only once.
  const std::vector<ReadSite> &reads() const { return readSites; }
  /// Returns the reads of reductions over all cells, each with the layer of cells that its
  /// reduction leaves out.
  const std::vector<std::pair<ReadSite, Reach>> &reducedReads() const { return readsOfReductions; }
  /// Returns the values of lets and their names, for readable emitted code.
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

  /// Reports an error, once for each place in the source, with a note for every enclosing call.
  template <class... Args>
  void error(const UseSite &place, llvm::SMRange range, const diag::Kind<Args...> &kind,
             const std::type_identity_t<Args> &...args) {
    errorWithHint(place, range, {}, "", kind, args...);
  }
  /// Reports an error as `error` does, with a note at `hintRange`, or without a place if that is
  /// empty.
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
