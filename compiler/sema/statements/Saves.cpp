/// \file Lowers `save` statements, which write fields to files during a run.
#include "sema/statements/Saves.h"
#include "ir/StorageTypes.h"
#include "sema/Expressions.h"
#include "sema/statements/Points.h"
#include "sema/statements/Settings.h"

namespace stencilc::sema {

namespace {

/// Translation of `save` statements to the IR.
class SaveLowering {
public:
  explicit SaveLowering(Unit &unit) : unit(unit), lowering(unit, unit.program, Purpose::Timestep) {
    lowering.isFor("a cell that is saved");
  }

  void lower(const ast::SaveStatement &save, const ast::Statement &statement) {
    ir::SaveDecl common;
    common.every = save.every.steps;
    common.level = save.isCompressed ? 1 : 0;
    common.file = save.file.empty() ? defaultFile() : save.file;
    common.line = unit.diags.lineOf(statement.range.Start);
    common.source = onOneLine(sourceText(statement.range));
    ++statements;
    bool fine = checkEvery(unit, save.every);
    if (save.as) {
      common.as = resolveType(unit, *save.as);
      if (common.as && !ir::isComputed(*common.as)) {
        unit.diags.report(save.as->name.range, diag::SaveField, save.fields.front().field.text,
                          "files of results hold f32 or f64, not " + save.as->name.text);
        common.as.reset();
      }
      fine &= common.as.has_value();
    }
    for (const ast::SavedField &saved : save.fields) {
      ir::SaveDecl declared = common;
      fine &= takeWindow(saved, declared);
      for (const ir::FieldId field : fieldsOf(saved.field)) {
        declared.field = field;
        if (fine)
          unit.program.saves.push_back(declared);
      }
    }
  }

  void lowerTimestep() {
    if (!unit.timestep)
      return;
    const auto value = lowering.lowerNumber(unit.timestep->value, {},
                                            "the time step '" + unit.timestep->name.text + "'");
    if (value)
      unit.program.timestep = value->id;
    const auto name = unit.symbols.find(unit.timestep->name.text);
    if (name && !unit.program.saves.empty()) // files contain the physical time
      unit.symbols[*name].isUsed = true;
  }

private:
  /// Returns the file name for a `save` statement without one. The name is that of the stencil with
  /// the ending .h5: heat.h5, heat-2.h5 and so on.
  std::string defaultFile() const {
    return unit.program.name +
           (statements > 0 ? "-" + std::to_string(statements + 1) : std::string()) + ".h5";
  }

  /// Returns the field called `name`, or all members if `name` is a group of fields. Returns an
  /// empty list after it has reported an error.
  std::vector<ir::FieldId> fieldsOf(const ast::Identifier &name) {
    const auto symbol = unit.symbols.find(name.text);
    if (!symbol) // was reported
      return {};
    const Symbol &found = unit.symbols[*symbol];
    std::vector<SymbolId> all = {*symbol};
    if (const auto members = unit.members.find(*symbol); members != unit.members.end())
      all = members->second;
    std::string why;
    if (found.kind != SymbolKind::Field && found.kind != SymbolKind::Group)
      why = "it is " + describe(found.kind).str();
    else if (unit.profiles.contains(all.front()) || !found.isUpdated)
      why = "no statement computes it, so it never changes; --out writes it once";
    std::vector<ir::FieldId> fields;
    for (const SymbolId member : all)
      if (const auto field = unit.fields.find(member); field != unit.fields.end()) {
        fields.push_back(field->second);
        if (unit.program.fields[field->second].isLocal)
          why = "it exists only within a step; name the field that is computed from it";
      }
    if (why.empty())
      return fields;
    auto report = unit.diags.report(name.range, diag::SaveField, name.text, why);
    if (found.declared.isValid())
      report.note(found.declared, diag::DeclaredHere, name.text);
    return {};
  }

  bool takeWindow(const ast::SavedField &saved, ir::SaveDecl &declared) {
    bool fine = true;
    for (const auto &[name, range] : saved.window) {
      const std::optional<int> axis = unit.axisOf(name);
      if (!axis) {
        fine = false;
        continue;
      }
      ir::PointsAlong &along = declared.along[static_cast<std::size_t>(*axis)];
      if (along.first.valid()) {
        unit.diags.report(name.range, diag::SaveWindow,
                          "the axis '" + name.text + "' is named twice");
        fine = false;
      } else {
        declared.isPlace[static_cast<std::size_t>(*axis)] = !range.last.valid();
        fine &= takeRange(range, name.text, along);
      }
    }
    return fine;
  }

  bool takeRange(const ast::PointRange &range, const std::string &axis, ir::PointsAlong &along) {
    const auto known = lowerRange(lowering, range, "a cell that is saved", along);
    if (!known)
      return false;
    const auto &[first, last, by] = *known;
    const auto report = [&](ast::ExprId where, const std::string &why) {
      unit.diags.report(unit.stencil.exprs[where].range, diag::SaveWindow, why);
      return false;
    };
    if (first && *first < 0)
      return report(range.first,
                    toText(*first) + " along '" + axis + "' is before the first cell, which is 0");
    if (const std::string why = whyEmpty(*known); !why.empty())
      return report(range.last, why);
    if (by && *by < 1)
      return report(range.by, "the distance of cells is " + toText(*by) + "; it must be 1 or more");
    return true;
  }

  Unit &unit;
  Lowering lowering;
  int statements = 0;
};

} // namespace

void lowerSaves(Unit &unit) {
  for (ir::FieldId id : unit.program.fields.ids()) {
    const Offset place = unit.placeOf(id);
    for (int axis = 0; axis < unit.rank(); ++axis)
      unit.program.fields[id].halves[static_cast<std::size_t>(axis)] = place[axis];
  }
  SaveLowering lowering(unit);
  for (const ast::Statement &statement : unit.stencil.statements)
    if (const auto *save = std::get_if<ast::SaveStatement>(&statement.node))
      lowering.lower(*save, statement);
  lowering.lowerTimestep();
}

} // namespace stencilc::sema
