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
/// A whole number of cells: digits, or a constant expression that sema evaluates.
struct Cells {
  std::int64_t number = 0;
  ExprId value; // if valid, used instead of `number`
};
/// Entry of an index list: `x - 1` is {x, -1}, `t + 1` is {t, 1}, `x` is {x, 0}.
struct Shift {
  Identifier axis;
  Cells amount;
  llvm::SMRange range;
};
/// A name with an index list: a read at a displacement `u[x-1, t+1]`, a member of a group `f[i,
/// x-1]`, or an entry of a table `w[i]`. Entries that begin with neither an axis nor `t` are
/// `members`.
struct Access {
  Identifier base;
  std::vector<Shift> shifts;
  std::vector<ExprId> members = {};
};
/// `i in 0 .. 8`: an index and its first and last value, both included.
struct IndexRange {
  Identifier name;
  Cells low, high;
  llvm::SMRange range;
};
/// `order = 8`: the order of accuracy, an argument of derivatives.
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
/// A neighbourhood written as the first argument of a reduction: `sum(star(1), u)`.
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
/// An index range as the first argument of `sum`, `min` or `max`: `i in 0 .. 8`.
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

/// Kind of `star(2)`, `box(1)` and `diamond(2)`.
enum class ShapeKind : std::uint8_t { Star, Box, Diamond };
struct Shape {
  ShapeKind kind;
  Cells radius;
};
/// Offsets along one axis. `axis(x, 2)` is -2 .. 2 along x, `axis(x, -2 .. 1)` is asymmetric.
struct AxisLine {
  Identifier axis;
  Cells low, high;
};
/// `{ (0,0), (-1,0) }`: a list of offsets, with components in the order of the axes.
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
/// `a | b`.
struct Union {
  NeighbourhoodId lhs, rhs;
};
/// `a \ b`.
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
