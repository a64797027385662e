/// \file Prints symbolic values of a step. The text computes the same as C, under `arithmetic
/// written`: the same operators in the same order, each literal with its type.
#include "lift/write/ValueText.h"
#include "lift/Symbols.h"
#include "lift/Values.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::lift {

static const char *const kAxes[] = {"x", "y", "z"};
enum Precedence { kOr = 1, kAnd, kCompare, kSum, kProduct, kSign, kPrimary };

/// Words of the stencil language, which a .stencil program cannot use as names.
static const char *const kWords[] = {
    "stencil",  "precision",     "arithmetic",  "spacing", "const",  "param",    "field",
    "boundary", "neighbourhood", "coefficient", "fn",      "let",    "size",     "steps",
    "report",   "until",         "t",           "pi",      "centre", "sum",      "min",
    "max",      "norm",          "apply",       "select",  "abs",    "sqrt",     "exp",
    "log",      "sin",           "cos",         "tanh",    "floor",  "gaussian", "random",
    "star",     "box",           "diamond",     "axis",    "import", "source",   "receiver",
    "where",    "count"};

bool isWordOfTheLanguage(llvm::StringRef name) { return llvm::is_contained(kWords, name); }

/// Returns true if a value that the step writes depends on how many time steps have been done.
static bool countsSteps(const Step &step) {
  bool isFound = false;
  for (const Write &write : step.writes)
    forAllNodes(step, write.value, [&](const Node &node) {
      isFound |= node.kind == Node::Position &&
                 llvm::any_of(node.position.symbols(),
                              [&](auto symbol) { return isOfTime(step.symbols[symbol]); });
    });
  return isFound;
}

ValueText::ValueText(const Step &step, const Fields &fields, Diagnostics &diags)
    : ages(fields.fields.size(), 1), step(step), fields(fields), diags(diags), reach(fields.rank) {
  for (const char *word : kWords)
    taken.insert(word);
  for (int axis = 0; axis < fields.rank; ++axis) {
    taken.insert(kAxes[axis]);
    taken.insert(std::string("n") + kAxes[axis]);
  }
  if (step.goesOn || countsSteps(step))
    taken.insert("step");
  for (const Field &field : fields.fields)
    names.push_back(unique(field.name));
}

std::string ValueText::unique(const std::string &name) {
  std::string result = name;
  for (int number = 2; !taken.insert(result).second; ++number)
    result = name + "_" + (taken.count(name + "_") ? std::to_string(number) : "");
  return result;
}

std::string ValueText::fail(llvm::SMLoc place, const std::string &what, llvm::StringRef hint) {
  if (!isFailed)
    diags.report({place, place}, diag::LiftUnsupported, what).note({}, diag::Hint, hint);
  isFailed = true;
  return "0";
}

std::vector<std::pair<std::int64_t, std::int64_t>> ValueText::takeReach() {
  auto result = reach;
  reach.assign(fields.rank, {0, 0});
  return result;
}

std::string ValueText::index(const std::string &time,
                             const std::vector<std::int64_t> &offset) const {
  std::string text = time;
  for (int axis = 0; axis < fields.rank; ++axis)
    if (offset[axis] != 0)
      text += (text.empty() ? "" : ", ") + std::string(kAxes[axis]) +
              (offset[axis] > 0 ? "+" : "-") + std::to_string(std::abs(offset[axis]));
  return text.empty() ? "" : "[" + text + "]";
}

std::string ValueText::versionName(int field, int version) const {
  return names[field] + "_" + std::to_string(version + 1);
}

/// Returns a bound of a box as text, such as "2" or "nx - 1".
static std::string edgeText(const Edge &edge, const std::string &size) {
  if (!edge.isFromHigh)
    return std::to_string(edge.distance);
  if (edge.distance == 0)
    return size;
  return size + (edge.distance > 0 ? " - " : " + ") + std::to_string(std::abs(edge.distance));
}

static bool isOneCell(const Edge &low, const Edge &high) {
  const std::int64_t cells = high.distance - low.distance;
  return low.isFromHigh == high.isFromHigh && (low.isFromHigh ? -cells : cells) == 1;
}

std::string ValueText::inside(const Box &box) const {
  std::vector<std::string> parts;
  for (int axis = fields.rank - 1; axis >= 0; --axis) {
    const auto &[low, high] = box[axis];
    const std::string name = kAxes[axis], size = std::string("n") + kAxes[axis];
    if (isOneCell(low, high)) {
      parts.push_back(name + " == " + edgeText(low, size));
      continue;
    }
    if (!(low == Edge{false, 0}))
      parts.push_back(name + " >= " + edgeText(low, size));
    if (!(high == Edge{true, 0}))
      parts.push_back(name + " < " + edgeText(high, size));
  }
  return llvm::join(parts, " && ");
}

std::string ValueText::exactNumber(const Node &node) {
  if (node.type != Type::F32)
    return node.text;
  llvm::APFloat value(llvm::APFloat::IEEEsingle(), node.text);
  bool losesDigits;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesDigits);
  llvm::SmallString<32> text;
  value.toString(text, 0, 6);
  if (text.find_first_of(".eE") == llvm::StringRef::npos)
    text += ".0";
  return text.str().str();
}

std::string ValueText::printNumber(const Node &node) {
  if (node.type == Type::F32 && isReport)
    return exactNumber(node);
  if (node.type == Type::F32)
    return node.text + "f";
  return node.type == Type::F64 && computesF32 ? node.text + "d" : node.text;
}

std::string ValueText::printRead(const Node &node) {
  if (fields.isTable[node.read.array]) {
    std::string name = step.arrays[node.read.array].name, indices;
    for (const Polynomial &place : node.read.indices) {
      const std::string number = std::to_string(*place.constant());
      name += "_" + number;
      indices += "[" + number + "]";
    }
    tableEntries[name] = {step.arrays[node.read.array].name, indices};
    const auto [entry, isNew] = scalars.try_emplace(name, name, node.type);
    if (isNew)
      entry->second.first = unique(name);
    return entry->second.first;
  }
  if (isFailed)
    return "0";
  const auto read = resolveRead(step, fields, node, spot, diags);
  if (!read) {
    isFailed = true;
    return "0";
  }
  const Field &field = fields.fields[read->field];
  ages[read->field] = std::max(ages[read->field], read->age);
  for (int axis = 0; axis < fields.rank;
       ++axis) { // no cell is skipped at a face with another boundary than `keep`
    const auto &[low, high] = fields.faces[read->field][axis];
    if (low.word.empty())
      reach[axis].first = std::max(reach[axis].first, -read->offset[axis]);
    if (high.word.empty())
      reach[axis].second = std::max(reach[axis].second, read->offset[axis]);
  }
  if (read->age == 0) {
    const bool isLast = read->version + 1 == int(field.updates.size());
    if (isLast)
      return names[read->field] + index("t+1", read->offset);
    versionsRead.insert({read->field, read->version});
    return versionName(read->field, read->version) +
           index(read->version == 0 ? "t+1" : "", read->offset);
  }
  return names[read->field] +
         index(read->age > 1 ? "t-" + std::to_string(read->age - 1) : "", read->offset);
}

std::string ValueText::printTemporary(const Node &node, int least) {
  const Local &local = step.locals[node.local];
  const auto known = printed.find({isReport, node.local});
  if (known != printed.end() && (local.nest < 0 || known->second.cell == spot.cell)) {
    for (int axis = 0; axis < fields.rank; ++axis) {
      reach[axis].first = std::max(reach[axis].first, known->second.reach[axis].first);
      reach[axis].second = std::max(reach[axis].second, known->second.reach[axis].second);
    }
    return known->second.name;
  }
  if (known != printed.end())
    return print(local.value, least);
  const auto outer = takeReach();
  std::string text = print(local.value);
  Printed entry{unique(local.name), spot.cell, takeReach()};
  lets.push_back("let " + entry.name + " = " + text + ";");
  reach = outer;
  printed[{isReport, node.local}] = entry;
  return printTemporary(node, least);
}

Polynomial ValueText::inAxes(Polynomial value, std::vector<std::string> &added) const {
  for (const Polynomial::Symbol symbol : value.symbols()) // the language counts steps from 0
    if (step.symbols[symbol].kind == Symbol::Time)
      value = value.substitute(symbol, Polynomial::symbol(symbol) + step.firstTime.value_or(0));
  const auto add = [&](std::string name) {
    added.push_back(std::move(name));
    return Polynomial::symbol(int(step.symbols.size() + added.size()) - 1);
  };
  for (int axis = 0; axis < fields.rank; ++axis) {
    const Polynomial &cell = spot.cell[fields.rank - 1 - axis];
    for (const Loop &loop : *spot.loops)
      if (cell.uses(loop.variable))
        value = value.substitute(loop.variable,
                                 add(kAxes[axis]) - (cell - Polynomial::symbol(loop.variable)));
    const Polynomial &extent = fields.extents[axis];
    const auto sizes = extent.symbols();
    if (sizes.size() == 1 && extent.coefficient(sizes[0]) == Polynomial(1))
      value = value.substitute(sizes[0], add(std::string("n") + kAxes[axis]) -
                                             (extent - Polynomial::symbol(sizes[0])));
  }
  return value;
}

std::string ValueText::printPosition(const Node &node, int least) {
  std::vector<std::string> extra;
  const Polynomial value = inAxes(node.position, extra);
  const int first = int(step.symbols.size());
  if (neighbourIn(step, node.position))
    return fail(node.place, "the number of a neighbour that is chosen at a face is a value",
                "choose between two values with '?:'");
  const std::string text = value.text([&](Polynomial::Symbol symbol) {
    if (symbol >= first)
      return extra[symbol - first];
    if (isOfTime(step.symbols[symbol]))
      return printStep(step.symbols[symbol], node.place);
    const std::string &name = step.symbols[symbol].name;
    if (step.symbols[symbol].kind != Symbol::Size)
      return fail(node.place, "a value depends on '" + name + "', which does not choose its cell",
                  "use only the loops that choose the cell that is written");
    const auto [entry, isNew] = scalars.try_emplace(name, name, Type::Whole);
    if (isNew)
      entry->second.first = unique(name);
    return entry->second.first;
  });
  const auto symbols = value.symbols();
  const bool isSimple = text.find_first_of(" -") == text.npos ||
                        (symbols.size() == 1 && value == Polynomial::symbol(symbols.front()));
  const bool isWide = computesF32 && node.type == Type::F64 && !isReport;
  // C converts a whole number to `float` once, whatever it is made of.
  if (computesF32 && node.type == Type::F32 && !isReport && value.symbols().size() > 0 &&
      !isMultipleOfName(value))
    return "f32(1.0d * (" + text + "))";
  const std::string body = isSimple || (least <= kSum && !isWide) ? text : "(" + text + ")";
  return isWide ? (least > kProduct ? "(1.0d * " + body + ")" : "1.0d * " + body) : body;
}

/// Returns the text for the number of time steps before the current one. For a time level such as
/// `t % 2`, returns the text for the remainder of this number.
std::string ValueText::printStep(const Symbol &symbol, llvm::SMLoc place) {
  if (symbol.isToggle)
    return fail(place, "a variable that alternates between 0 and 1 is used as a value",
                "compute the value from the variable of the loop over time");
  needsStepNumber = true;
  if (symbol.kind == Symbol::Time)
    return "step";
  const std::int64_t more = step.firstTime.value_or(0) + symbol.shift;
  const std::string number = more == 0 ? "step"
                                       : "(step " + std::string(more > 0 ? "+ " : "- ") +
                                             std::to_string(std::abs(more)) + ")";
  const std::string by = std::to_string(symbol.modulus);
  return "(" + number + " - " + by + " * floor(" + number + " / " + by + "))";
}

/// Returns the name of a parameter in the .stencil program. In an f32 program an f64 parameter is
/// stored in a constant f64 field, whose name is returned. A stopping rule (`until` condition)
/// computes in f64 and reads the parameter itself.
std::string ValueText::printScalar(const Node &node) {
  const auto [entry, isNew] = scalars.try_emplace(node.text, node.text, node.type);
  if (isNew)
    entry->second.first = unique(node.text);
  const std::string &name = entry->second.first;
  if (isReport) {
    if (node.type == Type::F32)
      ruleScalars.insert(node.text);
    return name + (wideScalars.count(node.text) ? "_value" : "");
  }
  if (computesF32 && node.type == Type::F64 && wideScalars.insert(node.text).second)
    unique(name + "_value");
  return name;
}

/// Returns the texts of both operands of an operation, in brackets where their precedence is below
/// `leftLeast` or `rightLeast`. If one operand is f64, a conversion of the other operand to f64 is
/// omitted.
std::pair<std::string, std::string> ValueText::pair(const Value &left, const Value &right,
                                                    int leftLeast, int rightLeast) {
  const auto bare = [](const Value &value) {
    return value->kind == Node::Widen ? value->operands[0] : value;
  };
  const auto isWide = [&](const Value &value) {
    return value->kind != Node::Widen && value->type == Type::F64;
  };
  if (isWide(right))
    return {print(bare(left), leftLeast), print(right, rightLeast)};
  if (isWide(left))
    return {print(left, leftLeast), print(bare(right), rightLeast)};
  return {print(left, leftLeast), print(bare(right), rightLeast)};
}

std::string ValueText::condition(const Value &value, int least) {
  if (value->type == Type::Bool)
    return print(value, least);
  const std::string text = print(value, kSum) + " != 0";
  return least > kCompare ? "(" + text + ")" : text;
}

std::string ValueText::printBinary(const Node &node, int least) {
  const std::string &symbol = node.text;
  if (symbol == "&&" || symbol == "||") {
    const int own = symbol == "&&" ? kAnd : kOr;
    const std::string text = condition(node.operands[0], own) + " " + symbol + " " +
                             condition(node.operands[1], own + 1);
    return own < least ? "(" + text + ")" : text;
  }
  const int own = node.type == Type::Bool          ? kCompare
                  : symbol == "+" || symbol == "-" ? kSum
                                                   : kProduct;
  Value left = node.operands[0];
  const Value &right = node.operands[1];
  if (left->kind == Node::Number && left->type == Type::Whole && node.type != Type::Bool &&
      right->type == Type::Whole)
    left = std::make_shared<const Node>(
        Node{.kind = Node::Number, .type = node.type, .text = left->text + ".0"});
  auto [a, b] = pair(left, right, own == kCompare ? kSum : own, own + 1);
  const std::string text = a + " " + symbol + " " + b;
  return own < least ? "(" + text + ")" : text;
}

std::string ValueText::print(const Value &value, int least) {
  const Node &node = *value;
  const auto bracket = [&](const std::string &text, int own) {
    return own < least ? "(" + text + ")" : text;
  };
  switch (node.kind) {
  case Node::Number:
    return bracket(printNumber(node), node.text[0] == '-' ? kSign : kPrimary);
  case Node::Scalar:
    return printScalar(node);
  case Node::Position:
    return printPosition(node, least);
  case Node::Read:
    return printRead(node);
  case Node::Temporary:
    return printTemporary(node, least);
  case Node::Unary:
    if (node.text == "!")
      return bracket("!" + condition(node.operands[0], kPrimary), kSign);
    return bracket("-" + print(node.operands[0], kPrimary), kSign);
  case Node::Binary:
    return printBinary(node, least);
  case Node::Call: {
    if (node.text == "^2")
      return bracket(print(node.operands[0], kPrimary) + "^2", kSign);
    if (node.operands.size() == 2) {
      const auto [a, b] = pair(node.operands[0], node.operands[1], 0, 0);
      return node.text + "(" + a + ", " + b + ")";
    }
    return node.text + "(" + print(node.operands[0]) + ")";
  }
  case Node::Select: {
    const std::string when = condition(node.operands[0], 0);
    const auto [a, b] = pair(node.operands[1], node.operands[2], 0, 0);
    return "select(" + when + ", " + a + ", " + b + ")";
  }
  case Node::Widen:
    if (isReport)
      return print(node.operands[0], least);
    return bracket("1.0d * " + print(node.operands[0], kSign), kProduct);
  case Node::Carried:
    return fail(node.place, "'" + node.text + "' is used with a value from an earlier cell or step",
                "set it where it is used");
  case Node::Reduced:
    if (const auto found = reductions.find(node.local); isReport && found != reductions.end())
      return found->second;
    return fail(node.place,
                "'" + step.reductions[node.local].variable +
                    "' is a value of the whole grid, used in the step itself",
                "only the condition that ends the loop over time may use it");
  }
  return "";
}

std::string ValueText::printStored(const Value &value) {
  return print(value->kind == Node::Widen ? value->operands[0] : value);
}

} // namespace stencilc::lift
