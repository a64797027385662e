/// \file Lowers update statements to stages of the IR.
#include "sema/steps/Stages.h"
#include "sema/Expressions.h"
#include "sema/boundaries/Boundaries.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/statements/Globals.h"
#include "sema/steps/Targets.h"
#include "sema/values/Cells.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

bool isWorthNaming(const ir::Program &program, ir::ExprId id) {
  const ir::ExprNode &node = program[id].node;
  return std::holds_alternative<ir::Unary>(node) || std::holds_alternative<ir::Binary>(node) ||
         std::holds_alternative<ir::Select>(node);
}

namespace {

/// Checks each `let` and each region (named set of cells) that no update uses. Lowers it to report
/// its errors, and drops the result.
void checkUnusedLets(Unit &unit) {
  std::set<ir::FieldId> updated;
  for (const ir::Stage &stage : unit.program.stages)
    updated.insert(stage.target);
  ir::Program scratch = unit.program;
  Lowering lowering(unit, scratch, stagePurpose(unit.program.arithmetic), updated);
  forEach<ast::LetStatement>(unit.stencil, [&](const auto &let, const auto &) {
    const auto id = unit.symbols.find(let.name.text);
    if (id && !unit.symbols[*id].isUsed)
      lowering.lower(let.value);
  });
  forEach<ast::RegionStatement>(unit.stencil, [&](const auto &region, const auto &) {
    const auto id = unit.symbols.find(region.name.text);
    if (id && !unit.symbols[*id].isUsed)
      lowering.lowerCondition(region.condition, {}, "the region " + quoted(region.name.text));
  });
}

/// Lowers the value of the update `each`, which can have conditions. A cell gets the value of the
/// first condition that holds, otherwise that of `elsewhere`. Without `elsewhere` it keeps its
/// latest value: one that this step has computed, or else that at t. Returns nullopt after an
/// error.
std::optional<Value> lowerUpdate(Unit &unit, Lowering &lowering, const Update &each,
                                 const Frame *frame) {
  const ast::UpdateStatement &update = *each.node;
  const auto field = each.target ? unit.fields.find(*each.target) : unit.fields.end();
  const Offset where = field == unit.fields.end() ? Offset() : unit.placeOf(field->second);
  const UseSite place = {Displacement::ofHalves(where), frame};
  lowering.computeAt(where, field == unit.fields.end() ? 0 : unit.facesOf(field->second));
  const std::string what = "the value of '" + targetText(unit, update) + "'";
  const auto elsewhere = [&]() -> std::optional<Value> {
    if (update.value.valid())
      return lowering.lowerNumber(update.value, place, what);
    return each.target ? lowering.lowerCarriedScalar(*each.target, update.targetRange, place)
                       : std::nullopt;
  };
  std::vector<std::pair<std::optional<Value>, std::optional<Value>>> arms; // conditions and values
  for (const ast::Arm &arm : update.arms) {
    const auto condition = lowering.lowerCondition(arm.condition, place, "'where'");
    arms.emplace_back(condition, lowering.lowerNumber(arm.value, place, what));
  }
  std::optional<Value> result = elsewhere();
  for (const auto &[condition, value] : llvm::reverse(arms)) {
    if (!condition || !value || !result)
      return std::nullopt;
    result = lowering.values().select(*condition, *value, *result);
  }
  return result;
}

/// Returns the source text of an update on one line. In a loop, the values of the index variables
/// follow.
std::string sourceOf(const Update &update) {
  std::string text = onOneLine(sourceText(update.statement->range));
  for (const IndexNumber &index : update.indices)
    text += (&index == &update.indices.front() ? "  " : ", ") + index.name + " = " +
            std::to_string(index.number);
  return text;
}

/// Translation of all updates to stages (update statements of the IR), in order.
class StageLowering {
public:
  explicit StageLowering(Unit &unit) : unit(unit) {}

  void run() {
    const std::vector<std::optional<ir::FieldId>> targets = resolveTargets(unit);
    const std::map<const ast::RepeatStatement *, std::int64_t> counts = checkRepeats(unit);
    noteReads(lowerKeptStarts(unit));
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const ast::RepeatStatement *const repeat = unit.updates[i].repeat;
      lowerGlobals(i);
      if (unit.within.repeat && unit.within.repeat != repeat)
        end(counts);
      lowerGlobals(i);
      if (repeat && unit.within.repeat != repeat)
        begin(*repeat, i, targets);
      lowerGlobals(i);
      lower(unit.updates[i], targets[i]);
    }
    lowerGlobals(targets.size());
    if (unit.within.repeat)
      end(counts);
    lowerGlobals(targets.size());
    checkReadsInsideGrid(unit, allReads);
    warnUnread();
  }

private:
  ir::FieldId baseOf(ir::FieldId field) const {
    const auto base = unit.within.baseOf.find(field);
    return base == unit.within.baseOf.end() ? field : base->second;
  }

  /// Lowers the globals (scalars computed in each time step) that are declared before update number
  /// `update` and are not lowered yet. If the update is in a `repeat`, only globals of that
  /// `repeat` are lowered. If not, only globals outside of all repeats are.
  void lowerGlobals(std::size_t update) {
    for (; nextGlobal < unit.globalPlaces.size(); ++nextGlobal) {
      const GlobalPlace &global = unit.globalPlaces[nextGlobal];
      if (global.updates > update || global.repeat != unit.within.repeat)
        return;
      noteReads(lowerGlobal(unit, global, updated));
    }
  }
  void noteReads(const ReducedReads &reads) {
    for (const auto &[read, leftOut] : reads) {
      allReads.emplace_back(read, leftOut);
      isRead.insert(read.field);
    }
  }

  void begin(const ast::RepeatStatement &repeat, std::size_t next,
             const std::vector<std::optional<ir::FieldId>> &targets) {
    first = static_cast<std::uint32_t>(unit.program.stages.size());
    unit.within.repeat = &repeat;
    unit.within.carries.clear();
    unit.within.iterated.clear();
    for (; next < targets.size() && unit.updates[next].repeat == &repeat; ++next)
      if (targets[next])
        unit.within.iterated.emplace(*targets[next], false);
  }

  void end(const std::map<const ast::RepeatStatement *, std::int64_t> &counts) {
    ReducedReads reads;
    const ir::ExprId until = unit.within.repeat->until.valid()
                                 ? lowerRepeatEnd(unit, *unit.within.repeat, updated, reads)
                                 : ir::ExprId();
    noteReads(reads);
    for (const auto &[field, isComputed] : unit.within.iterated)
      note(field);
    const auto stages = static_cast<std::uint32_t>(unit.program.stages.size());
    ir::Repeat repeat{{first}, {stages - 1}, counts.at(unit.within.repeat), {}, until};
    for (const auto &[target, carry] : unit.within.carries) {
      repeat.carries.push_back(carry);
      isRead.insert(carry.from);
      isRead.insert(carry.target); // by the next iteration
    }
    if (stages > first) // otherwise there were errors
      unit.program.repeats.push_back(std::move(repeat));
    unit.within.repeat = nullptr;
  }

  /// Records that `target` has a value at t+1, so that later stages (update statements) can read
  /// it.
  void note(ir::FieldId target) {
    updated.insert(target);
    unit.within.newest[baseOf(target)] = target;
  }

  void lower(const Update &each, const std::optional<ir::FieldId> &target) {
    const IndexFrames frames(each.indices);
    Lowering lowering(unit, unit.program, stagePurpose(unit.program.arithmetic), updated);
    const auto value = lowerUpdate(unit, lowering, each, frames.innermost());
    // Finished before ghost cells are lowered, because they use the same builder.
    const ir::ExprId root =
        value && target ? lowering.values().finish(*value, unit.program.fields[*target].storage)
                        : ir::ExprId();
    if (target)
      lowerSources(lowering, *target, frames.innermost());
    const std::vector<ReadSite> beyond = lowerGhosts(unit, lowering);
    std::vector<ReadSite> reads = lowering.reads();
    reads.insert(reads.end(), beyond.begin(), beyond.end());
    Reach frozen = frozenLayerOf(unit.program, reads, lowering.facesSeen());
    if (const auto rim = target ? unit.rims.find(*target) : unit.rims.end(); rim != unit.rims.end())
      frozen.include(rim->second);
    for (const ReadSite &read : reads) {
      allReads.emplace_back(read, frozen);
      isRead.insert(read.field);
    }
    if (!target)
      return;
    places.emplace(*target, each.node->targetRange);
    checkKeepsNothing(*each.node, *target, frozen);
    if (unit.within.repeat)
      unit.within.iterated[*target] = true;
    else
      note(*target);
    if (!value)
      return;
    unit.program.stages.add(
        {*target, root, frozen, unit.diags.lineOf(each.statement->range.Start), sourceOf(each)});
    for (const auto &[id, name] : lowering.letNames())
      if (isWorthNaming(unit.program, id))
        unit.program.exprNames.try_emplace(id, name);
  }

  /// Lowers the amounts that sources (at points) add to the field `target`. They are evaluated at
  /// the position of the field's values in the cell.
  void lowerSources(Lowering &lowering, ir::FieldId target, const Frame *frame) {
    for (SourcePlace &source : unit.sources) {
      if (source.field != target)
        continue;
      const ast::SourceStatement &node = *source.node;
      if (unit.within.repeat)
        unit.diags.report(node.field.range, diag::PointsField, sourceText(node.field.range),
                          "source",
                          "iterations compute it, and a source adds to what a step computes once");
      const auto value =
          lowering.lowerNumber(node.value, {Displacement::ofHalves(unit.placeOf(target)), frame},
                               "the value of '" + node.name.text + "'");
      if (value)
        source.amount = lowering.values().finish(*value, unit.program.fields[target].storage);
    }
  }

  /// Reports frozen cells (not updated because of `keep`) of a field with several values within a
  /// time step. Such cells would get the value at t, not the preceding value within the step, such
  /// as `u[t+1/3]`.
  void checkKeepsNothing(const ast::UpdateStatement &update, ir::FieldId target,
                         const Reach &frozen) {
    const ir::FieldId base = baseOf(target);
    std::size_t values = 0;
    for (const auto &[key, value] : unit.within.values)
      values += key.first == base;
    const bool isOnly = !unit.program.fields[base].isLocal && values < 2 && !unit.within.repeat;
    if (!frozen.isZero() && !isOnly)
      unit.diags.report(update.targetRange, diag::KeepWithinStep, targetText(unit, update))
          .note(update.targetRange, diag::Hint,
                "it reads a field with the boundary 'keep'; write 'fixed', 'copy', 'mirror' or "
                "'periodic' there");
  }

  void warnUnread() {
    if (unit.diags.errors() > 0) // errors cause such warnings
      return;
    for (const auto &[field, range] : places)
      if (unit.program.fields[field].isLocal && !isRead.contains(field))
        unit.diags.report(range, diag::SubstepUnread, onOneLine(sourceText(range)));
  }

  Unit &unit;
  std::uint32_t first = 0; // first stage of the current repeat
  std::size_t nextGlobal = 0;
  std::set<ir::FieldId> updated, isRead;
  std::map<ir::FieldId, llvm::SMRange> places; // places of updates, by target
  std::vector<std::pair<ReadSite, Reach>> allReads;
};

} // namespace

void lowerStages(Unit &unit) {
  StageLowering(unit).run();
  checkUnusedLets(unit);
}

} // namespace stencilc::sema
