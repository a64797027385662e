/// \file The arrays that pointers lead to, and the cells that expressions name.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

/// Takes the outermost extent off a std::vector, std::array or std::unique_ptr; false if it is
/// none.
static bool takeStandardExtent(QualType &type, std::vector<std::optional<Polynomial>> &extents) {
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  const llvm::StringRef name = record ? record->getName() : "";
  if ((name != "vector" && name != "array" && name != "unique_ptr") || !record->isInStdNamespace())
    return false;
  const TemplateArgumentList &arguments = record->getTemplateArgs();
  if (name == "array")
    extents.push_back(Polynomial(arguments[1].getAsIntegral().getExtValue()));
  else
    extents.push_back(std::nullopt);
  type = arguments[0].getAsType();
  return true;
}

bool Reader::takeExtent(QualType &type, std::vector<std::optional<Polynomial>> &extents) {
  if (const auto *decayed = type->getAs<DecayedType>())
    type = decayed->getOriginalType();
  type = type.getNonReferenceType();
  if (const auto *array = context.getAsConstantArrayType(type)) {
    extents.push_back(Polynomial(array->getSize().getSExtValue()));
    type = array->getElementType();
  } else if (const auto *variable = context.getAsVariableArrayType(type)) {
    extents.push_back(variable->getSizeExpr() ? readWhole(variable->getSizeExpr()) : std::nullopt);
    type = variable->getElementType();
  } else if (const auto *incomplete = context.getAsIncompleteArrayType(type)) {
    extents.push_back(std::nullopt);
    type = incomplete->getElementType();
  } else if (type->isPointerType()) {
    extents.push_back(std::nullopt);
    type = type->getPointeeType();
  } else {
    return takeStandardExtent(type, extents);
  }
  return true;
}

std::vector<std::optional<Polynomial>> Reader::extentsOf(QualType type, QualType &element) {
  std::vector<std::optional<Polynomial>> extents;
  while (takeExtent(type, extents)) {
  }
  element = type;
  return extents;
}

/// Whether other names may name the memory of an array.
void Reader::findMemory(Array &array, const ValueDecl &declaration, const ValueDecl *object) {
  const ValueDecl &outermost = object ? *object : declaration;
  const QualType type = declaration.getType();
  const bool isArgument = isa<ParmVarDecl>(outermost) && (outermost.getType()->isPointerType() ||
                                                          outermost.getType()->isReferenceType());
  const auto *variable = dyn_cast<VarDecl>(&declaration);
  if (isArgument)
    array.memory = Array::Argument;
  else if (type->isPointerType() && (!variable || !variable->isLocalVarDecl()))
    array.memory = Array::Pointer;
  array.isPointer = type->isPointerType();
  array.isRestrict = type.isRestrictQualified();
  if (object || isa<FieldDecl>(declaration)) {
    for (const auto &[name, other] : arrays)
      if (name.object == object && isa<FieldDecl>(name.variable))
        array.object = step.arrays[other].object;
    if (array.object < 0)
      array.object = int(step.arrays.size());
    // Members that are no pointers lie apart in their object.
    array.isRestrict |= object && outermost.getType().isRestrictQualified();
  }
}

std::optional<Reader::PlacedPointer> Reader::root(const ValueDecl &declaration,
                                                  const ValueDecl *object) {
  const Name name(object, &declaration);
  if (const auto found = arrays.find(name); found != arrays.end())
    return PlacedPointer{{found->second, 0, {}}, 0};
  QualType type = declaration.getType(), element;
  const auto *parameter = dyn_cast<ParmVarDecl>(&declaration);
  if (parameter)
    type = parameter->getOriginalType();
  Array array;
  array.name = declaration.getNameAsString();
  if (object && object->getType().getNonReferenceType()->isRecordType())
    array.name = object->getNameAsString() + "_" + array.name;
  else if (llvm::any_of(arrays, [&](const auto &known) {
             return known.first.variable == &declaration && object;
           }))
    array.name = object->getNameAsString() + "_" + array.name;
  array.extents = extentsOf(type, element);
  if (array.extents.empty())
    return std::nullopt;
  const auto *builtin = element->getAs<BuiltinType>();
  if (!builtin ||
      (builtin->getKind() != BuiltinType::Float && builtin->getKind() != BuiltinType::Double)) {
    fail(declaration.getLocation(), diag::LiftUnsupported,
         "'" + array.name + "' is an array of '" + element.getAsString() + "'",
         "fields are arrays of 'float' or 'double'");
    return std::nullopt;
  }
  array.type = builtin->getKind() == BuiltinType::Float ? Type::F32 : Type::F64;
  findMemory(array, declaration, object);
  array.isRestrict |= type.isRestrictQualified();
  array.place = sources.place(declaration.getLocation());
  step.arrays.push_back(std::move(array));
  arrays[name] = int(step.arrays.size()) - 1;
  if (const auto *variable = dyn_cast<VarDecl>(&declaration);
      variable && variable->getInit() && !parameter &&
      (element.isConstQualified() ||
       (isa<InitListExpr>(variable->getInit()) && isNeverChanged(*variable))))
    tables[int(step.arrays.size()) - 1] = variable;
  return PlacedPointer{{int(step.arrays.size()) - 1, 0, {}}, 0};
}

std::optional<Reader::PlacedPointer> Reader::readPointer(const Expr *expression) {
  expression = expression->IgnoreParens();
  if (const BinaryOperator *assignment = assignmentIn(expression)) // carried out by now
    return readPointer(assignment->getLHS());
  if (const auto *cast = dyn_cast<CastExpr>(expression))
    return readPointerCast(*cast);
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression))
    return pointerCalled(reference->getDecl());
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    const auto name = nameOf(member);
    return name ? pointerCalled(*name) : std::nullopt;
  }
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression))
    return readSubscript(subscript->getBase(), subscript->getIdx());
  if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expression);
      call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2)
    return readSubscript(call->getArg(0), call->getArg(1));
  if (const auto *operation = dyn_cast<UnaryOperator>(expression))
    return readAddress(*operation);
  if (const auto *operation = dyn_cast<BinaryOperator>(expression))
    return readMovedPointer(*operation);
  const auto *call = dyn_cast<CallExpr>(expression);
  return call ? readPointerCall(*call) : std::nullopt;
}

/// A cast of a pointer to the first cell gives its array the extents of the new type.
std::optional<Reader::PlacedPointer> Reader::readPointerCast(const CastExpr &cast) {
  auto place = readPointer(cast.getSubExpr());
  if (!place || !isa<ExplicitCastExpr>(cast) || !cast.getType()->isPointerType() ||
      place->cell.array < 0)
    return place;
  for (const Polynomial &index : place->cell.indices)
    if (!(index == Polynomial(0)))
      return place;
  QualType element;
  place->cell.indices.clear();
  step.arrays[place->cell.array].extents = extentsOf(cast.getType(), element);
  return place;
}

std::optional<Reader::PlacedPointer> Reader::pointerCalled(const Name &name) {
  const auto bound = bindings.find(name);
  if (bound != bindings.end() && bound->second.kind == Binding::Pointer)
    return PlacedPointer{bound->second.pointer, bound->second.offset};
  return root(*name.variable, name.object);
}

std::optional<Reader::PlacedPointer> Reader::readSubscript(const Expr *base, const Expr *index) {
  auto place = readPointer(base);
  if (!place)
    return std::nullopt;
  place->cell.indices.push_back(place->offset + whole(index, "index"));
  place->offset = 0;
  return place;
}

/// `*p` and `&a[i]`.
std::optional<Reader::PlacedPointer> Reader::readAddress(const UnaryOperator &operation) {
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

/// `p + n` and `p - n`.
std::optional<Reader::PlacedPointer> Reader::readMovedPointer(const BinaryOperator &operation) {
  if (!operation.isAdditiveOp() || !operation.getLHS()->getType()->isPointerType())
    return std::nullopt;
  auto place = readPointer(operation.getLHS());
  if (!place)
    return std::nullopt;
  const Polynomial distance = whole(operation.getRHS(), "distance");
  place->offset =
      operation.getOpcode() == BO_Add ? place->offset + distance : place->offset - distance;
  return place;
}

std::optional<Reader::PlacedPointer> Reader::readPointerCall(const CallExpr &call) {
  if (const auto *member = dyn_cast<CXXMemberCallExpr>(&call)) {
    const llvm::StringRef name = member->getMethodDecl() ? member->getMethodDecl()->getName() : "";
    if (name == "data" || name == "get")
      return readPointer(member->getImplicitObjectArgument());
  }
  const FunctionDecl *callee = call.getDirectCallee();
  const Bindings saved = bindings;
  std::optional<PlacedPointer> place;
  if (callee && !callee->isInStdNamespace() && enterCall(*callee, call) && returned)
    place = readPointer(returned);
  bindings = saved;
  return place;
}

std::optional<ArrayRead> Reader::readElement(const Expr *expression) {
  auto place = readPointer(expression);
  if (!place || place->cell.indices.empty())
    return std::nullopt;
  ArrayRead cell = place->cell;
  Array &array = step.arrays[cell.array];
  // A[(t + 1) % 2][i]: the first index chooses a time level.
  const auto names = cell.indices.front().symbols();
  if (names.size() == 1 && step.symbols[names.front()].kind == Symbol::Buffer &&
      cell.indices.front() == Polynomial::symbol(names.front())) {
    const Symbol level = step.symbols[names.front()];
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
