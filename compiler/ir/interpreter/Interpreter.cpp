/// \file The oracle (reference interpreter): computes a program cell by cell, as Program.h defines.
#include "ir/interpreter/Interpreter.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include "ir/interpreter/InterpreterArithmetic.h"
#include "ir/interpreter/InterpreterExpressions.h"
#include "ir/interpreter/InterpreterPoints.h"
#include "ir/interpreter/InterpreterReductions.h"
#include "support/Match.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <array>
#include <cassert>
#include <functional>
#include <limits>
#include <map>
#include <memory>

namespace stencilc::ir {

namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

double noReads(const Read &, const Cell &) {
  llvm_unreachable("interpreter: uniforms, boundaries and initial values read no field");
}

/// Calls `visit` with every cell of a grid of `extents` cells. The x coordinate varies fastest.
template <class Visit> void forEachCell(const Extents &extents, Visit visit) {
  for (std::int64_t z = 0; z < extents[2]; ++z)
    for (std::int64_t y = 0; y < extents[1]; ++y)
      for (std::int64_t x = 0; x < extents[0]; ++x)
        visit(Cell{x, y, z});
}

/// Returns `value`, or one fixed NaN for every NaN. The bits of a NaN depend on the processor.
double withOneNan(double value) {
  return value != value ? std::numeric_limits<double>::quiet_NaN() : value;
}

/// Interpreter of one time step.
class Step {
public:
  Step(const Program &program, const RunSetup &setup, State &state)
      : program(program), setup(setup), state(state), isFirst(state.kept.empty()),
        reductionValues(program.reductions.size(), kMissing),
        earlier(isFirst ? std::vector<double>(program.kept.size(), kMissing) : state.kept),
        uniforms(evaluateUniforms(program, setup, state.steps, reductionValues, earlier)),
        inside{program,
               setup,
               uniforms,
               state.steps,
               [this](const Read &read, const Cell &cell) { return this->read(read, cell); },
               [this](const ProfileRead &read, const Cell &cell) { return profile(read, cell); },
               [this](const PointWeight &n, const Cell &cell) { return weight(n, cell); }},
        host{program, setup, uniforms, state.steps,
             noReads, {},    {},       [this](ReductionId id) { return reductionValues[id.index]; },
             &earlier},
        sources(program, setup), next(program.fields.size()) {}

  /// Computes the time step. If `result` is not null, adds the reports and receiver values that
  /// belong to this step, and the rule (`until` condition) that ends the run, if one does.
  void run(RunResult *result) {
    if (isFirst)
      beginKept();
    for (StageId id : program.stages.ids()) {
      const Repeat *const repeat = repeatOf(program, id);
      if (!repeat || repeat->first == id)
        globalReduction(id, {});
      if (!repeat)
        runStage(program.stages[id]);
      else if (repeat->first == id)
        runRepeat(static_cast<std::size_t>(repeat - program.repeats.data()));
    }
    globalReduction({static_cast<std::uint32_t>(program.stages.size())}, {});
    if (result)
      check(*result); // while t and t+1 both exist
    for (std::uint32_t field = 0; field < next.size(); ++field) {
      if (next[field].cells.empty() || program.fields[FieldId{field}].isLocal)
        continue; // not updated, or not kept
      std::vector<Grid> &levels = state.fields[field];
      levels.insert(levels.begin(), std::move(next[field]));
      levels.pop_back();
    }
    std::vector<double> left;
    for (const CarriedScalar &kept : program.kept)
      left.push_back(Evaluator(host, kept.value).at({}));
    state.kept = std::move(left);
    ++state.steps;
  }

private:
  /// Sets the scalars that are carried from one time step to the next to their initial values.
  void beginKept() {
    for (const GlobalReduction &globalReduction : program.globalReductions)
      if (globalReduction.isFirst)
        for (ReductionId id : globalReduction.reductions)
          reductionValues[id.index] = reduced(program.reductions[id]);
    for (CarriedScalarId id : program.kept.ids())
      earlier[id.index] = Evaluator(host, program.kept[id].init).at({});
    findUniforms();
  }
  void findUniforms() {
    uniforms = evaluateUniforms(program, setup, state.steps, reductionValues, earlier);
  }

  /// Runs the in-step reductions (over the grid, within a time step) placed directly before stage
  /// `before`: those of the `repeat` loop with index `repeat`, or for nullopt those outside loops.
  void globalReduction(StageId before, std::optional<std::size_t> repeat) {
    for (const GlobalReduction &globalReduction : program.globalReductions) {
      if (globalReduction.before != before || globalReduction.repeat != repeat ||
          globalReduction.isFirst)
        continue;
      for (ReductionId id : globalReduction.reductions)
        reductionValues[id.index] = reduced(program.reductions[id]);
      findUniforms();
    }
  }

  /// Runs all iterations of the `repeat` loop `index`, each on the values of the preceding one.
  void runRepeat(std::size_t index) {
    const Repeat &repeat = program.repeats[index];
    for (std::int64_t iteration = 0; iteration < repeat.count; ++iteration) {
      for (const Carry &carry : repeat.carries)
        next[carry.previous.index] = iteration > 0      ? next[carry.target.index]
                                     : carry.level == 1 ? next[carry.from.index]
                                                        : state.fields[carry.from.index].front();
      for (std::uint32_t stage = repeat.first.index; stage <= repeat.last.index; ++stage) {
        globalReduction({stage}, index);
        runStage(program.stages[StageId{stage}]);
      }
      globalReduction({repeat.last.index + 1}, index);
      if (repeat.until.valid() && Evaluator(host, repeat.until).at({}) != 0)
        return;
    }
  }

  /// Returns the array that an update of `target` overwrites: level t, or zeros without a level t.
  Grid beforeUpdate(FieldId target) const {
    const FieldDecl &field = program.fields[target];
    if (!field.isLocal)
      return state.fields[target.index].front();
    const Extents &n = setup.extents;
    return {field.storage, setup.extents,
            std::vector<double>(static_cast<std::size_t>(n[0] * n[1] * n[2]))};
  }

  void runStage(const Stage &stage) {
    Grid result = beforeUpdate(stage.target);
    Evaluator update(inside, stage.value);
    forEachCell(setup.extents, [&](const Cell &cell) {
      if (!isInLayer(stage.frozen, cell))
        result.cells[result.index(cell[0], cell[1], cell[2])] = update.at(cell);
    });
    next[stage.target.index] = std::move(result);
  }

  /// Appends the reports and receiver values of this step, and the rule that ends the run, if any.
  void check(RunResult &result) {
    const std::int64_t number = state.steps + 1;
    const auto isDue = [&](std::int64_t every) { return number % every == 0; };
    for (std::size_t i = 0; i < program.reports.size(); ++i)
      if (isDue(program.reports[i].every))
        result.reports.push_back({number, i, withOneNan(scalar(program.reports[i].value))});
    for (PointsId id : program.points.ids())
      if (program.points[id].isReceiver() && isDue(program.points[id].every))
        result.traces.push_back({number, id, received(id)});
    for (std::size_t i = 0; i < program.rules.size() && !result.rule; ++i)
      if (isDue(program.rules[i].every) && scalar(program.rules[i].condition) != 0)
        result.rule = i;
  }

  /// Returns the values at the points of receiver `id`: at t+1, or at t if no stage updates them.
  std::vector<double> received(PointsId id) const {
    const FieldId field = program.points[id].field;
    const Grid &grid =
        next[field.index].cells.empty() ? state.fields[field.index].front() : next[field.index];
    return valuesAt(weightsOf(program, id, setup), grid);
  }

  /// Returns the value of the expression of a report or an `until` condition.
  double scalar(ExprId value) {
    Surroundings around = host;
    around.reduced = [this](ReductionId id) {
      return globalReductionOf(program, id) ? reductionValues[id.index]
                                            : reduced(program.reductions[id]);
    };
    return Evaluator(around, value).at({});
  }

  double reduced(const Reduction &reduction) {
    Evaluator value(inside, reduction.value);
    std::vector<std::optional<double>> cells;
    forEachCell(setup.extents, [&](const Cell &cell) {
      cells.push_back(isInLayer(reduction.leftOut, cell) ? std::nullopt
                                                         : std::optional(value.at(cell)));
    });
    return reduceCells(reduction.kind, setup.extents, cells);
  }

  bool isInLayer(const Reach &layer, const Cell &cell) const {
    for (int axis = 0; axis < program.rank(); ++axis)
      if (cell[axis] < layer.low[axis] || cell[axis] >= setup.extents[axis] - layer.high[axis])
        return true;
    return false;
  }

  const Grid &gridOf(const Read &read) const {
    const Grid &grid =
        read.level == 1 ? next[read.field.index] : state.fields[read.field.index].at(-read.level);
    assert(!grid.cells.empty() && "interpreter: t+1 is read before it is written");
    return grid;
  }

  double read(const Read &read, const Cell &from) {
    Cell cell = from;
    for (int axis = 0; axis < program.rank(); ++axis)
      cell[axis] += read.offset[axis];
    if (const auto value = beyond(program.fields[read.field], read.level, setup.extents, cell))
      return *value;
    return gridOf(read).at(cell[0], cell[1], cell[2]);
  }

  double weight(const PointWeight &node, const Cell &cell) {
    return node.step.valid() ? sources.amount(node.points, cell, uniforms[node.step.index])
                             : sources.weight(node.points, cell);
  }

  double profile(const ProfileRead &read, const Cell &from) {
    const ProfileDecl &declared = program.profiles[read.profile];
    Cell cell{};
    for (int axis = 0; axis < program.rank(); ++axis)
      if (declared.along[axis])
        cell[axis] = from[axis] + read.offset[axis];
    const Extents own = profileExtents(declared, setup.extents);
    // The last cell of the grid may be missing here; values computed in it are never used.
    for (int axis = 0; axis < program.rank(); ++axis)
      if (declared.field.shorter[axis] &&
          declared.field.at(axis, Side::High).kind == BoundaryKind::None)
        cell[axis] = std::min(cell[axis], own[axis] - 1);
    (void)beyond(declared.field, 0, own, cell);
    const std::size_t behind = state.fields.size() - program.profiles.size();
    return state.fields[behind + read.profile.index].front().at(cell[0], cell[1], cell[2]);
  }

  /// Returns the value of a Fixed boundary at `cell`. With any other boundary, replaces `cell` by
  /// the cell inside the grid that gives the value, and returns `nullopt`.
  std::optional<double> beyond(const FieldDecl &field, int level, const Extents &extents,
                               Cell &cell) {
    for (int axis = 0; axis < program.rank(); ++axis) {
      const std::int64_t n = extents[axis];
      if (cell[axis] >= 0 && cell[axis] < n)
        continue;
      const Side side = cell[axis] < 0 ? Side::Low : Side::High;
      const Boundary &boundary = field.at(axis, side);
      if (boundary.kind == BoundaryKind::Fixed)
        return fixedValue(boundary.value, level).at(cell);
      cell[axis] = mapped(boundary.kind, side, cell[axis], n);
      assert(cell[axis] >= 0 && cell[axis] < n && "interpreter: extent below the minimum");
    }
    return std::nullopt;
  }

  /// Inputs of Fixed boundary values. Reads at t use scalars of this step, at t+1 of the next one.
  struct Outside {
    Outside(const Program &program, const RunSetup &setup, std::int64_t steps)
        : uniforms(evaluateUniforms(program, setup, steps)),
          around{program, setup, uniforms, steps, noReads} {}
    std::vector<double> uniforms;
    Surroundings around;
  };
  Evaluator &fixedValue(ExprId value, int level) {
    std::unique_ptr<Outside> &outside = outsides[level];
    if (!outside) {
      outside = std::make_unique<Outside>(program, setup, state.steps + level);
    }
    return fixedValues.try_emplace({value, level}, outside->around, value).first->second;
  }

  /// Maps `c`, beyond the face `side` of `n` cells, to the grid cell that boundary `kind` repeats.
  static std::int64_t mapped(BoundaryKind kind, Side side, std::int64_t c, std::int64_t n) {
    const bool low = side == Side::Low;
    switch (kind) {
    case BoundaryKind::Periodic:
      return low ? c + n : c - n;
    case BoundaryKind::MirrorCell:
      return low ? -1 - c : 2 * n - 1 - c;
    case BoundaryKind::MirrorNode:
      return low ? -c : 2 * n - 2 - c;
    case BoundaryKind::Copy:
      return low ? 0 : n - 1;
    case BoundaryKind::None:
    case BoundaryKind::Keep:
    case BoundaryKind::Fixed:
      break;
    }
    llvm_unreachable("interpreter: a read leaves the grid through a face without an outside");
  }

  const Program &program;
  const RunSetup &setup;
  State &state;
  const bool isFirst;
  std::vector<double> reductionValues; // by ReductionId; NaN before its in-step reduction has run
  std::vector<double> earlier;         // by KeptId
  std::vector<double> uniforms;
  Surroundings inside, host; // for updates; for reports and rules
  const SourceWeights sources;
  std::map<int, std::unique_ptr<Outside>> outsides; // for boundary values, by level
  std::map<std::pair<ExprId, int>, Evaluator> fixedValues;
  std::vector<Grid> next; // t+1 by FieldId; empty until its stage has run
};

} // namespace

RunSetup defaultSetup(const Program &program, const Extents &extents) {
  RunSetup setup{extents, {}};
  for (const ParamDecl &param : program.params)
    setup.params.push_back(param.value);
  return setup;
}

std::vector<double> evaluateUniforms(const Program &program, const RunSetup &setup,
                                     std::int64_t steps, const std::vector<double> &reductionValues,
                                     const std::vector<double> &earlier) {
  assert(setup.params.size() == program.params.size() && "a value for every parameter");
  std::vector<double> uniforms;
  const std::vector<double> none(program.kept.size(), kMissing);
  const auto reduced = [&](ReductionId id) {
    return id.index < reductionValues.size() ? reductionValues[id.index] : kMissing;
  };
  const Surroundings around{program, setup,   uniforms,
                            steps,   noReads, {},
                            {},      reduced, earlier.empty() ? &none : &earlier};
  for (const Uniform &uniform : program.uniforms)
    uniforms.push_back(Evaluator(around, uniform.value).at({}));
  return uniforms;
}

State initialState(const Program &program, const RunSetup &setup) {
  const std::vector<double> uniforms; // initial values use no uniforms
  const Surroundings around{program, setup, uniforms, 0, noReads};
  State state;
  const auto filled = [&](const FieldDecl &field, ExprId value, const Extents &n) {
    Grid grid{field.storage, n, {}};
    if (value.valid()) {
      Evaluator init(around, value);
      forEachCell(n, [&](const Cell &cell) { grid.cells.push_back(init.at(cell)); });
    } else {
      grid.cells.assign(static_cast<std::size_t>(n[0] * n[1] * n[2]), 0.0);
    }
    return grid;
  };
  for (FieldId id : storedFields(program)) {
    const FieldDecl &field = program.fields[id];
    std::vector<Grid> &levels =
        state.fields.emplace_back(field.levels, filled(field, field.init, setup.extents));
    for (const OlderInit &older : field.olderInits)
      levels[static_cast<std::size_t>(older.age)] = filled(field, older.value, setup.extents);
  }
  for (const ProfileDecl &profile : program.profiles)
    state.fields.emplace_back(
        1, filled(profile.field, profile.field.init, profileExtents(profile, setup.extents)));
  return state;
}

Extents profileExtents(const ProfileDecl &profile, const Extents &extents) {
  Extents own = extents;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    own[axis] = profile.along[axis] ? extents[axis] - profile.field.shorter[axis] : 1;
  return own;
}

void interpretStep(const Program &program, const RunSetup &setup, State &state) {
  Step(program, setup, state).run(nullptr);
}

void interpretStep(const Program &program, const RunSetup &setup, State &state, RunResult &result) {
  ++result.steps;
  Step(program, setup, state).run(&result);
}

RunResult interpretRun(const Program &program, const RunSetup &setup, State &state,
                       std::int64_t steps) {
  RunResult result;
  while (result.steps < steps && !result.rule)
    interpretStep(program, setup, state, result);
  return result;
}

double randomNumber(std::uint64_t seed, std::uint64_t linear) {
  std::uint64_t k = seed + 0x9E3779B97F4A7C15 * (linear + 1);
  k = (k ^ (k >> 30)) * 0xBF58476D1CE4E5B9;
  k = (k ^ (k >> 27)) * 0x94D049BB133111EB;
  k = k ^ (k >> 31);
  return static_cast<double>(k >> 11) * 0x1.0p-53;
}

} // namespace stencilc::ir
