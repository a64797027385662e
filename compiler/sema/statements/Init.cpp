/// \file Lowers initial values of fields, `init expr;`.
#include "sema/statements/Init.h"
#include "sema/Accesses.h"
#include "sema/Expressions.h"
#include "sema/names/Groups.h"

namespace stencilc::sema {

namespace {

/// Returns the age of the time level to which an `init` item applies: 0 for t, 1 for t-1. Reports a
/// level that the field does not have, and returns nullopt then.
std::optional<int> levelOf(Unit &unit, const ast::InitItem &init, const ir::FieldDecl &field,
                           const Symbol &symbol) {
  const auto place = resolveShifts(unit, init.level);
  if (!place)
    return std::nullopt;
  const llvm::SMRange range(init.level.front().range.Start, init.level.back().range.End);
  const std::string kept =
      field.levels == 1 ? "'t'" : "'t' to 't-" + std::to_string(field.levels - 1) + "'";
  std::string why;
  if (place->halves() != Offset())
    why = "an initial value belongs to a time level, not to a position; write 'init[t-1]'";
  else if (place->time > 0 || place->part.of)
    why = "the steps compute what comes after t";
  else if (place->time <= -field.levels)
    why = "it keeps " + kept + "; declare 'levels " + std::to_string(1 - place->time) + "'";
  else if (place->time < 0 && !symbol.isUpdated)
    why = "no statement computes it, so it is the same on all levels";
  if (why.empty())
    return -place->time;
  unit.diags.report(range, diag::InitLevel, field.name, why);
  return std::nullopt;
}

/// Initial values of one field. `own` has the values of single time levels: key 0 is level t, key 1
/// is t-1. `all` has the value for all other levels.
struct Starts {
  const ast::InitItem *all = nullptr;
  std::map<int, const ast::InitItem *> own;
};

Starts gatherStarts(Unit &unit, const ast::FieldStatement &field, const ir::FieldDecl &declaration,
                    const Symbol &symbol) {
  Starts starts;
  for (const ast::InitItem &init : field.inits) {
    const std::optional<int> age =
        init.level.empty() ? std::nullopt : levelOf(unit, init, declaration, symbol);
    if (!init.level.empty() && !age)
      continue;
    const ast::InitItem *&place = age ? starts.own[*age] : starts.all;
    if (place)
      unit.diags
          .report(init.range, diag::DuplicateStatement,
                  !age        ? "init"
                  : *age == 0 ? "init[t]"
                              : "init[t-" + std::to_string(*age) + "]")
          .note(place->range, diag::Hint, "first given here");
    else
      place = &init;
  }
  return starts;
}

/// Sets the initial values of all time levels of a field. An older level that starts with the same
/// values as level t gets no entry.
void lowerStarts(Lowering &lowering, const Starts &starts, ir::FieldDecl &declaration,
                 const UseSite &place) {
  const auto lower = [&](const ast::InitItem *init, ir::ExprId &value, std::string &file) {
    if (!init)
      return;
    if (init->file)
      file = *init->file;
    else if (const auto lowered = lowering.lowerNumber(init->value, place, "an initial value"))
      value = lowering.values().finish(*lowered, declaration.storage);
  };
  const auto ownOf = [&](int age) -> const ast::InitItem * {
    const auto own = starts.own.find(age);
    return own == starts.own.end() ? nullptr : own->second;
  };
  const ast::InitItem *const newest = ownOf(0);
  lower(newest ? newest : starts.all, declaration.init, declaration.initFile);
  for (int age = 1; age < declaration.levels; ++age) {
    const ast::InitItem *const own = ownOf(age);
    if (!newest && !own)
      continue; // starts as level t
    ir::OlderInit older;
    older.age = age;
    lower(own ? own : starts.all, older.value, older.file);
    declaration.olderInits.push_back(std::move(older));
  }
}

} // namespace

void lowerInitialValues(Unit &unit) {
  Lowering lowering(unit, unit.program, Purpose::Initial);
  // Statement reported as wrong with the first field that it declares.
  const ast::FieldStatement *wrong = nullptr;
  for (const DeclaredField &declared : unit.declaredFields) {
    const ast::FieldStatement &field = *declared.statement;
    if (field.inits.empty() || &field == wrong)
      continue;
    const unsigned errors = unit.diags.errors();
    const Frame frame = Frame::ofIndex(indexNameOf(*declared.name), declared.member, nullptr);
    ir::FieldDecl &declaration = unit.declarationOf(declared);
    lowering.restrictTo(declared.profile);
    lowerStarts(
        lowering, gatherStarts(unit, field, declaration, unit.symbols[declared.symbol]),
        declaration,
        {Displacement::ofHalves(unit.placeOf(declared)), declared.member >= 0 ? &frame : nullptr});
    if (unit.diags.errors() > errors)
      wrong = &field;
  }
}

} // namespace stencilc::sema
