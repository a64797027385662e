/// \file Lowers expressions of the source to typed IR: names, reads at offsets, calls, reductions.
#pragma once

#include "sema/Accesses.h"
#include "sema/Builtins.h"
#include "sema/Unit.h"
#include "sema/Values.h"
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace stencilc::sema {

/// A read of a field, with the text that causes it.
struct ReadSite {
  ir::FieldId field;
  int level;
  Offset offset;
  llvm::SMRange range;
};

/// A function being expanded: its arguments are lowered where the body mentions them, shifted as
/// the body says, so `f[x+1]` works for any argument.
struct Frame {
  const ast::FunctionStatement *function;
  const ast::Call *call;
  const Frame *caller; // in which the arguments have their meaning; null outside functions
  /// Arguments lowered so far, by number, displacement and purpose.
  mutable std::map<std::tuple<std::size_t, Displacement, Purpose>, std::optional<Value>> lowered;
};

/// Where an expression is read: the displacement accumulated so far and the function around it.
struct Place {
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

  std::optional<Value> lower(ast::ExprId id, const Place &place = {});
  /// Lowers an expression whose result must be a number; `what` needs it ("the value of 'u[t+1]'").
  std::optional<Value> lowerNumber(ast::ExprId id, const Place &place, llvm::StringRef what);

  /// Lowers an expression whose result must be a condition.
  std::optional<Value> lowerCondition(ast::ExprId id, const Place &place, llvm::StringRef what);

  ValueBuilder &values() { return builder; }
  /// All reads made, in order of lowering; equal reads through lets may be listed once.
  const std::vector<ReadSite> &reads() const { return readSites; }
  /// Reads made for reductions over all cells, with the cells that the reduction leaves out.
  const std::vector<std::pair<ReadSite, Reach>> &reducedReads() const { return readsOfReductions; }
  /// Values of lets read in place, for names in emitted code.
  const std::map<ir::ExprId, std::string> &letNames() const { return namedLets; }

private:
  using Result = std::optional<Value>;

  // Expressions.cpp: nodes
  Result lowerNode(const ast::Expr &expr, const Place &place);
  Result lowerLiteral(const ast::Number &number, llvm::SMRange range);
  Result lowerName(const ast::Identifier &name, const Place &place);
  Result lowerAccess(const ast::Access &access, llvm::SMRange range, const Place &place);
  Result lowerUnary(const ast::Unary &unary, const Place &place);
  Result lowerBinary(const ast::Binary &binary, const Place &place);
  bool countOperation(llvm::SMRange range, const Place &place);
  bool checkFinite(const Value &value, llvm::SMRange range, const Place &place);

  // LowerSymbols.cpp: what names mean
  Result lowerSymbol(SymbolId id, const ast::Identifier &name, llvm::SMRange range,
                     const Place &place);
  Result lowerLet(SymbolId id, const ast::LetStatement &let, const Place &place);
  Result lowerArgument(std::size_t index, const Place &place);
  Result lowerReport(SymbolId id, const ast::ReportStatement &report);
  /// Reports unless a name of this kind may be used for this purpose.
  bool isAllowed(SymbolKind kind, llvm::StringRef name, llvm::SMRange range, const Place &place);

  // Calls.cpp: functions and reductions
  Result lowerCall(const ast::Call &call, llvm::SMRange range, const Place &place);
  Result lowerUserCall(const ast::FunctionStatement &function, const ast::Call &call,
                       llvm::SMRange range, const Place &place);
  Result lowerBuiltin(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                      const Place &place);
  Result lowerReduction(const Builtin &builtin, const ast::Call &call, const Place &place);
  Result lowerApply(const ast::Call &call, const Place &place);
  Result lowerOverCells(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                        const Place &place); // Reductions.cpp
  Result lowerMinMax(const Builtin &builtin, const ast::Call &call, const Place &place);
  Result lowerSelect(const ast::Call &call, const Place &place);
  Result lowerGaussian(const ast::Call &call, const Place &place);
  Result lowerRandom(const ast::Call &call, const Place &place);
  /// The name an argument stands for, through the arguments of functions being expanded.
  std::optional<SymbolId> namedSymbol(ast::ExprId id, const Frame *frame) const;
  bool isNeighbourhood(ast::ExprId id, const Frame *frame) const;
  const OffsetSet *neighbourhoodOf(ast::ExprId id, const ast::Call &call, const Place &place);
  /// The table an argument names; null after a report.
  const CoefficientTable *tableOf(ast::ExprId id, const Place &place);
  bool checkArguments(const Builtin &builtin, const ast::Call &call, llvm::SMRange range,
                      const Place &place);
  bool checkArgumentCount(const ast::Call &call, bool isRight, llvm::StringRef wanted,
                          llvm::StringRef usage, llvm::SMRange range, const Place &place);

  // Accesses.cpp: reads of fields
  Result lowerRead(SymbolId id, llvm::SMRange range, const Place &place);
  /// What a read of a value within the step reads at t+1: invalid after a report; nothing if it is
  /// a read of a whole time level (Moments.cpp).
  std::optional<ir::FieldId> readWithinStep(SymbolId id, ir::FieldId field, llvm::SMRange range,
                                            const Place &place);
  ir::FieldId readIterate(const Symbol &symbol, ir::FieldId field, llvm::SMRange range,
                          const Place &place);
  ir::FieldId readMoment(const Symbol &symbol, ir::FieldId field, llvm::SMRange range,
                         const Place &place);
  bool checkLevel(const Symbol &symbol, ir::FieldId field, int level, llvm::SMRange range,
                  const Place &place);
  bool checkReach(Offset offset, llvm::SMRange range, const Place &place);

  /// Reports once a place, with a note for every call that led there.
  template <class... Args>
  void error(const Place &place, llvm::SMRange range, const diag::Kind<Args...> &kind,
             std::type_identity_t<Args>... args) {
    errorWithHint(place, range, {}, "", kind, args...);
  }
  /// With a note at `hintRange` (or at no place) first.
  template <class... Args>
  void errorWithHint(const Place &place, llvm::SMRange range, llvm::SMRange hintRange,
                     llvm::StringRef hint, const diag::Kind<Args...> &kind,
                     std::type_identity_t<Args>... args) {
    if (!unit.isFirst(range, kind.id))
      return;
    auto report = unit.diags.report(range, kind, args...);
    if (!hint.empty())
      report.note(hintRange, diag::Hint, hint);
    for (const Frame *frame = place.frame; frame; frame = frame->caller)
      report.note(frame->call->callee.range, diag::InCallOf, frame->call->callee.text);
  }

  Unit &unit;
  Purpose purpose;
  std::set<ir::FieldId> updated;
  ir::ScalarType compute;
  ValueBuilder builder;
  std::vector<ReadSite> readSites;
  std::vector<std::pair<ReadSite, Reach>> readsOfReductions;
  std::map<ir::ExprId, std::string> namedLets;
  std::map<std::pair<SymbolId, Displacement>, Result> lets;
  unsigned operations = 0, nesting = 0;
  bool isTooLarge = false; // was reported
};

} // namespace stencilc::sema
