/// \file Warns if a derivative is divided by the spacing (cell distance) although it contains this
/// division already. Warns about powers whose base and exponent are both fields.
#include "sema/limits/Suspicions.h"
#include "sema/names/Builtins.h"
#include "support/Match.h"
#include <set>

namespace stencilc::sema {

namespace {

class SuspicionFinder {
public:
  explicit SuspicionFinder(const Unit &unit) : unit(unit) {}

  void read() {
    forEach<ast::LetStatement>(unit.stencil, [&](const auto &s, const auto &) { walk(s.value); });
    forEach<ast::GlobalStatement>(unit.stencil,
                                  [&](const auto &s, const auto &) { walk(s.value); });
    for (const Update &update : unit.updates) {
      for (const ast::Arm &arm : update.node->arms)
        walk(arm.value);
      walk(update.node->value);
    }
  }

private:
  /// A product, as a list of its factors and a list of the factors by which it is divided.
  struct Product {
    std::vector<ast::ExprId> factors, divisors;
  };

  void walk(ast::ExprId id, bool isInProduct = false) {
    if (!id.valid() || (!isInProduct && !seen.insert(id).second))
      return;
    match(
        unit.stencil.exprs[id].node, [](const ast::Number &) {}, [](const ast::Name &) {},
        [](const ast::Access &) {}, [](const ast::InlineNeighbourhood &) {},
        [](const ast::InlineRange &) {}, [&](const ast::Unary &e) { walk(e.operand); },
        [&](const ast::Call &e) {
          for (ast::ExprId argument : e.arguments)
            walk(argument);
        },
        [&](const ast::Binary &e) {
          const bool isProduct = isProductOf(e);
          if (isProduct && !isInProduct)
            checkProduct(id);
          if (e.op == ast::BinaryOp::Power)
            checkPower(e);
          walk(e.lhs, isProduct);
          walk(e.rhs, e.op == ast::BinaryOp::Multiply);
        });
  }

  static bool isProductOf(const ast::Binary &e) {
    return e.op == ast::BinaryOp::Multiply || e.op == ast::BinaryOp::Divide;
  }

  void collect(ast::ExprId id, bool isDivisor, Product &product) const {
    const auto *binary = std::get_if<ast::Binary>(&unit.stencil.exprs[id].node);
    if (!binary || !isProductOf(*binary)) {
      (isDivisor ? product.divisors : product.factors).push_back(id);
      return;
    }
    collect(binary->lhs, isDivisor, product);
    collect(binary->rhs, isDivisor != (binary->op == ast::BinaryOp::Divide), product);
  }

  void checkProduct(ast::ExprId id) {
    Product product;
    collect(id, false, product);
    for (const ast::ExprId factor : product.factors) {
      const auto [call, derivative] = derivativeOf(factor);
      if (!call)
        continue;
      const Symbol *spacing = nullptr;
      std::optional<int> power = 0;
      for (const ast::ExprId other : product.factors)
        if (other != factor)
          add(power, powerOfSpacing(other, spacing, 0), 1);
      for (const ast::ExprId other : product.divisors)
        add(power, powerOfSpacing(other, spacing, 0), -1);
      if (!power || *power != -derivative || !spacing)
        continue;
      unit.diags.report(unit.stencil.exprs[id].range, diag::DividedTwice, call->callee.text)
          .note(spacing->declared, diag::Hint,
                "'" + spacing->name +
                    "' is declared as a spacing here: leave out the division by it, or declare it "
                    "with 'const', and derivatives count in cells");
    }
  }

  static void add(std::optional<int> &total, std::optional<int> part, int sign) {
    total = total && part ? std::optional(*total + sign * *part) : std::nullopt;
  }

  /// Returns the call of a derivative that `id` consists of, directly or by the name of a `let`,
  /// and the order of the derivative (1 or 2). Returns null for other expressions.
  std::pair<const ast::Call *, int> derivativeOf(ast::ExprId id) const {
    if (const auto *name = std::get_if<ast::Name>(&unit.stencil.exprs[id].node)) {
      const auto symbol = unit.symbols.find(name->name.text);
      const ast::LetStatement *let =
          symbol && unit.symbols[*symbol].statement
              ? std::get_if<ast::LetStatement>(&unit.symbols[*symbol].statement->node)
              : nullptr;
      if (!let || std::holds_alternative<ast::Name>(unit.stencil.exprs[let->value].node))
        return {nullptr, 0};
      return derivativeOf(let->value);
    }
    const auto *call = std::get_if<ast::Call>(&unit.stencil.exprs[id].node);
    const auto callee = call ? unit.symbols.findCallee(call->callee.text) : std::nullopt;
    if (!callee || unit.symbols[*callee].kind != SymbolKind::Builtin ||
        findBuiltin(call->callee.text)->kind != BuiltinKind::Difference)
      return {nullptr, 0};
    return {call, call->callee.text == "d" ? 1 : 2};
  }

  /// Maximum number of `let` names that are followed, each of which is the value of the one before.
  static constexpr int kMostNames = 64;

  /// Returns the exponent of the spacing (cell distance) in an expression: 1 for `h`, -2 for `(c *
  /// dt / h)^2`. Returns nullopt if it is unknown or differs between the terms of a sum. Stores the
  /// last spacing found in `spacing`. `depth` is the number of `let` and `const` names followed so
  /// far.
  std::optional<int> powerOfSpacing(ast::ExprId id, const Symbol *&spacing, int depth) const {
    return match(
        unit.stencil.exprs[id].node, [](const ast::Number &) { return std::optional(0); },
        [&](const ast::Name &e) { return powerIn(e, spacing, depth); },
        [](const ast::Access &) { return std::optional(0); },
        [](const ast::Call &) { return std::optional(0); },
        [](const ast::InlineNeighbourhood &) { return std::optional<int>(); },
        [](const ast::InlineRange &) { return std::optional<int>(); },
        [&](const ast::Unary &e) { return powerOfSpacing(e.operand, spacing, depth); },
        [&](const ast::Binary &e) { return powerIn(e, spacing, depth); });
  }

  std::optional<int> powerIn(const ast::Name &name, const Symbol *&spacing, int depth) const {
    const auto found = unit.symbols.find(name.name.text);
    if (!found || !unit.symbols[*found].statement)
      return 0;
    const Symbol &symbol = unit.symbols[*found];
    const ast::StatementNode &node = symbol.statement->node;
    if (std::holds_alternative<ast::SpacingStatement>(node)) {
      spacing = &symbol;
      return 1;
    }
    if (depth > kMostNames)
      return std::nullopt;
    if (const auto *constant = std::get_if<ast::ConstStatement>(&node))
      return powerOfSpacing(constant->value, spacing, depth + 1);
    if (const auto *let = std::get_if<ast::LetStatement>(&node))
      return powerOfSpacing(let->value, spacing, depth + 1);
    return 0;
  }

  std::optional<int> powerIn(const ast::Binary &binary, const Symbol *&spacing, int depth) const {
    std::optional<int> lhs = powerOfSpacing(binary.lhs, spacing, depth);
    if (binary.op == ast::BinaryOp::Power) {
      const auto *exponent = std::get_if<ast::Number>(&unit.stencil.exprs[binary.rhs].node);
      if (lhs == 0)
        return 0;
      if (!lhs || !exponent || !exponent->isInteger || exponent->value > kMostNames)
        return std::nullopt;
      return *lhs * static_cast<int>(exponent->value);
    }
    const std::optional<int> rhs = powerOfSpacing(binary.rhs, spacing, depth);
    if (!isProductOf(binary))
      return lhs == rhs ? lhs : std::nullopt;
    add(lhs, rhs, binary.op == ast::BinaryOp::Multiply ? 1 : -1);
    return lhs;
  }

  /// Returns the field if `id` is only a read of a field that the program updates. Returns null for
  /// other expressions.
  const Symbol *updatedField(ast::ExprId id) const {
    const ast::ExprNode &node = unit.stencil.exprs[id].node;
    const ast::Identifier *name = nullptr;
    if (const auto *read = std::get_if<ast::Name>(&node))
      name = &read->name;
    else if (const auto *access = std::get_if<ast::Access>(&node))
      name = &access->base;
    const auto found = name ? unit.symbols.find(name->text) : std::nullopt;
    if (!found)
      return nullptr;
    const Symbol &symbol = unit.symbols[*found];
    const bool isField = symbol.kind == SymbolKind::Field || symbol.kind == SymbolKind::Group;
    return isField && symbol.isUpdated ? &symbol : nullptr;
  }

  void checkPower(const ast::Binary &power) {
    const Symbol *const base = updatedField(power.lhs), *const exponent = updatedField(power.rhs);
    const llvm::StringRef written = sourceText(unit.stencil.exprs[power.rhs].range);
    if (!base || !exponent || written.starts_with("("))
      return;
    unit.diags.report(power.opRange, diag::PowerOfFields, exponent->name)
        .note({}, diag::Hint,
              "of two fields of 0 and 1, 'abs(" + base->name + " - " + exponent->name +
                  ")' is 1 where they differ; brackets say that the power is meant: '" +
                  base->name + " ^ (" + exponent->name + ")'");
  }

  const Unit &unit;
  std::set<ast::ExprId> seen;
};

} // namespace

void warnSuspicious(const Unit &unit) { SuspicionFinder(unit).read(); }

} // namespace stencilc::sema
