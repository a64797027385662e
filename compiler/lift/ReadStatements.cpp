/// \file The statements of a step, carried out one after the other with names in place of numbers.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"

namespace stencilc::lift {

using namespace clang;

static constexpr int kDeepestCall = 32;

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
  if (!statement || isFailed)
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
  if (const auto *declarations = dyn_cast<DeclStmt>(statement)) {
    for (const Decl *declaration : declarations->decls())
      if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
        checkEffects(variable->getInit());
        readDeclaration(*variable);
      }
    return;
  }
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    return readFor(*loop);
  if (const auto *choice = dyn_cast<IfStmt>(statement)) {
    checkEffects(choice->getCond());
    return readIf(*choice);
  }
  if (const auto *back = dyn_cast<ReturnStmt>(statement)) {
    if (calls == 0 || loops.size() != loopsAtCall || choices != choicesAtCall)
      return fail(back->getReturnLoc(), diag::LiftExit, "the loops are left by 'return'",
                  "let every cell be computed; a stopping rule belongs to the loop over time");
    checkEffects(back->getRetValue());
    returned = back->getRetValue();
    return;
  }
  if (isa<BreakStmt, ContinueStmt, GotoStmt, LabelStmt, SwitchStmt>(statement))
    return fail(statement->getBeginLoc(), diag::LiftExit,
                "control jumps: cells would depend on the order in which they are visited",
                "write 'if' and 'else' around what is computed");
  if (isa<NullStmt>(statement))
    return;
  const auto *expression = dyn_cast<Expr>(statement);
  expression = expression ? expression->IgnoreParens() : nullptr;
  if (const auto *operation = dyn_cast_or_null<BinaryOperator>(expression)) {
    if (operation->isAssignmentOp()) {
      checkEffects(operation);
      return readAssignment(*operation);
    }
    if (operation->getOpcode() == BO_Comma) {
      readStatement(operation->getLHS());
      return readStatement(operation->getRHS());
    }
  }
  if (const auto *operation = dyn_cast_or_null<UnaryOperator>(expression);
      operation && operation->isIncrementDecrementOp())
    if (const ValueDecl *variable = variableOf(operation->getSubExpr());
        variable && bindings.count(variable) && bindings[variable].kind == Binding::Whole) {
      Polynomial &value = bindings[variable].whole;
      if (value.symbols().size() != 1 || value.symbols().front() != time)
        value = operation->isIncrementOp() ? value + 1 : value - 1;
      return;
    }
  if (const auto *call = dyn_cast_or_null<CallExpr>(expression)) {
    for (const Expr *argument : call->arguments())
      checkEffects(argument);
    return readCall(*call);
  }
  if (const auto *cast = dyn_cast_or_null<CastExpr>(expression))
    return readStatement(cast->getSubExpr());
  fail(statement->getBeginLoc(), diag::LiftUnsupported, "this statement cannot be lifted",
       "a step is made of loop nests, assignments, 'if' and declarations");
}

void Reader::readDeclaration(const VarDecl &variable) {
  const QualType type = variable.getType();
  const Expr *value = variable.getInit();
  Binding binding;
  if (type->isArrayType()) {
    readCellArray(variable);
    return;
  }
  if (type->isRealFloatingType()) {
    if (value)
      assignReal(variable, readReal(value), true, variable.getLocation());
    else
      bindings[&variable] = Binding();
    return;
  }
  if (type->isIntegralOrEnumerationType()) {
    const auto number = value ? readWhole(value) : std::nullopt;
    binding.kind = number ? Binding::Whole : Binding::None;
    const Expr *condition = value ? value->IgnoreParenImpCasts() : nullptr;
    const auto *operation = dyn_cast_or_null<BinaryOperator>(condition);
    if (number)
      binding.whole = *number;
    else if (operation && (operation->isComparisonOp() || operation->isLogicalOp()) && isInStep)
      binding.kind = Binding::Real, binding.real = readReal(operation);
    else if (value && !isInStep)
      binding.kind = Binding::Whole, binding.whole = sizeSymbol(variable);
    bindings[&variable] = binding;
    return;
  }
  if (value && (type->isPointerType() || type->isReferenceType())) {
    if (const auto object = bindObject(type, value)) {
      bindings[&variable] = *object;
      return;
    }
    if (const auto place = readPointer(value)) {
      bindings[&variable] = place->bound();
      // double (*A)[N] = (double (*)[N])p: the name that the loops use.
      if (!isInStep && type->isPointerType() && type->getPointeeType()->isArrayType())
        step.arrays[place->cell.array].name = variable.getNameAsString();
    }
  }
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
  const bool isPlain = assignment.getOpcode() == BO_Assign;
  const ValueDecl *variable = variableOf(target);
  if (const BinaryOperator *inner = assignmentIn(assignment.getRHS()))
    readAssignment(*inner);
  if (type->isPointerType()) {
    const auto name = nameOf(target);
    if (const auto object = bindObject(type, assignment.getRHS()); object && variable) {
      bindings[variable] = *object;
      return;
    }
    const auto place = name && isPlain ? readPointer(assignment.getRHS()) : std::nullopt;
    if (!place)
      return fail(at, diag::LiftUnsupported, "this pointer cannot be followed",
                  "pointers may name an array or be exchanged with each other");
    bindings[*name] = place->bound();
    return;
  }
  if (type->isIntegralOrEnumerationType() && variable) {
    auto value = readWhole(assignment.getRHS());
    const auto bound = bindings.find(variable);
    const bool hasOld = bound != bindings.end() && bound->second.kind == Binding::Whole;
    if (assignment.getOpcode() == BO_AddAssign && value && hasOld)
      value = bound->second.whole + *value;
    else if (assignment.getOpcode() == BO_SubAssign && value && hasOld)
      value = bound->second.whole - *value;
    else if (assignment.getOpcode() == BO_XorAssign && value && value->constant() == 1 && hasOld)
      value = remainder(bound->second.whole + 1, 2);
    else if (!isPlain)
      value = std::nullopt;
    bindings[variable].kind = value ? Binding::Whole : Binding::None;
    if (value)
      bindings[variable].whole = *value;
    return;
  }
  if (!type->isRealFloatingType())
    return fail(at, diag::LiftUnsupported,
                type->isIntegralOrEnumerationType()
                    ? "'" + sourceOf(*target, context) + "' holds whole numbers"
                    : "this assignment cannot be lifted",
                type->isIntegralOrEnumerationType()
                    ? "fields hold numbers with a point: let the array be of 'float' or 'double'"
                    : "cells, scalars and pointers may be assigned");
  // Storing rounds: the language does the same, so the cast needs no words.
  const auto *compound = dyn_cast<CompoundAssignOperator>(&assignment);
  const Expr *source = assignment.getRHS();
  if (const auto *cast = dyn_cast<CastExpr>(source->IgnoreParens());
      cast && !variable && cast->getCastKind() == CK_FloatingCast)
    source = cast->getSubExpr();
  Value value = readReal(source);
  const std::optional<ArrayRead> cell = variable ? std::nullopt : readElement(target);
  if (!variable && !cell)
    return fail(at, diag::LiftUnsupported,
                "'" + sourceOf(*target, context) + "' cannot be assigned",
                "cells of arrays and local variables can");
  if (compound) {
    const auto bound = variable ? bindings.find(variable) : bindings.end();
    const Value old = cell ? readCell(*cell, at)
                      : bound != bindings.end() && bound->second.kind == Binding::Real
                          ? bound->second.real
                          : readVariable(*variable, at);
    const Type computed = typeOf(compound->getComputationResultType());
    llvm::StringRef symbol = assignment.getOpcodeStr();
    value = make({.kind = Node::Binary,
                  .type = computed,
                  .text = symbol.drop_back().str(),
                  .operands = {widened(old, computed), value}});
  }
  if (cell)
    writeCell(*cell, std::move(value), target->getExprLoc());
  else
    assignReal(*variable, std::move(value), isPlain, at);
}

void Reader::readSwap(const Expr *a, const Expr *b) {
  for (const Expr **side : {&a, &b}) // swap(&a, &b) of pointers
    if (const auto *address = dyn_cast<UnaryOperator>((*side)->IgnoreParenImpCasts());
        address && address->getOpcode() == UO_AddrOf)
      *side = address->getSubExpr();
  const auto first = nameOf(a), second = nameOf(b);
  const auto left = readPointer(a), right = readPointer(b);
  if (first && second && left && right) {
    bindings[*first] = right->bound();
    bindings[*second] = left->bound();
    return;
  }
  if (swapObjects(a, b))
    return;
  fail(a->getExprLoc(), diag::LiftUnsupported, "this exchange cannot be followed",
       "exchange two pointers or two vectors");
}

void Reader::readCall(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call); member && name == "swap")
    return readSwap(member->getImplicitObjectArgument(), call.getArg(0));
  if (name == "swap" && call.getNumArgs() == 2 && callee->isInStdNamespace())
    return readSwap(call.getArg(0), call.getArg(1));
  if (callee && callee->hasBody() &&
      !context.getSourceManager().isInSystemHeader(callee->getLocation())) {
    const llvm::ArrayRef<const Expr *> arguments(call.getArgs(), call.getNumArgs());
    if (name.contains_insensitive("swap") && arguments.size() == 2)
      return readSwap(arguments[0], arguments[1]);
    enterCall(*callee, call);
    return;
  }
  if (!loops.empty())
    return fail(call.getExprLoc(), diag::LiftUnsupported,
                "'" + name.str() + "' is called for every cell, and its body is not in the file",
                "include its body, or take the call out of the loops");
  for (const Expr *argument : call.arguments()) {
    const QualType type = argument->IgnoreParenImpCasts()->getType();
    if ((type->isPointerType() || type->isArrayType()) && !type->isFunctionPointerType() &&
        readPointer(argument))
      return fail(call.getExprLoc(), diag::LiftUnsupported,
                  "'" + name.str() + "' may change an array, and its body is not in the file",
                  "include its body, or take the call out of the loop over time");
  }
  if (isInStep)
    note("the call of '" + name.str() + "' in the loop over time is left out");
}

bool Reader::enterCall(const FunctionDecl &function, const CallExpr &call) {
  const FunctionDecl *definition = nullptr;
  returned = nullptr;
  const auto [object, arguments] = argumentsOf(call);
  if (!function.hasBody(definition) || calls > kDeepestCall ||
      arguments.size() < definition->getNumParams())
    return false;
  Bindings inner = bindings;
  for (unsigned i = 0; i < definition->getNumParams(); ++i) {
    const ParmVarDecl *parameter = definition->getParamDecl(i);
    const QualType type = parameter->getType().getNonReferenceType();
    Binding binding;
    if (type->isRealFloatingType()) {
      binding.kind = Binding::Real;
      binding.real = rounded(readReal(arguments[i]), typeOf(type), arguments[i]->getExprLoc());
      binding.isPlain = true;
    } else if (type->isIntegralOrEnumerationType()) {
      if (const auto value = readWhole(arguments[i]))
        binding.kind = Binding::Whole, binding.whole = *value;
    } else if (const auto same = bindObject(parameter->getType(), arguments[i])) {
      binding = *same;
    } else if (const auto place = readPointer(arguments[i])) {
      binding = place->bound();
    }
    inner[parameter] = binding;
  }
  if (object)
    if (const auto own = objectOf(object))
      inner[nullptr] = {.kind = Binding::Object, .object = *own};
  std::swap(bindings, inner);
  const auto around = std::pair(loopsAtCall, choicesAtCall);
  loopsAtCall = loops.size(), choicesAtCall = choices;
  ++calls;
  readStatement(definition->getBody());
  --calls;
  std::tie(loopsAtCall, choicesAtCall) = around;
  // The caller reads what is returned with these names bound, then restores its own.
  if (!returned) {
    // What a reference names is the caller's.
    for (unsigned i = 0; i < definition->getNumParams(); ++i) {
      const ParmVarDecl *parameter = definition->getParamDecl(i);
      const auto outer = nameOf(arguments[i]);
      if (parameter->getType()->isReferenceType() && outer &&
          !parameter->getType()->getPointeeType().isConstQualified())
        inner[*outer] = bindings[*outer] = bindings[parameter];
    }
    bindings.erase(Name(nullptr));
    for (auto &[variable, binding] : inner)
      bindings[variable] = bindings.count(variable) ? bindings[variable] : binding;
  }
  return !isFailed;
}

} // namespace stencilc::lift
