/// \file Checks that every constant of a program fits its type.
#include "sema/values/Numbers.h"
#include "ir/Fold.h"
#include "ir/Names.h"
#include "ir/StorageTypes.h"
#include "ir/Walk.h"
#include "sema/Unit.h"
#include "sema/steps/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

namespace {

class NumberCheck {
public:
  NumberCheck(const ir::Program &program, Unit &unit)
      : program(program), unit(unit), stencil(unit.stencil), diags(unit.diags) {}

  bool run() {
    auto stage = program.stages.begin();
    auto update = unit.updates.begin();
    for (const ast::Statement &statement : stencil.statements) { // a loop has several updates
      for (; update != unit.updates.end() && isIn(*update->statement, statement); ++update)
        check((stage++)->value,
              update->node->arms.empty() ? stencil.exprs[update->node->value].range
                                         : update->node->targetRange,
              "the value of '" + targetOf(*update) + "'");
      for (const DeclaredField &field : unit.declaredFields)
        if (field.statement == std::get_if<ast::FieldStatement>(&statement.node))
          checkField(field);
      checkReductions(statement);
    }
    return isFine;
  }

private:
  std::string targetOf(const Update &update) const {
    return update.indices.empty() ? targetText(unit, *update.node)
                                  : spelt(unit.symbols[*update.target], "t+1");
  }

  static bool isIn(const ast::Statement &inner, const ast::Statement &outer) {
    return inner.range.End.getPointer() <= outer.range.End.getPointer();
  }

  void checkField(const DeclaredField &declared) {
    const ir::FieldDecl *const field = declared.profile.valid()
                                           ? &program.profiles[declared.profile].field
                                           : &program.fields[declared.field];
    const std::string &name = unit.symbols[declared.symbol].name;
    const llvm::SMRange nameRange = declared.name->name.range;
    checkBoundaries(*field, name, nameRange);
    // Shows the expression if there is only one, or else the name of the field.
    const auto &inits = declared.statement->inits;
    const llvm::SMRange range = inits.size() == 1 && inits.front().value.valid()
                                    ? stencil.exprs[inits.front().value].range
                                    : nameRange;
    const std::string what = "the initial value of '" + name;
    if (field->init.valid() && !inits.empty())
      check(field->init, range, what + "'");
    for (const ir::OlderInit &older : field->olderInits)
      if (older.value.valid())
        check(older.value, range, what + "[t-" + std::to_string(older.age) + "]'");
  }

  void checkBoundaries(const ir::FieldDecl &field, const std::string &name, llvm::SMRange range) {
    for (const auto &faces : field.boundary)
      for (const ir::Boundary &face : faces)
        if (face.value.valid() && !check(face.value, range, "a boundary of '" + name + "'"))
          return; // usually the other faces have the same value
  }

  /// Checks that the constants in the reductions of `statement` fit their types.
  void checkReductions(const ast::Statement &statement) {
    const int first = diags.lineOf(statement.range.Start), last = diags.lineOf(statement.range.End);
    for (const ir::Reduction &reduction : program.reductions)
      if (first <= reduction.line && reduction.line <= last)
        check(reduction.value, statement.range, "'" + shortened(reduction.source) + "'");
  }

  bool check(ir::ExprId root, llvm::SMRange range, const std::string &what) {
    for (ir::ExprId id : ir::reachableFrom(program, {root})) {
      const ir::Expr &expr = program[id];
      const std::optional<double> tooLarge = beyondType(expr);
      if (!tooLarge)
        continue;
      isFine = false;
      if (!unit.isFirst(range, diag::NumberBeyondType.id))
        return false;
      diags.report(range, diag::NumberBeyondType, what, ir::toString(expr.type), toText(*tooLarge))
          .note(range, diag::Hint, limitsText(expr.type));
      return false; // one report per expression
    }
    return true;
  }

  /// Returns the value of a constant that its type cannot represent: an infinity, or a number
  /// outside the range of an integer type. Returns nullopt for all other expressions.
  std::optional<double> beyondType(const ir::Expr &expr) const {
    if (const auto *constant = std::get_if<ir::Constant>(&expr.node))
      return std::isfinite(constant->value) ? std::nullopt : std::optional(constant->value);
    const auto *rounded = std::get_if<ir::Convert>(&expr.node);
    const std::optional<double> value = rounded && ir::isInteger(expr.type)
                                            ? ir::foldLiteral(program, rounded->operand)
                                            : std::nullopt;
    const bool isInside =
        value && *value >= ir::lowestOf(expr.type) && *value <= ir::highestOf(expr.type);
    return isInside ? std::nullopt : value;
  }

  static std::string limitsText(ir::ScalarType type) {
    const std::string name = ir::toString(type);
    switch (type) {
    case ir::ScalarType::F32:
      return "numbers of f32 end at 3.4e38; write 'precision f64;' or "
             "'precision storage f32, compute f64;', or choose other units";
    case ir::ScalarType::F64:
      return "numbers of f64 end at 1.8e308; choose other units";
    case ir::ScalarType::F16:
      return "numbers of f16 end at 65504; store bf16 or f32, or choose other units";
    case ir::ScalarType::BF16:
      return "numbers of bf16 end at 3.4e38; choose other units";
    default:
      return name + " holds whole numbers from " + toText(ir::lowestOf(type)) + " to " +
             toText(ir::highestOf(type));
    }
  }

  const ir::Program &program;
  Unit &unit;
  const ast::Stencil &stencil;
  Diagnostics &diags;
  bool isFine = true;
};

} // namespace

bool checkNumbers(const ir::Program &program, Unit &unit) {
  return NumberCheck(program, unit).run();
}

} // namespace stencilc::sema
