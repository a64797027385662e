/// \file Prints expressions of the IR (the program with its arithmetic fixed) as C++.
#include "emit/ExprPrinter.h"
#include "analysis/LowerBound.h"
#include "analysis/PerRoot.h"
#include "emit/Spelling.h"
#include "ir/Names.h"
#include "ir/Walk.h"
#include "support/Match.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>

namespace stencilc::emit {

using namespace ir;

namespace {

/// Lengths of text, in characters. An expression of at most kReadable is not split, nor is a sum of
/// at most kReadableSum. An operand of at most kShort never becomes a temporary.
constexpr std::size_t kReadable = 110, kShort = 24, kReadableSum = 700;
/// Smallest number of terms for which a sum inside of an expression becomes a temporary.
constexpr int kManyTerms = 4;
/// Greatest depth to which calls of fma are nested. A deeper chain becomes a running sum in a
/// variable.
constexpr int kNesting = 3;

/// Returns true if a node is a leaf or the conversion of a leaf. Leaves are cheap to repeat and
/// never become temporaries.
bool isLeafNode(const Program &program, ExprId id) {
  if (const auto *convert = std::get_if<Convert>(&program[id].node))
    return isLeafNode(program, convert->operand);
  return isLeaf(program[id].node);
}

std::string wrapped(const std::string &text) { return "(" + text + ")"; }

} // namespace

ExprPrinter::ExprPrinter(const Program &program, const std::vector<ExprId> &roots, LeafText leaves,
                         Names &scope, std::set<std::string> &functions)
    : program(program), leaves(std::move(leaves)), scope(scope), functions(functions) {
  for (ExprId root : roots)
    countUses(root);
  if (!this->leaves.rare.empty())
    told = analysis::deferredQuotients(program, roots,
                                       [&](ExprId id) { return !knownText(id).empty(); });
}

void ExprPrinter::countUses(ExprId id) {
  if (++uses[id] > 1 || !knownText(id).empty())
    return;
  if (const auto *binary = std::get_if<Binary>(&program[id].node))
    if (binary->op == BinaryOp::Divide)
      ++quotientsBy[binary->rhs];
  forEachOperand(program[id].node, [&](ExprId operand) { countUses(operand); });
}

std::string ExprPrinter::knownText(ExprId id) const {
  return leaves.known ? leaves.known(id) : std::string();
}

Printed ExprPrinter::print(ExprId root) {
  printed = root;
  std::string value = visit(root).text;
  return {std::exchange(statements, {}), std::move(value)};
}

bool ExprPrinter::isNamed(ExprId id) const {
  return !isLeafNode(program, id) && (uses.at(id) > 1 || program.exprNames.count(id));
}

ExprPrinter::Text ExprPrinter::visit(ExprId id) {
  if (const auto known = done.find(id); known != done.end())
    return known->second;
  if (std::string text = knownText(id); !text.empty())
    return done.insert_or_assign(id, Text{text, kPrimary, true, 1}).first->second;
  Text text = compose(id);
  const bool isResult = told.results.count(id);
  if (isResult)
    text = {leaves.rare + ".taken(" + text.text + ")", kPrimary};
  if (isNamed(id) || (isResult && id != printed)) // recorded even if a select skips it
    text = declare(id, text);
  return done.insert_or_assign(id, text).first->second;
}

ExprPrinter::Text ExprPrinter::declare(ExprId id, const Text &value, bool isConstant) {
  const std::string name =
      scope.claim(readableName(program, id), program.exprNames.count(id) ? "Value" : "");
  statements.push_back({true, isConstant, typeName(program[id].type), name, value.text});
  return {name, kPrimary, true, 1};
}

ExprPrinter::Text ExprPrinter::composeLeaf(ExprId id) {
  const ScalarType type = program[id].type;
  const auto leaf = [](std::string text) { return Text{std::move(text), kPrimary, true, 1}; };
  if (const std::optional<std::string> place = leaves.place(id)) {
    const bool isWhole = std::holds_alternative<Position>(program[id].node) ||
                         std::holds_alternative<Extent>(program[id].node);
    return leaf(isWhole ? typeName(type) + wrapped(*place) : *place);
  }
  const double value = std::get<Constant>(program[id].node).value;
  return {printLiteral(value, type), std::signbit(value) ? kPrefix : kPrimary, true, 1};
}

ExprPrinter::Text ExprPrinter::compose(ExprId id) {
  const ScalarType type = program[id].type;
  const auto leaf = [&](const auto &) { return composeLeaf(id); };
  return match(
      program[id].node, [&](const Constant &n) { return leaf(n); },
      [&](const Param &n) { return leaf(n); }, [&](const UniformRef &n) { return leaf(n); },
      [&](const Position &n) { return leaf(n); }, [&](const Extent &n) { return leaf(n); },
      [&](const Read &n) { return leaf(n); }, [&](const ProfileRead &n) { return leaf(n); },
      [&](const PointWeight &n) { return leaf(n); }, [&](const Random &n) { return leaf(n); },
      [&](const Reduced &n) { return leaf(n); }, [&](const PreviousValue &n) { return leaf(n); },
      [&](const StepNumber &n) { return leaf(n); }, [&](const SeriesValue &n) { return leaf(n); },
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
        shorten(parts, /*areOfChoice=*/true);
        const auto part = [&](int k) {
          const Text &t = parts[k].second;
          return t.precedence > kSelect ? t.text : wrapped(t.text);
        };
        return Text{part(0) + " ? " + part(1) + " : " + part(2), kSelect};
      },
      [&](const Noise &n) { return composeNoise(n, type); });
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

ExprPrinter::Text ExprPrinter::composeNoise(const Noise &node, ScalarType type) {
  const std::string function =
      std::string("stencilc::noise<") + typeName(type) + ", " + std::to_string(node.part) + ">";
  std::string text = function + "(" + std::to_string(node.seed) + "u";
  for (const ExprId operand : {node.x, node.y, node.z, node.step})
    text += ", " + visit(operand).text;
  return {text + ")", kPrimary};
}

ExprPrinter::Text ExprPrinter::composeUnary(ExprId, const Unary &node) {
  if (node.op != UnaryOp::Negate && node.op != UnaryOp::Not)
    return call(spelling(node.op), {{node.operand, visit(node.operand)}});
  const Text operand = visit(node.operand);
  // Two minus signs would form the operator `--`.
  const bool needsWrap = operand.precedence < kPrefix || operand.text.starts_with("-");
  return {spelling(node.op) + (needsWrap ? wrapped(operand.text) : operand.text), kPrefix};
}

const ExprId *ExprPrinter::squareOf(ExprId id) const {
  const auto *root = std::get_if<Unary>(&program[id].node);
  const bool isHere = !isNamed(id) && !done.count(id) && knownText(id).empty();
  return root && root->op == UnaryOp::Sqrt && isHere ? &root->operand : nullptr;
}

bool ExprPrinter::mayBeTiny(ExprId id) const {
  // The bounds are the preconditions of overLargeRoot() (runtime/device/stencilc/Root.h).
  const double least = program[id].type == ScalarType::F32 ? 0x1p-100 : 0x1p-960;
  return !(analysis::lowerBound(program, id) >= least);
}

std::optional<ExprPrinter::Text> ExprPrinter::composeQuotient(ExprId id, const Binary &node) {
  if (node.op != BinaryOp::Divide || leaves.isHost)
    return {};
  if (const ExprId *square = squareOf(node.rhs)) {
    Text quotient = call(mayBeTiny(*square) ? "overRoot" : "overLargeRoot",
                         {{node.lhs, visit(node.lhs)}, {*square, visit(*square)}});
    if (!leaves.rare.empty() && analysis::mayFlagSpecialRoots(program, id))
      quotient.text.replace(quotient.text.size() - 1, 1, ", " + leaves.rare + ")");
    return quotient;
  }
  if (told.quotients.count(id))
    return composeDeferred(node);
  if (quotientsBy[node.rhs] < 2 || std::holds_alternative<Constant>(program[node.rhs].node))
    return {};
  return call("divide", {{node.lhs, visit(node.lhs)}, {node.rhs, visit(node.rhs)}});
}

ExprPrinter::Text ExprPrinter::composeDeferred(const Binary &node) {
  const bool isFirst = deferredDenominators.insert(node.rhs).second;
  const auto *over = std::get_if<Constant>(&program[node.lhs].node);
  const bool isReciprocal = over && over->value == 1;
  std::vector<std::pair<ExprId, Text>> operands;
  if (!isReciprocal)
    operands.emplace_back(node.lhs, visit(node.lhs));
  operands.emplace_back(node.rhs, visit(node.rhs));
  const char *function = isReciprocal ? isFirst ? "reciprocal" : "reciprocalOfSame"
                         : isFirst    ? "divide"
                                      : "divideBySame";
  Text quotient = call(function, std::move(operands));
  quotient.text.replace(quotient.text.size() - 1, 1, ", " + leaves.rare + ")");
  return quotient;
}

std::optional<std::string> ExprPrinter::wholeText(ExprId id) const {
  const ExprNode &node = program[id].node;
  if (program[id].type != ScalarType::F64 || !knownText(id).empty())
    return {};
  if (const auto *constant = std::get_if<Constant>(&node)) {
    const bool isInt = constant->value == std::trunc(constant->value) &&
                       std::fabs(constant->value) <= std::numeric_limits<std::int32_t>::max();
    return isInt ? std::optional(std::to_string(static_cast<std::int64_t>(constant->value)))
                 : std::nullopt;
  }
  if (std::holds_alternative<Position>(node) || std::holds_alternative<Extent>(node))
    return leaves.place(id);
  const auto *binary = std::get_if<Binary>(&node);
  return binary ? wholeText(*binary) : std::nullopt;
}

std::optional<std::string> ExprPrinter::wholeText(const Binary &node) const {
  if (node.op != BinaryOp::Add && node.op != BinaryOp::Subtract)
    return {};
  // The result must fit an int: a coordinate plus or minus a few cells, or the difference of two
  // coordinates.
  const auto isSmall = [](double value) { return std::fabs(value) <= 64; };
  const auto *step = std::get_if<Constant>(&program[node.rhs].node);
  const bool isWay = isLeaf(program[node.rhs].node) && !step && node.op == BinaryOp::Subtract;
  const auto *first = std::get_if<Constant>(&program[node.lhs].node);
  if (first || !isLeaf(program[node.lhs].node) || !(isWay || (step && isSmall(step->value))))
    return {};
  const auto lhs = wholeText(node.lhs), rhs = wholeText(node.rhs);
  if (!lhs || !rhs)
    return {};
  if (step && step->value < 0) // avoids "x + -1"
    return *lhs + (node.op == BinaryOp::Add ? " - " : " + ") + rhs->substr(1);
  const bool isCompound = rhs->find(' ') != std::string::npos;
  return *lhs + " " + spelling(node.op).text + " " + (isCompound ? wrapped(*rhs) : *rhs);
}

/// Returns the text of a comparison of f64 coordinates as a faster comparison of integers, in
/// updates of a program that computes in f32. Returns `nullopt` for other programs and nodes, and
/// if a side may not be a whole number within the range of int.
std::optional<ExprPrinter::Text> ExprPrinter::composeWhole(const Binary &node) const {
  if (!isComparison(node.op) || program.compute != ScalarType::F32 || !leaves.isOfCells)
    return {};
  const auto lhs = wholeText(node.lhs), rhs = wholeText(node.rhs);
  if (!lhs || !rhs)
    return {};
  const Operator op = spelling(node.op);
  return Text{*lhs + " " + op.text + " " + *rhs, op.precedence};
}

ExprPrinter::Text ExprPrinter::composeBinary(ExprId id, const Binary &node) {
  if (std::optional<Text> quotient = composeQuotient(id, node))
    return *quotient;
  if (std::optional<Text> whole = composeWhole(node))
    return *whole;
  const Operator op = spelling(node.op);
  std::vector<std::pair<ExprId, Text>> operands = {{node.lhs, visit(node.lhs)},
                                                   {node.rhs, visit(node.rhs)}};
  if (op.precedence == kPrimary)
    return call(op.text, std::move(operands));
  const bool isSum =
      op.precedence == kAdditive && operands[0].second.terms > 0 && operands[1].second.isLeaf;
  if (!isSum || operands[0].second.text.size() > kReadableSum)
    shorten(operands);
  // All operators are left-associative, so an equal operator on the left needs no parentheses.
  // Comparisons and mixed logic get them anyway, for the reader.
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
  // The chain of fma nodes below this node, innermost last: fma(a, b, fma(a', b', ... start)).
  std::vector<ExprId> chain;
  ExprId start = node.c;
  while (const auto *inner = std::get_if<Fma>(&program[start].node)) {
    if (isNamed(start) || done.count(start) || !knownText(start).empty() ||
        told.results.count(start))
      break;
    chain.push_back(start);
    start = inner->c;
  }
  if (static_cast<int>(chain.size()) < kNesting)
    return call("fma", {{node.a, visit(node.a)}, {node.b, visit(node.b)}, {node.c, visit(node.c)}});

  // The running sum adds one product in each statement, starting with the innermost fma.
  const Text sum = declare(chain.back(), visit(start), false);
  for (ExprId step : llvm::reverse(chain)) {
    const auto &link = std::get<Fma>(program[step].node);
    const Text value =
        call("fma", {{link.a, visit(link.a)}, {link.b, visit(link.b)}, {link.c, sum}});
    statements.push_back({false, false, "", sum.text, value.text});
  }
  return call("fma", {{node.a, visit(node.a)}, {node.b, visit(node.b)}, {node.c, sum}});
}

void ExprPrinter::shorten(std::vector<std::pair<ExprId, Text>> &operands, bool areOfChoice) {
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
      // A select may skip an fma, so the fma is not computed ahead of the select.
      if (areOfChoice && std::holds_alternative<Fma>(program[operand.first].node))
        continue;
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
