/// \file Lowers expressions of the source to typed IR: names, reads at offsets, calls, reductions.
#pragma once

#include "sema/Accesses.h"
#include "sema/Builtins.h"
#include "sema/Differences.h"
#include "sema/Scopes.h"
#include "sema/Unit.h"
#include "sema/Values.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace stencilc::sema {

/// Where an expression is read: the displacement accumulated so far, the function and the indices
/// around it.
struct UseSite {
  Displacement shift;
  const Frame *frame = nullptr;
};

/// Lowers expressions for one purpose. Every function returns nothing after reporting what is
/// wrong (or silently, if the declaration of a name was reported before).
class Lowering {
public:
  /// Expressions are added to `program`. `updated` are the fields whose t+1 may be read, because
  /// an earlier stage computes it.
  Lowering(Unit &unit, ir::Program &program, Purpose purpose, std::set<ir::FieldId> updated = {});

  std::optional<Value> lower(ast::ExprId id, const UseSite &place = {});
  /// Lowers an expression whose result must be a number; `what` needs it ("the value of 'u[t+1]'").
  std::optional<Value> lowerNumber(ast::ExprId id, const UseSite &place, llvm::StringRef what);

  /// Lowers an expression whose result must be a condition.
  std::optional<Value> lowerCondition(ast::ExprId id, const UseSite &place, llvm::StringRef what);

  /// What a cell of a field keeps where an update gives it no value.
  std::optional<Value> lowerKept(SymbolId id, llvm::SMRange range, const UseSite &place);

  ValueBuilder &values() { return builder; }
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

private:
  using Result = std::optional<Value>;

  // Expressions.cpp: nodes
  Result lowerNode(const ast::Expr &expr, const UseSite &place);
  Result lowerLiteral(const ast::Number &number, llvm::SMRange range);
  Result lowerName(const ast::Identifier &name, const UseSite &place);
  Result lowerAccess(const ast::Access &access, llvm::SMRange range, const UseSite &place);
  Result lowerShifted(SymbolId id, const ast::Access &access, llvm::SMRange range,
                      const UseSite &place, const UseSite &shifted);
  Result lowerUnary(const ast::Unary &unary, const UseSite &place);
  Result lowerBinary(const ast::Binary &binary, const UseSite &place);
  bool countOperation(llvm::SMRange range, const UseSite &place);
  bool checkFinite(const Value &value, llvm::SMRange range, const UseSite &place);

  // LowerSymbols.cpp: what names mean
  Value cellsAlong(int axis);
  Result lowerSymbol(SymbolId id, const ast::Identifier &name, llvm::SMRange range,
                     const UseSite &place);
  Result lowerLet(SymbolId id, const ast::LetStatement &let, const UseSite &place);
  Result lowerRegion(SymbolId id, const ast::RegionStatement &region, const UseSite &place);
  Result lowerLocal(const Local &local, const UseSite &place);
  Result lowerArgument(const Local &argument, const UseSite &place);
  Result lowerReport(SymbolId id, const ast::ReportStatement &report);
  Result lowerGlobal(SymbolId id, llvm::SMRange range, const UseSite &place); // Globals.cpp

  // Time.cpp: the step, the time, series
  Result lowerStep(const UseSite &place);
  Result lowerElapsed(llvm::SMRange range, const UseSite &place);
  Result lowerTimestep(const ast::TimestepStatement &timestep);
  Result lowerSeries(SymbolId id, const ast::Access &access, llvm::SMRange range,
                     const UseSite &place);
  template <class Make> Result onHost(Make make);
  /// The series that a name stands for, through the arguments of functions being expanded.
  std::optional<SymbolId> namedSeries(const ast::Identifier &name, const Frame *frame) const;
  /// Reports unless a name of this kind may be used for this purpose.
  bool isAllowed(SymbolKind kind, llvm::StringRef name, llvm::SMRange range, const UseSite &place);
  bool isGlobalAllowed(llvm::StringRef shown, llvm::SMRange range, const UseSite &place);

  // Indexed.cpp: members of groups, entries of tables, sums over an index
  Result lowerIndexed(SymbolId id, const ast::Access &access, llvm::SMRange range,
                      const UseSite &place, const UseSite &shifted);
  Result lowerEntry(SymbolId table, const ast::Access &access, llvm::SMRange range,
                    const UseSite &place);
  Result lowerOverRange(const Builtin &builtin, const ast::IndexRange &index, const ast::Call &call,
                        const UseSite &place);
  void reportNoMembers(SymbolId id, const ast::Access &access, llvm::SMRange range,
                       const UseSite &place);
  void reportWithoutNumber(SymbolId id, llvm::SMRange range, const UseSite &place);

  // Calls.cpp: functions and reductions
  Result lowerCall(const ast::Call &call, llvm::SMRange range, const UseSite &place);
  Result lowerUserCall(const ast::FunctionStatement &function, const ast::Call &call,
                       llvm::SMRange range, const UseSite &place);
  Result lowerBuiltin(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                      const UseSite &place);
  Result lowerReduction(const Builtin &builtin, const ast::Call &call, const UseSite &place);
  Result lowerApply(const ast::Call &call, const UseSite &place);
  Result lowerOverCells(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                        const UseSite &place); // Reductions.cpp
  Result lowerMinMax(const Builtin &builtin, const ast::Call &call, const UseSite &place);
  Result lowerSelect(const ast::Call &call, const UseSite &place);
  Result lowerGaussian(const ast::Call &call, const UseSite &place);
  Result lowerRandom(const ast::Call &call, const UseSite &place);
  /// The name an argument stands for, through the arguments of functions being expanded.
  std::optional<SymbolId> namedSymbol(ast::ExprId id, const Frame *frame) const;
  bool isNeighbourhood(ast::ExprId id, const Frame *frame) const;
  const OffsetSet *neighbourhoodOf(ast::ExprId id, const ast::Call &call, const UseSite &place);
  /// The table an argument names; null after a report.
  const CoefficientTable *tableOf(ast::ExprId id, const UseSite &place);
  bool checkArguments(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                      const UseSite &place);
  bool checkArgumentCount(const ast::Call &call, bool isRight, llvm::StringRef wanted,
                          llvm::StringRef usage, llvm::SMRange range, const UseSite &place);

  // DifferenceCalls.cpp: derivatives
  Result lowerDifference(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                         const UseSite &place);
  /// Null after a report.
  const WeightTable *weightsFor(const Builtin &builtin, const Difference &wanted,
                                llvm::SMRange range, const UseSite &place);
  /// Notes along which axes the values lie half a cell beside the place of use; reports a side
  /// there.
  bool lookFrom(const UseSite &place, const ast::Call &call, Difference &wanted,
                llvm::SMRange range);
  bool checkReachOfDifference(Offset offset, llvm::SMRange range, const UseSite &place);
  bool variesInSpace(const Value &value) const;

  // Accesses.cpp: reads of fields
  Result lowerRead(SymbolId id, llvm::SMRange range, const UseSite &place);
  /// The cell of what lies `own` half cells beside the cells, at a place so many of them away.
  std::optional<Offset> cellAt(const Offset &halves, const Offset &own, const std::string &name,
                               llvm::SMRange range, const UseSite &place);
  /// The level of a read from here (GhostCells.h).
  int seen(int level) const;
  /// Where an expression has values, in half cells: where what it reads first has.
  std::optional<Offset> whereOf(ast::ExprId id, const Frame *frame);
  std::optional<Offset> whereOf(const ast::Identifier &name, const Frame *frame);
  std::optional<Offset> whereOf(const ast::Access &access, const Frame *frame);
  std::optional<Offset> whereOf(const ast::Call &call, const Frame *frame);
  std::optional<Offset> whereOfAny(const std::vector<ast::ExprId> &parts, const Frame *frame);
  Result lowerProfile(ir::ProfileId profile, llvm::SMRange range, const UseSite &place);
  /// What a profile has at `offset`, axes before `axis` inside.
  Result lowerProfileFrom(ir::ProfileId profile, const Offset &offset, int axis);
  void noteRead(ir::FieldId field, int level, const Offset &offset, llvm::SMRange range);
  /// Reports an axis that the profile does not have whose initial value or boundary is lowered.
  bool hasAxis(int axis, llvm::SMRange range, const UseSite &place);
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
  bool checkReach(Offset offset, llvm::SMRange range, const UseSite &place);

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
  ir::ScalarType compute;
  ValueBuilder builder;
  std::vector<ReadSite> readSites;
  std::vector<std::pair<ReadSite, Reach>> readsOfReductions;
  std::map<ir::ExprId, std::string> namedLets;
  std::string hostNumber = "the time step";
  std::map<std::pair<SymbolId, Displacement>, Result> lets;
  std::map<Difference, WeightTable> weights;
  unsigned operations = 0, nesting = 0;
  bool isTooLarge = false; // was reported
  std::optional<ir::FieldId> ghostsOf;
  ir::ProfileId restricted = {};
  Offset start = {}; // of what is computed, in half cells
  unsigned seenFrom = 0;
};

} // namespace stencilc::sema
