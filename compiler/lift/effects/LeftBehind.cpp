/// \file Checks that code after the removed loops does not use values that only they compute.
#include "lift/effects/Effects.h"
#include "lift/read/CallSite.h"
#include "lift/read/TreeWalk.h"
#include "lift/write/LoopTexts.h"

namespace stencilc::lift {

using namespace clang;

namespace {

class LeftBehind {
public:
  LeftBehind(const LiftedStep &lifted, ASTContext &context, const Sources &sources,
             Diagnostics &diags)
      : origins(lifted.origins), site(siteOf(lifted.origins)), context(context), sources(sources),
        diags(diags) {}

  bool run() {
    if (!origins.loop && !origins.function->getReturnType()->isVoidType())
      return fail(origins.function->getLocation(), "the function returns a value",
                  "make it a void function; the results of a step are in its arrays");
    forAll(site, [&](const Stmt &part) { see(part); });
    assigned.insert_range(effectsOf(*site, context, {}).written);
    for (const ValueDecl *variable : assigned)
      if (!isRestored(*variable) && !check(*variable))
        return false;
    return true;
  }

private:
  bool fail(SourceLocation at, const std::string &what, llvm::StringRef hint) {
    reportMarshalling(sources, diags, at, what, hint);
    return false;
  }

  void see(const Stmt &part) {
    const Expr *target = changedBy(part);
    if (const ValueDecl *variable = target ? variableOf(target) : nullptr)
      assigned.insert(variable);
  }

  /// Returns true if a `break` can leave the loop over time. The variable of the loop is then not
  /// incremented after the last step.
  bool hasBreak() const {
    bool isFound = false;
    forAll(site, [&](const Stmt &part) { isFound |= isa<BreakStmt>(part); });
    return isFound;
  }

  bool isRestored(const ValueDecl &variable) const {
    if (&variable == origins.counter)
      return !hasBreak();
    return llvm::is_contained(origins.counted, &variable) ||
           llvm::is_contained(origins.toggles, &variable) ||
           llvm::any_of(origins.exchanges,
                        [&](const Exchange &exchange) { return exchange.pointer == &variable; });
  }

  bool isInside(SourceLocation at, SourceRange range) const {
    return isWithin(at, range, context.getSourceManager());
  }

  /// Returns true if a `for` loop around `use` sets `variable` before that use, as in `for (i = 0;
  /// ...) ... i`.
  bool isGivenBefore(const DeclRefExpr &use, const ValueDecl &variable) const {
    return isAround(DynTypedNode::create(use), context, [&](const DynTypedNode &node) {
      const auto *loop = node.get<ForStmt>();
      const auto *init = loop ? dyn_cast_or_null<BinaryOperator>(loop->getInit()) : nullptr;
      return init && init->getOpcode() == BO_Assign && variableOf(init->getLHS()) == &variable;
    });
  }

  bool isRepeated() const {
    return isAround(DynTypedNode::create(*site), context, [](const DynTypedNode &node) {
      return node.get<ForStmt>() || node.get<WhileStmt>() || node.get<DoStmt>();
    });
  }

  bool check(const ValueDecl &variable) {
    const auto *declared = dyn_cast<VarDecl>(&variable);
    if (declared && isInside(variable.getLocation(), site->getSourceRange()))
      return true;
    const std::string name = variable.getNameAsString();
    if (!declared || declared->hasGlobalStorage() || declared->getType()->isReferenceType())
      return fail(site->getBeginLoc(),
                  "the loops give '" + name + "', which other functions see, a value",
                  "keep it in a variable of the loops");
    const bool isBeforeToo = isRepeated();
    const SourceManager &manager = context.getSourceManager();
    bool isFine = true;
    forAll(origins.function->getBody(), [&](const Stmt &part) {
      const auto *use = dyn_cast<DeclRefExpr>(&part);
      if (!isFine || !use || use->getDecl() != &variable ||
          isInside(use->getLocation(), site->getSourceRange()))
        return;
      const bool isBefore =
          manager.isBeforeInTranslationUnit(manager.getExpansionLoc(use->getLocation()),
                                            manager.getExpansionLoc(site->getBeginLoc()));
      if ((isBefore && !isBeforeToo) || isGivenBefore(*use, variable))
        return;
      isFine = fail(
          use->getLocation(),
          "'" + name +
              "' is used here with the value from the loops, which the library does not return",
          "compute it from the arrays after the loops");
    });
    return isFine;
  }

  const Origins &origins;
  const Stmt *site;
  ASTContext &context;
  const Sources &sources;
  Diagnostics &diags;
  VariableSet assigned;
};

} // namespace

bool isReplaceable(const LiftedStep &lifted, ASTContext &context, const Sources &sources,
                   Diagnostics &diags) {
  return LeftBehind(lifted, context, sources, diags).run();
}

} // namespace stencilc::lift
