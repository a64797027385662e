/// \file Updates.
#include "sema/Stages.h"
#include "sema/Boundaries.h"
#include "sema/Cells.h"
#include "sema/Expressions.h"
#include "sema/Moments.h"

namespace stencilc::sema {

bool isWorthNaming(const ir::Program &program, ir::ExprId id) {
  const ir::ExprNode &node = program[id].node;
  return std::holds_alternative<ir::Unary>(node) || std::holds_alternative<ir::Binary>(node) ||
         std::holds_alternative<ir::Select>(node);
}

namespace {

/// Iterations beyond this are a mistake.
constexpr std::int64_t kMostIterations = 100000;

/// Whether the target is written `u[t+1]`, `u[t+1/3]` or `p[k+1]`; otherwise reports what its index
/// would mean.
bool checkTargetIndex(Unit &unit, const ast::UpdateStatement &update,
                      const std::optional<Displacement> &index) {
  const std::string &name = update.target.base.text;
  if (!index)
    return false;
  if (unit.within.repeat && index->iterate != 2) {
    const std::string &k = unit.within.repeat->index.text;
    unit.diags.report(update.targetRange, diag::RepeatTarget, name, k)
        .fixIt(update.targetRange, name + "[" + k + "+1]");
    return false;
  }
  const bool isWithin = index->iterate || (index->part.of && index->time == 0);
  if (index->time == 0 && !isWithin) {
    const bool isDisplaced = !index->offset.isCentre();
    unit.diags.report(update.targetRange, diag::InPlaceUpdate, name)
        .fixIt(isDisplaced ? llvm::SMRange() : update.targetRange, name + "[t+1]")
        .note(update.targetRange, diag::Hint,
              "write '" + name +
                  "[t+1] = ...': all cells then see the values at t (Jacobi); for "
                  "the faster convergence of a sweep, update two colours in two fields");
    return false;
  }
  if (!isWithin && (index->time != 1 || index->part.of)) {
    unit.diags
        .report(update.targetRange, diag::TargetTime, name,
                llvm::formatv("{0}{1}", index->time > 0 ? "+" : "", index->time).str())
        .fixIt(update.targetRange, name + "[t+1]");
    return false;
  }
  if (!index->offset.isCentre()) {
    int axis = 0;
    while (index->offset[axis] == 0)
      ++axis;
    const std::string &axisName = unit.stencil.axes[axis].text;
    unit.diags.report(update.targetRange, diag::TargetOffset, name, axisName)
        .fixIt(update.targetRange, name + "[t+1]")
        .note(update.targetRange, diag::Hint,
              "shift what is read instead: '" + name + "[t+1] = ... " + name + "[" + axisName +
                  (index->offset[axis] > 0 ? "-" : "+") +
                  std::to_string(std::abs(index->offset[axis])) + "] ...'");
    return false;
  }
  return true;
}

/// The value an update computes, after all checks of its target.
std::optional<Moment> resolveTarget(Unit &unit, const ast::UpdateStatement &update) {
  const ast::Identifier &base = update.target.base;
  const auto id = unit.symbols.find(base.text);
  if (!id)
    return std::nullopt; // reported by resolveUses
  const Symbol &symbol = unit.symbols[*id];
  if (symbol.kind != SymbolKind::Field) {
    auto report =
        unit.diags.report(base.range, diag::TargetNotField, base.text, describe(symbol.kind));
    if (symbol.declared.isValid())
      report.note(symbol.declared, diag::DeclaredHere, base.text);
    return std::nullopt;
  }
  if (std::get<ast::FieldStatement>(symbol.statement->node).isConstant) {
    unit.diags.report(update.targetRange, diag::ConstantFieldUpdated, base.text)
        .note(symbol.declared, diag::Hint, "declared here; leave out 'constant' to update it");
    return std::nullopt;
  }
  const auto field = unit.fields.find(*id);
  const auto index = resolveShifts(unit, update.target.shifts);
  if (!checkTargetIndex(unit, update, index) || field == unit.fields.end())
    return std::nullopt;
  return Moment{field->second, index->part.of ? index->part : Part{1, 1}, update.targetRange};
}

/// Tells which updates belong to a 'repeat' while statements are walked in their order.
class Repeats {
public:
  explicit Repeats(Unit &unit) : unit(unit) {}
  ~Repeats() { unit.within.repeat = nullptr; }
  /// Calls `begins` and `ends` around the updates of each repeat, `each` with every update.
  template <class Begins, class Each, class Ends>
  void walk(const Begins &begins, const Each &each, const Ends &ends) {
    std::size_t left = 0;
    for (const ast::Statement &statement : unit.stencil.statements) {
      if (const auto *repeat = std::get_if<ast::RepeatStatement>(&statement.node)) {
        left = repeat->updates;
        unit.within.repeat = left ? repeat : nullptr;
        begins(*repeat);
      }
      const auto *update = std::get_if<ast::UpdateStatement>(&statement.node);
      if (!update)
        continue;
      each(*update, statement);
      if (left > 0 && --left == 0) {
        ends(*unit.within.repeat);
        unit.within.repeat = nullptr;
      }
    }
  }

private:
  Unit &unit;
};

/// How many iterations a repeat has; nothing after a report.
std::optional<std::int64_t> checkRepeat(Unit &unit, const ast::RepeatStatement &repeat) {
  if (unit.symbols.find(repeat.index.text))
    unit.diags.report(repeat.index.range, diag::RepeatName, repeat.index.text)
        .note(repeat.index.range, diag::Hint, "choose a name that stands for nothing else");
  const auto count = evaluateCells(unit, repeat.count, repeat.header, "the number of iterations");
  if (count && (*count < 1 || *count > kMostIterations))
    unit.diags.report(repeat.header, diag::RepeatCount, *count, kMostIterations);
  if (repeat.updates == 0)
    unit.diags.report(repeat.header, diag::ExpectedToken, "an update such as 'p[k+1] = ...;'",
                      " in 'repeat'");
  return count;
}

/// The fields computed by the updates, one for each in source order (nothing where it is wrong).
std::vector<std::optional<ir::FieldId>> resolveTargets(Unit &unit) {
  std::vector<std::optional<Moment>> moments;
  Repeats(unit).walk([](const auto &) {},
                     [&](const ast::UpdateStatement &update, const auto &) {
                       moments.push_back(resolveTarget(unit, update));
                     },
                     [](const auto &) {});
  if (moments.empty())
    unit.diags.report(unit.stencil.name.range, diag::NoUpdate, unit.stencil.name.text)
        .note(unit.stencil.name.range, diag::Hint,
              "add for example 'field u { boundary fixed(0); }' and 'u[t+1] = 0.5 * u;'");
  std::vector<std::optional<ir::FieldId>> targets;
  orderMoments(unit, moments, targets);
  return targets;
}

/// Lets that nothing reads are wrong all the same if they are wrong.
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
}

/// Lowers the updates one after the other.
class StageLowering {
public:
  explicit StageLowering(Unit &unit) : unit(unit), targets(resolveTargets(unit)) {}

  void run() {
    Repeats(unit).walk([&](const ast::RepeatStatement &repeat) { begin(repeat); },
                       [&](const ast::UpdateStatement &update, const ast::Statement &statement) {
                         lower(update, statement);
                       },
                       [&](const ast::RepeatStatement &) { end(); });
    checkReadsInsideGrid(unit, allReads);
    warnUnread();
  }

private:
  ir::FieldId baseOf(ir::FieldId field) const {
    const auto base = unit.within.baseOf.find(field);
    return base == unit.within.baseOf.end() ? field : base->second;
  }

  void begin(const ast::RepeatStatement &repeat) {
    count = checkRepeat(unit, repeat).value_or(1);
    first = static_cast<std::uint32_t>(unit.program.stages.size());
    unit.within.carries.clear();
    unit.within.iterated.clear();
    for (std::size_t i = next; i < next + repeat.updates && i < targets.size(); ++i)
      if (targets[i])
        unit.within.iterated.emplace(*targets[i], false);
  }

  void end() {
    for (const auto &[field, isComputed] : unit.within.iterated)
      note(field);
    const auto stages = static_cast<std::uint32_t>(unit.program.stages.size());
    ir::Repeat repeat{{first}, {stages - 1}, count, {}};
    for (const auto &[target, carry] : unit.within.carries) {
      repeat.carries.push_back(carry);
      isRead.insert(carry.from);
    }
    if (stages > first) // else there were errors
      unit.program.repeats.push_back(std::move(repeat));
  }

  /// The value is there from now on.
  void note(ir::FieldId target) {
    updated.insert(target);
    unit.within.newest[baseOf(target)] = target;
  }

  void lower(const ast::UpdateStatement &update, const ast::Statement &statement) {
    const std::optional<ir::FieldId> target = targets[next++];
    Lowering lowering(unit, unit.program, stagePurpose(unit.program.arithmetic), updated);
    const auto value =
        lowering.lowerNumber(update.value, {}, "the value of '" + targetText(update) + "'");
    const Reach frozen = frozenLayerOf(unit.program, lowering.reads());
    for (const ReadSite &read : lowering.reads()) {
      allReads.emplace_back(read, frozen);
      isRead.insert(read.field);
    }
    if (!target)
      return;
    places.emplace(*target, update.targetRange);
    checkKeepsNothing(update, *target, frozen);
    if (unit.within.repeat)
      unit.within.iterated[*target] = true;
    else
      note(*target);
    if (!value)
      return;
    const ir::ExprId root = lowering.values().finish(*value, unit.program.fields[*target].storage);
    unit.program.stages.add({*target, root, frozen, unit.diags.lineOf(statement.range.Start),
                             onOneLine(sourceText(statement.range))});
    for (const auto &[id, name] : lowering.letNames())
      if (isWorthNaming(unit.program, id))
        unit.program.exprNames.try_emplace(id, name);
  }

  static std::string targetText(const ast::UpdateStatement &update) {
    const llvm::StringRef text = sourceText(update.targetRange);
    return text.ends_with("]") ? onOneLine(text) : update.target.base.text + "[t+1]";
  }

  /// Cells are kept from t on, which is another value than the one before if a field has several.
  void checkKeepsNothing(const ast::UpdateStatement &update, ir::FieldId target,
                         const Reach &frozen) {
    const ir::FieldId base = baseOf(target);
    std::size_t values = 0;
    for (const auto &[key, value] : unit.within.values)
      values += key.first == base;
    const bool isOnly = !unit.program.fields[base].isLocal && values < 2 && !unit.within.repeat;
    if (!frozen.isZero() && !isOnly)
      unit.diags.report(update.targetRange, diag::KeepWithinStep, targetText(update))
          .note(update.targetRange, diag::Hint,
                "it reads a field with the boundary 'keep'; say 'fixed', 'copy', 'mirror' or "
                "'periodic' there");
  }

  void warnUnread() {
    if (unit.diags.errors() > 0) // its consequences would look like that
      return;
    for (const auto &[field, range] : places)
      if (unit.program.fields[field].isLocal && !isRead.contains(field))
        unit.diags.report(range, diag::SubstepUnread, onOneLine(sourceText(range)));
  }

  Unit &unit;
  const std::vector<std::optional<ir::FieldId>> targets;
  std::size_t next = 0;
  std::int64_t count = 1;
  std::uint32_t first = 0;
  std::set<ir::FieldId> updated, isRead;
  std::map<ir::FieldId, llvm::SMRange> places; // of updates, by what they compute
  std::vector<std::pair<ReadSite, Reach>> allReads;
};

} // namespace

void lowerStages(Unit &unit) {
  StageLowering(unit).run();
  checkUnusedLets(unit);
}

} // namespace stencilc::sema
