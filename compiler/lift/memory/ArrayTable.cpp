/// \file The table of C arrays: finds their extents, element types and memory.
#include "lift/memory/ArrayTable.h"
#include "clang/AST/DeclTemplate.h"

namespace stencilc::lift {

using namespace clang;

/// If `type` is a `std::vector`, `std::array` or `std::unique_ptr`, replaces it by its element type
/// and appends its extent to `extents`. Returns false for other types.
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

/// If `type` is an array, a pointer or a container, replaces it by its element type and appends its
/// outermost extent to `extents`. Returns false for other types.
bool ArrayTable::takeExtent(QualType &type, std::vector<std::optional<Polynomial>> &extents) {
  if (const auto *decayed = type->getAs<DecayedType>())
    type = decayed->getOriginalType();
  type = type.getNonReferenceType();
  if (const auto *array = state.context.getAsConstantArrayType(type)) {
    extents.push_back(Polynomial(array->getSize().getSExtValue()));
    type = array->getElementType();
  } else if (const auto *variable = state.context.getAsVariableArrayType(type)) {
    extents.push_back(variable->getSizeExpr() ? indices.readWhole(variable->getSizeExpr())
                                              : std::nullopt);
    type = variable->getElementType();
  } else if (const auto *incomplete = state.context.getAsIncompleteArrayType(type)) {
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

std::vector<std::optional<Polynomial>> ArrayTable::extentsOf(QualType type, QualType &element) {
  std::vector<std::optional<Polynomial>> extents;
  while (takeExtent(type, extents)) {
  }
  element = type;
  return extents;
}

/// Sets the members of `array` that describe its memory: whether it belongs to a parameter, a
/// pointer or a variable, and whether other C pointers may point to it.
void ArrayTable::findMemory(Array &array, const Name &name) {
  const ValueDecl &outermost = name.object ? *name.object : *name.variable;
  const QualType type = name.variable->getType(), outer = outermost.getType();
  const auto *variable = dyn_cast<VarDecl>(name.variable);
  if (isa<ParmVarDecl>(outermost) && (outer->isPointerType() || outer->isReferenceType()))
    array.memory = Array::Argument;
  else if (type->isPointerType() && (!variable || !variable->isLocalVarDecl()))
    array.memory = Array::Pointer;
  array.isPointer = type->isPointerType();
  array.isRestrict |= type.isRestrictQualified();
  if (!name.object && !isa<FieldDecl>(name.variable))
    return;
  for (const auto &[known, other] : numbers)
    if (known.object == name.object && isa<FieldDecl>(known.variable))
      array.object = state.step.arrays[other].object;
  if (array.object < 0)
    array.object = int(state.step.arrays.size());
  // A `restrict` pointer to the object covers its members, too.
  array.isRestrict |= name.object && outer.isRestrictQualified();
}

/// Returns a name for the array in the .stencil program: the name of the C variable or structure
/// member. If a member name is ambiguous, the name of its object precedes it.
std::string ArrayTable::nameFor(const Name &name) const {
  const std::string own = name.variable->getNameAsString();
  const bool isOfObject =
      name.object && (name.object->getType().getNonReferenceType()->isRecordType() ||
                      llvm::any_of(numbers, [&](const auto &known) {
                        return known.first.variable == name.variable;
                      }));
  return isOfObject ? name.object->getNameAsString() + "_" + own : own;
}

/// Returns true if `declaration` is a constant table: an array that the C file initialises and
/// never changes.
bool ArrayTable::isTable(const ValueDecl &declaration, QualType element) {
  const auto *variable = dyn_cast<VarDecl>(&declaration);
  return variable && variable->getInit() && !isa<ParmVarDecl>(declaration) &&
         (element.isConstQualified() ||
          (isa<InitListExpr>(variable->getInit()) && constants.isNeverChanged(*variable)));
}

std::optional<int> ArrayTable::arrayOf(const Name &name) {
  if (const auto found = numbers.find(name); found != numbers.end())
    return found->second;
  const ValueDecl &declaration = *name.variable;
  const auto *parameter = dyn_cast<ParmVarDecl>(&declaration);
  const QualType type = parameter ? parameter->getOriginalType() : declaration.getType();
  QualType element;
  Array array;
  array.name = nameFor(name);
  array.extents = extentsOf(type, element);
  if (array.extents.empty())
    return std::nullopt;
  const auto *builtin = element->getAs<BuiltinType>();
  if (!builtin ||
      (builtin->getKind() != BuiltinType::Float && builtin->getKind() != BuiltinType::Double)) {
    state.fail(declaration.getLocation(), diag::LiftUnsupported,
               "'" + array.name + "' is an array of '" + element.getAsString() + "'",
               "fields are arrays of 'float' or 'double'");
    return std::nullopt;
  }
  array.type = builtin->getKind() == BuiltinType::Float ? Type::F32 : Type::F64;
  array.isRestrict = type.isRestrictQualified();
  findMemory(array, name);
  if (const auto found = state.allocated.find(&declaration); found != state.allocated.end())
    array.allocated = found->second;
  array.place = state.place(declaration.getLocation());
  const int number = int(state.step.arrays.size());
  state.step.arrays.push_back(std::move(array));
  numbers[name] = number;
  if (isTable(declaration, element))
    tables[number] = cast<VarDecl>(&declaration);
  return number;
}

const VarDecl *ArrayTable::tableOf(int array) const {
  const auto found = tables.find(array);
  return found == tables.end() ? nullptr : found->second;
}

} // namespace stencilc::lift
