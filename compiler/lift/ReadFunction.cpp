/// \file The loop over time in a function, what stands before it, and what follows from its end.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

namespace stencilc::lift {

using namespace clang;

void Reader::fail(SourceLocation at, const diag::Kind<std::string> &kind, const std::string &what,
                  llvm::StringRef hint) {
  if (isFailed)
    return;
  isFailed = true;
  const llvm::SMLoc place = sources.place(at);
  diags.report(llvm::SMRange(place, place), kind, what).note({}, diag::Hint, hint);
}

void Reader::note(std::string text) {
  if (!llvm::is_contained(step.notes, text))
    step.notes.push_back(std::move(text));
}

static bool holds(const Stmt *statement, const Stmt *target) {
  bool isFound = false;
  forAll(statement, [&](const Stmt &part) { isFound |= &part == target; });
  return isFound;
}

/// Carries out the declarations and assignments that lead to `target`.
void Reader::walkTo(const Stmt *statement, const Stmt *target) {
  if (!statement || statement == target)
    return;
  for (const Stmt *part : statement->children()) {
    if (!part)
      continue;
    if (holds(part, target))
      return walkTo(part, target);
    if (isa<DeclStmt>(part)) {
      readStatement(part);
    } else if (const auto *assignment = dyn_cast<BinaryOperator>(part);
               assignment && assignment->getOpcode() == BO_Assign &&
               isa<DeclRefExpr>(assignment->getLHS()->IgnoreParens())) {
      const auto *target = cast<DeclRefExpr>(assignment->getLHS()->IgnoreParens());
      if (target->getType()->isRealFloatingType() ||
          (target->getType()->isPointerType() && readPointer(assignment->getRHS())))
        readStatement(part);
      else
        forgetChanged(part);
    } else {
      forgetChanged(part);
    }
  }
}

/// Numbers that a statement before the loops may change, `if (argc > 1) n = atoi(argv[1])`, are not
/// known from their declarations.
void Reader::forgetChanged(const Stmt *statement) {
  forAll(statement, [&](const Stmt &part) {
    const Expr *changed = changedBy(part);
    if (const auto *operation = dyn_cast<UnaryOperator>(&part);
        operation && operation->getOpcode() == UO_AddrOf)
      changed = operation->getSubExpr();
    const ValueDecl *variable = changed ? variableOf(changed) : nullptr;
    if (variable && (variable->getType()->isRealFloatingType() ||
                     variable->getType()->isIntegralOrEnumerationType()))
      bindings.erase(variable);
  });
}

/// The variables that count steps share a symbol; their values are known where they begin alike.
void Reader::startTime(const std::optional<Polynomial> &at) {
  const auto number = at ? at->constant() : std::nullopt;
  step.firstTime = !hasTime || step.firstTime == number ? number : std::nullopt;
  hasTime = true;
}

/// Whether `statement` gives `variable` a value of its own, or declares it.
static bool givesValue(const Stmt &statement, const ValueDecl &variable) {
  bool isFound = false;
  forAll(&statement, [&](const Stmt &part) {
    if (const auto *declarations = dyn_cast<DeclStmt>(&part))
      isFound |= llvm::is_contained(declarations->decls(), &variable);
    if (const auto *assignment = dyn_cast<BinaryOperator>(&part);
        assignment && assignment->isAssignmentOp())
      isFound |= variableOf(assignment->getLHS()) == &variable;
  });
  return isFound;
}

/// A variable that a step increments, and that no loop inside the step begins anew, counts steps.
void Reader::noteCounted(const ValueDecl &variable, const Stmt &body) {
  if (givesValue(body, variable) || llvm::is_contained(origin.counted, &variable))
    return;
  origin.counted.push_back(&variable);
  const auto start = bindings.find(&variable);
  startTime(start != bindings.end() && start->second.kind == Binding::Whole
                ? std::optional(start->second.whole)
                : std::nullopt);
}

/// Variables that the loop changes hold, when a step begins, what the step before left.
void Reader::bindCarried(const Stmt *body, const ValueDecl *counter) {
  forAll(body, [&](const Stmt &part) {
    const Expr *target = nullptr, *value = nullptr;
    if (const auto *assignment = dyn_cast<BinaryOperator>(&part);
        assignment && assignment->isAssignmentOp())
      target = assignment->getLHS(), value = assignment->getRHS();
    if (const auto *operation = dyn_cast<UnaryOperator>(&part);
        operation && operation->isIncrementDecrementOp())
      target = operation->getSubExpr();
    const auto *reference = target ? dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts()) : nullptr;
    const ValueDecl *variable = reference ? reference->getDecl() : nullptr;
    if (!variable || variable == counter || body->getBeginLoc() == variable->getLocation())
      return;
    const QualType type = variable->getType();
    if (type->isRealFloatingType()) {
      bindings[variable] = {.kind = Binding::Real,
                            .real = make({.kind = Node::Carried,
                                          .type = typeOf(type),
                                          .text = variable->getNameAsString(),
                                          .place = sources.place(variable->getLocation())})};
    } else if (type->isIntegralOrEnumerationType()) {
      if (!value) { // counted
        noteCounted(*variable, *body);
        bindings[variable] = {.kind = Binding::Whole, .whole = Polynomial::symbol(time)};
      } else { // cur = 1 - cur, which the end of the step confirms
        const auto level = remainder(Polynomial::symbol(time), 2);
        bindings[variable] = {.kind = Binding::Whole, .whole = *level};
        toggles.push_back(variable);
      }
    }
  });
}

/// A variable that was taken to choose one of two buffers must choose the other after the step;
/// others must not have been used, as each step gives them a value of its own.
void Reader::checkToggles() {
  for (const ValueDecl *toggle : toggles) {
    const Binding &after = bindings[toggle];
    if (after.kind == Binding::Whole && after.whole == *remainder(Polynomial::symbol(time) + 1, 2))
      continue;
    // Loop variables and indices are assigned anew before they are used.
    if (used.count(toggle))
      return fail(toggle->getLocation(), diag::LiftIndex,
                  "'" + toggle->getNameAsString() +
                      "' is an index that changes from step to step in another way than 1 - '" +
                      toggle->getNameAsString() + "'",
                  "choose time levels by t % 2, or exchange pointers");
  }
}

/// After the step: which array's memory each pointer has.
void Reader::findRotation(const Bindings &before) {
  step.rotation.resize(step.arrays.size());
  for (int array = 0; array < int(step.arrays.size()); ++array)
    step.rotation[array] = array;
  const auto arrayOf = [&](const Bindings &of, const Name &pointer) {
    const auto bound = of.find(pointer);
    if (bound != of.end() && bound->second.kind == Binding::Pointer)
      return bound->second.pointer.array;
    const auto own = arrays.find(pointer);
    return own == arrays.end() ? -1 : own->second;
  };
  for (const auto &[pointer, binding] : bindings) {
    const int held = arrayOf(before, pointer);
    if (binding.kind == Binding::Pointer && held >= 0 && binding.pointer.array != held &&
        (before.count(pointer) || arrays.count(pointer))) {
      step.rotation[held] = binding.pointer.array;
      origin.exchanges.push_back({pointer.variable, held, binding.pointer.array});
      origin.exchangesObjects |= pointer.object != nullptr;
    }
  }
  // Of objects that are exchanged, all arrays are.
  for (const auto &[name, array] : arrays)
    if (const auto bound = bindings.find(name.object); name.object && bound != bindings.end() &&
                                                       bound->second.kind == Binding::Object &&
                                                       bound->second.object != name.object) {
      const auto other = arrays.find(Name(bound->second.object, name.variable));
      if (other != arrays.end())
        step.rotation[array] = other->second;
      origin.exchangesObjects = true;
    }
}

void Reader::readCondition(const Expr *condition) {
  condition = condition->IgnoreParenImpCasts();
  if (const auto *both = dyn_cast<BinaryOperator>(condition);
      both && both->getOpcode() == BO_LAnd) {
    readCondition(both->getLHS());
    return readCondition(both->getRHS());
  }
  Expr::EvalResult result;
  if (condition->EvaluateAsRValue(result, context))
    return;
  if (const auto *comparison = dyn_cast<BinaryOperator>(condition);
      comparison && comparison->isComparisonOp()) {
    const auto left = readWhole(comparison->getLHS()), right = readWhole(comparison->getRHS());
    if (left && right) { // counts steps
      if (const auto most = (left->uses(time) ? right : left)->constant())
        step.steps = *most + (comparison->getOpcode() == BO_LE);
      return;
    }
  }
  const Value value = readReal(condition);
  step.goesOn = step.goesOn ? make({.kind = Node::Binary,
                                    .type = Type::Bool,
                                    .text = "&&",
                                    .operands = {step.goesOn, value}})
                            : value;
}

/// The `if (error < eps) break;` that ends the body of a loop over time; its condition.
static const Expr *lastBreak(const Stmt *body, const Stmt *&skipped) {
  const auto *block = dyn_cast<CompoundStmt>(body);
  if (!block || block->body_empty())
    return nullptr;
  const auto *choice = dyn_cast<IfStmt>(block->body_back());
  const Stmt *then = choice ? choice->getThen() : nullptr;
  if (const auto *inner = dyn_cast_or_null<CompoundStmt>(then); inner && inner->size() == 1)
    then = inner->body_front();
  if (!then || !isa<BreakStmt>(then) || choice->getElse())
    return nullptr;
  skipped = choice;
  return choice->getCond();
}

/// What the variable of a `for` begins with.
std::optional<Polynomial> Reader::readStart(const ForStmt &loop) {
  const Expr *value = nullptr;
  if (const auto *declared = dyn_cast_or_null<DeclStmt>(loop.getInit());
      declared && declared->isSingleDecl())
    value = cast<VarDecl>(declared->getSingleDecl())->getInit();
  if (const auto *assigned = dyn_cast_or_null<BinaryOperator>(loop.getInit()))
    value = assigned->getRHS();
  return value ? readWhole(value) : std::nullopt;
}

std::optional<Reader::Repeated> Reader::readRepeated(const Stmt &loop) {
  if (const auto *whileLoop = dyn_cast<WhileStmt>(&loop))
    return Repeated{whileLoop->getBody(), whileLoop->getCond()};
  if (const auto *doLoop = dyn_cast<DoStmt>(&loop))
    return Repeated{doLoop->getBody(), doLoop->getCond()};
  const auto *counted = dyn_cast<ForStmt>(&loop);
  return counted ? readCounted(*counted) : Repeated{&loop};
}

std::optional<Reader::Repeated> Reader::readCounted(const ForStmt &loop) {
  Repeated result{loop.getBody()};
  const VarDecl *variable = nullptr;
  const auto *bounds =
      dyn_cast_or_null<BinaryOperator>(loop.getCond() ? loop.getCond()->IgnoreParens() : nullptr);
  if (bounds && bounds->getOpcode() == BO_LAnd) {
    result.condition = bounds;
    VariableSet names;
    if (loop.getInc())
      collectNames(loop.getInc(), names);
    if (names.size() == 1)
      variable = dyn_cast<VarDecl>(*names.begin());
    startTime(readStart(loop));
  } else if (const auto range = readBounds(loop, variable)) {
    startTime(range->low);
    if (const auto turns = (range->high - range->low).constant())
      step.steps = turns;
  } else {
    return std::nullopt;
  }
  result.counter = origin.counter = variable;
  if (variable)
    bindings[variable] = {.kind = Binding::Whole, .whole = Polynomial::symbol(time)};
  return result;
}

void Reader::readTimeLoop(const Stmt *loop) {
  time = addSymbol({"t", Symbol::Time, 0, 0});
  const auto repeated = readRepeated(*loop);
  if (!repeated)
    return;
  bindCarried(repeated->body, repeated->counter);
  const Stmt *skipped = nullptr;
  const Expr *stop = lastBreak(repeated->body, skipped);
  const Bindings before = bindings;
  isInStep = true;
  if (stop) {
    for (const Stmt *part : cast<CompoundStmt>(repeated->body)->body())
      if (part != skipped)
        readStatement(part);
  } else {
    readStatement(repeated->body);
  }
  if (isFailed)
    return;
  checkToggles();
  if (repeated->condition)
    readCondition(repeated->condition);
  if (step.goesOn && !isa<DoStmt>(loop))
    note("the condition of the loop over time is taken to hold before the first step");
  if (stop)
    stopWhere(stop);
  findRotation(before);
}

void Reader::stopWhere(const Expr *condition) {
  const Value goesOn = make(
      {.kind = Node::Unary, .type = Type::Bool, .text = "!", .operands = {readReal(condition)}});
  step.goesOn = step.goesOn ? make({.kind = Node::Binary,
                                    .type = Type::Bool,
                                    .text = "&&",
                                    .operands = {step.goesOn, goesOn}})
                            : goesOn;
}

Origins Reader::origins() const {
  Origins result = origin;
  int last = -1;
  for (const auto &[name, array] : arrays)
    last = std::max(last, array);
  result.arrays.resize(last + 1);
  for (const auto &[name, array] : arrays)
    result.arrays[array] = name.variable;
  for (const auto &[declaration, size] : sizes)
    result.sizes[size.symbols().front()] = declaration;
  for (const ValueDecl *toggle : toggles)
    if (used.count(toggle))
      result.toggles.push_back(toggle);
  return result;
}

std::optional<Step> Reader::read(const FunctionDecl &function) {
  step = Step();
  step.name = function.getNameAsString();
  const Stmt *loop = findTimeLoop(function.getBody());
  origin = Origins();
  origin.function = &function, origin.loop = loop;
  stepBody = loop ? loop : function.getBody();
  walkTo(function.getBody(), loop);
  if (loop) {
    readTimeLoop(loop);
  } else {
    time = addSymbol({"t", Symbol::Time, 0, 0});
    bindings.clear();
    step.locals.clear();
    step.steps = 1;
    isInStep = true;
    calls = 1; // a plain `return` ends the step
    readStatement(function.getBody());
    findRotation(bindings);
    note("the function has no loop over time: one step is one call");
  }
  if (!isFailed && step.writes.empty())
    fail(function.getLocation(), diag::LiftNothing, "'" + step.name + "' writes no array in loops",
         "choose the function with --function=NAME");
  if (isFailed)
    return std::nullopt;
  takeCallerValues(function);
  return std::move(step);
}

} // namespace stencilc::lift
