/// \file Reads C `for` loops. Loops over cells become loop nests of the step. Loops over neighbours
/// are unrolled.
#include "lift/read/LoopReader.h"
#include "lift/Symbols.h"
#include "lift/grid/ComponentLoops.h"
#include "lift/grid/Fields.h"
#include "lift/grid/FindLoops.h"
#include "lift/grid/Reductions.h"
#include "lift/read/Literals.h"
#include "lift/read/ValueFacts.h"

namespace stencilc::lift {

using namespace clang;

static constexpr std::int64_t kMostTurns = 4096;

bool LoopReader::countsByOne(const ForStmt &loop) {
  const Expr *step = loop.getInc() ? loop.getInc()->IgnoreParenImpCasts() : nullptr;
  if (const auto *increment = dyn_cast_or_null<UnaryOperator>(step))
    return increment->isIncrementOp();
  const auto *sum = dyn_cast_or_null<BinaryOperator>(step);
  return sum && sum->getOpcode() == BO_AddAssign &&
         indices.readWhole(sum->getRHS()) == Polynomial(1);
}

/// Returns the upper bound (exclusive) of the variable of a `for` loop. Returns `nullopt` if the
/// condition is not `variable < bound`, `variable <= bound` or `variable != bound`, or if the bound
/// is unknown.
std::optional<Polynomial> LoopReader::readEnd(const ForStmt &loop, const VarDecl &variable) {
  const auto *bound =
      dyn_cast_or_null<BinaryOperator>(loop.getCond() ? loop.getCond()->IgnoreParens() : nullptr);
  const bool isTurned = bound && variableOf(bound->getRHS()) == &variable;
  if (!bound || (!isTurned && variableOf(bound->getLHS()) != &variable))
    return std::nullopt;
  const auto high = indices.readWhole(isTurned ? bound->getLHS() : bound->getRHS());
  const BinaryOperatorKind kind =
      isTurned ? BinaryOperator::reverseComparisonOp(bound->getOpcode()) : bound->getOpcode();
  if (high && kind == BO_LE)
    return *high + 1;
  return kind == BO_LT || kind == BO_NE ? high : std::nullopt;
}

std::optional<Polynomial> LoopReader::readStart(const ForStmt &loop, const VarDecl *&variable) {
  const Expr *start = nullptr;
  if (const auto *declared = dyn_cast_or_null<DeclStmt>(loop.getInit());
      declared && declared->isSingleDecl()) {
    variable = dyn_cast<VarDecl>(declared->getSingleDecl());
    start = variable ? variable->getInit() : nullptr;
  } else if (const auto *assigned = dyn_cast_or_null<BinaryOperator>(loop.getInit());
             assigned && assigned->getOpcode() == BO_Assign) {
    variable = dyn_cast_or_null<VarDecl>(variableOf(assigned->getLHS()));
    start = assigned->getRHS();
  }
  return start ? indices.readWhole(start) : std::nullopt;
}

std::optional<Loop> LoopReader::readBounds(const ForStmt &loop, const VarDecl *&variable) {
  const auto refuse = [&](SourceLocation at, const std::string &what) {
    state.fail(at, diag::LiftBounds, what,
               "write 'for (i = low; i < high; i++)' with bounds made of "
               "sizes and numbers");
    return std::nullopt;
  };
  const auto low = readStart(loop, variable);
  if (!variable || !low)
    return refuse(loop.getForLoc(),
                  "the first value of the loop is not a sum of sizes and numbers");
  if (!countsByOne(loop))
    return refuse(loop.getForLoc(), "the loop does not count up by one");
  const auto high = readEnd(loop, *variable);
  if (!high)
    return refuse(loop.getCond() ? loop.getCond()->getExprLoc() : loop.getForLoc(),
                  "the bound of '" + variable->getNameAsString() +
                      "' is not a sum of sizes and numbers");
  return Loop{-1, *low, *high, state.place(loop.getForLoc())};
}

/// Returns true if the loop body uses `variable` in an operand of `%` or `&`, as in `A[t % 2]`. The
/// variable then selects a time level (copy of the array in time) and may count time steps.
static bool choosesLevel(const ForStmt &loop, const VarDecl &variable) {
  VariableSet names;
  forAll(loop.getBody(), [&](const Stmt &part) {
    const auto *operation = dyn_cast<BinaryOperator>(&part);
    if (operation && (operation->getOpcode() == BO_Rem || operation->getOpcode() == BO_And))
      collectNames(operation, names);
  });
  return names.count(&variable);
}

void LoopReader::read(const ForStmt &loop) {
  const VarDecl *variable = nullptr;
  const auto bounds = readBounds(loop, variable);
  if (!bounds || !isSteady(loop, *variable))
    return;
  if (isWrittenOut(loop, *variable, *bounds))
    return writeOut(loop, *variable, *bounds);
  if (state.loops.empty() && findTimeLoop(&loop, state.context) == &loop &&
      choosesLevel(loop, *variable))
    return state.fail(loop.getForLoc(), diag::LiftBounds,
                      "the loop over '" + variable->getNameAsString() +
                          "' repeats loops over cells inside another loop that does: only one of "
                          "the two is time",
                      "put the inner loop into a function of its own, and lift it with "
                      "--function=NAME");
  if (canBeNest(loop, *variable, *bounds))
    readNest(loop, *variable, *bounds);
}

/// Returns true if the body of a `for` loop leaves the variable and the bounds of the loop
/// unchanged. Otherwise reports the loop and returns false.
bool LoopReader::isSteady(const ForStmt &loop, const VarDecl &variable) {
  VariableSet names;
  names.insert(&variable);
  collectNames(loop.getCond(), names);
  for (const ValueDecl *written : state.effects(*loop.getBody()).written)
    if (names.count(written)) {
      state.fail(loop.getForLoc(), diag::LiftBounds,
                 "the body of the loop changes '" + written->getNameAsString() +
                     "', which its condition or increment uses",
                 "change it only in the head of the 'for'");
      return false;
    }
  return true;
}

/// Returns true if `loop` must be unrolled: its `bounds` are constants, and its variable selects a
/// component of an array or does not select the written cell. An example is a loop over the
/// neighbours of a cell.
bool LoopReader::isWrittenOut(const ForStmt &loop, const VarDecl &variable,
                              const Loop &bounds) const {
  const auto low = bounds.low.constant(), high = bounds.high.constant();
  if (!low || !high)
    return false;
  const VariableSet chosen = indexVariables(&loop, state.context);
  const bool isInside = !state.loops.empty() || !chosen.empty();
  return (isInside && !chosen.count(&variable)) ||
         isComponentLoop(loop, variable, *high - *low, state, arrays);
}

void LoopReader::writeOut(const ForStmt &loop, const VarDecl &variable, const Loop &bounds) {
  const std::int64_t low = *bounds.low.constant(), high = *bounds.high.constant();
  if (high - low > kMostTurns)
    return state.fail(loop.getForLoc(), diag::LiftBounds,
                      "a loop of " + std::to_string(high - low) + " iterations would be unrolled",
                      "loops inside a cell can have only a few iterations");
  for (std::int64_t turn = low; turn < high && !state.isFailed(); ++turn) {
    state.bindings[&variable] = {.kind = Binding::Whole, .whole = Polynomial(turn)};
    executor.readStatement(loop.getBody());
  }
  state.bindings[&variable] = {.kind = Binding::Whole, .whole = Polynomial(std::max(low, high))};
}

/// Returns true if the loop can be part of a loop nest over a box of cells. If its variable selects
/// no cell, or its bounds depend on another loop, reports the loop and returns false.
bool LoopReader::canBeNest(const ForStmt &loop, const VarDecl &variable, const Loop &bounds) {
  const std::string name = variable.getNameAsString();
  if (!state.loops.empty() && !nestNames.empty() && !nestNames.count(&variable)) {
    state.fail(loop.getForLoc(), diag::LiftBounds,
               "the loop over '" + name +
                   "' chooses no cell, and its number of iterations is not known",
               "give it bounds that are numbers, so that it can be unrolled");
    return false;
  }
  if (usesLoops(state.step, bounds.low) || usesLoops(state.step, bounds.high)) {
    state.fail(loop.getForLoc(), diag::LiftBounds,
               "the bounds of '" + name + "' depend on another loop: the cells form no box",
               "loop over the whole box and choose the cells with 'if'");
    return false;
  }
  return true;
}

void LoopReader::readNest(const ForStmt &loop, const VarDecl &variable, const Loop &bounds) {
  const bool isOutermost = state.loops.empty();
  const Bindings before = state.bindings;
  const VariableSet changed = state.effects(*loop.getBody()).written;
  if (isOutermost) {
    ++state.nest;
    nestNames = indexVariables(&loop, state.context);
    collected.clear();
  }
  carry(changed, loop.getForLoc());
  Loop space = bounds;
  space.variable = addSymbol(state.step, {variable.getNameAsString(), Symbol::Loop, 0, 0});
  state.loops.push_back(space);
  state.bindings[&variable] = {.kind = Binding::Whole, .whole = Polynomial::symbol(space.variable)};
  executor.readStatement(loop.getBody());
  noteCollected(changed);
  if (isOutermost)
    endNest(before, changed, loop.getForLoc());
  else
    forgetTurns(changed, loop.getForLoc());
  state.loops.pop_back();
  state.lose(&variable, loop.getForLoc());
}

/// Prepares the variables `changed`, which a loop body changes. In the outermost loop of a nest, a
/// floating-point variable gets a symbol for its value at the start of an iteration. In an inner
/// loop it keeps this symbol if no earlier statement has changed it, and otherwise becomes unknown.
/// Variables of other types become unknown. `at` is the location for messages.
void LoopReader::carry(const VariableSet &changed, SourceLocation at) {
  for (const ValueDecl *name : changed) {
    const Binding *bound = state.find(name, Binding::Real);
    const QualType type = name->getType().getNonReferenceType();
    if (type->isRealFloatingType() && state.loops.empty()) {
      state.bindings[name] = {.kind = Binding::Real,
                              .real = state.carried(*name, name->getLocation())};
    } else if (!bound || !state.isCarried(*bound->real, *name)) {
      state.lose(name, at);
    }
  }
}

/// Sets variables to unknown if an inner loop has changed them. Variables in which the loop
/// accumulates a value, such as a sum, stay known.
void LoopReader::forgetTurns(const VariableSet &changed, SourceLocation at) {
  for (const ValueDecl *name : changed) {
    const Binding *bound = state.find(name, Binding::Real);
    bool isCollected = false;
    if (bound)
      forAllNodes(state.step, bound->real,
                  [&](const Node &node) { isCollected |= state.isCarried(node, *name); });
    if (!isCollected)
      state.lose(name, at);
  }
}

/// Stores, for each changed variable, its symbolic value and the loops that have set it.
void LoopReader::noteCollected(const VariableSet &changed) {
  for (const ValueDecl *name : changed) {
    const Binding *bound = state.find(name, Binding::Real);
    if (!bound)
      continue;
    const auto entry = collected.try_emplace(name, Collected{bound->real, state.loops}).first;
    if (&plainNode(state.step, entry->second.value) != &plainNode(state.step, bound->real))
      entry->second.loops.clear();
  }
}

/// Ends a loop nest: appends its assignments to the step. Variables that accumulate a value over
/// all cells, such as a sum, become reductions. The other changed variables become unknown.
void LoopReader::endNest(const Bindings &before, const VariableSet &changed, SourceLocation at) {
  writes.finish();
  const Bindings after = std::exchange(state.bindings, before);
  for (const ValueDecl *name : changed) {
    const auto bound = after.find(name), old = before.find(name);
    if (bound != after.end() && bound->second.kind == Binding::Real && old != before.end() &&
        old->second.kind == Binding::Real)
      bindReduced(state, collected.at(name).loops, *name, bound->second.real, old->second.real, at);
    else
      state.lose(name, at);
  }
}

} // namespace stencilc::lift
