/// \file Field declarations.
#include "sema/Fields.h"
#include "sema/Settings.h"

namespace stencilc::sema {

/// Time levels beyond this ask for memory no scheme needs.
static constexpr int kMaxLevels = 8;

static bool checkLevels(Unit &unit, const ast::FieldStatement &field) {
  const std::string &name = field.name.text;
  if (field.levels < 1 || field.levels > kMaxLevels) {
    unit.diags.report(field.name.range, diag::LevelCount, name, field.levels,
                      "1 to " + std::to_string(kMaxLevels) + " can be kept");
    return false;
  }
  if (field.isConstant && field.levels > 1) {
    unit.diags.report(field.name.range, diag::LevelCount, name, field.levels,
                      "a constant field is the same at all times and keeps one");
    return false;
  }
  return true;
}

/// Nothing of a local field is kept: options and items that say how are wrong.
static bool checkLocal(Unit &unit, const ast::FieldStatement &field) {
  const char *what = field.isConstant       ? "constant"
                     : field.levels != 1    ? "levels"
                     : !field.inits.empty() ? "init"
                                            : nullptr;
  if (what)
    unit.diags.report(field.name.range, diag::LocalItem, field.name.text, what);
  return !what;
}

static void declare(Unit &unit, bool areLocal) {
  forEach<ast::FieldStatement>(unit.stencil, [&](const ast::FieldStatement &field, const auto &) {
    if (field.isLocal != areLocal || (areLocal && !checkLocal(unit, field)))
      return;
    const auto storage =
        field.storage ? resolveType(unit, *field.storage) : std::optional(unit.program.storage);
    const bool isFine = checkLevels(unit, field);
    const auto id = unit.symbols.find(field.name.text);
    if (!isFine || !storage || !id ||
        unit.symbols[*id].declared.Start != field.name.range.Start) // the name is taken
      return;
    ir::FieldDecl declaration;
    declaration.name = field.name.text;
    declaration.levels = static_cast<int>(field.levels);
    declaration.isConstant = field.isConstant;
    declaration.isLocal = field.isLocal;
    declaration.storage = *storage;
    declaration.line = unit.diags.lineOf(field.name.range.Start);
    unit.fields.emplace(*id, unit.program.fields.add(std::move(declaration)));
  });
}

void declareFields(Unit &unit) {
  declare(unit, false);
  declare(unit, true);
}

} // namespace stencilc::sema
