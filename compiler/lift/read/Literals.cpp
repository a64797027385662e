/// \file Converts literals and types of the C file to symbolic values and their types.
#include "lift/read/Literals.h"
#include "lift/Values.h"
#include "clang/Lex/Lexer.h"

namespace stencilc::lift {

using namespace clang;

Type typeOf(QualType type) {
  type = type.getNonReferenceType();
  if (type->isSpecificBuiltinType(BuiltinType::Float))
    return Type::F32;
  return type->isRealFloatingType() ? Type::F64 : Type::Whole;
}

bool isFloatOrDouble(QualType type) {
  type = type.getNonReferenceType();
  return type->isSpecificBuiltinType(BuiltinType::Float) ||
         type->isSpecificBuiltinType(BuiltinType::Double);
}

Value readLiteral(const FloatingLiteral &literal, const ASTContext &context) {
  const Type type = typeOf(literal.getType());
  llvm::SmallString<32> buffer;
  llvm::StringRef text =
      Lexer::getSpelling(context.getSourceManager().getSpellingLoc(literal.getLocation()), buffer,
                         context.getSourceManager(), context.getLangOpts());
  text = text.rtrim("fFlL");
  const bool isPlain = !text.empty() && text.find_first_not_of("0123456789.eE+-") == text.npos &&
                       text.find_first_of(".eE") != text.npos;
  return number(isPlain ? text.str() : digits(literal.getValue()), type);
}

std::optional<Value> known(const Expr *expression, const ASTContext &context) {
  if (expression->isValueDependent() || !expression->getType()->isRealFloatingType())
    return std::nullopt;
  Expr::EvalResult result;
  if (!expression->EvaluateAsRValue(result, context) || !result.Val.isFloat() ||
      result.HasSideEffects)
    return std::nullopt;
  return number(digits(result.Val.getFloat()), typeOf(expression->getType()));
}

std::optional<std::int64_t> knownWhole(const Expr *expression, const ASTContext &context) {
  Expr::EvalResult result;
  if (expression->isValueDependent() || !expression->getType()->isIntegralOrEnumerationType() ||
      !expression->EvaluateAsInt(result, context))
    return std::nullopt;
  return result.Val.getInt().getExtValue();
}

} // namespace stencilc::lift
