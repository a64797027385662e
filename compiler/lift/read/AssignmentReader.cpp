/// \file Reads declarations and assignments of the C file.
#include "lift/read/AssignmentReader.h"
#include "lift/Symbols.h"
#include "lift/Values.h"
#include "lift/effects/LeftOut.h"
#include "lift/memory/Allocations.h"
#include "lift/read/Literals.h"

namespace stencilc::lift {

using namespace clang;

void AssignmentReader::declare(const VarDecl &variable) {
  const QualType type = variable.getType();
  const Expr *value = variable.getInit();
  if (value && !state.isInStep && type->isRecordType())
    allocate(variable, *value);
  if (variable.isStaticLocal() && !type.isConstQualified() && !type->isReferenceType())
    return; // initialised once, then keeps its value
  if (type->isArrayType()) {
    declareCellArray(variable);
  } else if (type->isRealFloatingType()) {
    if (value)
      assignReal(variable, values.readReal(value), true, variable.getLocation());
    else
      state.bindings[&variable] = Binding();
  } else if (type->isIntegralOrEnumerationType()) {
    state.bindings[&variable] = value ? wholeBinding(variable, *value) : Binding();
  } else if (value && (type->isPointerType() || type->isReferenceType())) {
    bindPointer(variable, *value);
  } else if (state.isInStep && value && type->isRecordType()) {
    declareObject(variable, *value);
  }
}

/// Handles the declaration of a C++ object inside the loop over time. A use of the object's value
/// will be reported. Reports a constructor that changes variables which the loops use.
void AssignmentReader::declareObject(const VarDecl &variable, const Expr &value) {
  leaveOut(state, value, "the object '" + variable.getNameAsString() + "' is left out");
  state.lose(&variable, variable.getLocation());
}

/// Handles an array declaration in a loop body, such as `double in[9];`: each element becomes a
/// local variable of the cell. Other arrays are added to the step at their first use.
void AssignmentReader::declareCellArray(const VarDecl &variable) {
  const ASTContext &context = state.context;
  const auto *type = context.getAsConstantArrayType(variable.getType());
  const bool isConstant = context.getBaseElementType(variable.getType()).isConstQualified();
  if (state.isInStep && state.loops.empty() && variable.getInit() && !isConstant)
    return state.lose(&variable, variable.getLocation()); // initialised again in every step
  if (!type || state.loops.empty() || variable.isStaticLocal() ||
      (variable.getInit() && isConstant))
    return;
  arrays.forget(&variable);
  const auto array = arrays.arrayOf(&variable);
  if (!array)
    return;
  state.step.arrays[*array].isLocal = true;
  const auto *list = dyn_cast_or_null<InitListExpr>(variable.getInit());
  if (!list || context.getAsConstantArrayType(type->getElementType()))
    return;
  for (std::int64_t i = 0; i < type->getSize().getSExtValue(); ++i)
    writes.write({*array, 0, {Polynomial(i)}},
                 i < std::int64_t(list->getNumInits())
                     ? values.readReal(list->getInit(unsigned(i)))
                     : number("0.0", state.step.arrays[*array].type),
                 variable.getLocation());
}

/// Returns the binding (symbolic value) of an integer variable that is initialised with `value`: a
/// polynomial, if `value` is one. Otherwise a variable that is set before the loop over time
/// becomes a symbol for a size. Inside this loop the result of a comparison becomes a real
/// expression, and all else is unknown.
Binding AssignmentReader::wholeBinding(const VarDecl &variable, const Expr &value) {
  if (const auto number = indices.readWhole(&value);
      number && indices.holds(variable.getType(), *number))
    return {.kind = Binding::Whole, .whole = *number};
  if (!state.isInStep)
    return {.kind = Binding::Whole, .whole = indices.sizeSymbol(variable)};
  const auto *operation = dyn_cast<BinaryOperator>(value.IgnoreParenImpCasts());
  if (operation && (operation->isComparisonOp() || operation->isLogicalOp()))
    return {.kind = Binding::Real, .real = values.readReal(operation)};
  return {.kind = Binding::Lost, .lostAt = variable.getLocation()};
}

/// Returns true if `part` uses an array, or a pointer to floating-point numbers, arrays or
/// pointers. `sizeof *u` does not count, because it accesses no memory.
static bool usesMemory(const Stmt *part) {
  if (!part || isa<UnaryExprOrTypeTraitExpr>(part))
    return false;
  const auto *named = dyn_cast<Expr>(part);
  if (isa<DeclRefExpr>(part) && named->getType()->isArrayType())
    return true;
  if (isa<DeclRefExpr, MemberExpr, UnaryOperator>(part) && named->getType()->isAnyPointerType()) {
    const QualType target = named->getType()->getPointeeType();
    if (target->isRealFloatingType() || target->isAnyPointerType() || target->isArrayType())
      return true;
  }
  return llvm::any_of(part->children(), usesMemory);
}

/// Returns true if the pointer `variable`, initialised with `value` before the loop over time, gets
/// memory that no other variable names, as from `malloc`. The test is that `value` uses no array
/// and no pointer to numbers. Also returns true for a C++ reference that is bound to a variable.
bool AssignmentReader::isOwnMemory(const VarDecl &variable, const Expr &value) const {
  if (variable.getType()->isReferenceType())
    return referredBy(&variable) != &variable;
  return !state.isInStep && !usesMemory(&value);
}

void AssignmentReader::allocate(const ValueDecl &variable, const Expr &value) {
  state.allocated.erase(&variable);
  if (const auto elements = allocatedElements(variable.getType(), value, indices, state.context))
    state.allocated.insert({&variable, *elements});
}

void AssignmentReader::bindPointer(const VarDecl &variable, const Expr &value) {
  const QualType type = variable.getType();
  if (const auto object = pointers.bindObject(type, &value)) {
    state.bindings[&variable] = *object;
    return;
  }
  const auto place = pointers.readPointer(&value);
  if (!place) {
    if (!isOwnMemory(variable, value))
      state.lose(&variable, variable.getLocation());
    else
      allocate(variable, value);
    return;
  }
  state.bindings[&variable] = place->bound();
  // double (*A)[N] = (double (*)[N])p: use the name in the loops.
  if (!state.isInStep && type->isPointerType() && type->getPointeeType()->isArrayType())
    state.step.arrays[place->cell.array].name = variable.getNameAsString();
}

bool AssignmentReader::count(const UnaryOperator &operation) {
  const ValueDecl *variable =
      operation.isIncrementDecrementOp() ? variableOf(operation.getSubExpr()) : nullptr;
  Binding *bound = variable ? state.find(variable, Binding::Whole) : nullptr;
  if (!bound)
    return false;
  Polynomial &value = bound->whole;
  value = operation.isIncrementOp() ? value + 1 : value - 1;
  return true;
}

void AssignmentReader::assign(const BinaryOperator &assignment) {
  const Expr *target = assignment.getLHS()->IgnoreParens();
  const QualType type = target->getType();
  if (const BinaryOperator *inner = assignmentIn(assignment.getRHS()))
    assign(*inner);
  if (const ValueDecl *variable = variableOf(target);
      variable && variable->getType()->isReferenceType() && !isa<ParmVarDecl>(variable) &&
      !state.find(variable, Binding::Pointer))
    return state.fail(assignment.getOperatorLoc(), diag::LiftUnsupported,
                      "what '" + variable->getNameAsString() + "' refers to cannot be followed",
                      "assign to the variable itself");
  if (type->isPointerType())
    return assignPointer(assignment);
  if (type->isRealFloatingType())
    return assignNumber(assignment);
  const SourceLocation at = assignment.getOperatorLoc();
  if (!type->isIntegralOrEnumerationType())
    return state.fail(at, diag::LiftUnsupported, "this assignment cannot be lifted",
                      "assign only to cells, scalars and pointers");
  if (const ValueDecl *variable = variableOf(target))
    return assignWhole(assignment, *variable);
  state.fail(at, diag::LiftUnsupported,
             "'" + sourceOf(*target, state.context) + "' holds whole numbers",
             "fields hold floating-point numbers: declare the array as 'float' or 'double'");
}

void AssignmentReader::assignPointer(const BinaryOperator &assignment) {
  const Expr *target = assignment.getLHS()->IgnoreParens(), *source = assignment.getRHS();
  const ValueDecl *variable = variableOf(target);
  const auto name = objects.nameOf(target);
  if (const auto object = pointers.bindObject(target->getType(), source); object && variable) {
    state.bindings[variable] = *object;
    return;
  }
  const auto place =
      name && assignment.getOpcode() == BO_Assign ? pointers.readPointer(source) : std::nullopt;
  if (!place)
    return state.fail(assignment.getOperatorLoc(), diag::LiftUnsupported,
                      "this pointer cannot be followed",
                      "pointers may point to an array or be exchanged with each other");
  state.bindings[*name] = place->bound();
}

void AssignmentReader::assignWhole(const BinaryOperator &assignment, const ValueDecl &variable) {
  const auto value = indices.readWhole(assignment.getRHS());
  const Binding *bound = state.find(&variable, Binding::Whole);
  const BinaryOperatorKind kind = assignment.getOpcode();
  std::optional<Polynomial> changed;
  if (kind == BO_Assign)
    changed = value;
  else if (kind == BO_AddAssign && value && bound)
    changed = bound->whole + *value;
  else if (kind == BO_SubAssign && value && bound)
    changed = bound->whole - *value;
  else if (kind == BO_XorAssign && value && value->constant() == 1 && bound)
    changed = remainder(state.step, bound->whole + 1, 2);
  if (changed && !indices.holds(variable.getType(), *changed))
    changed = std::nullopt;
  Binding &binding = state.bindings[&variable];
  binding = changed ? Binding{.kind = Binding::Whole, .whole = *changed}
                    : Binding{.kind = Binding::Lost, .lostAt = assignment.getOperatorLoc()};
}

/// Returns the value that an assignment stores: `value` itself, or for `a += value` the sum of
/// `old` and `value`.
static Value changedValue(const BinaryOperator &assignment, const Value &old, const Value &value) {
  const auto *compound = dyn_cast<CompoundAssignOperator>(&assignment);
  if (!compound)
    return value;
  const Type computed = typeOf(compound->getComputationResultType());
  return make({.kind = Node::Binary,
               .type = computed,
               .text = assignment.getOpcodeStr().drop_back().str(),
               .operands = {widened(old, computed), value}});
}

/// Executes an assignment of a floating-point value to a variable or a cell.
void AssignmentReader::assignNumber(const BinaryOperator &assignment) {
  const Expr *target = assignment.getLHS()->IgnoreParens(), *source = assignment.getRHS();
  const SourceLocation at = assignment.getOperatorLoc();
  const ValueDecl *variable = variableOf(target);
  // A reference to a cell: double &cell = u[i].
  if (variable && state.find(variable, Binding::Pointer))
    variable = nullptr;
  // Storing rounds to f32 in the language, too, so the cast is dropped.
  if (const auto *cast = dyn_cast<CastExpr>(source->IgnoreParens());
      cast && !variable && cast->getCastKind() == CK_FloatingCast)
    source = cast->getSubExpr();
  if (!isFloatOrDouble(target->getType()))
    return state.fail(at, diag::LiftUnsupported,
                      "'" + sourceOf(*target, state.context) + "' is of type '" +
                          target->getType().getAsString() + "'",
                      "declare it as 'float' or 'double'");
  const Value value = values.readReal(source);
  const bool isPlain = assignment.getOpcode() == BO_Assign;
  if (variable) {
    const Value old = isPlain ? nullptr : oldValue(*variable, at);
    return assignReal(*variable, changedValue(assignment, old, value), isPlain, at);
  }
  const std::optional<ArrayRead> cell = pointers.readElement(target);
  if (!cell)
    return state.fail(at, diag::LiftUnsupported,
                      "'" + sourceOf(*target, state.context) + "' cannot be assigned",
                      "assign only to cells of arrays and local variables");
  const Value old = isPlain ? nullptr : values.readCell(*cell, at);
  writes.write(*cell, changedValue(assignment, old, value), target->getExprLoc());
}

/// Binds `variable` to a floating-point value. If `isNamed` is true, the result of an operation
/// becomes a local variable of the time step, and thus a `let` statement of the .stencil program.
void AssignmentReader::assignReal(const ValueDecl &variable, Value value, bool isNamed,
                                  SourceLocation at) {
  const Type type = typeOf(variable.getType());
  Binding binding{.kind = Binding::Real,
                  .real = withPoint(writes.rounded(std::move(value), type, at), type),
                  .isPlain = true};
  const Node::Kind kind = binding.real->kind;
  const bool isPlainNumber = kind == Node::Number && state.isInStep;
  if (isNamed && !isPlainNumber &&
      (isOperation(binding.real) || kind == Node::Unary || kind == Node::Widen ||
       kind == Node::Number)) {
    binding.real = state.addLocal(variable.getNameAsString(), binding.real);
    binding.isPlain = false;
  }
  state.bindings[&variable] = binding;
}

/// Returns the value of `variable` before an assignment such as `a += b` changes it. Unlike other
/// reads, it adds no local variable to the step.
Value AssignmentReader::oldValue(const ValueDecl &variable, SourceLocation at) {
  const Binding *bound = state.find(&variable, Binding::Real);
  return bound ? bound->real : values.readVariable(variable, at);
}

} // namespace stencilc::lift
