/// \file IR expressions as C++ text.
#include "emit/ExprPrinter.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace stencilc::emit {

using namespace ir;

namespace {

// Precedences of C++, as far as they occur here.
enum : int { kSelect = 1, kOr, kAnd, kEquality, kRelation, kAdditive, kProduct, kPrefix, kPrimary };

/// Longest text of an expression that is left in one piece, and of an operand not worth a name.
constexpr std::size_t kReadable = 110, kShort = 24, kReadableSum = 700;
/// Terms from which on a sum within an expression gets a name.
constexpr int kManyTerms = 4;
/// Nested fma calls up to this depth stay nested; deeper ones become a running sum.
constexpr int kNesting = 3;

struct Operator {
  const char *text;
  int precedence;
};

Operator spelling(BinaryOp op) {
  switch (op) {
  case BinaryOp::Add:
    return {"+", kAdditive};
  case BinaryOp::Subtract:
    return {"-", kAdditive};
  case BinaryOp::Multiply:
    return {"*", kProduct};
  case BinaryOp::Divide:
    return {"/", kProduct};
  case BinaryOp::Less:
    return {"<", kRelation};
  case BinaryOp::LessEqual:
    return {"<=", kRelation};
  case BinaryOp::Greater:
    return {">", kRelation};
  case BinaryOp::GreaterEqual:
    return {">=", kRelation};
  case BinaryOp::Equal:
    return {"==", kEquality};
  case BinaryOp::NotEqual:
    return {"!=", kEquality};
  case BinaryOp::And:
    return {"&&", kAnd};
  case BinaryOp::Or:
    return {"||", kOr};
  case BinaryOp::Min:
    return {"min", kPrimary};
  case BinaryOp::Max:
    return {"max", kPrimary};
  case BinaryOp::Power:
    return {"pow", kPrimary};
  }
  return {"?", 0};
}

const char *spelling(UnaryOp op) {
  switch (op) {
  case UnaryOp::Negate:
    return "-";
  case UnaryOp::Not:
    return "!";
  case UnaryOp::Abs:
    return "abs";
  case UnaryOp::Sqrt:
    return "sqrt";
  case UnaryOp::Exp:
    return "exp";
  case UnaryOp::Log:
    return "log";
  case UnaryOp::Sin:
    return "sin";
  case UnaryOp::Cos:
    return "cos";
  case UnaryOp::Tanh:
    return "tanh";
  case UnaryOp::Floor:
    return "floor";
  }
  return "?";
}

/// Leaves are cheap to repeat and never get a name; a converted leaf still is one.
bool isLeafNode(const Program &program, ExprId id) {
  if (const auto *convert = std::get_if<Convert>(&program[id].node))
    return isLeafNode(program, convert->operand);
  return isLeaf(program[id].node);
}

std::string wrapped(const std::string &text) { return "(" + text + ")"; }

} // namespace

const char *typeName(ScalarType type) {
  switch (type) {
  case ScalarType::F32:
    return "float";
  case ScalarType::F64:
    return "double";
  case ScalarType::Bool:
    return "bool";
  }
  return "?";
}

std::string printLiteral(double value, ScalarType type) {
  assert(std::isfinite(value) && "infinities and NaN have no literal");
  if (type == ScalarType::Bool)
    return value != 0 ? "true" : "false";
  char buffer[64];
  const bool isFloat = type == ScalarType::F32;
  const auto end = isFloat ? std::to_chars(buffer, std::end(buffer), static_cast<float>(value)).ptr
                           : std::to_chars(buffer, std::end(buffer), value).ptr;
  std::string text(buffer, end);
  // A front end may read a float literal as a double first; spell it out where that would round
  // twice.
  if (isFloat && static_cast<float>(std::strtod(text.c_str(), nullptr)) != value)
    text.assign(buffer, std::to_chars(buffer, std::end(buffer), value).ptr);
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return isFloat ? text + "f" : text;
}

ExprPrinter::ExprPrinter(const Program &program, std::vector<ExprId> roots, LeafText leaves,
                         Names &scope, std::set<std::string> &functions)
    : program(program), leaves(std::move(leaves)), scope(scope), functions(functions) {
  for (ExprId root : roots)
    countUses(root);
}

void ExprPrinter::countUses(ExprId id) {
  if (++uses[id] == 1)
    forEachOperand(program[id].node, [&](ExprId operand) { countUses(operand); });
}

Printed ExprPrinter::print(ExprId root) {
  std::string value = visit(root).text;
  return {std::exchange(statements, {}), std::move(value)};
}

bool ExprPrinter::isNamed(ExprId id) const {
  return !isLeafNode(program, id) && (uses.at(id) > 1 || program.exprNames.count(id));
}

ExprPrinter::Text ExprPrinter::visit(ExprId id) {
  if (const auto known = done.find(id); known != done.end())
    return known->second;
  Text text = compose(id);
  if (isNamed(id))
    text = declare(id, text);
  return done.insert_or_assign(id, text).first->second;
}

ExprPrinter::Text ExprPrinter::declare(ExprId id, const Text &value, bool isConstant) {
  const std::string name = scope.claim(wishedName(id), "Value");
  statements.push_back({true, isConstant, typeName(program[id].type), name, value.text});
  return {name, kPrimary, true, 1};
}

std::string ExprPrinter::wishedName(ExprId id) const {
  if (const auto given = program.exprNames.find(id); given != program.exprNames.end())
    return given->second;
  // A sum of reads of one field is what people call the sum of its neighbours.
  std::set<FieldId> fields;
  const auto isSumOfReads = [&](auto &self, ExprId at) -> bool {
    if (const auto *convert = std::get_if<Convert>(&program[at].node))
      return self(self, convert->operand);
    if (const auto *read = std::get_if<Read>(&program[at].node))
      return fields.insert(read->field), true;
    const auto *binary = std::get_if<Binary>(&program[at].node);
    return binary && binary->op == BinaryOp::Add && self(self, binary->lhs) &&
           self(self, binary->rhs);
  };
  if (isSumOfReads(isSumOfReads, id) && fields.size() == 1)
    return "neighbours";
  if (program[id].type == ScalarType::Bool)
    return "condition";
  return match(
      program[id].node, [](const Fma &) { return "sum"; },
      [](const Binary &n) {
        switch (n.op) {
        case BinaryOp::Add:
          return "sum";
        case BinaryOp::Subtract:
          return "difference";
        case BinaryOp::Multiply:
          return n.lhs == n.rhs ? "square" : "product";
        case BinaryOp::Divide:
          return "ratio";
        case BinaryOp::Min:
          return "smaller";
        case BinaryOp::Max:
          return "larger";
        default:
          return "power";
        }
      },
      [](const Unary &n) {
        switch (n.op) {
        case UnaryOp::Sqrt:
          return "root";
        case UnaryOp::Abs:
          return "magnitude";
        case UnaryOp::Negate:
          return "negative";
        default:
          return spelling(n.op);
        }
      },
      [](const Select &) { return "choice"; }, [](const auto &) { return "value"; });
}

ExprPrinter::Text ExprPrinter::compose(ExprId id) {
  const ScalarType type = program[id].type;
  const auto leaf = [](std::string text) { return Text{std::move(text), kPrimary, true, 1}; };
  const auto converted = [&](const std::string &text) {
    return leaf(typeName(type) + wrapped(text));
  };
  return match(
      program[id].node,
      [&](const Constant &n) {
        return Text{printLiteral(n.value, type), std::signbit(n.value) ? kPrefix : kPrimary, true,
                    1};
      },
      [&](const Param &n) { return leaf(leaves.param(n.param)); },
      [&](const UniformRef &n) { return leaf(leaves.uniform(n.uniform)); },
      [&](const Position &n) { return converted(leaves.position(n.axis)); },
      [&](const Extent &n) { return converted(leaves.extent(n.axis)); },
      [&](const Read &n) { return leaf(leaves.read(n)); },
      [&](const Random &n) {
        functions.insert("random01");
        return leaf(leaves.random(n.seed));
      },
      [&](const Convert &n) {
        std::vector<std::pair<ExprId, Text>> operands = {{n.operand, visit(n.operand)}};
        shorten(operands);
        const Text &operand = operands[0].second;
        return Text{typeName(type) + wrapped(operand.text), kPrimary, operand.isLeaf,
                    operand.isLeaf ? 1 : 0};
      },
      [&](const Unary &n) { return composeUnary(id, n); },
      [&](const Binary &n) { return composeBinary(id, n); },
      [&](const Fma &n) { return composeFma(id, n); },
      [&](const Select &n) {
        std::vector<std::pair<ExprId, Text>> parts = {{n.condition, visit(n.condition)},
                                                      {n.then, visit(n.then)},
                                                      {n.otherwise, visit(n.otherwise)}};
        shorten(parts);
        const auto part = [&](int k) {
          const Text &t = parts[k].second;
          return t.precedence > kSelect ? t.text : wrapped(t.text);
        };
        return Text{part(0) + " ? " + part(1) + " : " + part(2), kSelect};
      });
}

ExprPrinter::Text ExprPrinter::call(const char *function,
                                    std::vector<std::pair<ExprId, Text>> operands) {
  shorten(operands);
  functions.insert(function);
  std::string text = function;
  for (const auto &[id, operand] : operands)
    text += (&operand == &operands.front().second ? "(" : ", ") + operand.text;
  return {text + ")", kPrimary};
}

ExprPrinter::Text ExprPrinter::composeUnary(ExprId, const Unary &node) {
  if (node.op != UnaryOp::Negate && node.op != UnaryOp::Not)
    return call(spelling(node.op), {{node.operand, visit(node.operand)}});
  const Text operand = visit(node.operand);
  // "--x" would be another operator.
  const bool needsWrap = operand.precedence < kPrefix || operand.text.starts_with("-");
  return {spelling(node.op) + (needsWrap ? wrapped(operand.text) : operand.text), kPrefix};
}

ExprPrinter::Text ExprPrinter::composeBinary(ExprId, const Binary &node) {
  const Operator op = spelling(node.op);
  std::vector<std::pair<ExprId, Text>> operands = {{node.lhs, visit(node.lhs)},
                                                   {node.rhs, visit(node.rhs)}};
  if (op.precedence == kPrimary)
    return call(op.text, std::move(operands));
  const bool isSum =
      op.precedence == kAdditive && operands[0].second.terms > 0 && operands[1].second.isLeaf;
  if (!isSum || operands[0].second.text.size() > kReadableSum)
    shorten(operands);
  // All operators group from the left: an equal one on the left needs no parentheses. Comparisons
  // and mixed logic get them anyway, for the reader.
  const auto part = [&](const Text &text, bool isRight) {
    const bool isClear = op.precedence >= kAdditive || text.precedence > kRelation ||
                         (op.precedence <= kAnd &&
                          (text.precedence >= kEquality || text.precedence == op.precedence));
    const bool binds = isRight ? text.precedence > op.precedence : text.precedence >= op.precedence;
    return binds && isClear ? text.text : wrapped(text.text);
  };
  Text whole{part(operands[0].second, false) + " " + op.text + " " + part(operands[1].second, true),
             op.precedence};
  whole.terms = isSum ? operands[0].second.terms + 1 : 0;
  return whole;
}

ExprPrinter::Text ExprPrinter::composeFma(ExprId, const Fma &node) {
  // The chain below this node, innermost last: fma(a, b, fma(a', b', ... start)).
  std::vector<ExprId> chain;
  ExprId start = node.c;
  while (const auto *inner = std::get_if<Fma>(&program[start].node)) {
    if (isNamed(start) || done.count(start))
      break;
    chain.push_back(start);
    start = inner->c;
  }
  if (static_cast<int>(chain.size()) < kNesting)
    return call("fma", {{node.a, visit(node.a)}, {node.b, visit(node.b)}, {node.c, visit(node.c)}});

  // Read from the inside out: the running sum takes one product after the other.
  const Text sum = declare(chain.back(), visit(start), false);
  for (ExprId step : llvm::reverse(chain)) {
    const auto &link = std::get<Fma>(program[step].node);
    const Text value =
        call("fma", {{link.a, visit(link.a)}, {link.b, visit(link.b)}, {link.c, sum}});
    statements.push_back({false, false, "", sum.text, value.text});
  }
  return call("fma", {{node.a, visit(node.a)}, {node.b, visit(node.b)}, {node.c, sum}});
}

void ExprPrinter::shorten(std::vector<std::pair<ExprId, Text>> &operands) {
  const auto name = [&](std::pair<ExprId, Text> &operand) {
    operand.second = declare(operand.first, operand.second);
    done.insert_or_assign(operand.first, operand.second);
  };
  for (auto &operand : operands)
    if (operand.second.terms >= kManyTerms)
      name(operand);
  while (true) {
    std::size_t length = 0;
    std::pair<ExprId, Text> *longest = nullptr;
    for (auto &operand : operands) {
      const Text &text = operand.second;
      length += text.text.size();
      if (!text.isLeaf && text.text.size() > kShort &&
          (!longest || text.text.size() > longest->second.text.size()))
        longest = &operand;
    }
    if (length <= kReadable || !longest)
      return;
    name(*longest);
  }
}

} // namespace stencilc::emit
