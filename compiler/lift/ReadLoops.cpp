/// \file Loops over cells and over neighbours, what a nest leaves behind, and choices.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"

namespace stencilc::lift {

using namespace clang;

static constexpr std::int64_t kMostUnrolled = 4096;

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
bool Reader::countsByOne(const ForStmt &loop) {
  const Expr *step = loop.getInc() ? loop.getInc()->IgnoreParenImpCasts() : nullptr;
  if (const auto *increment = dyn_cast_or_null<UnaryOperator>(step))
    return increment->isIncrementOp();
  const auto *sum = dyn_cast_or_null<BinaryOperator>(step);
  return sum && sum->getOpcode() == BO_AddAssign && readWhole(sum->getRHS()) == Polynomial(1);
}

/// What the variable of a loop is less than; nothing if the condition is another.
std::optional<Polynomial> Reader::readEnd(const ForStmt &loop, const VarDecl &variable) {
  const auto *bound =
      dyn_cast_or_null<BinaryOperator>(loop.getCond() ? loop.getCond()->IgnoreParens() : nullptr);
  const bool isTurned = bound && variableOf(bound->getRHS()) == &variable;
  if (!bound || (!isTurned && variableOf(bound->getLHS()) != &variable))
    return std::nullopt;
  const auto high = readWhole(isTurned ? bound->getLHS() : bound->getRHS());
  const BinaryOperatorKind kind =
      isTurned ? BinaryOperator::reverseComparisonOp(bound->getOpcode()) : bound->getOpcode();
  if (high && kind == BO_LE)
    return *high + 1;
  return kind == BO_LT || kind == BO_NE ? high : std::nullopt;
}

std::optional<Loop> Reader::readBounds(const ForStmt &loop, const VarDecl *&variable) {
  const auto refuse = [&](SourceLocation at, const std::string &what) {
    fail(at, diag::LiftBounds, what,
         "write 'for (i = low; i < high; i++)' with bounds made of "
         "sizes and numbers");
    return std::nullopt;
  };
  std::optional<Polynomial> low;
  if (const auto *declared = dyn_cast_or_null<DeclStmt>(loop.getInit());
      declared && declared->isSingleDecl()) {
    variable = dyn_cast<VarDecl>(declared->getSingleDecl());
    low = variable && variable->getInit() ? readWhole(variable->getInit()) : std::nullopt;
  } else if (const auto *assigned = dyn_cast_or_null<BinaryOperator>(loop.getInit());
             assigned && assigned->getOpcode() == BO_Assign) {
    variable = dyn_cast_or_null<VarDecl>(variableOf(assigned->getLHS()));
    low = readWhole(assigned->getRHS());
  }
  if (!variable || !low)
    return refuse(loop.getForLoc(), "the loop begins at no sum of sizes and numbers");
  if (!countsByOne(loop))
    return refuse(loop.getForLoc(), "the loop does not count up by one");
  const auto high = readEnd(loop, *variable);
  if (!high)
    return refuse(loop.getCond() ? loop.getCond()->getExprLoc() : loop.getForLoc(),
                  "the bound of '" + variable->getNameAsString() +
                      "' is no sum of sizes and numbers");
  return Loop{-1, *low, *high, sources.place(loop.getForLoc())};
}

void Reader::readFor(const ForStmt &loop) {
  const VarDecl *variable = nullptr;
  const auto bounds = readBounds(loop, variable);
  if (!bounds)
    return;
  const VariableSet chosen = indexVariables(&loop);
  const auto low = bounds->low.constant(), high = bounds->high.constant();
  // A loop that chooses no cell is written out: over neighbours, or a few sweeps inside a step.
  if (low && high &&
      ((!chosen.count(variable) && (!loops.empty() || !chosen.empty())) ||
       isComponentLoop(loop, *variable, *high - *low)))
    return unroll(loop, *variable, *bounds);
  if (!loops.empty() && !nestNames.empty() && !nestNames.count(variable))
    return fail(loop.getForLoc(), diag::LiftBounds,
                "the loop over '" + variable->getNameAsString() +
                    "' chooses no cell, and how often it turns is not known",
                "give it bounds that are numbers, so that it can be written out");
  Loop space = *bounds;
  if (usesLoops(space.low) || usesLoops(space.high))
    return fail(loop.getForLoc(), diag::LiftBounds,
                "the bounds of '" + variable->getNameAsString() +
                    "' depend on another loop: the cells form no box",
                "loop over the whole box and choose the cells with 'if'");
  const bool isOutermost = loops.empty();
  const Bindings before = bindings;
  if (isOutermost) {
    ++nest;
    nestNames = chosen;
    const VariableSet changed = assignedIn(loop.getBody());
    for (auto &[declaration, binding] : bindings)
      if (binding.kind == Binding::Real && changed.count(declaration.variable))
        binding.real = make({.kind = Node::Carried,
                             .type = binding.real->type,
                             .text = declaration.variable->getNameAsString(),
                             .operands = {binding.real}}),
        binding.isPlain = false;
  }
  space.variable = addSymbol({variable->getNameAsString(), Symbol::Loop, 0, 0});
  loops.push_back(space);
  if (isOutermost || loops.size() > nestLoops.size())
    nestLoops = loops;
  bindings[variable] = {.kind = Binding::Whole, .whole = Polynomial::symbol(space.variable)};
  readStatement(loop.getBody());
  if (isOutermost)
    endNest(before);
  loops.pop_back();
}

void Reader::unroll(const ForStmt &loop, const VarDecl &variable, const Loop &bounds) {
  const std::int64_t low = *bounds.low.constant(), high = *bounds.high.constant();
  if (high - low > kMostUnrolled)
    return fail(loop.getForLoc(), diag::LiftBounds,
                "a loop of " + std::to_string(high - low) + " turns would be written out",
                "loops inside a cell run over a few neighbours");
  for (std::int64_t turn = low; turn < high && !isFailed; ++turn) {
    bindings[&variable] = {.kind = Binding::Whole, .whole = Polynomial(turn)};
    readStatement(loop.getBody());
  }
}

/// The writes of a nest become part of the step; scalars that collect a value of all cells become
/// reductions.
void Reader::endNest(const Bindings &before) {
  for (const Write &write : roundings)
    step.writes.push_back(write);
  roundings.clear();
  for (const Write &write : pending)
    if (!step.arrays[write.cell.array].isLocal)
      step.writes.push_back(write);
  pending.clear();
  isReadElsewhere.clear();
  const Bindings after = bindings;
  bindings = before;
  for (const auto &[declaration, binding] : after)
    if (const auto old = before.find(declaration);
        old != before.end() && binding.kind == Binding::Real && old->second.kind == Binding::Real &&
        old->second.real != binding.real)
      endScalar(declaration, binding.real, old->second.real);
}

/// Whether `value` is what the variable held when the step or the nest began.
static bool isCarried(const Value &value, const std::string &variable) {
  return value->kind == Node::Carried && value->text == variable;
}

/// max, min or sum, if `value` is made by such a function of two parts; else empty.
static std::string reducingFunction(const Value &value, const std::string &variable) {
  if (value->kind == Node::Call && (value->text == "max" || value->text == "min"))
    return value->text;
  if (value->kind == Node::Binary && value->text == "+")
    return "sum";
  if (value->kind != Node::Select || value->operands[0]->kind != Node::Binary)
    return "";
  const Value condition = value->operands[0];
  const bool isGreater = condition->text[0] == '>', isLess = condition->text[0] == '<';
  if (!isGreater && !isLess)
    return "";
  const bool isFirst =
      condition->operands[0] == value->operands[1] || isCarried(condition->operands[1], variable);
  return (isFirst ? isGreater : isLess) ? "max" : "min";
}

/// What `value` makes one of with the variable, in all cells; null if it is something else.
static Value reducedPart(const Value &value, const std::string &variable) {
  std::vector<Value> parts = value->operands;
  if (value->kind == Node::Select)
    parts.erase(parts.begin());
  if (parts.size() != 2 || reducingFunction(value, variable).empty())
    return nullptr;
  const bool isLeft = isCarried(parts[0], variable);
  return isLeft == isCarried(parts[1], variable) ? nullptr : parts[isLeft ? 1 : 0];
}

/// Binds a scalar that a nest has changed: to a reduction, or to what nobody can follow.
void Reader::endScalar(const Name &declaration, Value value, const Value &old) {
  const std::string name = declaration.variable->getNameAsString();
  while (value->kind == Node::Temporary) // change = fmax(change, d)
    value = step.locals[value->local].value;
  if (isCarried(value, name))
    return;
  Binding result;
  result.kind = Binding::Real;
  const Value part = reducedPart(value, name);
  if (!part) {
    result.real = make({.kind = Node::Carried, .type = value->type, .text = name});
    bindings[declaration] = result;
    return;
  }
  const std::string function = reducingFunction(value, name);
  if (function == "sum")
    note("the sum '" + name +
         "' is added in the order of the language, so that its "
         "last digits, and the step at which a rule ends the run, may differ from C");
  step.reductions.push_back(
      {name, function, part, nest, writes, nestLoops, nestLoops.front().place});
  result.real = make({.kind = Node::Reduced,
                      .type = value->type,
                      .operands = {old},
                      .local = int(step.reductions.size()) - 1});
  bindings[declaration] = result;
}

void Reader::readIf(const IfStmt &statement) {
  bool isTrue;
  if (statement.getCond()->EvaluateAsBooleanCondition(isTrue, context))
    return readStatement(isTrue ? statement.getThen() : statement.getElse());
  if (loops.empty()) {
    if (indexVariables(&statement).empty())
      return note("what '" + sourceOf(*statement.getCond(), context) +
                  "' decides is left out: it writes no array");
    return fail(statement.getIfLoc(), diag::LiftUnsupported,
                "whole loops are carried out or not, as a condition says",
                "put the condition into the loops, where it chooses the value of a cell");
  }
  const Value condition = readReal(statement.getCond());
  const Bindings before = bindings;
  const std::vector<Write> pendingBefore = pending;
  ++choices;
  readStatement(statement.getThen());
  const Bindings whenTrue = bindings;
  const std::vector<Write> writesTrue = pending;
  bindings = before;
  pending = pendingBefore;
  isReadElsewhere.resize(pending.size());
  readStatement(statement.getElse());
  --choices;
  joinValues(condition, before, whenTrue);
  joinIndices(statement.getCond(), whenTrue);
  joinWrites(condition, pendingBefore, writesTrue);
}

Value Reader::choose(const Value &condition, const Value &yes, const Value &no) const {
  return make({.kind = Node::Select,
               .type = yes->type == Type::Whole ? no->type : yes->type,
               .operands = {condition, yes, no}});
}

/// Scalars that have one value in a branch and another in the other, which is bound.
void Reader::joinValues(const Value &condition, const Bindings &before, const Bindings &whenTrue) {
  for (const auto &[variable, binding] : whenTrue) {
    const auto old = bindings.find(variable);
    if (old == bindings.end() || binding.kind != Binding::Real || !before.count(variable))
      continue;
    if (old->second.kind != Binding::Real)
      old->second = binding; // without a value otherwise
    else if (old->second.real != binding.real)
      old->second.real = choose(condition, binding.real, old->second.real),
      old->second.isPlain = true;
  }
}

/// Indices that a branch sets are followed if the two make a neighbour, else they are unknown.
void Reader::joinIndices(const Expr *condition, const Bindings &whenTrue) {
  for (auto &[variable, binding] : bindings) {
    const auto other = whenTrue.find(variable);
    if (other == whenTrue.end() ||
        (binding.kind != Binding::Whole && other->second.kind != Binding::Whole))
      continue;
    const Binding &yes = other->second;
    if (yes.kind == binding.kind && yes.whole == binding.whole)
      continue;
    const auto either =
        yes.kind == binding.kind ? chosenBy(condition, yes.whole, binding.whole) : std::nullopt;
    binding = {.kind = either ? Binding::Whole : Binding::None};
    if (either)
      binding.whole = *either;
  }
}

/// The writes of the branch that is bound become those of both. `before`: those before the choice.
void Reader::joinWrites(const Value &condition, const std::vector<Write> &before,
                        const std::vector<Write> &whenTrue) {
  const auto find = [](const std::vector<Write> &in, const Write &write) -> const Write * {
    const auto found = llvm::find_if(in, [&](const Write &w) { return w.cell == write.cell; });
    return found == in.end() ? nullptr : &*found;
  };
  const auto oldValue = [&](const Write &write) {
    if (const Write *older = find(before, write))
      return older->value;
    if (step.arrays[write.cell.array].isLocal) // without a value otherwise
      return write.value;
    return make({.kind = Node::Read,
                 .type = step.arrays[write.cell.array].type,
                 .read = write.cell,
                 .order = write.order - 1,
                 .local = nest,
                 .place = write.place});
  };
  for (Write &write : pending) {
    const Write *other = find(whenTrue, write);
    const Value yes = other ? other->value : oldValue(write);
    if (yes != write.value)
      write.value = choose(condition, yes, write.value);
  }
  for (Write write : whenTrue)
    if (!find(pending, write)) {
      write.value = choose(condition, write.value, oldValue(write));
      pending.push_back(write);
    }
  isReadElsewhere.resize(pending.size());
}

} // namespace stencilc::lift
