/// \file Finds the memory layout of an array in its C declaration.
#include "lift/memory/MemoryShape.h"
#include "clang/AST/DeclTemplate.h"

namespace stencilc::lift {

using namespace clang;

/// Returns the element type of `type`, an array, pointer or container. Returns a null type if it
/// has no elements. Sets `cells` to the C text that turns the container into a pointer, such as
/// ".data()".
static QualType inside(QualType type, const ASTContext &context, std::string &cells) {
  cells.clear();
  if (const auto *decayed = type->getAs<DecayedType>())
    type = decayed->getOriginalType();
  type = type.getNonReferenceType();
  if (const auto *array = context.getAsArrayType(type))
    return array->getElementType();
  if (type->isPointerType())
    return type->getPointeeType();
  const auto *record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  cells = record && record->getName() == "unique_ptr" ? ".get()" : ".data()";
  return record ? record->getTemplateArgs()[0].getAsType() : QualType();
}

static bool isPlainArray(QualType type, const ASTContext &context) {
  while (const auto *array = context.getAsArrayType(type))
    type = array->getElementType();
  return type->isRealFloatingType();
}

MemoryShape memoryShape(const ValueDecl &declaration, const ASTContext &context) {
  MemoryShape shape;
  const auto *parameter = dyn_cast<ParmVarDecl>(&declaration);
  const QualType first = inside(parameter ? parameter->getOriginalType() : declaration.getType(),
                                context, shape.cells);
  if (first.isNull())
    return shape;
  shape.isLine = isPlainArray(first, context);
  if (!shape.isLine) {
    const QualType second = inside(first, context, shape.rowCells);
    shape.isRows = !second.isNull() && isPlainArray(second, context);
  }
  return shape;
}

} // namespace stencilc::lift
