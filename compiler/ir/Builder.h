/// \file Makes IR expressions: one place that numbers, types and shares nodes.
#pragma once

#include "ir/Names.h"
#include "ir/Program.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace stencilc::ir {

/// Appends expressions to a program. Equal nodes of equal type give equal ids, so a DAG arises by
/// itself; nothing is reordered, folded or rounded unless the function says so. While a builder
/// lives, nobody else may add expressions or uniforms to its program.
///
/// Functions that are not correctly rounded (exp, log, sin, cos, tanh, pow) of literals become
/// constants at once: host compilers would compute them in their own way.
class Builder {
public:
  /// Nodes and uniforms already in `program` are found again instead of being repeated.
  explicit Builder(Program &program);

  /// `value` rounded to `type`.
  ExprId constant(double value, ScalarType type);
  /// Type F64.
  ExprId param(ParamId id);
  ExprId uniformRef(UniformId id);
  ExprId position(int axis, ScalarType type);
  ExprId extent(int axis, ScalarType type);
  /// Type: the storage type of the field.
  ExprId read(FieldId field, int level, Offset offset);
  /// Type: the storage type of the profile.
  ExprId profileRead(ProfileId profile, Offset offset);
  /// Type F64.
  ExprId pointWeight(PointsId points, UniformId step = {});
  /// Type F64.
  ExprId random(std::uint64_t seed);
  /// Type F64.
  ExprId reduced(ReductionId id);
  ExprId earlier(KeptId id);
  ExprId stepNumber();
  ExprId seriesValue(SeriesId id, std::int64_t shift);
  /// `operand` itself if it already has that type. Constants are converted by a node too.
  ExprId convert(ExprId operand, ScalarType type);
  /// Type of the operand; Not takes and gives Bool.
  ExprId unary(UnaryOp op, ExprId operand);
  /// Operands of one type. Arithmetic keeps it, comparisons give Bool, And and Or take Bool.
  ExprId binary(BinaryOp op, ExprId lhs, ExprId rhs);
  /// `base` to the power of a whole number of at least 1, by squaring from its highest bit, which
  /// is the one order of powers everywhere: x^3 = (x*x)*x, x^4 = (x*x)*(x*x).
  ExprId power(ExprId base, unsigned exponent);
  ExprId fma(ExprId a, ExprId b, ExprId c);
  /// `condition` is Bool, the two values are of one type.
  ExprId select(ExprId condition, ExprId then, ExprId otherwise);

  ScalarType type(ExprId id) const { return program[id].type; }
  /// Whether the value is the same for all cells: no Read, ProfileRead, PointWeight, Position or
  /// Random below.
  bool isUniform(ExprId id) const { return facts[id.index].isUniform; }
  /// Whether the value is known now: uniform, and no Param, Extent, UniformRef, StepNumber
  /// or SeriesValue below.
  bool isLiteral(ExprId id) const { return facts[id.index].literal.has_value(); }
  /// The value of a literal, every operation done and rounded in the type of its node.
  std::optional<double> literal(ExprId id) const { return facts[id.index].literal; }
  /// Operations in the longest chain below, each an operand of the next.
  unsigned depth(ExprId id) const { return facts[id.index].depth; }

  /// `value` (F64, uniform) rounded once to `type`: a Constant, folded in f64, if it is literal;
  /// else a UniformRef to a Uniform, one for all uses, whose value ends with the Convert. `name` is
  /// the wished name of a new Uniform; it becomes unique by a suffix. Without a wish, a bare
  /// parameter gives its own name and anything else the first free one of c0, c1, ...
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
  std::string freeName(ExprId value, ScalarType type, llvm::StringRef wish) const;
  bool isTaken(llvm::StringRef name) const;

  Program &program;
  std::map<Key, ExprId> known;
  std::map<ExprId, UniformId> knownUniforms; // by value
  std::vector<NodeFacts> facts;              // by ExprId::index
};

} // namespace stencilc::ir
