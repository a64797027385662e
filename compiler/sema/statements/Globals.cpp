/// \file Lowers globals, scalars that a time step computes from all cells, and the reductions in
/// their values.
#include "sema/statements/Globals.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include "sema/Expressions.h"
#include "sema/steps/Stages.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::sema {

namespace {

/// Returns an in-step reduction (pass over the grid within a time step) that follows the stages
/// (update statements) lowered so far. No reduction is assigned to it yet.
ir::GlobalReduction globalReductionHere(const Unit &unit) {
  ir::GlobalReduction here{
      {static_cast<std::uint32_t>(unit.program.stages.size())}, {}, {}, unit.within.isFirst};
  if (unit.within.repeat)
    // Index of the repeat, which is added when it is complete.
    here.repeat = unit.program.repeats.size();
  return here;
}

bool isAt(const ir::GlobalReduction &globalReduction, const ir::GlobalReduction &place) {
  return globalReduction.before == place.before && globalReduction.repeat == place.repeat &&
         globalReduction.isFirst == place.isFirst;
}

/// Returns the reductions over the grid, within the time step, whose results the expression `value`
/// uses.
std::set<ir::ReductionId> neededBy(const ir::Program &program, ir::ExprId value) {
  std::vector<ir::ExprId> roots = {value};
  for (ir::ExprId id : ir::reachableFrom(program, {value}))
    if (const auto *uniform = std::get_if<ir::UniformRef>(&program[id].node))
      roots.push_back(program.uniforms[uniform->uniform].value);
  std::set<ir::ReductionId> needed;
  for (ir::ExprId id : ir::reachableFrom(program, roots))
    if (const auto *reduced = std::get_if<ir::Reduced>(&program[id].node))
      needed.insert(reduced->reduction);
  return needed;
}

/// Assigns each reduction with index `first` or higher to a pass over the grid within the time step
/// (an in-step reduction). A reduction joins the last pass if it needs none of its results and no
/// stage (update statement) follows that pass. Otherwise a new pass is added.
void globalReduction(Unit &unit, std::size_t first) {
  ir::Program &program = unit.program;
  for (auto index = static_cast<std::uint32_t>(first); index < program.reductions.size(); ++index) {
    const ir::ReductionId id{index};
    const std::set<ir::ReductionId> needed = neededBy(program, program.reductions[id].value);
    const ir::GlobalReduction here = globalReductionHere(unit);
    const auto isNeeded = [&](ir::ReductionId other) { return needed.contains(other); };
    if (program.globalReductions.empty() || !isAt(program.globalReductions.back(), here) ||
        llvm::any_of(program.globalReductions.back().reductions, isNeeded))
      program.globalReductions.push_back(here);
    program.globalReductions.back().reductions.push_back(id);
  }
}

/// Returns whether `value` contains a reduction or the previous value of a scalar.
bool reduces(const ir::Program &program, ir::ExprId value) {
  return ir::contains<ir::Reduced>(program, value) ||
         ir::contains<ir::PreviousValue>(program, value);
}

} // namespace

bool isReducedHere(const Unit &unit, ir::ReductionId reduction) {
  const ir::GlobalReduction *const globalReduction = ir::globalReductionOf(unit.program, reduction);
  return unit.within.isOver ? !globalReduction
                            : !globalReduction || isAt(*globalReduction, globalReductionHere(unit));
}

ReducedReads lowerGlobal(Unit &unit, const GlobalPlace &global,
                         const std::set<ir::FieldId> &updated) {
  const ast::Identifier &name = global.node->name;
  const auto symbol = unit.symbols.find(name.text);
  const bool isKnown = symbol && unit.symbols[*symbol].declared.Start == name.range.Start;
  Lowering lowering(unit, unit.program, Purpose::Check, updated);
  const std::size_t first = unit.program.reductions.size();
  const auto value =
      lowering.lowerNumber(global.node->value, {}, "the value of " + quoted(name.text));
  globalReduction(unit, first);
  const bool isFine = value && reduces(unit.program, value->id);
  if (value && !isFine)
    unit.diags
        .report(unit.stencil.exprs[global.node->value].range, diag::GlobalOfNothing, name.text)
        .note({}, diag::Hint,
              "'max', 'min', 'sum' or 'norm' reduces a value in the cells to one number; to "
              "compute from other numbers write 'let'");
  if (isKnown)
    unit.globals[*symbol] = isFine ? value->id : ir::ExprId();
  if (isFine)
    unit.program.exprNames.try_emplace(value->id, name.text);
  if (const auto kept = isKnown ? unit.kept.find(*symbol) : unit.kept.end();
      isFine && kept != unit.kept.end())
    unit.program.kept[kept->second].value = value->id;
  for (const auto &[id, let] : lowering.letNames())
    if (isWorthNaming(unit.program, id))
      unit.program.exprNames.try_emplace(id, let);
  return lowering.reducedReads();
}

ReducedReads lowerKeptStarts(Unit &unit) {
  ReducedReads reads;
  std::vector<const GlobalPlace *> starts;
  for (const GlobalPlace &global : unit.globalPlaces) {
    const ast::Identifier &name = global.node->name;
    const auto symbol = unit.symbols.find(name.text);
    if (!global.node->init.valid() || !symbol ||
        unit.symbols[*symbol].declared.Start != name.range.Start)
      continue; // not carried, or the name is taken, which was reported
    const int line = unit.diags.lineOf(global.statement->range.Start);
    unit.kept.emplace(*symbol, unit.program.kept.add({name.text, {}, {}, line}));
    starts.push_back(&global);
  }
  unit.within.isFirst = true;
  for (const GlobalPlace *global : starts) {
    const std::string &name = global->node->name.text;
    Lowering lowering(unit, unit.program, Purpose::Check);
    const std::size_t first = unit.program.reductions.size();
    const auto value =
        lowering.lowerNumber(global->node->init, {}, "what '" + name + "' begins with");
    globalReduction(unit, first);
    if (value)
      unit.program.kept[unit.kept.at(*unit.symbols.find(name))].init = value->id;
    reads.insert(reads.end(), lowering.reducedReads().begin(), lowering.reducedReads().end());
  }
  unit.within.isFirst = false;
  return reads;
}

void warnUnreadKept(Unit &unit) {
  for (const auto &[symbol, kept] : unit.kept) {
    const Symbol &global = unit.symbols[symbol];
    if (!unit.keptRead.contains(kept))
      unit.diags.report(global.declared, diag::GlobalKeptUnread, global.name);
  }
}

ir::ExprId lowerRepeatEnd(Unit &unit, const ast::RepeatStatement &repeat,
                          const std::set<ir::FieldId> &updated, ReducedReads &reads) {
  Lowering lowering(unit, unit.program, Purpose::Check, updated);
  const std::size_t first = unit.program.reductions.size();
  const auto condition = lowering.lowerCondition(repeat.until, {}, "'until'");
  globalReduction(unit, first);
  reads.insert(reads.end(), lowering.reducedReads().begin(), lowering.reducedReads().end());
  if (!condition)
    return {};
  if (!ir::contains<ir::Reduced>(unit.program, condition->id))
    unit.diags.report(unit.stencil.exprs[repeat.until].range, diag::RepeatEnd)
        .note({}, diag::Hint,
              "compare a number of the whole grid, as in 'until max(abs(p[k+1] - p[k])) < 1e-6'");
  return condition->id;
}

} // namespace stencilc::sema
