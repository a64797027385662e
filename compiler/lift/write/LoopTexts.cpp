/// \file Writes the bounds, the condition and the pointer exchanges of the loop over time as C
/// text.
#include "lift/write/LoopTexts.h"
#include "lift/read/CallSite.h"
#include "lift/read/TreeWalk.h"

namespace stencilc::lift {

using namespace clang;

const Expr *conditionOf(const Stmt *loop) {
  if (const auto *counted = dyn_cast_or_null<ForStmt>(loop))
    return counted->getCond();
  if (const auto *whileLoop = dyn_cast_or_null<WhileStmt>(loop))
    return whileLoop->getCond();
  if (const auto *doLoop = dyn_cast_or_null<DoStmt>(loop))
    return doLoop->getCond();
  return nullptr;
}

namespace {

class Texts {
public:
  Texts(const SiteContext &site, Marshalling &hand)
      : site(site), origins(site.origins), hand(hand) {}

  bool run() {
    if (!origins.loop) {
      hand.steps = "1";
      return true;
    }
    if (const auto *loop = dyn_cast<ForStmt>(origins.loop); loop && loop->getInit()) {
      hand.begin = sourceOf(*loop->getInit(), site.context);
      if (hand.begin.empty() || hand.begin.back() != ';')
        hand.begin += ";";
    }
    const Expr *condition = conditionOf(origins.loop);
    if (condition)
      findBounds(condition->IgnoreParenImpCasts());
    if (bounds > 1)
      return fail("two conditions bound the number of steps",
                  "keep the one that counts steps; the other can compare values of the grid");
    if (hand.hasRule && condition && !isa<DoStmt>(origins.loop))
      hand.condition = sourceOf(*condition, site.context);
    if (hand.steps.empty() && !hand.hasRule)
      return fail("the number of steps is not known before the loop runs",
                  "count the steps: for (t = 0; t < steps; t++)");
    return restoreCounts() && restorePointers();
  }

private:
  bool fail(const std::string &what, llvm::StringRef hint) {
    reportMarshalling(site.sources, site.diags, origins.loop->getBeginLoc(), what, hint);
    return false;
  }

  bool isCounted(const ValueDecl *variable) const {
    return variable &&
           (variable == origins.counter || llvm::is_contained(origins.counted, variable));
  }

  /// Finds the bound on the number of time steps, such as `t < steps`, in the condition of the loop
  /// over time. The comparison may be an operand of `&&`.
  void findBounds(const Expr *condition) {
    const auto *operation = dyn_cast<BinaryOperator>(condition);
    if (!operation)
      return;
    if (operation->getOpcode() == BO_LAnd) {
      findBounds(operation->getLHS()->IgnoreParenImpCasts());
      return findBounds(operation->getRHS()->IgnoreParenImpCasts());
    }
    const bool isTurned = isCounted(variableOf(operation->getRHS()));
    const Expr *counter = isTurned ? operation->getRHS() : operation->getLHS();
    const Expr *bound = isTurned ? operation->getLHS() : operation->getRHS();
    if (!isCounted(variableOf(counter)))
      return;
    ++bounds;
    const auto kind = isTurned ? BinaryOperator::reverseComparisonOp(operation->getOpcode())
                               : operation->getOpcode();
    hand.steps = "(long)(" + sourceOf(*bound, site.context) + ") - (long)" +
                 variableOf(counter)->getNameAsString() + (kind == BO_LE ? " + 1" : "");
    if (isa<DoStmt>(origins.loop)) // `do` runs one step before it compares
      hand.steps = "(" + hand.steps + ") > 1 ? (" + hand.steps + ") : 1";
  }

  void add(const std::string &text) { hand.end += (hand.end.empty() ? "" : "\n") + text; }

  bool restoreCounts() {
    const auto advance = [&](const ValueDecl &variable) {
      add(variable.getNameAsString() + " += (" +
          variable.getType().getNonReferenceType().getUnqualifiedType().getAsString() +
          ")liftedSteps;");
    };
    if (origins.counter)
      advance(*origins.counter);
    for (const ValueDecl *variable : origins.counted)
      if (variable != origins.counter)
        advance(*variable);
    if (origins.toggles.size() > 1)
      return fail("several variables choose time levels", "choose them by one variable");
    for (const ValueDecl *toggle : origins.toggles)
      add("if (liftedSteps % 2 == 1)\n  " + toggle->getNameAsString() + " = 1 - " +
          toggle->getNameAsString() + ";");
    return true;
  }

  const Exchange *holder(int array) const {
    for (const Exchange &exchange : origins.exchanges)
      if (exchange.before == array)
        return &exchange;
    return nullptr;
  }

  /// Writes C text that exchanges pointers as the removed loops would: a cycle of k pointers is
  /// rotated (number of steps) modulo k times. Returns false after a diagnostic.
  bool restorePointers() {
    std::vector<const Exchange *> done;
    for (const Exchange &first : origins.exchanges) {
      if (llvm::is_contained(done, &first))
        continue;
      std::vector<const Exchange *> cycle;
      for (const Exchange *at = &first; at && !llvm::is_contained(cycle, at);
           at = holder(at->after))
        cycle.push_back(at), done.push_back(at);
      if (cycle.size() < 2 || holder(cycle.back()->after) != &first)
        return fail("'" + first.pointer->getNameAsString() +
                        "' takes the memory of an array that another pointer still uses",
                    "exchange the pointers among themselves in every step");
      restoreCycle(cycle);
    }
    return true;
  }

  void restoreCycle(const std::vector<const Exchange *> &cycle) {
    const auto name = [&](std::size_t i) { return cycle[i]->pointer->getNameAsString(); };
    const std::string size = std::to_string(cycle.size());
    const QualType type = cycle[0]->pointer->getType().getNonReferenceType().getUnqualifiedType();
    std::string text = "for (long turn = 0; turn < liftedSteps % " + size + "; ++turn) {\n";
    if (!type->isPointerType()) { // std::vector and the like
      for (std::size_t i = 0; i + 1 < cycle.size(); ++i)
        text += "  " + name(i) + ".swap(" + name(i + 1) + ");\n";
      return add(text + "}");
    }
    std::string first = "liftedFirst";
    type.getAsStringInternal(first, site.context.getPrintingPolicy());
    text += "  " + first + " = " + name(0) + ";\n";
    for (std::size_t i = 0; i + 1 < cycle.size(); ++i)
      text += "  " + name(i) + " = " + name(i + 1) + ";\n";
    add(text + "  " + name(cycle.size() - 1) + " = liftedFirst;\n}");
  }

  const SiteContext &site;
  const Origins &origins;
  Marshalling &hand;
  int bounds = 0;
};

} // namespace

std::optional<std::string> timeText(const SiteContext &site) {
  const Origins &origins = site.origins;
  VariableSet below; // variables below % and &
  forAll(origins.loop, [&](const Stmt &part) {
    if (const auto *operation = dyn_cast<BinaryOperator>(&part);
        operation && (operation->getOpcode() == BO_Rem || operation->getOpcode() == BO_And))
      collectNames(operation, below);
  });
  std::vector<const ValueDecl *> choosers = origins.toggles;
  std::vector<const ValueDecl *> counted = origins.counted;
  if (origins.counter && !llvm::is_contained(counted, origins.counter))
    counted.push_back(origins.counter);
  for (const ValueDecl *variable : counted)
    if (below.count(variable) || (choosers.empty() && counted.size() == 1))
      choosers.push_back(variable);
  if (choosers.size() != 1)
    return std::nullopt;
  return choosers.front()->getNameAsString();
}

bool readLoopTexts(const SiteContext &site, Marshalling &hand) { return Texts(site, hand).run(); }

} // namespace stencilc::lift
