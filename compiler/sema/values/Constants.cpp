/// \file Evaluates constants, spacings and parameters at compile time.
#include "sema/values/Constants.h"
#include "sema/Expressions.h"
#include "sema/names/Groups.h"
#include "support/Match.h"
#include <cmath>

namespace stencilc::sema {

namespace {

/// Evaluator of constants. It evaluates each constant when it is first needed, so constants can be
/// used before their declaration.
class ConstantEvaluator {
public:
  explicit ConstantEvaluator(Unit &unit) : unit(unit) {}

  void evaluateNeeds(ast::ExprId id) {
    match(
        unit.stencil.exprs[id].node, [](const ast::Number &) {},
        [&](const ast::Name &e) { evaluateName(e.name.text); },
        [&](const ast::Access &e) {
          evaluateName(e.base.text);
          for (const ast::Shift &shift : e.shifts)
            evaluateNeeds(shift.amount);
          for (ast::ExprId member : e.members)
            evaluateNeeds(member);
        },
        [&](const ast::Call &e) {
          evaluateSymbol(unit.symbols.findCallee(e.callee.text));
          for (ast::ExprId argument : e.arguments)
            evaluateNeeds(argument);
          if (e.order)
            evaluateNeeds(e.order->number);
        },
        [](const ast::InlineNeighbourhood &) {},
        [&](const ast::InlineRange &e) {
          evaluateNeeds(e.index.low);
          evaluateNeeds(e.index.high);
        },
        [&](const ast::Unary &e) { evaluateNeeds(e.operand); },
        [&](const ast::Binary &e) {
          evaluateNeeds(e.lhs);
          evaluateNeeds(e.rhs);
        });
  }

  void evaluateNeeds(const ast::Cells &cells) {
    if (cells.value.valid())
      evaluateNeeds(cells.value);
  }

  void evaluateName(llvm::StringRef name) { evaluateSymbol(unit.symbols.find(name)); }

  void evaluateSymbol(std::optional<SymbolId> id) {
    if (!id || !unit.symbols[*id].statement || !visited.insert(*id).second)
      return;
    const ast::StatementNode &node = unit.symbols[*id].statement->node;
    const std::string shown = quoted(unit.symbols[*id].name);
    if (const auto *constant = std::get_if<ast::ConstStatement>(&node)) {
      define(*id, constant->value, shown);
    } else if (const auto *spacing = std::get_if<ast::SpacingStatement>(&node)) {
      define(*id, spacing->value, shown);
    } else if (const auto *table = std::get_if<ast::TableStatement>(&node)) {
      evaluateNeeds(table->count);
      for (ast::ExprId entry : table->entries)
        evaluateNeeds(entry);
      defineTable(unit, *id, *table);
    } else if (const auto *timestep = std::get_if<ast::TimestepStatement>(&node)) {
      evaluateNeeds(timestep->value);
    } else if (const auto *let = std::get_if<ast::LetStatement>(&node)) {
      evaluateNeeds(let->value);
    } else if (const auto *region = std::get_if<ast::RegionStatement>(&node)) {
      evaluateNeeds(region->condition);
    } else if (const auto *function = std::get_if<ast::FunctionStatement>(&node)) {
      evaluateNeeds(function->body);
    }
  }

private:
  void define(SymbolId id, ast::ExprId value, llvm::StringRef what) {
    evaluateNeeds(value);
    if (const auto known = evaluateConstant(unit, value, what))
      unit.constants.emplace(id, *known);
  }

  Unit &unit;
  std::set<SymbolId> visited;
};

/// Declares a parameter without its default value. This precedes the evaluation of constants,
/// because entries of tables can depend on parameters.
void declareParam(Unit &unit, const ast::ParamStatement &param) {
  const auto id = unit.symbols.find(param.name.text);
  if (!id || unit.symbols[*id].declared.Start != param.name.range.Start)
    return; // the name is taken, which was reported
  unit.params.emplace(*id, unit.program.params.add({param.name.text, 0, std::nullopt,
                                                    unit.diags.lineOf(param.name.range.Start)}));
}

void defineParam(Unit &unit, const ast::ParamStatement &param) {
  const auto id = unit.symbols.find(param.name.text);
  if (!id || unit.symbols[*id].declared.Start != param.name.range.Start)
    return;
  const std::string shown = quoted(param.name.text);
  const auto value = evaluateConstant(unit, param.value, "the default of " + shown);
  ir::ParamDecl &declaration = unit.program.params[unit.params.at(*id)];
  declaration.value = value.value_or(0);
  if (param.range) {
    const auto low = evaluateConstant(unit, param.range->first, "the range of " + shown);
    const auto high = evaluateConstant(unit, param.range->second, "the range of " + shown);
    const llvm::SMRange range(unit.stencil.exprs[param.range->first].range.Start,
                              unit.stencil.exprs[param.range->second].range.End);
    if (low && high && *low > *high)
      unit.diags.report(range, diag::EmptyRange, toText(*low), toText(*high), param.name.text);
    else if (low && high && value && (*value < *low || *value > *high))
      unit.diags
          .report(unit.stencil.exprs[param.value].range, diag::DefaultOutsideRange, param.name.text,
                  toText(*value), toText(*low), toText(*high))
          .note(range, diag::Hint, "the range is given here; it includes its bounds");
    if (low && high)
      declaration.range = {*low, *high};
  }
}

/// Reports `name` if an earlier `spacing` statement gives the cell distance along the same axis, or
/// if both give it for all axes.
void checkOneSpacingAnAxis(Unit &unit, const ast::Identifier &name) {
  const std::optional<int> axis = ir::axisOfSpacing(unit.program, name.text);
  for (const auto &[other, value] : unit.program.spacing) {
    if (ir::axisOfSpacing(unit.program, other) != axis)
      continue;
    const std::string along =
        axis ? "along " + unit.stencil.axes[*axis].text : std::string("along all axes");
    unit.diags.report(name.range, diag::TwoSpacings, name.text, other, along)
        .note(unit.symbols[*unit.symbols.find(other)].declared, diag::Hint,
              "'" + other + "' declared here");
    return;
  }
}

void recordSpacing(Unit &unit, const ast::SpacingStatement &spacing) {
  const auto id = unit.symbols.find(spacing.name.text);
  const auto found = id ? unit.constants.find(*id) : unit.constants.end();
  if (found == unit.constants.end())
    return;
  if (found->second <= 0)
    unit.diags.report(unit.stencil.exprs[spacing.value].range, diag::SpacingNotPositive,
                      spacing.name.text, toText(found->second));
  checkOneSpacingAnAxis(unit, spacing.name);
  unit.program.spacing.emplace(spacing.name.text, found->second);
}

} // namespace

std::optional<double> evaluateConstant(Unit &unit, ast::ExprId id, llvm::StringRef what,
                                       const Frame *frame) {
  // Uses a scratch program, so that the expressions do not become part of the real one.
  ir::Program scratch;
  scratch.axes = unit.program.axes;
  Lowering lowering(unit, scratch, Purpose::Constant);
  const auto value = lowering.lowerNumber(id, {Displacement(), frame}, what);
  if (!value)
    return std::nullopt;
  const std::optional<double> known = lowering.values().known(*value);
  assert(known && "a value that depends on nothing must be known");
  if (std::isfinite(*known))
    return known;
  const llvm::SMRange range = unit.stencil.exprs[id].range;
  if (unit.isFirst(range, diag::NotFinite.id))
    unit.diags.report(range, diag::NotFinite, what, toText(*known));
  return std::nullopt;
}

void evaluateConstants(Unit &unit) {
  forEach<ast::ParamStatement>(unit.stencil, [&](const ast::ParamStatement &param, const auto &) {
    declareParam(unit, param);
  });
  ConstantEvaluator evaluator(unit);
  for (SymbolId id : unit.symbols.ids())
    evaluator.evaluateSymbol(id);
  forEach<ast::ParamStatement>(unit.stencil, [&](const ast::ParamStatement &param, const auto &) {
    defineParam(unit, param);
  });
  forEach<ast::SpacingStatement>(unit.stencil, [&](const ast::SpacingStatement &spacing,
                                                   const auto &) { recordSpacing(unit, spacing); });
}

} // namespace stencilc::sema
