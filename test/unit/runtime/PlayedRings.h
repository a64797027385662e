/// \file Rings of planes in which tests play launches on numbers: what a place holds is a time step
/// and a plane.
#pragma once

#include "UniformSteps.h"
#include "runtime/engines/stream/run/TraversalTasks.h"
#include <deque>
#include <gtest/gtest.h>
#include <random>
#include <string>

namespace stencilc {

/// What a place holds; nothing to begin with.
struct Content {
  int step = -1, plane = -1;
  friend bool operator==(const Content &, const Content &) = default;
};

/// A field for each kernel of a step, updated there, of so many time levels, and a coefficient.
/// `isInPlace`: what is new takes the place of the oldest of several levels.
inline std::vector<TraversedField> playedFields(int kernels, int levels, int fused,
                                                bool isInPlace) {
  const int newer = fused > 1 ? std::min(levels, fused) : isInPlace && levels > 1 ? 0 : 1;
  std::vector<TraversedField> fields(static_cast<std::size_t>(kernels),
                                     {levels, levels + newer, true});
  fields.push_back({1, 1, false});
  return fields;
}

/// Queues that run in any order they may.
struct PlayedQueues {
  std::array<std::deque<TraversalTask>, kTraversalQueues> waiting;
  std::array<std::int64_t, kTraversalQueues> done = {0, 0, 0};
  bool areInOrder = true; // tasks came by their numbers

  bool isEmpty() const {
    return std::all_of(waiting.begin(), waiting.end(), [](auto &queue) { return queue.empty(); });
  }
  /// Takes a task that may run next; false if there is none.
  bool take(std::mt19937 &random, TraversalTask &task) {
    std::vector<int> ready;
    for (int q = 0; q < kTraversalQueues; ++q) {
      bool may = !waiting[q].empty();
      for (int w = 0; may && w < kTraversalQueues; ++w)
        may = waiting[q].front().waits[w] < done[w];
      if (may)
        ready.push_back(q);
    }
    if (ready.empty())
      return false;
    const int q = ready[random() % ready.size()];
    task = waiting[q].front();
    waiting[q].pop_front();
    areInOrder = areInOrder && task.number == done[q];
    ++done[q];
    return true;
  }
};

struct PlayedRings {
  std::vector<TraversedField> fields;
  std::vector<FieldRing> rings;
  std::vector<std::vector<Content>> places;
  int planes = 0; // of the domain
  bool isPeriodic = false;
  int constant = 0;  // as the step of what never changes
  std::string wrong; // the first thing that is

  void empty() {
    for (const FieldRing &ring : rings)
      places.emplace_back(static_cast<std::size_t>(ring.planes));
  }
  int wrapped(int z) const { return ((z % planes) + planes) % planes; }

  Content &at(const TraversalTask &task, int field, int buffer, int plane) {
    int index = 0;
    while (rings[index].field != field || rings[index].buffer != buffer)
      ++index;
    return places[index][(plane + task.origin) % rings[index].planes];
  }

  /// Finds every plane that the launch reads, and makes those it writes. `step`: the newest before
  /// the first level of `shape`; `where`: for people.
  void launch(const TraversalTask &task, const TraversalShape &shape, int step,
              const std::string &where) {
    std::vector<int> current;
    for (const TraversedField &field : fields)
      current.push_back(shape.currentAfter(field, static_cast<std::size_t>(task.level)));
    for (int i = 0; i < task.level; ++i)
      step += shape.levels[i].steps;
    const TraversalLevel &level = shape.levels[task.level];
    // A reduction finds the level before a last single step, too.
    const bool isReduction = level.kernel == kReduction;
    const bool findsOlder = isReduction && task.level > 0 &&
                            shape.levels[static_cast<std::size_t>(task.level) - 1].kernel >= 0;
    const auto oldest = [&](const TraversedField &field) {
      return (findsOlder && field.buffers > field.levels ? 0 : 1) - field.levels;
    };
    for (int f = 0; f < static_cast<int>(fields.size()); ++f)
      for (int time = oldest(fields[f]); time <= (f < level.kernel ? 1 : 0); ++time) {
        // Of what is written over, by the kernel that does and those before, cells read their own.
        const bool isOver = fields[f].isUpdated && fields[f].buffers == fields[f].levels &&
                            time == 1 - fields[f].levels;
        if (isOver && f < level.kernel)
          continue;
        const int reach = isOver ? 0 : level.reach;
        for (int z = task.begin - reach; z < task.end + reach; ++z) {
          if (!isPeriodic && (z < 0 || z >= planes))
            continue;
          const Content found = at(task, f, fields[f].buffer(current[f], time), z);
          const Content wanted{fields[f].isUpdated ? step + time : constant, wrapped(z)};
          if (!(found == wanted) && wrong.empty())
            wrong = where + " level " + std::to_string(task.level) + " field " + std::to_string(f) +
                    " plane " + std::to_string(z) + ": step " + std::to_string(found.step) +
                    " of plane " + std::to_string(found.plane) + ", not step " +
                    std::to_string(wanted.step);
        }
      }
    for (int f = 0; f < static_cast<int>(fields.size()) && !isReduction; ++f) {
      if (!fields[f].isUpdated || (level.kernel >= 0 && f != level.kernel))
        continue;
      const int written = level.kernel < 0 ? std::min(fields[f].levels, level.steps) : 1;
      for (int k = 1; k <= written; ++k)
        for (int z = task.begin; z < task.end; ++z)
          at(task, f, fields[f].buffer(current[f], k),
             z) = {step + (level.kernel < 0 ? level.steps - written + k : 1), wrapped(z)};
    }
  }
};

/// A domain, and how traversals of it are cut.
struct PlayedCase {
  int rows = 1, strips = 1, reachAcross = 1; // reach: of a kernel of a step
  int planes = 0, chunk = 0, depth = 0, reach = 1, fused = 1, kernels = 1, levels = 1, sweeps = 2;
  bool isPeriodic = false, isSkewed = true, isPipelined = true;
  int piece = 3;
  bool isInPlace = false;
  int devices = 1;     // of a chain
  int checkReach = -1; // of reports; -1: there are none
};

inline std::ostream &operator<<(std::ostream &out, const PlayedCase &c) {
  return out << "rows " << c.rows << " strips " << c.strips << " reach " << c.reachAcross
             << " planes " << c.planes << " chunk " << c.chunk << " depth " << c.depth << " reach "
             << c.reach << " fused " << c.fused << " kernels " << c.kernels << " levels "
             << c.levels << (c.isPeriodic ? " periodic" : "") << (c.isSkewed ? " skewed" : "")
             << (c.isPipelined ? " pipelined" : "") << (c.isInPlace ? " in place" : "")
             << " devices " << c.devices << " reports " << c.checkReach;
}

/// Rings and queues of traversals of a domain at rest. The last traversal is a step less deep.
struct PlayedTraversals : PlayedRings {
  PlayedTraversals(const PlayedCase &test, unsigned seed) : test(test), random(seed) {
    fields = playedFields(test.kernels, test.levels, test.fused, test.isInPlace);
    planes = test.planes;
    isPeriodic = test.isPeriodic;
    shape = shapeOf(test.depth);
    rings = fieldRings(shape, fields);
    int depth = test.depth;
    do
      last = shapeWithin(shapeOf(depth = std::max(1, depth - 1)), rings, fields);
    while (depth > 1 && !fitsRings(last, rings, fields));
    empty();
  }

  TraversalShape shapeOf(int depth) const {
    TraversalShape shape;
    shape.planes = test.planes;
    shape.chunk = test.chunk;
    shape.piece = test.piece;
    shape.isPeriodic = test.isPeriodic;
    shape.isSkewed = test.isSkewed;
    shape.isPipelined = test.isPipelined;
    shape.devices = test.devices;
    shape.levels = traversalLevels(depth, test.fused, test.kernels, test.reach, test.checkReach);
    return shape;
  }

  /// Calls `copy` with the field, the age, the plane, and its place in a ring, of all that a copy
  /// in or out in a traversal of `now` is of.
  template <class Copy>
  void eachCopied(const TraversalTask &task, const TraversalShape &now, Copy copy) {
    const bool in = task.act == TraversalAct::CopyIn;
    for (int f = 0; f < static_cast<int>(fields.size()); ++f) {
      const TraversedField &field = fields[f];
      if (!in && !field.isUpdated)
        continue;
      const int current = in ? 0 : now.currentAtEnd(field);
      for (int age = 0; age < field.levels; ++age)
        for (int z = task.begin; z < task.end; ++z)
          copy(f, age, z, at(task, f, field.buffer(current, -age), z));
    }
  }

  const PlayedCase &test;
  std::mt19937 random;
  TraversalShape shape, last;
  PlayedQueues queues;
};

/// Plays a case in some orders.
template <class Player, class Case> void playSeeds(const Case &test, unsigned seeds) {
  for (unsigned seed = 0; seed < seeds; ++seed)
    ASSERT_EQ(Player(test, seed).play(), "") << test;
}

} // namespace stencilc
