/// \file Loops over cells, which make nests, and loops over neighbours, which are written out.
#include "lift/LoopReader.h"
#include "lift/ComponentLoops.h"
#include "lift/FindLoops.h"
#include "lift/Reductions.h"
#include "lift/Symbols.h"
#include "lift/Values.h"

namespace stencilc::lift {

using namespace clang;

static constexpr std::int64_t kMostTurns = 4096;

/// The variables that are assigned below `statement`.
static VariableSet assignedIn(const Stmt *statement) {
  VariableSet names;
  const std::function<void(const Stmt *)> visit = [&](const Stmt *part) {
    if (!part)
      return;
    if (const auto *assignment = dyn_cast<BinaryOperator>(part);
        assignment && assignment->isAssignmentOp())
      if (const ValueDecl *name = variableOf(assignment->getLHS()))
        names.insert(name);
    for (const Stmt *child : part->children())
      visit(child);
  };
  visit(statement);
  return names;
}

/// Whether the variable of a loop is made larger by one at each turn.
bool LoopReader::countsByOne(const ForStmt &loop) {
  const Expr *step = loop.getInc() ? loop.getInc()->IgnoreParenImpCasts() : nullptr;
  if (const auto *increment = dyn_cast_or_null<UnaryOperator>(step))
    return increment->isIncrementOp();
  const auto *sum = dyn_cast_or_null<BinaryOperator>(step);
  return sum && sum->getOpcode() == BO_AddAssign &&
         indices.readWhole(sum->getRHS()) == Polynomial(1);
}

/// What the variable of a loop is less than; nothing if the condition is another.
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
    return refuse(loop.getForLoc(), "the loop begins at no sum of sizes and numbers");
  if (!countsByOne(loop))
    return refuse(loop.getForLoc(), "the loop does not count up by one");
  const auto high = readEnd(loop, *variable);
  if (!high)
    return refuse(loop.getCond() ? loop.getCond()->getExprLoc() : loop.getForLoc(),
                  "the bound of '" + variable->getNameAsString() +
                      "' is no sum of sizes and numbers");
  return Loop{-1, *low, *high, state.place(loop.getForLoc())};
}

void LoopReader::read(const ForStmt &loop) {
  const VarDecl *variable = nullptr;
  const auto bounds = readBounds(loop, variable);
  if (!bounds)
    return;
  if (isWrittenOut(loop, *variable, *bounds))
    return writeOut(loop, *variable, *bounds);
  if (canBeNest(loop, *variable, *bounds))
    readNest(loop, *variable, *bounds);
}

/// Whether a loop chooses no cell: it is one over neighbours, or a few sweeps inside a step.
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
                      "a loop of " + std::to_string(high - low) + " turns would be written out",
                      "loops inside a cell run over a few neighbours");
  for (std::int64_t turn = low; turn < high && !state.isFailed(); ++turn) {
    state.bindings[&variable] = {.kind = Binding::Whole, .whole = Polynomial(turn)};
    executor.readStatement(loop.getBody());
  }
}

/// Whether a loop chooses cells, and those of a box; reports one that does not.
bool LoopReader::canBeNest(const ForStmt &loop, const VarDecl &variable, const Loop &bounds) {
  const std::string name = variable.getNameAsString();
  if (!state.loops.empty() && !nestNames.empty() && !nestNames.count(&variable)) {
    state.fail(loop.getForLoc(), diag::LiftBounds,
               "the loop over '" + name + "' chooses no cell, and how often it turns is not known",
               "give it bounds that are numbers, so that it can be written out");
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
  if (isOutermost)
    beginNest(loop);
  Loop space = bounds;
  space.variable = addSymbol(state.step, {variable.getNameAsString(), Symbol::Loop, 0, 0});
  state.loops.push_back(space);
  if (isOutermost || state.loops.size() > nestLoops.size())
    nestLoops = state.loops;
  state.bindings[&variable] = {.kind = Binding::Whole, .whole = Polynomial::symbol(space.variable)};
  executor.readStatement(loop.getBody());
  if (isOutermost)
    endNest(before);
  state.loops.pop_back();
}

/// Numbers that the body changes hold, in every cell, what an earlier one left.
void LoopReader::beginNest(const ForStmt &loop) {
  ++state.nest;
  nestNames = indexVariables(&loop, state.context);
  const VariableSet changed = assignedIn(loop.getBody());
  for (auto &[name, binding] : state.bindings)
    if (binding.kind == Binding::Real && changed.count(name.variable)) {
      binding.real = make({.kind = Node::Carried,
                           .type = binding.real->type,
                           .text = name.variable->getNameAsString(),
                           .operands = {binding.real}});
      binding.isPlain = false;
    }
}

/// The writes of a nest become part of the step; numbers that collect a value of all cells become
/// reductions.
void LoopReader::endNest(const Bindings &before) {
  writes.finish();
  const Bindings after = std::exchange(state.bindings, before);
  for (const auto &[name, binding] : after)
    if (const auto old = before.find(name); old != before.end() && binding.kind == Binding::Real &&
                                            old->second.kind == Binding::Real &&
                                            old->second.real != binding.real)
      bindReduced(state, nestLoops, name, binding.real, old->second.real);
}

} // namespace stencilc::lift
