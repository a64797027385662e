/// \file Builder of IR expressions. It assigns ids and types, and stores equal nodes once.
#pragma once

#include "ir/Names.h"
#include "ir/Program.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace stencilc::ir {

/// Builder that appends expressions to a program. A node that equals an existing one of the same
/// type gets the existing id, so expressions form a DAG. No function reorders, folds or rounds
/// unless its comment says so. While a builder exists, no other code may add expressions or
/// uniforms (scalars equal for all cells) to the program.
///
/// Exception: calls of exp, log, sin, cos, tanh and pow with literal arguments are evaluated here
/// and become constants. Otherwise the compiler of the emitted code would evaluate them, and
/// compilers round these functions differently.
class Builder {
public:
  /// Starts with the expressions and uniforms (scalars equal for all cells) of `program`. A new
  /// node that equals an existing one gets its id.
  explicit Builder(Program &program);

  /// Returns the node for a constant: `value` rounded to `type`.
  ExprId constant(double value, ScalarType type);
  /// Returns the node for the value of a parameter of the program, of type F64.
  ExprId param(ParamId id);
  ExprId uniformRef(UniformId id);
  ExprId position(int axis, ScalarType type);
  ExprId extent(int axis, ScalarType type);
  /// Returns the node that reads a field at time level t+`level`, at the cell plus `offset`. Its
  /// type is the storage type of the field.
  ExprId read(FieldId field, int level, Offset offset);
  /// Returns the node that reads a profile (a field over some of the axes) at the cell plus
  /// `offset`. Its type is the storage type of the profile.
  ExprId profileRead(ProfileId profile, Offset offset);
  /// Returns the node for the sum of the weights that the points of a source have at the cell, of
  /// type F64. `step` is the scalar that selects a row of the source's time series. It is invalid
  /// if the source has no series.
  ExprId pointWeight(PointsId points, UniformId step = {});
  /// Returns the node for a random number in [0, 1) of type F64, which depends only on `seed` and
  /// the cell.
  ExprId random(std::uint64_t seed);
  /// Returns a random number of the type `type`, F32 or F64, for the cell and the time step that
  /// the operands of `noise` give.
  ExprId noise(const Noise &noise, ScalarType type);
  /// Returns the node for the result of reduction `id`, of type F64.
  ExprId reduced(ReductionId id);
  ExprId earlier(CarriedScalarId id);
  ExprId stepNumber();
  ExprId seriesValue(SeriesId id, std::int64_t shift);
  /// Returns `operand` converted to `type`, or `operand` itself if it has this type already. A
  /// constant of another type also gets a Convert node: it is not folded.
  ExprId convert(ExprId operand, ScalarType type);
  /// Returns the node for `op` applied to `operand`; both have the same type. The operator Not
  /// requires a Bool operand, all other operators a number.
  ExprId unary(UnaryOp op, ExprId operand);
  /// Returns a node for `op` with two operands, which must have the same type. An arithmetic result
  /// has that type, a comparison the type Bool. And and Or require Bool operands.
  ExprId binary(BinaryOp op, ExprId lhs, ExprId rhs);
  /// Returns `base` to the power `exponent` (at least 1) by repeated squaring from the highest bit
  /// of the exponent. All integer powers use this order: x^3 = (x*x)*x, x^4 = (x*x)*(x*x).
  ExprId power(ExprId base, unsigned exponent);
  ExprId fma(ExprId a, ExprId b, ExprId c);
  /// Returns a Select node. `condition` must have type Bool, and both values the same type.
  ExprId select(ExprId condition, ExprId then, ExprId otherwise);

  ScalarType type(ExprId id) const { return program[id].type; }
  /// Returns true if the value is the same for all cells: it contains no Read, ProfileRead,
  /// PointWeight, Position, Random or Noise.
  bool isUniform(ExprId id) const { return facts[id.index].isUniform; }
  /// Returns true if the value is known at compile time: it is the same for all cells, and contains
  /// no Param, Extent, UniformRef, Reduced, PreviousValue, StepNumber or SeriesValue.
  bool isLiteral(ExprId id) const { return facts[id.index].literal.has_value(); }
  /// Returns the value of expression `id` if it is known at compile time, or `nullopt` if it is
  /// not. Every operation is rounded to the type of its node.
  std::optional<double> literal(ExprId id) const { return facts[id.index].literal; }
  /// Returns the depth of expression `id`: the number of operations on the longest path to a leaf.
  /// 0 for a leaf.
  unsigned depth(ExprId id) const { return facts[id.index].depth; }

  /// Returns `value` (F64, the same for all cells) rounded once to `type`. A literal gives a
  /// Constant. Any other value gives a reference to a Uniform, a scalar that the host computes.
  /// Equal values share one Uniform.
  ///
  /// `name` is a name hint for a new Uniform, made unique by a suffix. Without it, a bare parameter
  /// gives its own name. Any other value gets the first unused name of c0, c1, ...
  ExprId uniform(ExprId value, ScalarType type, llvm::StringRef name = "");

private:
  using Key = std::array<std::uint64_t, 6>;
  struct NodeFacts {
    bool isUniform;
    unsigned depth = 0;
    std::optional<double> literal = std::nullopt;
  };

  static Key keyOf(const Expr &expr);
  NodeFacts factsOf(const Expr &expr) const;
  ExprId add(ExprNode node, ScalarType type);
  std::string freeName(ExprId value, ScalarType type, llvm::StringRef hint) const;
  bool isTaken(llvm::StringRef name) const;

  Program &program;
  std::map<Key, ExprId> known;
  std::map<ExprId, UniformId> knownUniforms; // key: Uniform::value
  std::vector<NodeFacts> facts;              // indexed by ExprId::index
};

} // namespace stencilc::ir
