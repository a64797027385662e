/// \file Steps on several devices, played on numbers: queues that run in any order they may, and
/// what one device makes of the whole domain.
#pragma once

#include "PlayedNumbers.h"
#include "runtime/engines/slabs/plan/EndPlanes.h"
#include "runtime/engines/slabs/run/SlabTasks.h"
#include <functional>
#include <map>
#include <random>

namespace stencilc {

/// Planes of a field that a kernel reads: of what kernel `field` has made in this step, or of its
/// older levels.
struct PlayedRead {
  int field;
  bool isNew;
  int low, high;
};
using PlayedKernels = std::vector<std::vector<PlayedRead>>;

/// Kernel 0 reads its own field, each of the others what the one before has made.
inline PlayedKernels chainOf(int passes, int reach) {
  PlayedKernels kernels = {{{0, false, reach, reach}}};
  for (int kernel = 1; kernel < passes; ++kernel)
    kernels.push_back({{kernel - 1, true, reach, reach}});
  return kernels;
}

struct SlabCase {
  int planes = 20, parts = 2, fused = 1, every = 1;
  int levels = 1, buffers = 2, steps = 9;
  bool isPeriodic = false;
  SlabExchange exchange = SlabExchange::After;
  PlayedKernels kernels = chainOf(1, 1);
  int lack = 0; // planes by which halos are too narrow

  int passes() const { return int(kernels.size()); }
};

/// How far the kernels of a step read, and all of them together.
struct PlayedReaches {
  explicit PlayedReaches(const PlayedKernels &kernels) : of(kernels.size()) {
    for (std::size_t kernel = kernels.size(); kernel-- > 0;) {
      KernelReach &its = of[kernel];
      low = std::max(low, its.beyondLow);
      high = std::max(high, its.beyondHigh);
      for (const PlayedRead &read : kernels[kernel]) {
        its.reads = std::max({its.reads, read.low, read.high});
        int &below = read.isNew ? of[std::size_t(read.field)].beyondLow : low;
        int &above = read.isNew ? of[std::size_t(read.field)].beyondHigh : high;
        below = std::max(below, its.beyondLow + read.low);
        above = std::max(above, its.beyondHigh + read.high);
      }
    }
  }
  int most() const { return std::max(low, high); }

  std::vector<KernelReach> of;
  int low = 0, high = 0;
};

/// One kernel of a step at a plane: of the planes around it. `at(field, level, plane)`.
template <class At> Number kernelAt(const SlabCase &test, int kernel, int z, const At &at) {
  Number sum = 17 + Number(kernel);
  for (const PlayedRead &read : test.kernels[std::size_t(kernel)])
    for (int far = -read.low; far <= read.high; ++far)
      for (int age = read.isNew ? -1 : 0; age < (read.isNew ? 0 : test.levels); ++age) {
        if (age == test.levels - 1 && test.buffers == test.levels &&
            (far != 0 || kernel > read.field))
          continue; // what is overwritten is read in place
        const Number value = at(read.field, -age, z + far);
        if (value == kNothing)
          return kNothing;
        sum = mix(sum, value);
      }
  return sum;
}

/// The whole domain by one device, step by step. Field 0 is made by the first kernel, field k by
/// kernel k.
class SlabReference {
public:
  explicit SlabReference(const SlabCase &test) : test(test) {
    for (int field = 0; field < test.passes(); ++field)
      for (int age = 0; age < test.levels; ++age) {
        std::vector<Number> &planes = history[{field, -age}];
        const int array = field * 100 + age;
        for (int z = 0; z < test.planes; ++z)
          planes.push_back(mix(Number(array), Number(z)));
      }
  }
  Number at(int field, int step, int z) {
    if (z < 0 || z >= test.planes) {
      if (!test.isPeriodic)
        return 5; // the same beyond both ends
      z = (z % test.planes + test.planes) % test.planes;
    }
    std::vector<Number> &planes = history[{field, step}];
    if (planes.empty()) {
      std::vector<Number> made;
      for (int plane = 0; plane < test.planes; ++plane)
        made.push_back(kernelAt(test, field, plane, [&](int of, int level, int other) {
          return at(of, step - 1 + level, other);
        }));
      history[{field, step}] = made;
    }
    return history[{field, step}][std::size_t(z)];
  }

private:
  const SlabCase &test;
  std::map<std::pair<int, int>, std::vector<Number>> history;
};

/// Takes waits out of tasks.
using Spoil = std::function<void(SlabTask &)>;

class SlabPlayer {
public:
  SlabPlayer(const SlabCase &test, unsigned seed, Spoil spoil)
      : test(test), reaches(test.kernels), random(seed), spoil(std::move(spoil)), truth(test) {
    division = {.planes = test.planes,
                .parts = test.parts,
                .halo = reaches.most() * test.fused * test.every - test.lack,
                .margin = 1,
                .isPeriodic = test.isPeriodic};
    fields.assign(std::size_t(test.passes()), {test.levels, test.buffers, true});
  }
  bool isPossible() const {
    return test.parts <= Decomposition::mostParts(test.planes, division.halo);
  }

  /// What is wrong at the end, or nothing.
  std::string play() {
    fill();
    SlabTasks maker(division, fields, test.exchange);
    int step = 0;
    while (step < test.steps) {
      for (SlabTask &task : maker.group(nextGroup(step))) {
        if (spoil)
          spoil(task);
        waiting[{task.part, task.queue}].push_back(task);
      }
      if (random() % 3 == 0) // queues may run dry in between
        runAll();
    }
    runAll();
    for (const auto &[queue, left] : waiting)
      if (!left.empty())
        return "tasks wait for each other";
    return compare(maker.current());
  }

private:
  /// The launches of a group, its last one first.
  std::vector<TraversalLevel> nextGroup(int &step) const {
    const bool fuses = test.fused > 1 && step + test.fused <= test.steps;
    const int together = fuses ? test.fused : 1;
    const int count = std::min(test.every, (test.steps - step) / together);
    std::vector<TraversalLevel> launches;
    for (int left = (count - 1) * together; left >= 0; left -= together)
      for (int kernel = 0; kernel < (fuses ? 1 : test.passes()); ++kernel) {
        const KernelReach its = fuses ? KernelReach{together * reaches.most(), 0, 0, 0}
                                      : reaches.of[std::size_t(kernel)];
        launches.push_back(
            {.kernel = fuses ? -1 : kernel,
             .steps = fuses ? together : kernel + 1 == test.passes(),
             .reach = its.reads,
             .beyondLow = std::min(division.halo, its.beyondLow + left * reaches.low),
             .beyondHigh = std::min(division.halo, its.beyondHigh + left * reaches.high)});
      }
    step += count * together;
    return launches;
  }

  Number &cell(int part, std::size_t field, int buffer, int z) {
    return cells[{part, int(field), buffer, z}];
  }

  void fill() {
    for (int part = 0; part < test.parts; ++part)
      for (std::size_t f = 0; f < fields.size(); ++f)
        for (int b = 0; b < test.buffers; ++b) {
          const PlaneRange stored = division.stored(part), held = division.held(part);
          for (int z = stored.begin; z < stored.end; ++z)
            cell(part, f, b, z) = kNothing;
          for (int age = 0; age < test.levels; ++age)
            for (int z = held.begin; z < held.end; ++z)
              cell(part, f, fields[f].buffer(0, -age), z) = truth.at(int(f), -age, z);
        }
  }

  void runAll() {
    for (;;) {
      std::vector<std::pair<int, int>> ready;
      for (const auto &[queue, left] : waiting)
        if (!left.empty() && mayRun(left.front()))
          ready.push_back(queue);
      if (ready.empty())
        return;
      auto &queue = waiting[ready[random() % ready.size()]];
      const SlabTask task = queue.front();
      if (task.boundaryFirst && !launchPiece(task))
        continue;
      queue.erase(queue.begin());
      ended[{task.part, task.queue}] = task.number + 1;
      if (!task.boundaryFirst)
        task.act == SlabAct::Launch ? launch(task) : send(task);
    }
  }
  /// One of the pieces that a launch has left, whichever; whether it was the last one.
  bool launchPiece(SlabTask task) {
    const bool hasLow = division.neighbour(task.part, SlabSide::Low) >= 0;
    const bool hasHigh = division.neighbour(task.part, SlabSide::High) >= 0;
    const int room = task.planes.count() / 3 - division.halo; // ends may be higher than halos
    const int more = room > 0 ? int(task.number % room) : 0;
    const EndPieces pieces(task.planes, division.halo + more, hasLow, hasHigh);
    unsigned &done = pieceDone[{task.part, task.number}];
    std::vector<int> left;
    for (int piece = 0; piece < kPlanePieces; ++piece)
      if (!(done & (1U << piece)))
        left.push_back(piece);
    const int piece = left[random() % left.size()];
    done |= 1U << piece;
    task.planes = pieces.of[piece];
    launch(task);
    return left.size() == 1;
  }
  bool mayRun(const SlabTask &task) {
    for (const SlabWait &wait : task.waits)
      if (ended[{wait.part, wait.queue}] <= wait.number &&
          (wait.ends == 0 || (pieceDone[{wait.part, wait.number}] & wait.ends) != wait.ends))
        return false;
    return true;
  }

  void send(const SlabTask &task) {
    for (const SlabBuffer &sent : task.sent)
      for (int z = task.planes.begin; z < task.planes.end; ++z)
        cell(task.to, std::size_t(sent.field), sent.buffer, z + task.shift) =
            cell(task.part, std::size_t(sent.field), sent.buffer, z);
  }

  Number readAt(const SlabTask &task, std::size_t field, int level, int z) {
    if (!test.isPeriodic && (z < 0 || z >= test.planes))
      return 5;
    const auto found =
        cells.find({task.part, int(field), fields[field].buffer(task.current[field], level), z});
    return found == cells.end() ? kNothing : found->second;
  }

  void launch(const SlabTask &task) {
    if (task.level.kernel < 0)
      return launchFused(task);
    const auto field = std::size_t(task.level.kernel);
    std::vector<Number> made;
    for (int z = task.planes.begin; z < task.planes.end; ++z)
      made.push_back(kernelAt(test, int(field), z, [&](int of, int level, int other) {
        return readAt(task, std::size_t(of), level, other);
      }));
    for (int z = task.planes.begin; z < task.planes.end; ++z)
      cell(task.part, field, fields[field].buffer(task.current[field], 1), z) =
          made[std::size_t(z - task.planes.begin)];
  }

  void launchFused(const SlabTask &task) {
    std::map<std::tuple<int, int, int>, Number> values; // field, step from 1 on, plane
    for (int step = 1; step <= task.level.steps; ++step)
      for (int f = 0; f < test.passes(); ++f) {
        const int left = task.level.steps - step;
        const KernelReach &its = reaches.of[std::size_t(f)];
        const int low = its.beyondLow + left * reaches.low;
        const int high = its.beyondHigh + left * reaches.high;
        for (int z = task.planes.begin - low; z < task.planes.end + high; ++z)
          if (test.isPeriodic || (z >= 0 && z < test.planes))
            values[{f, step, z}] = kernelAt(test, f, z, [&](int field, int level, int other) {
              const int of = step - 1 + level;
              if (of <= 0)
                return readAt(task, std::size_t(field), of, other);
              if (!test.isPeriodic && (other < 0 || other >= test.planes))
                return Number(5);
              return values.at({field, of, other});
            });
      }
    const int made = std::min(test.levels, task.level.steps);
    for (int f = 0; f < test.passes(); ++f)
      for (int level = 1; level <= made; ++level)
        for (int z = task.planes.begin; z < task.planes.end; ++z) {
          const auto of = std::size_t(f);
          cell(task.part, of, fields[of].buffer(task.current[of], level), z) =
              values.at({f, task.level.steps - made + level, z});
        }
  }

  std::string compare(const std::vector<int> &current) {
    for (int part = 0; part < test.parts; ++part)
      for (std::size_t f = 0; f < fields.size(); ++f)
        for (int age = 0; age < test.levels; ++age) {
          const PlaneRange held = division.held(part);
          for (int z = held.begin; z < held.end; ++z)
            if (cell(part, f, fields[f].buffer(current[f], -age), z) !=
                truth.at(int(f), test.steps - age, z))
              return "part " + std::to_string(part) + " has a wrong plane " + std::to_string(z);
        }
    return "";
  }

  const SlabCase &test;
  const PlayedReaches reaches;
  std::mt19937 random;
  Spoil spoil;
  SlabReference truth;
  Decomposition division;
  std::vector<TraversedField> fields;
  std::map<std::tuple<int, int, int, int>, Number> cells; // part, field, buffer, plane
  std::map<std::pair<int, int>, std::vector<SlabTask>> waiting;
  std::map<std::pair<int, int>, std::int64_t> ended;
  std::map<std::pair<int, std::int64_t>, unsigned> pieceDone; // by part and launch
};

/// What is wrong in some of many orders; empty if nothing is in any.
inline std::string playSeeds(const SlabCase &test, unsigned seeds, const Spoil &spoil = {}) {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    SlabPlayer player(test, seed, spoil);
    if (!player.isPossible())
      return "";
    if (const std::string wrong = player.play(); !wrong.empty())
      return wrong;
  }
  return "";
}

} // namespace stencilc
