/// \file Prints expressions and neighbourhoods of the syntax tree as text.
#pragma once

#include "support/Match.h"
#include "syntax/Ast.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <string>

namespace stencilc {

inline llvm::StringRef spelling(ast::BinaryOp op) {
  static constexpr llvm::StringLiteral texts[] = {
      "+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "&&", "||"};
  return texts[static_cast<int>(op)];
}

/// Returns `value` with the fewest digits that read back to the same number.
inline std::string digits(double value) {
  char buffer[40];
  auto [stopped, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, stopped};
}

/// Prints expressions in prefix form with all parentheses, such as `(+ u (* d v))`.
class ExpressionPrinter {
public:
  ExpressionPrinter(const ast::Stencil &stencil, llvm::raw_ostream &out)
      : stencil(stencil), out(out) {}

  // --- expressions ------------------------------------------------------------------------------
  void print(const ast::Number &number) {
    std::string text = digits(number.value);
    if (!number.isInteger && llvm::all_of(text, llvm::isDigit))
      text += ".0";
    out << text;
    if (number.suffix)
      out << number.suffix;
  }
  void print(const ast::Name &name) { out << name.name.text; }
  void print(const ast::Access &access) {
    out << access.base.text;
    if (!access.members.empty()) {
      out << '[';
      llvm::interleave(access.members, out, [&](ast::ExprId member) { print(member); }, ",");
      out << ']';
    }
    print(access.shifts);
  }
  void print(const ast::IndexRange &index) {
    out << index.name.text << " in ";
    print(index.low);
    out << " .. ";
    print(index.high);
  }
  void print(const ast::InlineRange &inlined) {
    out << '(';
    print(inlined.index);
    out << ')';
  }
  void print(const std::vector<ast::Shift> &shifts) {
    if (shifts.empty())
      return;
    out << '[';
    llvm::interleave(shifts, out, [&](const ast::Shift &shift) { print(shift); }, ",");
    out << ']';
  }
  void print(const ast::Shift &shift) {
    out << shift.axis.text;
    if (shift.amount.value.valid() || shift.amount.number > 0)
      out << '+';
    if (shift.amount.value.valid() || shift.amount.number != 0)
      print(shift.amount);
  }
  void print(const ast::Call &call) {
    out << '(' << call.callee.text;
    for (ast::ExprId argument : call.arguments) {
      out << ' ';
      print(argument);
    }
    if (call.order) {
      out << " order=";
      print(call.order->number);
    }
    out << ')';
  }
  void print(const ast::InlineNeighbourhood &inlined) { print(inlined.neighbourhood); }
  void print(const ast::Unary &unary) {
    out << '(' << (unary.op == ast::UnaryOp::Negate ? "neg " : "! ");
    print(unary.operand);
    out << ')';
  }
  void print(const ast::Binary &binary) {
    out << '(' << spelling(binary.op) << ' ';
    print(binary.lhs);
    out << ' ';
    print(binary.rhs);
    out << ')';
  }
  void print(ast::ExprId id) {
    match(stencil.exprs[id].node, [&](const auto &node) { print(node); });
  }

  // --- neighbourhoods ---------------------------------------------------------------------------
  void print(const ast::Shape &shape) {
    static constexpr llvm::StringLiteral names[] = {"star", "box", "diamond"};
    out << '(' << names[static_cast<int>(shape.kind)] << ' ';
    print(shape.radius);
    out << ')';
  }
  void print(const ast::AxisLine &line) {
    out << "(axis " << line.axis.text << ' ';
    print(line.low);
    out << " .. ";
    print(line.high);
    out << ')';
  }
  void print(const ast::Cells &cells) {
    if (cells.value.valid())
      print(cells.value);
    else
      out << cells.number;
  }
  void print(const std::vector<ast::Cells> &offset) {
    out << '(';
    llvm::interleave(offset, out, [&](const ast::Cells &cells) { print(cells); }, ",");
    out << ')';
  }
  void print(const ast::OffsetList &list) {
    out << '{';
    llvm::interleave(list.entries, out, [&](const auto &entry) { print(entry.components); }, " ");
    out << '}';
  }
  void print(const ast::Centre &) { out << "centre"; }
  void print(const ast::NeighbourhoodName &name) { out << name.name.text; }
  void printPair(llvm::StringRef op, ast::NeighbourhoodId lhs, ast::NeighbourhoodId rhs) {
    out << '(' << op << ' ';
    print(lhs);
    out << ' ';
    print(rhs);
    out << ')';
  }
  void print(const ast::Union &pair) { printPair("|", pair.lhs, pair.rhs); }
  void print(const ast::Difference &pair) { printPair("\\", pair.lhs, pair.rhs); }
  void print(ast::NeighbourhoodId id) {
    match(stencil.neighbourhoods[id].node, [&](const auto &node) { print(node); });
  }

protected:
  const ast::Stencil &stencil;
  llvm::raw_ostream &out;
};

} // namespace stencilc
