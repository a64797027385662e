/// \file Recognises C loops over the components of an array, such as over the 9 velocities of
/// `f[9][NY][NX]`.
#include "lift/grid/ComponentLoops.h"
#include "lift/read/Literals.h"
#include "llvm/ADT/DenseSet.h"

namespace stencilc::lift {

using namespace clang;

namespace {

/// Forms of index that the C program uses in each dimension of each array: a number as in
/// `u[2][j]`, or a variable with an offset as in `u[i + 1][j]`.
struct Subscripts {
  struct Place {
    bool isNumber = false, isShifted = false; // Whether u[2][j] occurs; whether u[i + 1][j] occurs.
    std::size_t axes = 0;
  };
  std::map<std::pair<const ValueDecl *, int>, Place> places;
};

} // namespace

static const ValueDecl *arrayUnder(const Expr *base) {
  base = base->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(base))
    return member->getMemberDecl();
  return variableOf(base);
}

/// Calls `use` for every array access `A[i][j]` in `statement`, with the array and its indices,
/// outermost first.
static void forSubscripts(
    const Stmt *statement,
    const std::function<void(const ValueDecl *, const std::vector<const Expr *> &)> &use) {
  llvm::DenseSet<const Stmt *> inner;
  forAll(statement, [&](const Stmt &part) {
    const auto *subscript = dyn_cast<ArraySubscriptExpr>(&part);
    if (!subscript || inner.count(subscript))
      return;
    std::vector<const Expr *> indices;
    const Expr *base = subscript;
    while (const auto *next = dyn_cast<ArraySubscriptExpr>(base->IgnoreParenImpCasts())) {
      inner.insert(next);
      indices.insert(indices.begin(), next->getIdx());
      base = next->getBase();
    }
    if (const ValueDecl *array = arrayUnder(base))
      use(array, indices);
  });
}

static bool isTable(const ValueDecl *array) {
  const auto *variable = dyn_cast<VarDecl>(array);
  return variable && variable->getInit() && isa<InitListExpr>(variable->getInit());
}

/// Adds the variables in the array index `index` to `names`. Variables in the index of a constant
/// table, an array that never changes, are added to `ofTables` instead. Example: for `i + cx[q]`,
/// `names` gets `i` and `ofTables` gets `q`.
static void collectPlaces(const Stmt *index, VariableSet &names, VariableSet &ofTables) {
  if (!index)
    return;
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(index)) {
    const ValueDecl *array = arrayUnder(subscript->getBase());
    if (array && isTable(array))
      return collectNames(subscript->getIdx(), ofTables);
  }
  if (const auto *reference = dyn_cast<DeclRefExpr>(index))
    names.insert(reference->getDecl());
  for (const Stmt *child : index->children())
    collectPlaces(child, names, ofTables);
}

/// Returns, for each dimension of each array in `stepBody`, whether an access uses a number or a
/// variable with an offset, such as `i + 1`. If a variable has an offset in one access, all its
/// accesses count as accesses with an offset. A variable that indexes a constant table counts as a
/// number.
static Subscripts readSubscripts(const Stmt *stepBody, const ASTContext &context) {
  Subscripts all;
  std::vector<std::pair<const ValueDecl *, Subscripts::Place *>> alone;
  VariableSet shifted, ofTables;
  forSubscripts(stepBody, [&](const ValueDecl *array, const std::vector<const Expr *> &indices) {
    for (int i = 0; i < int(indices.size()); ++i) {
      auto &place = all.places[{array, i}];
      const Expr *index = indices[i]->IgnoreParenImpCasts();
      place.axes = std::max(place.axes, indices.size());
      if (knownWhole(index, context)) {
        place.isNumber = true;
      } else if (isTable(array)) {
        collectNames(index, ofTables);
      } else if (const ValueDecl *name = variableOf(index)) {
        alone.push_back({name, &place});
      } else {
        place.isShifted = true;
        collectPlaces(index, shifted, ofTables);
      }
    }
  });
  for (const auto &[name, place] : alone) {
    place->isShifted |= shifted.count(name) != 0;
    place->isNumber |= ofTables.count(name) != 0;
  }
  return all;
}

bool isComponentLoop(const ForStmt &loop, const VarDecl &variable, std::int64_t turns,
                     const SymbolicState &state, const ArrayTable &arrays) {
  static constexpr std::int64_t kMostComponents = 64;
  if (turns > kMostComponents)
    return false;
  Subscripts all = readSubscripts(siteOf(state.origin), state.context);
  bool isOfTable = false, isOfComponents = false, isOfCells = false;
  forSubscripts(&loop, [&](const ValueDecl *array, const std::vector<const Expr *> &indices) {
    const auto known = arrays.all().find(array);
    const bool isOfCell = known != arrays.all().end() && state.step.arrays[known->second].isLocal;
    for (int i = 0; i < int(indices.size()); ++i) {
      VariableSet names, ofTables;
      collectPlaces(indices[i], names, ofTables);
      isOfTable |= ofTables.count(&variable) || (isTable(array) && names.count(&variable));
      if (isTable(array) || variableOf(indices[i]) != &variable)
        continue;
      const auto &place = all.places[{array, i}];
      if (place.isShifted)
        isOfCells = true;
      else if (place.isNumber || place.axes > 3 || isOfCell)
        isOfComponents = true;
    }
  });
  return isOfTable || (isOfComponents && !isOfCells);
}

} // namespace stencilc::lift
