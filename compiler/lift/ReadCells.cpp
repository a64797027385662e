/// \file Values that live in one cell while it is computed: small arrays, and numbers that are
/// rounded to `float` on the way, which a field in f32 stores as C does.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseSet.h"

namespace stencilc::lift {

using namespace clang;

/// `double in[9];` in the body of a nest: each element is a local variable.
bool Reader::readCellArray(const VarDecl &variable) {
  const auto *type = context.getAsConstantArrayType(variable.getType());
  if (!type || loops.empty() || variable.isStaticLocal() ||
      (variable.getInit() && context.getBaseElementType(type).isConstQualified()))
    return false;
  arrays.erase(&variable);
  const auto place = root(variable);
  if (!place)
    return false;
  const int array = place->cell.array;
  step.arrays[array].isLocal = true;
  if (const auto *list = dyn_cast_or_null<InitListExpr>(variable.getInit())) {
    if (!context.getAsConstantArrayType(type->getElementType()))
      for (std::int64_t i = 0; i < type->getSize().getSExtValue(); ++i)
        writeCell({array, 0, {Polynomial(i)}},
                  i < std::int64_t(list->getNumInits()) ? readReal(list->getInit(unsigned(i)))
                                                        : number("0.0", step.arrays[array].type),
                  variable.getLocation());
  }
  return true;
}

/// The value of an element as a local variable of its own.
Value Reader::namedElement(const ArrayRead &cell, Value value, SourceLocation at) {
  const Array &array = step.arrays[cell.array];
  std::string name = array.name;
  for (const Polynomial &index : cell.indices) {
    const auto place = index.constant();
    if (!place) {
      fail(at, diag::LiftIndex, "an index of '" + array.name + "', a local array, is not known",
           "loop over it with bounds that are numbers");
      return value;
    }
    name += "_" + std::to_string(*place);
  }
  const Type type = array.type;
  value = rounded(std::move(value), type, at);
  if (value->kind == Node::Number && value->type == Type::Whole)
    value = number(value->text + ".0", type);
  if (value->kind == Node::Number || value->kind == Node::Read || value->kind == Node::Temporary)
    return value;
  step.locals.push_back({name, value, nest});
  return make({.kind = Node::Temporary, .type = value->type, .local = int(step.locals.size()) - 1});
}

/// A field in f32 holds `value`, which is f64, for the rest of the step: storing rounds it as C's
/// variable does.
Value Reader::roundedByStoring(Value value, SourceLocation at) {
  Array array;
  array.name = "rounded";
  if (value->kind == Node::Temporary)
    array.name = step.locals[value->local].name + "_f32";
  array.type = Type::F32;
  array.isRounding = true;
  array.place = sources.place(at);
  ArrayRead cell{int(step.arrays.size()), 0, {}};
  for (const Loop &loop : loops)
    cell.indices.push_back(Polynomial::symbol(loop.variable));
  array.extents.assign(cell.indices.size(), std::nullopt);
  step.arrays.push_back(std::move(array));
  roundings.push_back({cell, std::move(value), nest, ++writes, loops, sources.place(at)});
  return make({.kind = Node::Read,
               .type = Type::F32,
               .read = cell,
               .order = writes,
               .local = nest,
               .place = sources.place(at)});
}

/// How the subscripts of a step's arrays are written.
struct Reader::Subscripts {
  struct Place {
    bool isNumber = false, isShifted = false; // u[2][j]; u[i + 1][j]
    std::size_t axes = 0;
  };
  std::map<std::pair<const ValueDecl *, int>, Place> places;
};

static const ValueDecl *arrayOf(const Expr *base) {
  base = base->IgnoreParenImpCasts();
  if (const auto *member = dyn_cast<MemberExpr>(base))
    return member->getMemberDecl();
  return variableOf(base);
}

/// Calls `use` with every A[i][j] below `statement`, indices outermost first.
static void forSubscripts(
    const Stmt *statement,
    const std::function<void(const ValueDecl *, const std::vector<const Expr *> &)> &use) {
  VariableSet none;
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
    if (const ValueDecl *array = arrayOf(base))
      use(array, indices);
  });
}

static bool isTable(const ValueDecl *array) {
  const auto *variable = dyn_cast<VarDecl>(array);
  return variable && variable->getInit() && isa<InitListExpr>(variable->getInit());
}

/// The variables of an index, other than those that only choose numbers of a table.
static void collectPlaces(const Stmt *index, VariableSet &names, VariableSet &ofTables) {
  if (!index)
    return;
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(index)) {
    const ValueDecl *array = arrayOf(subscript->getBase());
    if (array && isTable(array))
      return collectNames(subscript->getIdx(), ofTables);
  }
  if (const auto *reference = dyn_cast<DeclRefExpr>(index))
    names.insert(reference->getDecl());
  for (const Stmt *child : index->children())
    collectPlaces(child, names, ofTables);
}

/// How all subscripts of the step are written. A variable that is shifted somewhere runs over
/// cells, one that chooses numbers of a table over components, wherever else they stand.
Reader::Subscripts Reader::readSubscripts() {
  Subscripts all;
  std::vector<std::pair<const ValueDecl *, Subscripts::Place *>> alone;
  VariableSet shifted, ofTables;
  forSubscripts(stepBody, [&](const ValueDecl *array, const std::vector<const Expr *> &indices) {
    for (int i = 0; i < int(indices.size()); ++i) {
      auto &place = all.places[{array, i}];
      Expr::EvalResult result;
      const Expr *index = indices[i]->IgnoreParenImpCasts();
      place.axes = std::max(place.axes, indices.size());
      if (!index->isValueDependent() && index->EvaluateAsInt(result, context)) {
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

/// Whether the loop runs over the components of arrays, such as the velocities of f[9][NY][NX], and
/// not over cells: its variable chooses numbers of a table, or stands alone where the same arrays
/// are also indexed by numbers.
bool Reader::isComponentLoop(const ForStmt &loop, const VarDecl &variable, std::int64_t turns) {
  static constexpr std::int64_t kMostComponents = 64;
  if (turns > kMostComponents)
    return false;
  Subscripts all = readSubscripts();
  bool isOfTable = false, isOfComponents = false, isOfCells = false;
  forSubscripts(&loop, [&](const ValueDecl *array, const std::vector<const Expr *> &indices) {
    const auto known = arrays.find(array);
    const bool isOfCell = known != arrays.end() && step.arrays[known->second].isLocal;
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
