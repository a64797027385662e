/// \file The check that every number of a program fits its type.
#include "sema/Numbers.h"
#include "ir/Names.h"
#include "ir/Walk.h"
#include "sema/Targets.h"
#include "sema/Unit.h"
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
    for (const ast::Statement &statement : stencil.statements) { // a loop holds several updates
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
    // One expression is shown itself; of several, the field.
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
          return; // the other faces are most often the same
  }

  /// The reductions whose text stands in `statement`.
  void checkReductions(const ast::Statement &statement) {
    const int first = diags.lineOf(statement.range.Start), last = diags.lineOf(statement.range.End);
    for (const ir::Reduction &reduction : program.reductions)
      if (first <= reduction.line && reduction.line <= last)
        check(reduction.value, statement.range, "'" + shortened(reduction.source) + "'");
  }

  bool check(ir::ExprId root, llvm::SMRange range, const std::string &what) {
    for (ir::ExprId id : ir::reachableFrom(program, {root})) {
      const ir::Expr &expr = program[id];
      const auto *constant = std::get_if<ir::Constant>(&expr.node);
      if (!constant || std::isfinite(constant->value))
        continue;
      isFine = false;
      if (!unit.isFirst(range, diag::NumberBeyondType.id))
        return false;
      const bool isNarrow = expr.type == ir::ScalarType::F32;
      diags
          .report(range, diag::NumberBeyondType, what, ir::toString(expr.type),
                  toText(constant->value))
          .note(range, diag::Hint,
                isNarrow ? "numbers of f32 end at 3.4e38; write 'precision f64;' or "
                           "'precision storage f32, compute f64;', or choose other units"
                         : "numbers of f64 end at 1.8e308; choose other units");
      return false; // one is enough to tell
    }
    return true;
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
