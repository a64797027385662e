/// \file Steps on whose way parts meet, played on numbers: random programs whose tasks run in any
/// order they may, and what one device makes of the whole domain.
#pragma once

#include "PlayedNumbers.h"
#include "runtime/engines/slabs/run/PieceTasks.h"
#include <functional>
#include <map>
#include <random>

namespace stencilc {

/// A step: fields u (two buffers), p (one where iterations are even), q (two levels), a constant,
/// local ones with a buffer of their own, in that of u at t+1 before it is written, and in that at
/// t after it was read; numbers at its begin, in iterations and at its end.
struct PlayedProgram {
  enum Field { kU, kP, kQ, kConstant, kFields, kLocal = kFields, kHeld, kPrevious, kLent, kAll };

  std::vector<BufferedField> fields;
  std::vector<PlaneUse> uses;
  std::vector<StepPiece> pieces;
  std::vector<CarryDescription> carries = {{kPrevious, kP, kP, 0}};
  std::vector<RepeatDescription> repeats;
  SlabDescription slabs{};
  int reach = 1;

  explicit PlayedProgram(unsigned seed, int every = 1) : random(seed) {
    slabs.every = every;
    const int count = 1 + int(random() % 5);
    fields = {
        {{1, 2, true}},  {{1, count % 2 ? 2 : 1, true}}, {{2, 3, true}},  {{1, 1, false}},
        {{1, 1, false}}, {{1, 1, false}, kU, 1},         {{1, 1, false}}, {{1, 1, false}, kU, 0}};
    repeats = {{count, 0, 1, random() % 2 == 0}};
    add(StepAct::GlobalReduction, {{kU, 0}, {kQ, -1}, {kConstant, 0}});
    add(StepAct::Kernel, {{kU, 0}, {kQ, 0}, {kConstant, 0}}, {kLocal, kHeld});
    add(StepAct::Begin, {});
    add(StepAct::Kernel, {{kPrevious, 1}, {kLocal, 1}, {kHeld, 1}}, {kP});
    add(StepAct::GlobalReduction, {{kP, 1}, {kPrevious, 1}});
    add(StepAct::End, {});
    add(StepAct::Kernel, {{kQ, 0}, {kP, 1}, {kLocal, 1}}, {kQ});
    add(StepAct::Kernel, {{kU, 0}, {kQ, 1}, {kP, 1}}, {kU});
    add(StepAct::Kernel, {{kConstant, 0}}, {kLent});
    add(StepAct::GlobalReduction, {{kU, 1}, {kQ, 1}, {kQ, 0}, {kLent, 1}});
    slabs.pieces = pieces.data();
    slabs.pieceCount = int(pieces.size());
    slabs.uses = uses.data();
    slabs.repeats = repeats.data();
    slabs.carries = carries.data();
  }
  PlayedProgram(const PlayedProgram &) = delete;

private:
  void add(StepAct act, const std::vector<std::pair<int, int>> &reads,
           const std::vector<int> &writes = {}) {
    const int number = act == StepAct::Kernel            ? kernels++
                       : act == StepAct::GlobalReduction ? globalReductions++
                                                         : 0;
    pieces.push_back({act, number, int(uses.size()), int(reads.size()), int(writes.size())});
    for (const auto &[field, level] : reads) {
      const int its = int(random() % 3);
      reach = std::max(reach, its);
      uses.push_back({field, level, its});
    }
    for (const int field : writes)
      uses.push_back({field, 1, 0});
  }

  std::mt19937 random;
  int kernels = 0, globalReductions = 0;
};

/// What a task makes of cells that `at(buffer, plane)` reads.
class PieceKernels {
public:
  explicit PieceKernels(const PlayedProgram &program) : program(program) {}

  const StepPiece &pieceOf(const SlabTask &task) const {
    const StepAct act =
        task.act == SlabAct::GlobalReduction ? StepAct::GlobalReduction : StepAct::Kernel;
    const int number =
        task.act == SlabAct::GlobalReduction ? task.globalReduction : task.level.kernel;
    for (const StepPiece &piece : program.pieces)
      if (piece.act == act && piece.number == number)
        return piece;
    return program.pieces.front();
  }
  /// As Step.h finds it.
  SlabBuffer bufferOf(const SlabTask &task, int field, int level) const {
    const SlabBuffer iterate = task.iterates[std::size_t(field)];
    return level == 1 && iterate.field >= 0 ? iterate : placeOf(task, field, level);
  }
  /// The value of a plane; `found`: a number of the whole grid.
  template <class At> Number value(const SlabTask &task, int z, Number found, const At &at) const {
    const StepPiece &piece = pieceOf(task);
    Number sum =
        mix(found, Number(piece.number) + 100 * Number(task.act == SlabAct::GlobalReduction));
    for (int i = piece.firstUse; i < piece.firstUse + piece.reads; ++i)
      for (int far = -program.uses[std::size_t(i)].reach; far <= program.uses[std::size_t(i)].reach;
           ++far) {
        const PlaneUse &use = program.uses[std::size_t(i)];
        const Number value = at(bufferOf(task, use.field, use.level), z + far);
        if (value == kNothing)
          return kNothing;
        sum = mix(sum, value);
      }
    return sum;
  }
  /// What it writes, one field after the other.
  std::vector<SlabBuffer> writes(const SlabTask &task) const {
    const StepPiece &piece = pieceOf(task);
    std::vector<SlabBuffer> all;
    const int first = piece.firstUse + piece.reads;
    for (int i = first; i < first + piece.writes; ++i) {
      const PlaneUse &use = program.uses[std::size_t(i)];
      all.push_back(bufferOf(task, use.field, use.level));
    }
    return all;
  }

private:
  SlabBuffer placeOf(const SlabTask &task, int field, int level) const {
    const BufferedField &of = program.fields[std::size_t(field)];
    if (of.heldBy >= 0)
      return placeOf(task, of.heldBy, of.heldLevel);
    return {field, of.use.buffer(task.current[std::size_t(field)], level)};
  }

  const PlayedProgram &program;
};

/// Cells by part, buffer and plane.
using PlayedCells = std::map<std::tuple<int, int, int, int>, Number>;

inline Number beginning(int field, int age, int z) {
  return mix(Number(field) * 10 + Number(age), Number(z));
}

/// A run of one device, or of several whose tasks run in random orders.
class PiecePlayer : public PieceActs {
public:
  using Spoil = std::function<void(SlabTask &)>;

  PiecePlayer(const PlayedProgram &program, Decomposition division, unsigned seed, Spoil spoil = {})
      : program(program), kernels(program), division(division), random(seed),
        spoil(std::move(spoil)) {}

  /// The numbers that in-step reductions found, and fields at the end; kNothing among them if
  /// something that nobody may read was.
  std::vector<Number> play(int steps) {
    fill();
    PieceTasks tasks(division, program.fields, program.slabs);
    for (int step = 0; step < steps; ++step)
      if (!doStep(program.slabs, tasks, *this))
        return {}; // tasks wait for each other
    (void)enqueue(tasks.exchangeAll());
    runUntil([] { return false; });
    for (int field = 0; field < PlayedProgram::kFields; ++field)
      for (int age = 0; age < program.fields[std::size_t(field)].use.levels; ++age)
        for (int z = 0; z < division.planes; ++z)
          found.push_back(cells[{division.partOf(z), field,
                                 program.fields[std::size_t(field)].use.buffer(
                                     tasks.current()[std::size_t(field)], -age),
                                 z}]);
    addHalos(tasks);
    return found;
  }
  /// Whether halos at the end are what neighbours have.
  bool halosAreRight = true;

  Status enqueue(const std::vector<SlabTask> &all) override {
    for (SlabTask task : all) {
      if (spoil)
        spoil(task);
      if (task.act == SlabAct::GlobalReduction)
        ++globalReductionsWaiting;
      waiting[{task.part, task.queue}].push_back({std::move(task), last});
    }
    if (random() % 3 == 0) // queues may run dry in between
      runUntil([] { return false; });
    return {};
  }
  bool leavesOut(int) override { return false; }
  Status join(int) override {
    runUntil([this] { return globalReductionsWaiting == 0; });
    if (globalReductionsWaiting > 0)
      return Status::invalid("tasks wait for each other");
    last = 3;
    for (int z = 0; z < division.planes; ++z)
      last = mix(last, reductionValues[z]);
    found.push_back(last);
    return {};
  }
  bool isOver(int) override { return last % 4 == 0; }

private:
  struct Waiting {
    SlabTask task;
    Number number; // of the whole grid, as it was when the task was put there
  };

  void fill() {
    for (int part = 0; part < division.parts; ++part)
      for (int field = 0; field < PlayedProgram::kAll; ++field) {
        const TraversedField &use = program.fields[std::size_t(field)].use;
        const PlaneRange held = division.held(part), stored = division.stored(part);
        for (int buffer = 0; buffer < use.buffers; ++buffer)
          for (int z = stored.begin; z < stored.end; ++z)
            cells[{part, field, buffer, z}] = kNothing;
        for (int age = 0; field < PlayedProgram::kFields && age < use.levels; ++age)
          for (int z = held.begin; z < held.end; ++z)
            cells[{part, field, use.buffer(0, -age), z}] = beginning(field, age, wrapped(z));
      }
  }
  int wrapped(int z) const { return (z % division.planes + division.planes) % division.planes; }

  template <class Until> void runUntil(const Until &until) {
    while (!until()) {
      std::vector<std::pair<int, int>> ready;
      for (const auto &[queue, left] : waiting)
        if (!left.empty() && mayRun(left.front().task))
          ready.push_back(queue);
      if (ready.empty())
        return;
      auto &queue = waiting[ready[random() % ready.size()]];
      const Waiting next = queue.front();
      queue.erase(queue.begin());
      ended[{next.task.part, next.task.queue}] = next.task.number + 1;
      run(next);
    }
  }
  bool mayRun(const SlabTask &task) {
    for (const SlabWait &wait : task.waits)
      if (ended[{wait.part, wait.queue}] <= wait.number)
        return false;
    return true;
  }

  void run(const Waiting &next) {
    const SlabTask &task = next.task;
    const auto cell = [&](int part, SlabBuffer of, int z) -> Number & {
      return cells[{part, of.field, of.buffer, z}];
    };
    for (const SlabBuffer &sent : task.sent)
      for (int z = task.planes.begin; z < task.planes.end; ++z)
        if (task.act == SlabAct::Copy)
          cell(task.part, task.onto, z) = cell(task.part, sent, z);
        else
          cell(task.to, sent, z + task.shift) = cell(task.part, sent, z);
    if (task.act == SlabAct::Launch || task.act == SlabAct::GlobalReduction)
      compute(next);
  }
  void compute(const Waiting &next) {
    const SlabTask &task = next.task;
    std::vector<Number> made;
    for (int z = task.planes.begin; z < task.planes.end; ++z)
      made.push_back(kernels.value(task, z, next.number, [&](SlabBuffer of, int at) {
        if (!division.isPeriodic && (at < 0 || at >= division.planes))
          return Number(5);
        const auto cell = cells.find({task.part, of.field, of.buffer, at});
        return cell == cells.end() ? kNothing : cell->second;
      }));
    globalReductionsWaiting -= task.act == SlabAct::GlobalReduction;
    for (int z = task.planes.begin; z < task.planes.end; ++z) {
      const Number value = made[std::size_t(z - task.planes.begin)];
      if (task.act == SlabAct::GlobalReduction)
        reductionValues[z] = value;
      Number field = 0;
      for (const SlabBuffer &of : kernels.writes(task))
        cells[{task.part, of.field, of.buffer, z}] =
            value == kNothing ? value : mix(value, ++field);
    }
  }

  void addHalos(const PieceTasks &tasks) {
    for (int part = 0; part < division.parts; ++part)
      for (int field = 0; field < PlayedProgram::kFields; ++field)
        for (int age = 0; age < program.fields[std::size_t(field)].use.levels; ++age) {
          const int buffer = program.fields[std::size_t(field)].use.buffer(
              tasks.current()[std::size_t(field)], -age);
          const PlaneRange held = division.held(part);
          for (int z = held.begin; z < held.end; ++z)
            halosAreRight &= cells[{part, field, buffer, z}] ==
                             cells[{division.partOf(wrapped(z)), field, buffer, wrapped(z)}];
        }
  }

  const PlayedProgram &program;
  const PieceKernels kernels;
  const Decomposition division;
  std::mt19937 random;
  const Spoil spoil;
  PlayedCells cells;
  std::map<std::pair<int, int>, std::vector<Waiting>> waiting;
  std::map<std::pair<int, int>, std::int64_t> ended;
  std::map<int, Number> reductionValues;
  int globalReductionsWaiting = 0;
  Number last = 1;
  std::vector<Number> found;
};

/// The whole domain by one device, whose tasks run as they come.
class PieceReference : public PieceActs {
public:
  PieceReference(const PlayedProgram &program, int planes, bool isPeriodic)
      : program(program), kernels(program), planes(planes), isPeriodic(isPeriodic) {}

  std::vector<Number> play(int steps) {
    for (int field = 0; field < PlayedProgram::kFields; ++field)
      for (int age = 0; age < program.fields[std::size_t(field)].use.levels; ++age)
        for (int z = 0; z < planes; ++z)
          cells[{0, field, program.fields[std::size_t(field)].use.buffer(0, -age), z}] =
              beginning(field, age, z);
    PieceTasks tasks({.planes = planes, .parts = 1}, program.fields, program.slabs);
    for (int step = 0; step < steps; ++step)
      (void)doStep(program.slabs, tasks, *this);
    for (int field = 0; field < PlayedProgram::kFields; ++field)
      for (int age = 0; age < program.fields[std::size_t(field)].use.levels; ++age)
        for (int z = 0; z < planes; ++z)
          found.push_back(cells[{0, field,
                                 program.fields[std::size_t(field)].use.buffer(
                                     tasks.current()[std::size_t(field)], -age),
                                 z}]);
    return found;
  }

  Status enqueue(const std::vector<SlabTask> &all) override {
    for (const SlabTask &task : all) {
      if (task.act == SlabAct::Copy)
        for (int z = 0; z < planes; ++z)
          cells[{0, task.onto.field, task.onto.buffer, z}] =
              cells[{0, task.sent[0].field, task.sent[0].buffer, z}];
      else
        compute(task);
    }
    return {};
  }
  bool leavesOut(int) override { return false; }
  Status join(int) override {
    last = 3;
    for (const Number value : made)
      last = mix(last, value);
    found.push_back(last);
    return {};
  }
  bool isOver(int) override { return last % 4 == 0; }

private:
  void compute(const SlabTask &task) {
    made.clear();
    for (int z = 0; z < planes; ++z)
      made.push_back(kernels.value(task, z, last, [&](SlabBuffer of, int at) {
        if (!isPeriodic && (at < 0 || at >= planes))
          return Number(5);
        return cells[{0, of.field, of.buffer, (at % planes + planes) % planes}];
      }));
    Number field = 0;
    for (const SlabBuffer &of : kernels.writes(task)) {
      ++field;
      for (int z = 0; z < planes; ++z)
        cells[{0, of.field, of.buffer, z}] = mix(made[std::size_t(z)], field);
    }
  }

  const PlayedProgram &program;
  const PieceKernels kernels;
  const int planes;
  const bool isPeriodic;
  PlayedCells cells;
  std::vector<Number> made;
  Number last = 1;
  std::vector<Number> found;
};

} // namespace stencilc
