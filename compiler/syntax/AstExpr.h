/// \file The tree of expressions, of neighbourhoods and of what their indices hold.
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

/// A literal. `suffix` is 'f' for `1.5f`, 'd' for `1.5d`, 0 for none.
struct Number {
  double value;
  bool isInteger;
  char suffix = 0;
};
struct Name {
  Identifier name;
};
/// A whole number of cells: digits, or an expression of constants, which sema evaluates.
struct Cells {
  std::int64_t number = 0;
  ExprId value; // if valid, it decides
};
/// One entry of an index list: `x - 1` is {x, -1}, `t + 1` is {t, 1}, `x` is {x, 0}.
struct Shift {
  Identifier axis;
  Cells amount;
  llvm::SMRange range;
};
/// `u[x-1, t+1]`: a name read at a displacement; `f[i, x-1]`: a member of a group, `w[i]`: an
/// entry of a table. Entries that begin with neither an axis nor `t` are the members.
struct Access {
  Identifier base;
  std::vector<Shift> shifts;
  std::vector<ExprId> members = {};
};
/// `i in 0 .. 8`: an index and the numbers that it takes, both ends among them.
struct IndexRange {
  Identifier name;
  Cells low, high;
  llvm::SMRange range;
};
/// `order = 8` among the arguments of a derivative.
struct Order {
  Cells number;
  llvm::SMRange range;
};
/// `f(a, b)`: a built-in, a user function, or a reduction (`sum`, `min`, `max`, `apply`) whose
/// first argument names a neighbourhood, a coefficient table or an index with its range.
struct Call {
  Identifier callee;
  std::vector<ExprId> arguments;
  std::optional<Order> order = {};
};
/// A neighbourhood written in place as the first argument of a reduction: `sum(star(1), u)`.
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
/// `i in 0 .. 8` as the first argument of `sum`, `min` or `max`.
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

/// `star(2)`, `box(1)`, `diamond(2)`.
enum class ShapeKind : std::uint8_t { Star, Box, Diamond };
struct Shape {
  ShapeKind kind;
  Cells radius;
};
/// `axis(x, 2)` is -2..2 along x; `axis(x, -2 .. 1)` is asymmetric.
struct AxisLine {
  Identifier axis;
  Cells low, high;
};
/// `{ (0,0), (-1,0) }`, components in the order of the axes.
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
