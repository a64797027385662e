/// \file Computes upper bounds of the side effects of C statements, including bodies of called
/// functions.
#include "lift/effects/Effects.h"
#include "lift/effects/LibraryEffects.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

namespace stencilc::lift {

using namespace clang;

bool isShown(const FunctionDecl &callee, const ASTContext &context) {
  const FunctionDecl *definition = nullptr;
  return callee.hasBody(definition) &&
         !context.getSourceManager().isInSystemHeader(definition->getLocation());
}

bool isDispatched(const CallExpr &call) {
  const auto *member = dyn_cast<CXXMemberCallExpr>(&call);
  const CXXMethodDecl *method = member ? member->getMethodDecl() : nullptr;
  return method && method->isVirtual() && !method->hasAttr<FinalAttr>() &&
         !method->getParent()->hasAttr<FinalAttr>();
}

namespace {

/// The variable or memory to which the target of an assignment belongs.
struct Root {
  const ValueDecl *variable = nullptr; // null: memory without a known name
  bool isElement = false;              // an element of `variable`, which is an array
  bool isOwn = false;                  // exists only while the statement is executed
};

/// Arguments of a called function whose body is being inspected. They are expressions in the scope
/// of the caller.
struct Scope {
  const Scope *outer = nullptr;
  std::map<const ValueDecl *, const Expr *> given;
};

/// Surroundings of a C statement inside the statement whose side effects are computed. They are the
/// arguments of the called function that contains it, and flags for a called function, a loop and a
/// `switch` around it.
struct Around {
  const Scope *scope;
  bool isCallee = false, isLoop = false, isSwitch = false;
};

class EffectFinder {
public:
  EffectFinder(const ASTContext &context, const TrustedFunctions &trusted)
      : context(context), trusted(trusted) {}

  Effects run(const Stmt &statement) {
    const Scope none;
    visit(&statement, {&none});
    return std::move(result);
  }

private:
  static void note(std::optional<Effects::Deed> &deed, SourceLocation place, std::string what) {
    if (!deed)
      deed = {place, std::move(what)};
  }

  std::string textOf(const Stmt &part) const { return "'" + sourceOf(part, context) + "'"; }

  void visitChildren(const Stmt &statement, const Around &in) {
    for (const Stmt *child : statement.children())
      visit(child, in);
  }

  void visit(const Stmt *statement, Around in) {
    if (!statement || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr>(statement))
      return;
    // The body runs where the lambda is called.
    if (const auto *lambda = dyn_cast<LambdaExpr>(statement)) {
      for (const Expr *captured : lambda->capture_inits())
        visit(captured, in);
      return;
    }
    if (const auto *directive = dyn_cast<OMPExecutableDirective>(statement))
      return visit(bodyOf(*directive), in);
    if (const auto *argument = dyn_cast<CXXDefaultArgExpr>(statement))
      return visit(argument->getExpr(), in);
    if (const auto *declarations = dyn_cast<DeclStmt>(statement))
      declare(*declarations, in);
    noteJump(*statement, in);
    noteWrites(*statement, in);
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(statement))
      in.isLoop = true;
    in.isSwitch |= isa<SwitchStmt>(statement);
    visitChildren(*statement, in);
  }

  void declare(const DeclStmt &statement, const Around &in) {
    for (const Decl *declaration : statement.decls()) {
      const auto *variable = dyn_cast<VarDecl>(declaration);
      if (!variable || variable->isStaticLocal())
        continue;
      own.insert(variable);
      const CXXRecordDecl *record =
          variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
      const CXXDestructorDecl *end =
          record && record->hasDefinition() ? record->getDestructor() : nullptr;
      if (end && end->isUserProvided() &&
          !context.getSourceManager().isInSystemHeader(record->getLocation()))
        enter(*end, {}, variable->getLocation(), in);
    }
  }

  void noteJump(const Stmt &statement, const Around &in) {
    const SourceLocation place = statement.getBeginLoc();
    if (isa<BreakStmt>(statement) && !in.isLoop && !in.isSwitch)
      note(result.jump, place, "'break' leaves the loop");
    if (isa<ContinueStmt>(statement) && !in.isLoop)
      note(result.jump, place, "'continue' leaves out the rest of the loop");
    if (isa<ReturnStmt>(statement) && !in.isCallee)
      note(result.jump, place, "'return' leaves the function");
    if (isa<GotoStmt, IndirectGotoStmt, LabelStmt>(statement) && !in.isCallee)
      note(result.jump, place, "'goto' changes the order of statements");
    if (isa<CXXThrowExpr>(statement))
      note(result.jump, place, "'throw' leaves the loop");
  }

  void noteWrites(const Stmt &statement, const Around &in) {
    if (const Expr *target = changedBy(statement))
      write(*target, target->getExprLoc(), in.scope);
    if (isa<AsmStmt, CXXDeleteExpr>(statement))
      note(result.memory, statement.getBeginLoc(), "memory is changed or freed");
    if (const auto *call = dyn_cast<CallExpr>(&statement))
      noteCall(*call, in);
    if (const auto *made = dyn_cast<CXXConstructExpr>(&statement)) {
      const llvm::ArrayRef<const Expr *> arguments(made->getArgs(), made->getNumArgs());
      if (made->getConstructor()->isUserProvided())
        enter(*made->getConstructor(), arguments, made->getExprLoc(), in);
    }
  }

  void noteCall(const CallExpr &call, const Around &in) {
    const FunctionDecl *callee = call.getDirectCallee();
    const SourceLocation place = call.getExprLoc();
    if (!callee)
      return note(result.unknown, place, "a function is called whose name is not known here");
    if (isDispatched(call))
      return note(result.unknown, place,
                  "'" + callee->getNameAsString() + "' is virtual: which body runs is not known");
    llvm::ArrayRef<const Expr *> arguments(call.getArgs(), call.getNumArgs());
    if (isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee) && !arguments.empty()) {
      if (!isShown(*callee, context))
        writeObject(*callee, arguments.front(), in);
      arguments = arguments.drop_front();
    } else if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call)) {
      if (!isShown(*callee, context))
        writeObject(*callee, member->getImplicitObjectArgument(), in);
    }
    enter(*callee, arguments, place, in);
  }

  /// Adds the side effects of a call of `callee`. They are the effects of its body, or, if the body
  /// is not visible, all effects that its declaration permits.
  void enter(const FunctionDecl &callee, llvm::ArrayRef<const Expr *> arguments,
             SourceLocation place, const Around &in) {
    const std::string name = callee.getNameAsString();
    if (llvm::is_contained(trusted, name))
      return;
    if (endsProgram(callee))
      return note(result.jump, place, "'" + name + "' ends the program");
    if (!isShown(callee, context))
      return enterLibrary(callee, arguments, place, in);
    const FunctionDecl *definition = nullptr;
    callee.hasBody(definition);
    if (!entered.insert(definition).second)
      return;
    Scope scope{in.scope, {}};
    for (const auto &[parameter, argument] : llvm::zip(definition->parameters(), arguments)) {
      own.insert(parameter);
      if (!isAssigned(*parameter, *definition->getBody()))
        scope.given[parameter] = argument;
    }
    const Around inside{&scope, true};
    if (const auto *made = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer *part : made->inits())
        visit(part->getInit(), inside);
    visit(definition->getBody(), inside);
    entered.erase(definition);
  }

  static bool isAssigned(const ParmVarDecl &parameter, const Stmt &body) {
    bool isFound = false;
    forAll(&body, [&](const Stmt &part) {
      const auto *assignment = dyn_cast<BinaryOperator>(&part);
      isFound |= assignment && assignment->getOpcode() == BO_Assign &&
                 parameter.getType()->isPointerType() &&
                 variableOf(assignment->getLHS()) == &parameter;
    });
    return isFound;
  }

  void enterLibrary(const FunctionDecl &callee, llvm::ArrayRef<const Expr *> arguments,
                    SourceLocation place, const Around &in) {
    const std::string name = callee.getNameAsString();
    if (!isOfLibrary(callee, context))
      return note(result.unknown, place,
                  "'" + name + "' may change anything, as its body is not in the file");
    if (!isSilent(callee, context))
      note(result.output, place, "'" + name + "'");
    const bool isPrinting = onlyPrints(callee, arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const bool isDeclared = i < callee.getNumParams();
      const QualType type =
          isDeclared ? callee.getParamDecl(unsigned(i))->getType()
                     : arguments[i]->IgnoreParenImpCasts()->getType().getUnqualifiedType();
      if (isDeclared || !isPrinting)
        pass(*arguments[i], type, place, name, in);
    }
  }

  /// Adds the side effects of passing `argument` to a library function, which may write through a
  /// pointer or reference. `type` is the declared type of the parameter.
  void pass(const Expr &argument, QualType type, SourceLocation place, const std::string &name,
            const Around &in) {
    if (const auto *reference = type->getAs<ReferenceType>()) {
      if (!reference->getPointeeType().isConstQualified() && !isStream(reference->getPointeeType()))
        write(argument, place, in.scope);
      return;
    }
    if (type->isFunctionPointerType() || isCallable(type)) {
      if (!isLibraryFunction(argument, context))
        note(result.unknown, place, "'" + name + "' may call functions of the file");
      return;
    }
    if (type->isRecordType() && leadsToForeignMemory(type))
      return note(result.memory, place, "'" + name + "' may write to the memory of its arguments");
    if (!type->isPointerType() && !type->isArrayType())
      return;
    if (type->isPointerType() && type->getPointeeType().isConstQualified())
      return;
    if (argument.isNullPointerConstant(const_cast<ASTContext &>(context),
                                       Expr::NPC_ValueDependentIsNotNull))
      return;
    const Root root = pointee(argument, in.scope);
    if (root.variable || root.isOwn || !isOfSystem(argument, context))
      write(root, argument, place);
  }

  void writeObject(const FunctionDecl &callee, const Expr *object, const Around &in) {
    const auto *method = dyn_cast<CXXMethodDecl>(&callee);
    if (method && !method->isConst() && !method->isStatic() && !onlyGivesAccess(*method) &&
        !isStream(object->getType()))
      write(*object, object->getExprLoc(), in.scope);
  }

  void write(const Expr &target, SourceLocation place, const Scope *scope) {
    write(target.getType()->isPointerType() && !target.isLValue() ? pointee(target, scope)
                                                                  : rootOf(target, scope),
          target, place);
  }

  /// Records a write to `root`, a variable or memory, as a side effect of `target`, the written
  /// expression. An element of a floating-point array and memory without a name count as changed
  /// memory. Any other write counts as a changed variable: for an element of an integer array, the
  /// array itself.
  void write(const Root &root, const Expr &target, SourceLocation place) {
    if (root.isOwn)
      return;
    const bool isOfCells =
        root.isElement && root.variable &&
        !root.variable->getType()->getBaseElementTypeUnsafe()->isIntegralOrEnumerationType();
    if (!root.variable || isOfCells)
      return note(result.memory, place, textOf(target) + " may be written");
    result.written.insert(root.variable);
  }

  Root rootOf(const Expr &expression, const Scope *scope) const {
    const Expr *plain = expression.IgnoreParenCasts();
    if (isa<MaterializeTemporaryExpr, CXXBindTemporaryExpr, CXXTemporaryObjectExpr, StringLiteral>(
            plain))
      return {nullptr, false, true};
    if (const auto *reference = dyn_cast<DeclRefExpr>(plain))
      return rootOf(*reference, scope);
    if (const auto *member = dyn_cast<MemberExpr>(plain)) {
      if (member->getMemberDecl()->getType()->isReferenceType())
        return {};
      const Root base = member->isArrow() ? pointee(*member->getBase(), scope)
                                          : rootOf(*member->getBase(), scope);
      return {member->getMemberDecl(), false, base.isOwn};
    }
    if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(plain))
      return pointee(*subscript->getBase(), scope);
    if (const auto *operation = dyn_cast<UnaryOperator>(plain);
        operation && operation->getOpcode() == UO_Deref)
      return pointee(*operation->getSubExpr(), scope);
    if (const auto *call = dyn_cast<CXXOperatorCallExpr>(plain);
        call && call->getOperator() == OO_Subscript && rootOf(*call->getArg(0), scope).isOwn)
      return {nullptr, true, true};
    return {};
  }

  Root rootOf(const DeclRefExpr &reference, const Scope *scope) const {
    const ValueDecl *variable = referredBy(reference.getDecl());
    if (!variable->getType()->isReferenceType())
      return {variable, false, own.count(variable) != 0};
    for (; scope; scope = scope->outer)
      if (const auto found = scope->given.find(variable); found != scope->given.end())
        return rootOf(*found->second, scope->outer);
    return {};
  }

  /// Returns the variable or memory to which `pointer` points.
  Root pointee(const Expr &pointer, const Scope *scope) const {
    const Expr *plain = pointer.IgnoreParenCasts();
    if (plain->getType()->isArrayType()) {
      Root root = rootOf(*plain, scope);
      root.isElement = true;
      return root;
    }
    if (const auto *operation = dyn_cast<UnaryOperator>(plain)) {
      if (operation->getOpcode() == UO_AddrOf)
        return rootOf(*operation->getSubExpr(), scope);
      if (operation->isIncrementDecrementOp())
        return pointee(*operation->getSubExpr(), scope);
    }
    if (const auto *operation = dyn_cast<BinaryOperator>(plain);
        operation && operation->isAdditiveOp())
      return pointee(operation->getLHS()->getType()->isPointerType() ? *operation->getLHS()
                                                                     : *operation->getRHS(),
                     scope);
    const auto *reference = dyn_cast<DeclRefExpr>(plain);
    for (; reference && scope; scope = scope->outer)
      if (const auto found = scope->given.find(reference->getDecl()); found != scope->given.end())
        return pointee(*found->second, scope->outer);
    return {};
  }

  const ASTContext &context;
  const TrustedFunctions &trusted;
  Effects result;
  llvm::SmallPtrSet<const ValueDecl *, 16> own;
  llvm::SmallPtrSet<const FunctionDecl *, 8> entered; // functions on the current call path
};

} // namespace

Effects effectsOf(const Stmt &statement, const ASTContext &context,
                  const TrustedFunctions &trusted) {
  return EffectFinder(context, trusted).run(statement);
}

} // namespace stencilc::lift
