/// \file The syntax tree of expressions, indices and neighbourhoods.
#pragma once

#include "support/Id.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace stencilc::ast {

using ExprId = Id<struct ExprTag>;
using NeighbourhoodId = Id<struct NeighbourhoodTag>;

struct Identifier {
  std::string text;
  llvm::SMRange range;
};

// --- expressions --------------------------------------------------------------------------------

/// A numeric literal. `suffix` is 'f' for `1.5f`, 'd' for `1.5d`, and 0 if there is none.
struct Number {
  double value;
  bool isInteger;
  char suffix = 0;
};
struct Name {
  Identifier name;
};
/// A whole number of cells: digits, or a constant expression whose value the semantic analysis
/// computes.
struct Cells {
  std::int64_t number = 0;
  ExprId value; // if valid, used instead of `number`
};
/// One entry of an index list, as a name and the amount added to it: `x - 1` is {x, -1}, `t + 1` is
/// {t, 1}, `x` is {x, 0}.
struct Shift {
  Identifier axis;
  Cells amount;
  llvm::SMRange range;
};
/// Name with an index list: a read of a field `u[x-1, t+1]`, a member of a group of fields `f[i,
/// x-1]`, or an entry of a table `w[i]`. Entries that do not begin with an axis or `t` are in
/// `members`.
struct Access {
  Identifier base;
  std::vector<Shift> shifts;
  std::vector<ExprId> members = {};
};
/// Index variable with its first and last value, both included: `i in 0 .. 8`.
struct IndexRange {
  Identifier name;
  Cells low, high;
  llvm::SMRange range;
};
/// Order of accuracy of a derivative, given as an argument: `order = 8`.
struct Order {
  Cells number;
  llvm::SMRange range;
};
/// A call `f(a, b)` of a built-in or a user function. The first argument of a reduction (`sum`,
/// `min`, `max`, `apply`) can be a neighbourhood, a coefficient table or an index range.
struct Call {
  Identifier callee;
  std::vector<ExprId> arguments;
  std::optional<Order> order = {};
};
/// A neighbourhood (set of offsets) that is written as the first argument of a reduction:
/// `sum(star(1), u)`.
struct InlineNeighbourhood {
  NeighbourhoodId neighbourhood;
};
enum class UnaryOp : std::uint8_t { Negate, Not };
struct Unary {
  UnaryOp op;
  ExprId operand;
};
enum class BinaryOp : std::uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Power,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  And,
  Or,
};
struct Binary {
  BinaryOp op;
  ExprId lhs, rhs;
  llvm::SMRange opRange;
};
/// An index range that is written as the first argument of `sum`, `min` or `max`: `i in 0 .. 8`.
struct InlineRange {
  IndexRange index;
};
using ExprNode =
    std::variant<Number, Name, Access, Call, InlineNeighbourhood, InlineRange, Unary, Binary>;
struct Expr {
  ExprNode node;
  llvm::SMRange range;
};

// --- neighbourhoods -----------------------------------------------------------------------------

/// Shape of a neighbourhood, as in `star(2)`, `box(1)` and `diamond(2)`.
enum class ShapeKind : std::uint8_t { Star, Box, Diamond };
struct Shape {
  ShapeKind kind;
  Cells radius;
};
/// Neighbourhood along one axis: `axis(x, 2)` contains the offsets -2 .. 2 along x, `axis(x, -2 ..
/// 1)` those from -2 to 1.
struct AxisLine {
  Identifier axis;
  Cells low, high;
};
/// Neighbourhood given as a list of offsets: `{ (0,0), (-1,0) }`. Components are in the order of
/// the axes.
struct OffsetList {
  struct Entry {
    std::vector<Cells> components;
    llvm::SMRange range;
  };
  std::vector<Entry> entries;
};
struct Centre {};
struct NeighbourhoodName {
  Identifier name;
};
/// Union of two neighbourhoods: `a | b`.
struct Union {
  NeighbourhoodId lhs, rhs;
};
/// Offsets of neighbourhood `a` that are not in `b`: `a \ b`.
struct Difference {
  NeighbourhoodId lhs, rhs;
};
using NeighbourhoodNode =
    std::variant<Shape, AxisLine, OffsetList, Centre, NeighbourhoodName, Union, Difference>;
struct Neighbourhood {
  NeighbourhoodNode node;
  llvm::SMRange range;
};

} // namespace stencilc::ast
