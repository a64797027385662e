/// \file The arithmetic rules of the language: which type and which conversions each operation
/// gets.
#pragma once

#include "ir/Builder.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace stencilc::sema {

/// What an expression is for; decides precision and what it may mention.
enum class Purpose : std::uint8_t {
  Draft,       // stage value, canonical arithmetic: the form canonicalise() takes
  Written,     // stage value, exactly the tree of the source
  Boundary,    // fixed(...): f64, rounded once to the field's storage type
  Initial,     // likewise
  Check,       // reports and rules: f64, of numbers that are the same for all cells
  Timestep,    // f64, of numbers that are the same for all cells and steps
  Coefficient, // checked only: the same for all cells
  Constant,    // checked and folded: known when compiling
};

/// An expression on its way into the IR.
///
/// Except in Written arithmetic, what is the same for all cells is kept as a tree of f64 operations
/// (`isUniform`) for as long as possible; where it meets a value that differs from cell to cell it
/// is rounded to the compute type, once.
///
/// In Written arithmetic, what is made of whole numbers alone (`isWhole`) has no type of its own:
/// it takes that of the operand it meets, as an int does in C, and is f64 if it meets none.
///
/// Where a program computes in f32, what is made of positions, sizes, the step, whole numbers and
/// halves has a second tree, in f64, in which nothing is rounded: comparisons of two such values
/// compare these.
struct Value {
  ir::ExprId id;
  bool isUniform = false;
  bool isWhole = false;
  ir::ExprId exact = {}; // invalid: there is none
};

/// The purpose of values that differ from cell to cell in a program of this arithmetic.
inline Purpose stagePurpose(ir::Arithmetic arithmetic) {
  return arithmetic == ir::Arithmetic::Written ? Purpose::Written : Purpose::Draft;
}

/// Whether it is the value of a stage, which differs from cell to cell.
inline bool isStage(Purpose purpose) {
  return purpose == Purpose::Draft || purpose == Purpose::Written;
}

/// Builds values; the operands were checked to be numbers or conditions as the operation needs.
class ValueBuilder {
public:
  /// Stage values round to `compute`; all other purposes compute in f64.
  ValueBuilder(ir::Program &program, Purpose purpose, ir::ScalarType compute);

  /// Goes on for another purpose, in the same pool; returns the one before.
  Purpose switchTo(Purpose next);

  /// A literal in the source. Written arithmetic: f64, f32 with the suffix 'f', or `isWhole`:
  /// written without point, exponent and suffix.
  Value literal(double value, char suffix = 0, bool isWhole = false);
  /// A named constant or a coefficient. Written arithmetic: of the compute type.
  Value constant(double value);
  /// A computed coefficient: in Written arithmetic rounded to the compute type like a constant.
  Value named(Value value);
  Value param(ir::ParamId id);
  Value extent(int axis);
  /// Index of the cell `shift` cells away along `axis`.
  Value position(int axis, double shift);
  Value read(ir::FieldId field, int level, Offset offset);
  Value profileRead(ir::ProfileId profile, Offset offset);
  Value random(std::uint64_t seed);
  Value reduced(ir::ReductionId id) { return uniform(builder.reduced(id)); }
  Value earlier(ir::KeptId id) { return uniform(builder.earlier(id)); }
  Value stepNumber() { return uniform(builder.stepNumber()); }
  Value seriesValue(ir::SeriesId id, std::int64_t shift) {
    return uniform(builder.seriesValue(id, shift));
  }
  /// A tree of f64 operations, built for another purpose, of numbers that are the same for all
  /// cells. Written arithmetic: rounded to the compute type, like a parameter.
  Value hosted(Value tree);

  Value unary(ir::UnaryOp op, Value operand);
  Value binary(ir::BinaryOp op, Value lhs, Value rhs);
  Value select(Value condition, Value then, Value otherwise);
  /// `value` rounded to `type`, or widened to f64; what is only stored goes on in the compute type.
  /// Nothing where it is a computed number that is the same for all cells, which is f64 until it
  /// is rounded to the compute type.
  std::optional<Value> rounded(Value value, ir::ScalarType type);
  /// Multiplications if the exponent is a whole number from -16 to 16, else `pow`.
  Value power(Value base, Value exponent);

  const ir::Program &expressions() const { return program; }
  bool isBoolean(Value value) const { return builder.type(value.id) == ir::ScalarType::Bool; }
  ir::ScalarType type(Value value) const { return builder.type(value.id); }
  /// The number, if it is known when compiling.
  std::optional<double> known(Value value) const;
  /// The whole expression, rounded once to `storage`.
  ir::ExprId finish(Value value, ir::ScalarType storage);
  /// Chooses between a read of what is stored in the type `storage`, `inside`, and `outside` where
  /// the condition holds; `outside` is rounded as if it had been stored.
  Value outsideOf(Value condition, Value outside, Value inside, ir::ScalarType storage);

private:
  Value taken(ir::ExprId read);
  // ExactValues.cpp
  bool tracksExact() const { return isStage(purpose) && compute == ir::ScalarType::F32; }
  Value withExactNumber(Value value, double number);
  Value withExact(Value value, ir::ExprId exact) const;
  /// The exact tree of an operation on values that have one; invalid where it could be rounded.
  ir::ExprId exactOperation(ir::BinaryOp op, const Value &lhs, const Value &rhs);
  /// Compares exact trees; nothing where one is missing, or where the host compares in f64 anyway.
  std::optional<Value> exactComparison(ir::BinaryOp op, const Value &lhs, const Value &rhs);
  /// The tree as cells can hold it: what only the host has is a uniform.
  ir::ExprId inCells(ir::ExprId exact);
  /// A condition that the host decides in f64, for cells.
  ir::ExprId decidedOnHost(ir::ExprId condition);
  Value uniform(ir::ExprId id) const { return {id, purpose != Purpose::Written}; }
  /// `value` as an operand beside values that differ from cell to cell, which are of `type`.
  ir::ExprId settle(Value value, ir::ScalarType type);
  ir::ExprId settle(Value value) { return settle(value, compute); }
  /// A uniform condition computed on settled operands instead of f64 ones.
  ir::ExprId settleCondition(ir::ExprId id);
  /// `value`, which is whole, in `type`.
  ir::ExprId wholeIn(Value value, ir::ScalarType type);
  /// Settles both and gives them one type: the wider one, in Written arithmetic that of the one
  /// that is not whole.
  std::pair<ir::ExprId, ir::ExprId> together(Value a, Value b);
  /// 1 that does not widen what it is combined with.
  Value one(Value like);
  Value integerPower(Value base, unsigned exponent);

  ir::Program &program;
  Purpose purpose;
  const ir::ScalarType stageType; // the compute type of the program
  ir::ScalarType compute;         // of this purpose
  ir::Builder builder;
};

} // namespace stencilc::sema
