/// \file Reads C pointer expressions, and expressions that name array cells.
#include "lift/read/PointerReader.h"
#include "clang/AST/ExprCXX.h"
#include <algorithm>

namespace stencilc::lift {

using namespace clang;

std::optional<PlacedPointer> PointerReader::readPointer(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (const BinaryOperator *assignment = assignmentIn(expression)) // already executed
    return readPointer(assignment->getLHS());
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return readCast(*cast);
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    return pointerCalled(referredBy(reference->getDecl()), reference->getLocation());
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    const auto name = objects.nameOf(member);
    return name ? pointerCalled(*name, member->getExprLoc()) : std::nullopt;
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression))
    return readSubscript(subscript->getBase(), subscript->getIdx());
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expression);
      call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2)
    return readSubscript(call->getArg(0), call->getArg(1));
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    return readAddress(*operation);
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return readMoved(*operation);
  const auto *call = dyn_cast<CallExpr>(expression);
  return call ? readCall(*call) : std::nullopt;
}

/// Returns true if two lists of extents differ at most in the first extent, the number of rows or
/// planes.
static bool haveSameRows(const std::vector<std::optional<Polynomial>> &some,
                         const std::vector<std::optional<Polynomial>> &others) {
  return std::equal(some.begin() + 1, some.end(), others.begin() + 1, others.end());
}

/// Returns the array and position to which a C pointer cast points, or `nullopt` if they are
/// unknown. If the pointer points to the first cell (all indices are 0), a cast to another type,
/// explicit or from `void *`, gives the array the extents of that type. Refuses casts to other
/// elements, to rows of two lengths, and to rows that begin behind the first cell.
std::optional<PlacedPointer> PointerReader::readCast(const CastExpr &cast) {
  auto place = readPointer(cast.getSubExpr());
  const bool isReshaped =
      isa<ExplicitCastExpr>(cast) || cast.getSubExpr()->getType()->isVoidPointerType();
  if (!place || !isReshaped || !cast.getType()->isPointerType() ||
      cast.getType()->isVoidPointerType() || place->cell.array < 0)
    return place;
  QualType element;
  auto extents = arrays.extentsOf(cast.getType(), element);
  Array &array = state.step.arrays[place->cell.array];
  if (!mayBeCast(cast, array, element))
    return std::nullopt;
  for (const Polynomial &index : place->cell.indices)
    if (!(index == Polynomial(0)))
      return place;
  if (extents.size() > 1 && !(place->offset == Polynomial(0))) {
    state.fail(cast.getExprLoc(), diag::LiftIndex,
               "rows of '" + array.name + "' do not begin with its first element",
               "cast the pointer itself, and add the distance to the indices");
    return std::nullopt;
  }
  if (extents.size() > 1 && array.extents.size() > 1 && !haveSameRows(extents, array.extents)) {
    state.fail(cast.getExprLoc(), diag::LiftIndex,
               "'" + array.name + "' has rows of another length here than elsewhere",
               "use each array with rows of one length");
    return std::nullopt;
  }
  place->cell.indices.clear();
  array.extents = std::move(extents);
  return place;
}

/// Returns true if a C pointer into `array` can be cast to a pointer to `element`. Reports an error
/// if this is another type of numbers, because its values would not be those of the array.
bool PointerReader::mayBeCast(const CastExpr &cast, const Array &array, QualType element) {
  const auto *builtin = element.isNull() ? nullptr : element->getAs<BuiltinType>();
  const auto kind = array.type == Type::F32 ? BuiltinType::Float : BuiltinType::Double;
  if (!builtin || builtin->getKind() == kind || element->isAnyCharacterType())
    return true;
  state.fail(cast.getExprLoc(), diag::LiftUnsupported,
             "'" + array.name + "' is used as an array of '" +
                 element.getUnqualifiedType().getAsString() + "'",
             "use its elements with the type that they have");
  return false;
}

std::optional<PlacedPointer> PointerReader::pointerCalled(const Name &name, SourceLocation at) {
  if (state.isLost(name, at) || state.isLost(name.variable, at))
    return std::nullopt;
  if (const Binding *bound = state.find(name, Binding::Pointer))
    return PlacedPointer{bound->pointer, bound->offset};
  const auto array = arrays.arrayOf(name);
  return array ? std::optional(PlacedPointer{{*array, 0, {}}, 0}) : std::nullopt;
}

std::optional<PlacedPointer> PointerReader::readSubscript(const Expr *base, const Expr *index) {
  auto place = readPointer(base);
  if (!place)
    return std::nullopt;
  place->cell.indices.push_back(place->offset + indices.whole(index, "index"));
  place->offset = 0;
  return place;
}

/// Returns the array and position to which the pointer expression `*p` or `&a[i]` points. Returns
/// `nullopt` for other operators.
std::optional<PlacedPointer> PointerReader::readAddress(const UnaryOperator &operation) {
  auto place = readPointer(operation.getSubExpr());
  if (!place)
    return std::nullopt;
  if (operation.getOpcode() == UO_Deref) {
    place->cell.indices.push_back(place->offset);
    place->offset = 0;
    return place;
  }
  if (operation.getOpcode() != UO_AddrOf)
    return std::nullopt;
  if (!place->cell.indices.empty()) {
    place->offset = place->cell.indices.back();
    place->cell.indices.pop_back();
  }
  return place;
}

/// Returns the array and position to which the pointer expression `p + n` or `p - n` points.
/// Returns `nullopt` for other operators.
std::optional<PlacedPointer> PointerReader::readMoved(const BinaryOperator &operation) {
  if (!operation.isAdditiveOp() || !operation.getLHS()->getType()->isPointerType())
    return std::nullopt;
  auto place = readPointer(operation.getLHS());
  if (!place)
    return std::nullopt;
  const Polynomial distance = indices.whole(operation.getRHS(), "distance");
  place->offset =
      operation.getOpcode() == BO_Add ? place->offset + distance : place->offset - distance;
  return place;
}

/// Returns true if the returned expression is a local pointer of the called function, for example
/// to memory that it has allocated. The caller has no name for this memory.
static bool isOfCallee(const Expr &returned, const SymbolicState &state) {
  const auto *variable = dyn_cast_or_null<VarDecl>(variableOf(&returned));
  return variable && variable->isLocalVarDecl() && !variable->isStaticLocal() &&
         variable->getType()->isPointerType() && !state.bindings.count(variable);
}

std::optional<PlacedPointer> PointerReader::readCall(const CallExpr &call) {
  const FunctionDecl *callee = call.getDirectCallee();
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call)) {
    const llvm::StringRef name = callee && callee->getIdentifier() ? callee->getName() : "";
    if (name == "data" || name == "get")
      return readPointer(member->getImplicitObjectArgument());
  }
  if (!callee || !isShown(*callee, state.context))
    return std::nullopt;
  const Effects effects = state.effects(call);
  if (effects.memory || effects.unknown || !effects.written.empty())
    return std::nullopt;
  std::optional<PlacedPointer> place;
  executor.enterCall(call, [&](const Expr &returned) {
    if (!isOfCallee(returned, state))
      place = readPointer(&returned);
  });
  return place;
}

std::optional<Binding> PointerReader::bindObject(QualType type, const Expr *value) {
  QualType element;
  if (isObject(type))
    arrays.extentsOf(type, element); // sets no object type for a std::vector, which is an array
  const bool isOwn = !element.isNull() && element->isRecordType();
  const auto object = isOwn ? objects.objectOf(value) : std::nullopt;
  return object ? std::optional(Binding{.kind = Binding::Object, .object = *object}) : std::nullopt;
}

std::optional<ArrayRead> PointerReader::readElement(const Expr *expression) {
  auto place = readPointer(expression);
  if (!place || place->cell.indices.empty())
    return std::nullopt;
  ArrayRead cell = place->cell;
  Array &array = state.step.arrays[cell.array];
  // A[(t + 1) % 2][i]: the first index selects a time level.
  const auto names = cell.indices.front().symbols();
  if (names.size() == 1 && state.step.symbols[names.front()].kind == Symbol::Buffer &&
      cell.indices.front() == Polynomial::symbol(names.front())) {
    const Symbol level = state.step.symbols[names.front()];
    const auto buffers = array.extents.empty() || !array.extents.front()
                             ? std::nullopt
                             : array.extents.front()->constant();
    if (array.buffers == 1 && buffers && *buffers < level.modulus) {
      state.fail(expression->getExprLoc(), diag::LiftIndex,
                 "'" + array.name + "' is used outside of the array: an index is " +
                     std::to_string(level.modulus - 1) + ", and its last index there is " +
                     std::to_string(*buffers - 1),
                 "C leaves undefined what this does: declare an element for each time level");
      return std::nullopt;
    }
    if (array.buffers == 1) {
      array.buffers = level.modulus;
      if (!array.extents.empty())
        array.extents.erase(array.extents.begin());
    }
    cell.version = level.shift;
    cell.indices.erase(cell.indices.begin());
  }
  return cell;
}

} // namespace stencilc::lift
