/// \file Steps on several devices, played on numbers: queues that run in any order they may, and
/// what one device makes of the whole domain.
#pragma once

#include "PlayedNumbers.h"
#include "stencilc/slabs/EndPlanes.h"
#include "stencilc/slabs/SlabTasks.h"
#include <functional>
#include <map>
#include <random>

namespace stencilc {

struct SlabCase {
  int planes = 20, parts = 2, reach = 1, fused = 1, every = 1, passes = 1;
  int levels = 1, buffers = 2, steps = 9;
  bool isPeriodic = false;
  SlabExchange exchange = SlabExchange::After;
};

/// One kernel of a step at a plane: of the planes around it at all levels, and of what the kernel
/// before has made. `at(level, plane)`; level 1 is the kernel before's.
template <class At> Number kernelAt(const SlabCase &test, int kernel, int z, const At &at) {
  Number sum = 17 + Number(kernel);
  for (int far = -test.reach; far <= test.reach; ++far) {
    if (kernel > 0) {
      const Number made = at(1, z + far);
      if (made == kNothing)
        return kNothing;
      sum = mix(sum, made);
      continue;
    }
    for (int age = 0; age < test.levels; ++age) {
      if (age == test.levels - 1 && test.buffers == test.levels && far != 0)
        continue; // what is overwritten is read in place
      const Number value = at(-age, z + far);
      if (value == kNothing)
        return kNothing;
      sum = mix(sum, value);
    }
  }
  return sum;
}

/// The whole domain by one device, step by step. Field 0 is made by the first kernel, field k by
/// kernel k.
class SlabReference {
public:
  explicit SlabReference(const SlabCase &test) : test(test) {
    for (int field = 0; field < test.passes; ++field)
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
        made.push_back(kernelAt(test, field, plane, [&](int level, int other) {
          return level == 1 ? at(field - 1, step, other) : at(field, step - 1 + level, other);
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
      : test(test), random(seed), spoil(std::move(spoil)), truth(test) {
    division = {.planes = test.planes,
                .parts = test.parts,
                .halo = test.reach * test.passes * test.fused * test.every,
                .margin = 1,
                .isPeriodic = test.isPeriodic};
    fields.assign(std::size_t(test.passes), {test.levels, test.buffers, true});
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
      std::vector<TraversalLevel> launches;
      for (int launch = 0; launch < test.every && step < test.steps; ++launch) {
        const bool fuses = test.fused > 1 && step + test.fused <= test.steps;
        for (int kernel = 0; kernel < (fuses ? 1 : test.passes); ++kernel)
          launches.push_back(fuses ? TraversalLevel{.kernel = -1,
                                                    .steps = test.fused,
                                                    .reach = test.fused * test.reach * test.passes}
                                   : TraversalLevel{.kernel = kernel,
                                                    .steps = kernel + 1 == test.passes,
                                                    .reach = test.reach});
        step += fuses ? test.fused : 1;
      }
      for (SlabTask &task : maker.group(launches)) {
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
      if (task.endsFirst && !launchPiece(task))
        continue;
      queue.erase(queue.begin());
      ended[{task.part, task.queue}] = task.number + 1;
      if (!task.endsFirst)
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
      made.push_back(kernelAt(test, int(field), z, [&](int level, int other) {
        return level == 1 ? readAt(task, field - 1, 1, other) : readAt(task, field, level, other);
      }));
    for (int z = task.planes.begin; z < task.planes.end; ++z)
      cell(task.part, field, fields[field].buffer(task.current[field], 1), z) =
          made[std::size_t(z - task.planes.begin)];
  }

  void launchFused(const SlabTask &task) {
    std::map<std::tuple<int, int, int>, Number> values; // field, step from 1 on, plane
    for (int step = 1; step <= task.level.steps; ++step)
      for (int f = 0; f < test.passes; ++f) {
        const int far =
            test.reach * ((task.level.steps - step) * test.passes + test.passes - 1 - f);
        for (int z = task.planes.begin - far; z < task.planes.end + far; ++z)
          if (test.isPeriodic || (z >= 0 && z < test.planes))
            values[{f, step, z}] = kernelAt(test, f, z, [&](int level, int other) {
              const int field = level == 1 ? f - 1 : f, of = level == 1 ? step : step - 1 + level;
              if (of <= 0)
                return readAt(task, std::size_t(field), of, other);
              if (!test.isPeriodic && (other < 0 || other >= test.planes))
                return Number(5);
              return values.at({field, of, other});
            });
      }
    const int made = std::min(test.levels, task.level.steps);
    for (int f = 0; f < test.passes; ++f)
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
