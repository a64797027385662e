/// \file The side effects of library functions and classes, whose bodies are not in the file.
#include "lift/effects/LibraryEffects.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringSwitch.h"

namespace stencilc::lift {

using namespace clang;

static llvm::StringRef nameOf(const NamedDecl &declaration) {
  return declaration.getIdentifier() ? declaration.getName() : "";
}

bool isOfLibrary(const FunctionDecl &callee, const ASTContext &context) {
  return callee.getBuiltinID() != 0 || callee.isInStdNamespace() ||
         (callee.isImplicit() && isa<CXXMethodDecl>(callee)) || callee.isDefaulted() ||
         context.getSourceManager().isInSystemHeader(callee.getLocation());
}

bool isSilent(const FunctionDecl &callee, const ASTContext &context) {
  if (const auto *method = dyn_cast<CXXMethodDecl>(&callee))
    return method->isConst() || method->isImplicit() || onlyGivesAccess(*method) ||
           isa<CXXConstructorDecl>(method);
  const unsigned builtin = callee.getBuiltinID();
  if (builtin != 0 &&
      (context.BuiltinInfo.isConst(builtin) || context.BuiltinInfo.isPure(builtin) ||
       context.BuiltinInfo.isConstWithoutErrnoAndExceptions(builtin)))
    return true;
  return callee.hasAttr<ConstAttr>() || callee.hasAttr<PureAttr>() || callee.isConstexpr() ||
         llvm::StringSwitch<bool>(nameOf(callee))
             .Cases({"clock", "time", "now", "omp_get_wtime", "MPI_Wtime"}, true)
             .Cases({"clock_gettime", "gettimeofday", "omp_get_thread_num"}, true)
             .Cases({"swap", "move", "forward", "min", "max"}, true)
             .Default(false);
}

bool onlyPrints(const FunctionDecl &callee, llvm::ArrayRef<const Expr *> arguments) {
  for (const Expr *argument : arguments)
    if (const auto *text = dyn_cast<StringLiteral>(argument->IgnoreParenCasts());
        text && text->getCharByteWidth() == 1 && text->getString().contains("%n"))
      return false;
  return llvm::StringSwitch<bool>(nameOf(callee))
      .Cases({"printf", "fprintf", "sprintf", "snprintf"}, true)
      .Cases({"__builtin_printf", "__printf_chk", "__fprintf_chk"}, true)
      .Default(false);
}

bool endsProgram(const FunctionDecl &callee) {
  return callee.isNoReturn() ||
         llvm::StringSwitch<bool>(nameOf(callee))
             .Cases({"exit", "_exit", "_Exit", "quick_exit", "abort", "longjmp"}, true)
             .Cases({"siglongjmp", "terminate", "MPI_Abort", "__assert_fail", "raise"}, true)
             .Default(false);
}

bool onlyGivesAccess(const CXXMethodDecl &method) {
  switch (method.getOverloadedOperator()) {
  case OO_Subscript:
  case OO_Star:
  case OO_Arrow:
    return true;
  default:
    return llvm::StringSwitch<bool>(nameOf(method))
        .Cases({"at", "data", "get", "front", "back"}, true)
        .Cases({"begin", "end", "rbegin", "rend", "c_str"}, true)
        .Default(false);
  }
}

static bool holds(QualType type, llvm::function_ref<bool(const CXXRecordDecl &)> test) {
  const CXXRecordDecl *record = type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return false;
  if (test(*record))
    return true;
  return llvm::any_of(record->bases(),
                      [&](const CXXBaseSpecifier &base) { return holds(base.getType(), test); });
}

bool isStream(QualType type) {
  return holds(type, [](const CXXRecordDecl &record) { return nameOf(record) == "ios_base"; });
}

bool isCallable(QualType type) {
  return holds(type, [](const CXXRecordDecl &record) {
    return record.isLambda() || llvm::any_of(record.methods(), [](const CXXMethodDecl *method) {
             return method->getOverloadedOperator() == OO_Call;
           });
  });
}

bool isLibraryFunction(const Expr &argument, const ASTContext &context) {
  const Expr *plain = argument.IgnoreParenCasts();
  if (const auto *address = dyn_cast<UnaryOperator>(plain);
      address && address->getOpcode() == UO_AddrOf)
    plain = address->getSubExpr()->IgnoreParenCasts();
  const auto *reference = dyn_cast<DeclRefExpr>(plain);
  const auto *function = reference ? dyn_cast<FunctionDecl>(reference->getDecl()) : nullptr;
  return function && isOfLibrary(*function, context);
}

bool isOfSystem(const Expr &argument, const ASTContext &context) {
  const QualType type = argument.IgnoreParenCasts()->getType();
  const RecordDecl *record =
      type->isPointerType() ? type->getPointeeType()->getAsRecordDecl() : nullptr;
  return record && context.getSourceManager().isInSystemHeader(record->getLocation());
}

bool leadsToMemory(QualType type) {
  type = type.getCanonicalType();
  if (type->isAnyPointerType() || type->isReferenceType())
    return true;
  if (const auto *array = dyn_cast<ArrayType>(type.getTypePtr()))
    return array->getElementType()->isRealFloatingType() || leadsToMemory(array->getElementType());
  const RecordDecl *record = type->getAsRecordDecl();
  if (!record || !record->getDefinition())
    return record != nullptr;
  record = record->getDefinition();
  if (const auto *ofCpp = dyn_cast<CXXRecordDecl>(record))
    for (const CXXBaseSpecifier &base : ofCpp->bases())
      if (leadsToMemory(base.getType()))
        return true;
  return llvm::any_of(record->fields(),
                      [](const FieldDecl *field) { return leadsToMemory(field->getType()); });
}

bool leadsToForeignMemory(QualType type) {
  const CXXRecordDecl *record = type->getAsCXXRecordDecl();
  const bool isCopied = record && record->isInStdNamespace() &&
                        llvm::StringSwitch<bool>(nameOf(*record))
                            .Cases({"basic_string", "basic_string_view", "vector", "array"}, true)
                            .Case("initializer_list", true)
                            .Default(false);
  return !isCopied && leadsToMemory(type);
}

} // namespace stencilc::lift
