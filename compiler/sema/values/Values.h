/// \file Arithmetic rules of the language: types and conversions of each operation.
#pragma once

#include "ir/Builder.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace stencilc::sema {

/// Purpose of an expression, such as an initial value or a boundary. The purpose determines the
/// precision of the expression and the names that it can use.
enum class Purpose : std::uint8_t {
  Draft,       // stage value, canonical arithmetic; input of canonicalise()
  Written,     // stage value, exactly the tree of the source
  Boundary,    // fixed(...): f64, rounded once to the field's storage type
  Initial,     // initial value: f64, rounded once to the field's storage type
  Check,       // reports and rules: f64, the same for all cells
  Timestep,    // f64, the same for all cells and steps
  Coefficient, // only checked: the same for all cells
  Constant,    // only checked and folded: known at compile time
};

/// Value of an expression that is being lowered to the IR.
///
/// Except in written arithmetic, a value that is the same in all cells (`isUniform`) stays an
/// expression in f64 as long as possible. It is rounded to the compute type once, when it is
/// combined with a value that differs from cell to cell.
///
/// In written arithmetic, a value made only of whole numbers (`isWhole`) takes the type of the
/// operand that it is combined with, as an int does in C. It is f64 if there is none.
///
/// In programs that compute in f32, a value made of positions, sizes, the step number, whole
/// numbers and halves has a second expression in f64, which is exact. Comparisons of two such
/// values use these expressions.
struct Value {
  ir::ExprId id;
  bool isUniform = false;
  bool isWhole = false;
  ir::ExprId exact = {}; // the exact f64 tree; invalid: none
};

/// Returns the purpose of values of updates, depending on the arithmetic of the program: canonical
/// (reordered by the compiler) or written (as in the source).
inline Purpose stagePurpose(ir::Arithmetic arithmetic) {
  return arithmetic == ir::Arithmetic::Written ? Purpose::Written : Purpose::Draft;
}

/// Returns whether `purpose` is one of the two for values of updates: Draft, whose order of
/// operations the compiler chooses, or Written, with the order of the source.
inline bool isStage(Purpose purpose) {
  return purpose == Purpose::Draft || purpose == Purpose::Written;
}

/// Builder of values from operations of the language. Precondition of all functions: the operands
/// are numbers or conditions, as the operation requires.
class ValueBuilder {
public:
  /// Prepares a builder that adds expressions to `program`. It rounds values of updates to the type
  /// `compute`. For all other purposes it computes in f64.
  ValueBuilder(ir::Program &program, Purpose purpose, ir::ScalarType compute);

  /// Switches to another purpose and keeps the expressions built so far. Returns the previous
  /// purpose.
  Purpose switchTo(Purpose next);

  /// Returns the value of a literal in the source. In written arithmetic (operations as in the
  /// source) it is f64, or f32 with the suffix 'f'. `isWhole` is true for a literal without decimal
  /// point, exponent and suffix.
  Value literal(double value, char suffix = 0, bool isWhole = false);
  /// Returns the value of a named constant or a coefficient that is known at compile time. Its type
  /// is the compute type in written arithmetic (operations as in the source), otherwise f64.
  Value constant(double value);
  /// Returns `value`, a coefficient of a table. In written arithmetic (operations as in the source)
  /// it is rounded to the compute type. Otherwise it is unchanged.
  Value named(Value value);
  Value param(ir::ParamId id);
  Value extent(int axis);
  /// Returns the coordinate along `axis`, in cells, of the point `shift` cells above the updated
  /// cell. `shift` can be negative or a half. The first cell of the grid has coordinate 0.
  Value position(int axis, double shift);
  Value read(ir::FieldId field, int level, Offset offset);
  Value profileRead(ir::ProfileId profile, Offset offset);
  Value random(std::uint64_t seed);
  /// Returns a random number in [0, 1) of the current time step, for updates. `part` is 0 or 1, and
  /// selects one of two independent numbers. It belongs to the point that lies `halves` half cells
  /// from the updated cell along each axis.
  Value noise(std::uint64_t seed, int part, const Offset &halves);
  Value reduced(ir::ReductionId id) { return uniform(builder.reduced(id)); }
  Value earlier(ir::CarriedScalarId id) { return uniform(builder.earlier(id)); }
  Value stepNumber() { return uniform(builder.stepNumber()); }
  Value seriesValue(ir::SeriesId id, std::int64_t shift) {
    return uniform(builder.seriesValue(id, shift));
  }
  /// Returns the value of `tree`, an f64 expression that the host evaluates and that is the same in
  /// all cells. The builder may have built it for another Purpose (use of an expression). In
  /// written arithmetic (operations as in the source) the value is rounded to the compute type,
  /// like a parameter.
  Value hosted(Value tree);

  Value unary(ir::UnaryOp op, Value operand);
  Value binary(ir::BinaryOp op, Value lhs, Value rhs);
  Value select(Value condition, Value then, Value otherwise);
  /// Returns `value` rounded to `type`, for a conversion such as `f32(u)`. The result is then
  /// converted to the compute type, except f64, and in written arithmetic (operations as in the
  /// source) f32. Returns nullopt, without a report, for a value that is the same in all cells and
  /// unknown at compile time, because it is rounded only once.
  std::optional<Value> rounded(Value value, ir::ScalarType type);
  /// Returns `base` to the power of `exponent`: a chain of multiplications if the exponent is a
  /// constant whole number from -16 to 16, otherwise a call of `pow`.
  Value power(Value base, Value exponent);

  const ir::Program &expressions() const { return program; }
  bool isBoolean(Value value) const { return builder.type(value.id) == ir::ScalarType::Bool; }
  ir::ScalarType type(Value value) const { return builder.type(value.id); }
  /// Returns the number if `value` is a constant that is known at compile time, otherwise nullopt.
  std::optional<double> known(Value value) const;
  /// Returns the IR expression for `value`, a complete value such as that of an update. It is
  /// rounded once, to the type `storage`.
  ir::ExprId finish(Value value, ir::ScalarType storage);
  /// Returns a selection: `outside` if the condition holds, otherwise `inside`. `inside` is a read
  /// of a value of type `storage`. `outside` is rounded to the same type, as if it had been stored.
  Value outsideOf(Value condition, Value outside, Value inside, ir::ScalarType storage);

private:
  Value taken(ir::ExprId read);
  // Exact trees (ExactValues.cpp).
  bool tracksExact() const { return isStage(purpose) && compute == ir::ScalarType::F32; }
  Value withExactNumber(Value value, double number);
  Value withExact(Value value, ir::ExprId exact) const;
  /// Returns the exact f64 expression of an operation. Returns an invalid id if an operand has no
  /// exact expression or the result could be rounded.
  ir::ExprId exactOperation(ir::BinaryOp op, const Value &lhs, const Value &rhs);
  /// Returns the comparison of two values by their exact f64 expressions. Returns nullopt if a
  /// value has none, or if the host compares in f64 anyway.
  std::optional<Value> exactComparison(ir::BinaryOp op, const Value &lhs, const Value &rhs);
  /// Returns an expression that kernels can evaluate for `exact`, an f64 expression whose
  /// operations are all exact. Parts that are the same in all cells become uniforms (scalars that
  /// the host computes), except short ones such as `nx - 1`.
  ir::ExprId inCells(ir::ExprId exact);
  /// Returns `value` as an f64 expression. It is the exact expression of the value if there is one.
  ir::ExprId widened(const Value &value);
  /// Returns an expression with the result of `condition`, which is the same in all cells, for use
  /// in kernels. The host evaluates the condition in f64.
  ir::ExprId decidedOnHost(ir::ExprId condition);
  Value uniform(ir::ExprId id) const { return {id, purpose != Purpose::Written}; }
  /// Returns `value` as an operand of type `type`, for an operation whose result differs between
  /// cells. A value that is the same in all cells is rounded to `type` here.
  ir::ExprId settle(Value value, ir::ScalarType type);
  ir::ExprId settle(Value value) { return settle(value, compute); }
  /// Returns a condition that kernels can use, for condition `id`, which is the same in all cells.
  /// The values that it compares are rounded to the compute type first.
  ir::ExprId settleCondition(ir::ExprId id);
  /// Returns `value`, an expression of whole numbers, converted to `type`.
  ir::ExprId wholeIn(Value value, ir::ScalarType type);
  /// Converts two values to the wider of their types, for use in one operation. In written
  /// arithmetic (operations as in the source), a value of whole numbers takes the type of the other
  /// value.
  std::pair<ir::ExprId, ir::ExprId> together(Value a, Value b);
  /// Returns the number 1. Its type is such that an operation with `like` keeps the type of `like`.
  Value one(Value like);
  Value integerPower(Value base, unsigned exponent);

  ir::Program &program;
  Purpose purpose;
  const ir::ScalarType stageType; // compute type of the program
  ir::ScalarType compute;         // compute type of this purpose
  ir::Builder builder;
};

} // namespace stencilc::sema
