/// \file The statements of a step, carried out one after the other with names in place of numbers.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace stencilc::lift {

using namespace clang;

/// Variables change in statements, and in `a = b = 0`; expressions are read more than once, and not
/// in their order.
void Reader::checkEffects(const Expr *expression) {
  if (!expression)
    return;
  if (const BinaryOperator *assignment = assignmentIn(expression)) {
    checkEffects(assignment->getLHS());
    return checkEffects(assignment->getRHS());
  }
  forAll(expression, [&](const Stmt &part) {
    if (changedBy(part))
      fail(cast<Expr>(part).getExprLoc(), diag::LiftUnsupported,
           "a variable changes inside an expression", "let it change in a statement of its own");
  });
}

void Reader::readStatement(const Stmt *statement) {
  if (!statement || isFailed || isa<NullStmt>(statement))
    return;
  if (const auto *cleanups = dyn_cast<FullExpr>(statement))
    return readStatement(cleanups->getSubExpr());
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return readStatement(directive->hasAssociatedStmt()
                             ? directive->getInnermostCapturedStmt()->getCapturedStmt()
                             : nullptr);
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return readStatement(attributed->getSubStmt());
  if (const auto *block = dyn_cast<CompoundStmt>(statement)) {
    for (const Stmt *part : block->body())
      readStatement(part);
    return;
  }
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    return readDeclarations(*declarations);
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    return readFor(*loop);
  if (const auto *choice = dyn_cast<IfStmt>(statement)) {
    checkEffects(choice->getCond());
    return readIf(*choice);
  }
  if (const auto *back = dyn_cast<ReturnStmt>(statement))
    return readReturn(*back);
  if (isa<BreakStmt, ContinueStmt, GotoStmt, LabelStmt, SwitchStmt>(statement))
    return fail(statement->getBeginLoc(), diag::LiftExit,
                "control jumps: cells would depend on the order in which they are visited",
                "write 'if' and 'else' around what is computed");
  const auto *expression = dyn_cast<Expr>(statement);
  if (!expression || !carryOut(*expression->IgnoreParens()))
    fail(statement->getBeginLoc(), diag::LiftUnsupported, "this statement cannot be lifted",
         "a step is made of loop nests, assignments, 'if' and declarations");
}

void Reader::readDeclarations(const DeclStmt &statement) {
  for (const Decl *declaration : statement.decls())
    if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
      checkEffects(variable->getInit());
      readDeclaration(*variable);
    }
}

void Reader::readReturn(const ReturnStmt &statement) {
  if (calls == 0 || loops.size() != loopsAtCall || choices != choicesAtCall)
    return fail(statement.getReturnLoc(), diag::LiftExit, "the loops are left by 'return'",
                "let every cell be computed; a stopping rule belongs to the loop over time");
  checkEffects(statement.getRetValue());
  returned = statement.getRetValue();
}

bool Reader::carryOut(const Expr &expression) {
  const auto *operation = dyn_cast<BinaryOperator>(&expression);
  if (operation && operation->isAssignmentOp()) {
    checkEffects(operation);
    readAssignment(*operation);
    return true;
  }
  if (operation && operation->getOpcode() == BO_Comma) {
    readStatement(operation->getLHS());
    readStatement(operation->getRHS());
    return true;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(&expression))
    return carryOutCount(*unary);
  if (const auto *call = dyn_cast<CallExpr>(&expression)) {
    for (const Expr *argument : call->arguments())
      checkEffects(argument);
    readCall(*call);
    return true;
  }
  const auto *cast = dyn_cast<CastExpr>(&expression);
  if (cast)
    readStatement(cast->getSubExpr());
  return cast;
}

/// `++i` and `i--` of a whole number that is known; what counts steps is as it is in all of one.
bool Reader::carryOutCount(const UnaryOperator &operation) {
  const ValueDecl *variable =
      operation.isIncrementDecrementOp() ? variableOf(operation.getSubExpr()) : nullptr;
  const auto bound = variable ? bindings.find(variable) : bindings.end();
  if (bound == bindings.end() || bound->second.kind != Binding::Whole)
    return false;
  Polynomial &value = bound->second.whole;
  if (value.symbols().size() != 1 || value.symbols().front() != time)
    value = operation.isIncrementOp() ? value + 1 : value - 1;
  return true;
}

void Reader::readDeclaration(const VarDecl &variable) {
  const QualType type = variable.getType();
  const Expr *value = variable.getInit();
  if (type->isArrayType()) {
    readCellArray(variable);
  } else if (type->isRealFloatingType()) {
    if (value)
      assignReal(variable, readReal(value), true, variable.getLocation());
    else
      bindings[&variable] = Binding();
  } else if (type->isIntegralOrEnumerationType()) {
    bindings[&variable] = value ? wholeBinding(variable, *value) : Binding();
  } else if (value && (type->isPointerType() || type->isReferenceType())) {
    bindPointer(variable, *value);
  }
}

/// A whole number, or a condition; before the step a size, where it cannot be followed.
Binding Reader::wholeBinding(const VarDecl &variable, const Expr &value) {
  if (const auto number = readWhole(&value))
    return {.kind = Binding::Whole, .whole = *number};
  if (!isInStep)
    return {.kind = Binding::Whole, .whole = sizeSymbol(variable)};
  const auto *operation = dyn_cast<BinaryOperator>(value.IgnoreParenImpCasts());
  if (operation && (operation->isComparisonOp() || operation->isLogicalOp()))
    return {.kind = Binding::Real, .real = readReal(operation)};
  return {};
}

void Reader::bindPointer(const VarDecl &variable, const Expr &value) {
  const QualType type = variable.getType();
  if (const auto object = bindObject(type, &value)) {
    bindings[&variable] = *object;
    return;
  }
  const auto place = readPointer(&value);
  if (!place)
    return;
  bindings[&variable] = place->bound();
  // double (*A)[N] = (double (*)[N])p: the name that the loops use.
  if (!isInStep && type->isPointerType() && type->getPointeeType()->isArrayType())
    step.arrays[place->cell.array].name = variable.getNameAsString();
}

void Reader::assignReal(const ValueDecl &variable, Value value, bool isNamed, SourceLocation at) {
  const Type type = typeOf(variable.getType());
  Binding binding;
  binding.kind = Binding::Real;
  binding.real = rounded(std::move(value), type, at);
  if (binding.real->kind == Node::Number && binding.real->type == Type::Whole)
    binding.real = number(binding.real->text + ".0", type);
  const Node::Kind kind = binding.real->kind;
  binding.isPlain = true;
  if (isNamed && (kind == Node::Binary || kind == Node::Select || kind == Node::Call ||
                  kind == Node::Unary || kind == Node::Widen || kind == Node::Number)) {
    if (kind == Node::Number && isInStep) {
      bindings[&variable] = binding;
      return;
    }
    step.locals.push_back({variable.getNameAsString(), binding.real, loops.empty() ? -1 : nest});
    binding.real = make({.kind = Node::Temporary,
                         .type = binding.real->type,
                         .local = int(step.locals.size()) - 1});
    binding.isPlain = false;
  }
  bindings[&variable] = binding;
}

void Reader::writeCell(const ArrayRead &cell, Value value, SourceLocation at) {
  // The value is rounded once, where it is stored; the text needs no widening before it.
  const Array &array = step.arrays[cell.array];
  if (array.isLocal)
    value = namedElement(cell, std::move(value), at);
  if (loops.empty()) { // a single cell is a nest of its own
    step.writes.push_back({cell, std::move(value), ++nest, ++writes, {}, sources.place(at)});
    return;
  }
  for (std::size_t i = 0; i < pending.size(); ++i)
    if (pending[i].cell == cell) {
      if (isReadElsewhere[i] && !step.arrays[cell.array].isLocal)
        return fail(at, diag::LiftWrite,
                    "'" + step.arrays[cell.array].name +
                        "' is assigned twice, and read by other cells in between",
                    "use two arrays, or a local variable for the first value");
      pending[i].value = std::move(value);
      pending[i].order = ++writes;
      return;
    }
  pending.push_back({cell, std::move(value), nest, ++writes, loops, sources.place(at)});
  isReadElsewhere.push_back(false);
}

void Reader::readAssignment(const BinaryOperator &assignment) {
  const Expr *target = assignment.getLHS()->IgnoreParens();
  const SourceLocation at = assignment.getOperatorLoc();
  const QualType type = target->getType();
  const ValueDecl *variable = variableOf(target);
  if (const BinaryOperator *inner = assignmentIn(assignment.getRHS()))
    readAssignment(*inner);
  if (type->isPointerType())
    return assignPointer(assignment);
  if (type->isIntegralOrEnumerationType()) {
    if (variable)
      return assignWhole(assignment, *variable);
    return fail(at, diag::LiftUnsupported,
                "'" + sourceOf(*target, context) + "' holds whole numbers",
                "fields hold numbers with a point: let the array be of 'float' or 'double'");
  }
  if (!type->isRealFloatingType())
    return fail(at, diag::LiftUnsupported, "this assignment cannot be lifted",
                "cells, scalars and pointers may be assigned");
  // Storing rounds: the language does the same, so the cast needs no words.
  const Expr *source = assignment.getRHS();
  if (const auto *cast = dyn_cast<CastExpr>(source->IgnoreParens());
      cast && !variable && cast->getCastKind() == CK_FloatingCast)
    source = cast->getSubExpr();
  const Value value = readReal(source);
  const bool isPlain = assignment.getOpcode() == BO_Assign;
  if (variable) {
    const Value old = isPlain ? nullptr : oldValue(*variable, at);
    return assignReal(*variable, changedValue(assignment, old, value), isPlain, at);
  }
  const std::optional<ArrayRead> cell = readElement(target);
  if (!cell)
    return fail(at, diag::LiftUnsupported,
                "'" + sourceOf(*target, context) + "' cannot be assigned",
                "cells of arrays and local variables can");
  const Value old = isPlain ? nullptr : readCell(*cell, at);
  writeCell(*cell, changedValue(assignment, old, value), target->getExprLoc());
}

/// `value`; of `a += value` the sum.
Value Reader::changedValue(const BinaryOperator &assignment, const Value &old, const Value &value) {
  const auto *compound = dyn_cast<CompoundAssignOperator>(&assignment);
  if (!compound)
    return value;
  const Type computed = typeOf(compound->getComputationResultType());
  return make({.kind = Node::Binary,
               .type = computed,
               .text = assignment.getOpcodeStr().drop_back().str(),
               .operands = {widened(old, computed), value}});
}

/// What a variable holds before it is changed, which makes no local of it.
Value Reader::oldValue(const ValueDecl &variable, SourceLocation at) {
  const auto bound = bindings.find(&variable);
  return bound != bindings.end() && bound->second.kind == Binding::Real
             ? bound->second.real
             : readVariable(variable, at);
}

void Reader::assignPointer(const BinaryOperator &assignment) {
  const Expr *target = assignment.getLHS()->IgnoreParens();
  const ValueDecl *variable = variableOf(target);
  const auto name = nameOf(target);
  if (const auto object = bindObject(target->getType(), assignment.getRHS()); object && variable) {
    bindings[variable] = *object;
    return;
  }
  const auto place =
      name && assignment.getOpcode() == BO_Assign ? readPointer(assignment.getRHS()) : std::nullopt;
  if (!place)
    return fail(assignment.getOperatorLoc(), diag::LiftUnsupported,
                "this pointer cannot be followed",
                "pointers may name an array or be exchanged with each other");
  bindings[*name] = place->bound();
}

void Reader::assignWhole(const BinaryOperator &assignment, const ValueDecl &variable) {
  const auto value = readWhole(assignment.getRHS());
  const auto bound = bindings.find(&variable);
  std::optional<Polynomial> old, changed;
  if (bound != bindings.end() && bound->second.kind == Binding::Whole)
    old = bound->second.whole;
  const BinaryOperatorKind kind = assignment.getOpcode();
  if (kind == BO_Assign)
    changed = value;
  else if (kind == BO_AddAssign && value && old)
    changed = *old + *value;
  else if (kind == BO_SubAssign && value && old)
    changed = *old - *value;
  else if (kind == BO_XorAssign && value && value->constant() == 1 && old)
    changed = remainder(*old + 1, 2);
  Binding &binding = bindings[&variable];
  binding.kind = changed ? Binding::Whole : Binding::None;
  if (changed)
    binding.whole = *changed;
}

} // namespace stencilc::lift
