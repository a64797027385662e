/// \file Functions that build symbolic values.
#include "lift/Values.h"
#include "llvm/ADT/SmallString.h"
#include <cstdlib>

namespace stencilc::lift {

Value make(Node node) { return std::make_shared<const Node>(std::move(node)); }

Value number(std::string text, Type type) {
  return make({.kind = Node::Number, .type = type, .text = std::move(text)});
}

Value nothing() { return number("0", Type::Whole); }

Value choose(const Value &condition, const Value &yes, const Value &no) {
  return make({.kind = Node::Select,
               .type = yes->type == Type::Whole ? no->type : yes->type,
               .operands = {condition, yes, no}});
}

Value asNumber(const Value &condition, Type type) {
  return make({.kind = Node::Select,
               .type = type,
               .operands = {condition, number("1", Type::Whole), number("0", Type::Whole)}});
}

Value inFloating(const Value &whole, Type type) {
  if (whole->type == Type::Bool)
    return asNumber(whole, type);
  if (whole->kind == Node::Number) // a literal takes the type of the other operand
    return whole;
  const bool isChoice = whole->kind == Node::Select;
  if (whole->kind != Node::Position && whole->kind != Node::Unary && !isChoice &&
      !(whole->kind == Node::Call && whole->text == "abs"))
    return nullptr;
  Node node = *whole;
  node.type = type;
  for (Value &operand : node.operands)
    if (!isChoice || &operand != &node.operands.front())
      if (!(operand = inFloating(operand, type)))
        return nullptr;
  return make(std::move(node));
}

Value both(const Value &first, const Value &second) {
  return first ? make({.kind = Node::Binary,
                       .type = Type::Bool,
                       .text = "&&",
                       .operands = {first, second}})
               : second;
}

Value widened(const Value &value, Type type) {
  if (type != Type::F64 || value->type == Type::F64)
    return value;
  if (value->type == Type::Whole && value->kind == Node::Number)
    return number(value->text + ".0", Type::F64);
  return make({.kind = Node::Widen, .type = Type::F64, .operands = {value}});
}

Value withPoint(const Value &value, Type type) {
  return value->kind == Node::Number && value->type == Type::Whole
             ? number(value->text + ".0", type)
             : value;
}

bool isOperation(const Value &value) {
  return value->kind == Node::Binary || value->kind == Node::Select || value->kind == Node::Call;
}

Value narrowed(const Value &value) {
  if (value->kind == Node::Widen && value->operands[0]->type == Type::F32)
    return value->operands[0];
  if (value->kind != Node::Number)
    return nullptr;
  llvm::APFloat exact(llvm::APFloat::IEEEdouble(), value->text);
  bool losesDigits;
  exact.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &losesDigits);
  return number(digits(exact), Type::F32);
}

std::string digits(const llvm::APFloat &value) {
  llvm::SmallString<32> text;
  value.toString(text, 0, 6);
  if (text.find_first_of(".eE") == llvm::StringRef::npos)
    text += ".0";
  return text.str().str();
}

bool isMultipleOfName(const Polynomial &value) {
  const auto symbols = value.symbols();
  const auto factor = symbols.size() == 1 ? value.coefficient(symbols.front()) : std::nullopt;
  const auto number = factor ? factor->constant() : std::nullopt;
  return number && value == Polynomial(*number) * Polynomial::symbol(symbols.front()) &&
         (std::abs(*number) & (std::abs(*number) - 1)) == 0;
}

} // namespace stencilc::lift
