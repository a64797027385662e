/// \file Executes the statements of a step symbolically, one after the other.
#include "lift/read/StatementReader.h"
#include "lift/effects/Directives.h"
#include "clang/AST/StmtCXX.h"

namespace stencilc::lift {

using namespace clang;

/// Reports an expression that changes variables, except a chain such as `a = b = 0`. The lifter may
/// evaluate an expression more than once, so the expression must have no side effects.
void StatementReader::checkEffects(const Expr *expression) {
  if (!expression)
    return;
  if (const BinaryOperator *assignment = assignmentIn(expression)) {
    checkEffects(assignment->getLHS());
    return checkEffects(assignment->getRHS());
  }
  state.checkPure(*expression);
}

void StatementReader::read(const Stmt *statement) {
  if (!statement || state.isFailed() || isa<NullStmt>(statement))
    return;
  if (!state.frames.empty() && state.frames.back().hasReturned)
    return;
  if (const auto *cleanups = dyn_cast<FullExpr>(statement))
    return read(cleanups->getSubExpr());
  if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
    return readDirective(state, *directive, [&](const Stmt *body) { read(body); });
  if (const auto *attributed = dyn_cast<AttributedStmt>(statement))
    return read(attributed->getSubStmt());
  if (const auto *block = dyn_cast<CompoundStmt>(statement)) {
    const bool isBody = !state.frames.empty() && state.frames.back().body == block;
    const llvm::ArrayRef<const Stmt *> parts(block->body_begin(), block->size());
    if (isBody)
      return readBlock(parts);
    for (const Stmt *part : parts)
      read(part);
    return;
  }
  if (const auto *declarations = dyn_cast<DeclStmt>(statement))
    return readDeclarations(*declarations);
  if (const auto *loop = dyn_cast<ForStmt>(statement))
    return loops.read(*loop);
  if (const auto *choice = dyn_cast<IfStmt>(statement)) {
    state.checkPure(*choice->getCond());
    return choices.read(*choice);
  }
  if (const auto *back = dyn_cast<ReturnStmt>(statement))
    return readReturn(*back);
  if (isa<BreakStmt, ContinueStmt, GotoStmt, LabelStmt, SwitchStmt>(statement))
    return state.fail(statement->getBeginLoc(), diag::LiftExit,
                      "control jumps: cells would depend on the order in which they are visited",
                      "write 'if' and 'else' around what is computed");
  const auto *expression = dyn_cast<Expr>(statement);
  if (!expression || !readExpression(*expression->IgnoreParens()))
    state.fail(statement->getBeginLoc(), diag::LiftUnsupported, "this statement cannot be lifted",
               "a step is made of loop nests, assignments, 'if' and declarations");
}

/// Returns true if the C statement `branch` is `return` without a value, or a block that ends with
/// it.
static bool endsWithReturn(const Stmt *branch) {
  const auto *block = dyn_cast_or_null<CompoundStmt>(branch);
  const auto *back =
      dyn_cast_or_null<ReturnStmt>(block && !block->body_empty() ? block->body_back() : branch);
  return back && !back->getRetValue();
}

/// Returns true if `part` is `if (...) return;`, possibly with statements before the return, in the
/// body of a function that is called inside a loop over cells.
bool StatementReader::endsEarly(const Stmt &part) const {
  const auto *choice = dyn_cast<IfStmt>(&part);
  const Frame &frame = state.frames.back();
  bool isKnown;
  return choice && endsWithReturn(choice->getThen()) && !state.loops.empty() &&
         !choice->getInit() && !choice->getConditionVariable() &&
         frame.loops == state.loops.size() && frame.choices == state.choices &&
         !choice->getCond()->EvaluateAsBooleanCondition(isKnown, state.context);
}

/// Executes the statements of a function body symbolically. The statements after `if (...) return;`
/// are executed as its `else` branch.
void StatementReader::readBlock(llvm::ArrayRef<const Stmt *> parts) {
  while (!parts.empty()) {
    const Stmt *part = parts.front();
    parts = parts.drop_front();
    if (!endsEarly(*part)) {
      read(part);
      continue;
    }
    const auto &choice = cast<IfStmt>(*part);
    state.checkPure(*choice.getCond());
    const int around = state.choices;
    choices.readBranches(
        choice,
        [&] {
          if (const auto *block = dyn_cast<CompoundStmt>(choice.getThen()))
            for (const Stmt *before : llvm::drop_end(block->body()))
              read(before);
        },
        [&] {
          state.frames.back().choices = state.choices;
          read(choice.getElse());
          readBlock(parts);
        });
    state.frames.back().choices = around;
    state.frames.back().hasReturned = true;
    return;
  }
}

void StatementReader::readDeclarations(const DeclStmt &statement) {
  for (const Decl *declaration : statement.decls())
    if (const auto *variable = dyn_cast<VarDecl>(declaration)) {
      if (variable->getInit() && !isObject(variable->getType()))
        state.checkPure(*variable->getInit());
      assignments.declare(*variable);
    }
}

void StatementReader::readReturn(const ReturnStmt &statement) {
  if (state.frames.empty() || state.loops.size() != state.frames.back().loops ||
      state.choices != state.frames.back().choices)
    return state.fail(statement.getReturnLoc(), diag::LiftExit, "the loops are left by 'return'",
                      "compute every cell; a stopping rule belongs to the loop over time");
  if (statement.getRetValue())
    state.checkPure(*statement.getRetValue());
  state.frames.back().returned = statement.getRetValue();
  state.frames.back().hasReturned = true;
}

/// Executes symbolically a C expression that is a statement. Returns false if the lifter does not
/// know its form.
bool StatementReader::readExpression(const Expr &expression) {
  const auto *operation = dyn_cast<BinaryOperator>(&expression);
  if (operation && operation->isAssignmentOp()) {
    checkEffects(operation);
    assignments.assign(*operation);
    return true;
  }
  if (operation && operation->getOpcode() == BO_Comma) {
    read(operation->getLHS());
    read(operation->getRHS());
    return true;
  }
  if (const auto *unary = dyn_cast<UnaryOperator>(&expression))
    return assignments.count(*unary);
  if (const auto *call = dyn_cast<CallExpr>(&expression)) {
    for (const Expr *argument : call->arguments())
      state.checkPure(*argument);
    calls.read(*call);
    return true;
  }
  const auto *cast = dyn_cast<CastExpr>(&expression);
  if (cast)
    read(cast->getSubExpr());
  return cast;
}

} // namespace stencilc::lift
