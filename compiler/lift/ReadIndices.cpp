/// \file Whole numbers and the cells that expressions name.
#include "lift/Reader.h"
#include "lift/TreeWalk.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

namespace stencilc::lift {

using namespace clang;

Polynomial::Symbol Reader::addSymbol(Symbol symbol) {
  step.symbols.push_back(std::move(symbol));
  return Polynomial::Symbol(step.symbols.size()) - 1;
}

bool Reader::usesLoops(const Polynomial &polynomial) const {
  return llvm::any_of(polynomial.symbols(), [&](Polynomial::Symbol symbol) {
    return step.symbols[symbol].kind != Symbol::Size;
  });
}

Polynomial Reader::sizeSymbol(const ValueDecl &declaration, const ValueDecl *object) {
  if (const auto [known, isFirst] = sizedBy.try_emplace(&declaration, object);
      known->second != object)
    note("'" + declaration.getNameAsString() + "' is taken to be the same in all objects");
  const auto [entry, isNew] = sizes.try_emplace(&declaration);
  if (isNew)
    entry->second =
        Polynomial::symbol(addSymbol({declaration.getNameAsString(), Symbol::Size, 0, 0}));
  return entry->second;
}

/// `(t + c) % m`, the index of a time level; also of such an index plus or minus a number.
std::optional<Polynomial> Reader::remainder(const Polynomial &of, std::int64_t by) {
  for (Polynomial::Symbol name : of.symbols()) {
    const Symbol symbol = step.symbols[name];
    const auto factor = of.coefficient(name);
    const auto shift = (of - Polynomial::symbol(name)).constant();
    if (!factor || factor->constant() != 1 || !shift || by < 1)
      continue;
    if (symbol.kind == Symbol::Time || (symbol.kind == Symbol::Buffer && symbol.modulus == by)) {
      const std::int64_t sum = ((symbol.shift + *shift) % by + by) % by;
      for (Polynomial::Symbol other = 0; other < int(step.symbols.size()); ++other)
        if (step.symbols[other].kind == Symbol::Buffer && step.symbols[other].modulus == by &&
            step.symbols[other].shift == sum)
          return Polynomial::symbol(other);
      return Polynomial::symbol(addSymbol({"level", Symbol::Buffer, sum, by}));
    }
  }
  return std::nullopt;
}

std::optional<Polynomial> Reader::readWhole(const Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  Expr::EvalResult result;
  if (!expression->isValueDependent() && expression->getType()->isIntegralOrEnumerationType() &&
      expression->EvaluateAsInt(result, context))
    return result.Val.getInt().getExtValue();
  if (const BinaryOperator *assignment = assignmentIn(expression)) // carried out by now
    return readWhole(assignment->getLHS());
  if (const auto *cast = dyn_cast<ExplicitCastExpr>(expression))
    return cast->getType()->isIntegerType() ? readWhole(cast->getSubExpr()) : std::nullopt;
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression)) {
    if (!reference->getType()->isIntegralOrEnumerationType())
      return std::nullopt;
    const auto bound = bindings.find(reference->getDecl());
    if (llvm::is_contained(toggles, reference->getDecl()) && bound != bindings.end() &&
        bound->second.whole == *remainder(Polynomial::symbol(time), 2))
      used.insert(reference->getDecl());
    if (bound != bindings.end())
      return bound->second.kind == Binding::Whole ? std::optional(bound->second.whole)
                                                  : std::nullopt;
    return sizeSymbol(*reference->getDecl());
  }
  if (const auto *member = dyn_cast<MemberExpr>(expression))
    return member->getType()->isIntegralOrEnumerationType()
               ? std::optional(sizeSymbol(*member->getMemberDecl(),
                                          objectOf(member->getBase()).value_or(nullptr)))
               : std::nullopt;
  if (const auto *operation = dyn_cast<UnaryOperator>(expression)) {
    const auto value = readWhole(operation->getSubExpr());
    if (!value)
      return std::nullopt;
    if (operation->getOpcode() == UO_Minus)
      return Polynomial(0) - *value;
    if (operation->getOpcode() == UO_LNot)
      return remainder(*value + 1, 2); // !level of two
    return operation->getOpcode() == UO_Plus ? value : std::nullopt;
  }
  if (const auto *operation = dyn_cast<BinaryOperator>(expression)) {
    const auto left = readWhole(operation->getLHS()), right = readWhole(operation->getRHS());
    if (!left || !right)
      return std::nullopt;
    switch (operation->getOpcode()) {
    case BO_Add:
      return *left + *right;
    case BO_Sub:
      // 1 - level is the other one of two.
      if (left->constant() == 1)
        if (const auto other = remainder(*right + 1, 2);
            other && step.symbols[right->symbols().front()].kind == Symbol::Buffer)
          return other;
      return *left - *right;
    case BO_Mul:
      return *left * *right;
    case BO_Rem:
      if (right->constant())
        if (const auto level = remainder(*left, *right->constant()))
          return level;
      return wrapped(*left, *right);
    case BO_And:
      return right->constant() == 1 ? remainder(*left, 2) : std::nullopt;
    case BO_Xor:
      return right->constant() == 1 ? remainder(*left + 1, 2) : std::nullopt;
    default:
      return std::nullopt;
    }
  }
  if (isa<ArraySubscriptExpr>(expression))
    return wholeEntry(expression);
  if (const auto *choice = dyn_cast<ConditionalOperator>(expression)) {
    const auto yes = readWhole(choice->getTrueExpr()), no = readWhole(choice->getFalseExpr());
    return yes && no ? chosenBy(choice->getCond(), *yes, *no) : std::nullopt;
  }
  if (const auto *cleanups = dyn_cast<FullExpr>(expression))
    return readWhole(cleanups->getSubExpr());
  if (const auto *temporary = dyn_cast<MaterializeTemporaryExpr>(expression))
    return readWhole(temporary->getSubExpr());
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    const FunctionDecl *callee = call->getDirectCallee();
    if (!callee || !callee->getReturnType().getNonReferenceType()->isIntegralOrEnumerationType())
      return std::nullopt;
    if (callee->isInStdNamespace() && callee->getIdentifier() && call->getNumArgs() == 2 &&
        (callee->getName() == "min" || callee->getName() == "max")) {
      const auto a = readWhole(call->getArg(0)), b = readWhole(call->getArg(1));
      return a && b ? chosen(*a, callee->getName() == "min" ? BO_LT : BO_GT, *b, *a, *b)
                    : std::nullopt;
    }
    const Bindings saved = bindings;
    std::optional<Polynomial> value;
    if (callee->getIdentifier() && callee->getName() == "size" && isa<CXXMemberCallExpr>(call) &&
        context.getSourceManager().isInSystemHeader(callee->getLocation())) {
      const auto vector = nameOf(cast<CXXMemberCallExpr>(call)->getImplicitObjectArgument());
      return vector ? std::optional(sizeSymbol(*vector->variable)) : std::nullopt;
    }
    if (enterCall(*callee, *call) && returned)
      value = readWhole(returned);
    bindings = saved;
    return value;
  }
  return std::nullopt;
}

Polynomial Reader::whole(const Expr *expression, const char *use) {
  if (const auto value = readWhole(expression))
    return *value;
  bool isData = false;
  for (const Stmt *child = expression->IgnoreParenImpCasts(); child;) {
    isData = isa<ArraySubscriptExpr>(child);
    break;
  }
  fail(expression->getExprLoc(), diag::LiftIndex,
       "the " + std::string(use) + " '" + sourceOf(*expression, context) + "' " +
           (isData ? "depends on data" : "is no sum of loop variables, sizes and numbers"),
       "a stencil reads at fixed distances; choose between values with '?:', not between indices");
  return 0;
}

std::vector<std::optional<Polynomial>> Reader::extentsOf(QualType type, QualType &element) {
  std::vector<std::optional<Polynomial>> extents;
  for (;;) {
    if (const auto *decayed = type->getAs<DecayedType>())
      type = decayed->getOriginalType();
    type = type.getNonReferenceType();
    if (const auto *array = context.getAsConstantArrayType(type)) {
      extents.push_back(Polynomial(array->getSize().getSExtValue()));
      type = array->getElementType();
    } else if (const auto *variable = context.getAsVariableArrayType(type)) {
      extents.push_back(variable->getSizeExpr() ? readWhole(variable->getSizeExpr())
                                                : std::nullopt);
      type = variable->getElementType();
    } else if (const auto *incomplete = context.getAsIncompleteArrayType(type)) {
      extents.push_back(std::nullopt);
      type = incomplete->getElementType();
    } else if (type->isPointerType()) {
      extents.push_back(std::nullopt);
      type = type->getPointeeType();
    } else if (const auto *record = type->getAsCXXRecordDecl()) {
      const auto *vector = dyn_cast<ClassTemplateSpecializationDecl>(record);
      const llvm::StringRef name = vector ? vector->getName() : "";
      if ((name != "vector" && name != "array" && name != "unique_ptr") ||
          !vector->isInStdNamespace())
        break;
      extents.push_back(name == "array"
                            ? std::optional(Polynomial(
                                  vector->getTemplateArgs()[1].getAsIntegral().getExtValue()))
                            : std::nullopt);
      type = vector->getTemplateArgs()[0].getAsType();
    } else {
      break;
    }
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
  if (const auto *cast = dyn_cast<CastExpr>(expression)) {
    auto place = readPointer(cast->getSubExpr());
    const QualType to = cast->getType();
    if (place && isa<ExplicitCastExpr>(cast) && to->isPointerType() && place->cell.array >= 0) {
      QualType element;
      for (const Polynomial &index : place->cell.indices)
        if (!(index == Polynomial(0)))
          return place;
      place->cell.indices.clear();
      step.arrays[place->cell.array].extents = extentsOf(to, element);
    }
    return place;
  }
  if (const auto *reference = dyn_cast<DeclRefExpr>(expression)) {
    const auto bound = bindings.find(reference->getDecl());
    if (bound != bindings.end() && bound->second.kind == Binding::Pointer)
      return PlacedPointer{bound->second.pointer, bound->second.offset};
    return root(*reference->getDecl());
  }
  if (const auto *member = dyn_cast<MemberExpr>(expression)) {
    const auto name = nameOf(member);
    if (!name)
      return std::nullopt;
    const auto bound = bindings.find(*name);
    if (bound != bindings.end() && bound->second.kind == Binding::Pointer)
      return PlacedPointer{bound->second.pointer, bound->second.offset};
    return root(*name->variable, name->object);
  }
  const Expr *base = nullptr, *index = nullptr;
  if (const auto *subscript = dyn_cast<ArraySubscriptExpr>(expression)) {
    base = subscript->getBase(), index = subscript->getIdx();
  } else if (const auto *call = dyn_cast<CXXOperatorCallExpr>(expression);
             call && call->getOperator() == OO_Subscript && call->getNumArgs() == 2) {
    base = call->getArg(0), index = call->getArg(1);
  }
  if (base) {
    auto place = readPointer(base);
    if (!place)
      return std::nullopt;
    place->cell.indices.push_back(place->offset + whole(index, "index"));
    place->offset = 0;
    return place;
  }
  if (const auto *operation = dyn_cast<UnaryOperator>(expression)) {
    auto place = readPointer(operation->getSubExpr());
    if (place && operation->getOpcode() == UO_Deref) {
      place->cell.indices.push_back(place->offset);
      place->offset = 0;
      return place;
    }
    if (place && operation->getOpcode() == UO_AddrOf && !place->cell.indices.empty()) {
      place->offset = place->cell.indices.back();
      place->cell.indices.pop_back();
    }
    return operation->getOpcode() == UO_AddrOf ? place : std::nullopt;
  }
  if (const auto *operation = dyn_cast<BinaryOperator>(expression)) {
    if (!operation->isAdditiveOp() || !operation->getLHS()->getType()->isPointerType())
      return std::nullopt;
    auto place = readPointer(operation->getLHS());
    if (!place)
      return std::nullopt;
    const Polynomial distance = whole(operation->getRHS(), "distance");
    place->offset =
        operation->getOpcode() == BO_Add ? place->offset + distance : place->offset - distance;
    return place;
  }
  if (const auto *call = dyn_cast<CXXMemberCallExpr>(expression)) {
    const llvm::StringRef name = call->getMethodDecl() ? call->getMethodDecl()->getName() : "";
    if (name == "data" || name == "get")
      return readPointer(call->getImplicitObjectArgument());
  }
  if (const auto *call = dyn_cast<CallExpr>(expression)) {
    const FunctionDecl *callee = call->getDirectCallee();
    const Bindings saved = bindings;
    std::optional<PlacedPointer> place;
    if (callee && !callee->isInStdNamespace() && enterCall(*callee, *call) && returned)
      place = readPointer(returned);
    bindings = saved;
    return place;
  }
  return std::nullopt;
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
