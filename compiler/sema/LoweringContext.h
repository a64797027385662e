/// \file What is known while an expression is lowered: for what purpose, at which place, what it
/// has read.
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

/// Where an expression is read: the displacement accumulated so far, the function and the indices
/// around it.
struct UseSite {
  Displacement shift;
  const Frame *frame = nullptr;
};

/// What lowering an expression is told, what it remembers and what it has found. Expressions are
/// lowered by the classes above, each of which knows one kind of them and those below it.
class LoweringContext {
public:
  ValueBuilder &values() { return builder; }
  const ir::Program &expressions() const { return builder.expressions(); }
  /// What messages call a number that is the same in all cells and steps.
  void isFor(llvm::StringRef what) { hostNumber = what.str(); }
  /// What is lowered from here on is computed at `place`, in half cells from the cells; `faces`:
  /// axes along which that has one value more than there are cells.
  void computeAt(const Offset &place, unsigned faces) {
    start = place;
    seenFrom = faces;
  }
  unsigned facesSeen() const { return seenFrom; }
  /// What is lowered from here on is seen from so many faces only.
  void seeFaces(unsigned faces) {
    if (faces != seenFrom)
      lets.clear();
    seenFrom = faces;
  }
  /// What is lowered from here on is computed in the cell at a face. Returns what was known before.
  SeenInside seeInside(const SeenInside &seen) {
    lets.clear();
    return std::exchange(inside, seen);
  }
  /// Positions in what is lowered from here on are those of cells that stand for others. Returns
  /// what was replaced before.
  Replaced replace(const Replaced &along) {
    const auto isSome = [](const auto &each) { return each.has_value(); };
    if (std::ranges::any_of(along, isSome) || std::ranges::any_of(replaced, isSome))
      lets.clear();
    return std::exchange(replaced, along);
  }
  /// Names that differ from cell to cell end the lowering of a coefficient without a report: it is
  /// lowered where its table is applied.
  void leaveCells() { leavesCells = true; }
  /// Whether there was such a name.
  bool hasLeftCells() const { return isOfCells; }
  /// What is lowered from here on is of a profile, and mentions its axes alone; of no profile: all.
  void restrictTo(ir::ProfileId profile) { restricted = profile; }
  /// What is read from here on is for ghost cells of `field`: of what no update computes as it is,
  /// and of the field the value that the ghost cells belong to.
  void readForGhostsOf(std::optional<ir::FieldId> field) {
    if (field != ghostsOf)
      lets.clear();
    ghostsOf = field;
  }
  /// Says of the reads made since the first `count` that they stay inside along `axis`.
  void markInside(std::size_t count, int axis) {
    for (std::size_t index = count; index < readSites.size(); ++index)
      readSites[index].insideAlong = axis;
  }
  /// All reads made, in order of lowering; equal reads through lets may be listed once.
  const std::vector<ReadSite> &reads() const { return readSites; }
  /// Reads made for reductions over all cells, with the cells that the reduction leaves out.
  const std::vector<std::pair<ReadSite, Reach>> &reducedReads() const { return readsOfReductions; }
  /// Values of lets read in place, for names in emitted code.
  const std::map<ir::ExprId, std::string> &letNames() const { return namedLets; }

protected:
  using Result = std::optional<Value>;

  LoweringContext(Unit &unit, ir::Program &program, Purpose purpose, std::set<ir::FieldId> updated)
      : unit(unit), purpose(purpose), updated(std::move(updated)),
        builder(program, purpose, unit.program.compute) {}
  ~LoweringContext() = default;

  // Any expression (Lowering).
  virtual Result lower(ast::ExprId id, const UseSite &place) = 0;
  virtual Result lowerNumber(ast::ExprId id, const UseSite &place, llvm::StringRef what) = 0;
  virtual Result lowerCondition(ast::ExprId id, const UseSite &place, llvm::StringRef what) = 0;

  /// Reports once a place, with a note for every call that led there.
  template <class... Args>
  void error(const UseSite &place, llvm::SMRange range, const diag::Kind<Args...> &kind,
             const std::type_identity_t<Args> &...args) {
    errorWithHint(place, range, {}, "", kind, args...);
  }
  /// With a note at `hintRange` (or at no place) first.
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
  Offset start = {}; // of what is computed, in half cells
  unsigned seenFrom = 0;
  SeenInside inside;
  Replaced replaced;
  bool leavesCells = false, isOfCells = false;
};

} // namespace stencilc::sema
