/// \file Chained traversals of a domain in files, played on numbers of planes: whatever order
/// queues, reader and writer run in, every launch finds the planes it reads, and every plane is
/// written to its file once, after all traversals.
#include "PlayedRings.h"
#include "runtime/engines/stream/plan/TierShape.h"
#include <map>

namespace stencilc {
namespace {

struct Case {
  int planes = 29, window = 5, chunk = 3;
  std::vector<int> depths = {2, 2};
  int reach = 1, fused = 1, kernels = 1, levels = 1;
  bool isPipelined = true, isInPlace = false;
};

std::ostream &operator<<(std::ostream &out, const Case &c) {
  out << "planes " << c.planes << " window " << c.window << " chunk " << c.chunk << " reach "
      << c.reach << " fused " << c.fused << " kernels " << c.kernels << " levels " << c.levels
      << (c.isPipelined ? " pipelined" : "") << (c.isInPlace ? " in place" : "") << " depths";
  for (int depth : c.depths)
    out << " " << depth;
  return out;
}

constexpr int kStart = 100, kReader = kTraversalQueues, kWriter = kTraversalQueues + 1;

class Player : PlayedRings {
public:
  Player(const Case &test, unsigned seed) : test(test), random(seed) {
    fields = playedFields(test.kernels, test.levels, test.fused, test.isInPlace);
    planes = test.planes;
    tier.planes = test.planes;
    tier.window = test.window;
    int deepest = 0;
    for (int depth : test.depths)
      deepest = std::max(deepest, depth);
    rings = fieldRings(traversalOf(deepest), fields);
    for (int depth : test.depths) {
      tier.traversals.push_back(shapeWithin(traversalOf(depth), rings, fields));
      possible = possible && fitsRings(tier.traversals.back(), rings, fields);
    }
    empty();
  }

  /// The first thing that is wrong, or nothing.
  std::string play() {
    if (!possible)
      return "";
    TraversalTasks maker(rings);
    for (int round = 0; round < tier.rounds(); ++round) {
      for (int traversal = 0; traversal < int(tier.traversals.size()); ++traversal) {
        const TraversalShape part = tier.part(round, traversal);
        for (const TraversalTask &task : maker.sweep(part, fields)) {
          queues[task.queue].push_back({task, part, round});
          last[task.queue] = task.number + 1;
        }
      }
      ends.push_back(last);
      if (random() % 2) // queues may run dry in between
        while (runOne())
          if (!wrong.empty())
            return wrong;
    }
    while (runOne())
      if (!wrong.empty())
        return wrong;
    if (done[kWriter] < tier.rounds())
      return "tasks wait for each other";
    for (const auto &[key, content] : written)
      if (!(content == Content{kStart + tier.steps() - std::get<1>(key), std::get<2>(key)}))
        return "a plane of the file holds step " + std::to_string(content.step);
    const int updated = test.kernels * test.levels * test.planes;
    return int(written.size()) == updated ? wrong : "planes are missing in the file";
  }

private:
  struct Queued {
    TraversalTask task;
    TraversalShape part;
    int round;
  };
  using Key = std::tuple<int, int, int>; // field, age, plane or place

  TraversalShape traversalOf(int depth) const {
    TraversalShape shape;
    shape.planes = test.planes;
    shape.chunk = std::min(test.chunk, test.window);
    shape.piece = 2;
    shape.isPipelined = test.isPipelined;
    shape.levels = traversalLevels(depth, test.fused, test.kernels, test.reach);
    return shape;
  }

  bool runOne() {
    std::vector<int> ready;
    for (int q = 0; q < kTraversalQueues; ++q) {
      bool may = !queues[q].empty();
      for (int w = 0; may && w < kTraversalQueues; ++w)
        may = queues[q].front().task.waits[w] < done[w];
      if (may && done[kReader] > queues[q].front().round)
        ready.push_back(q);
    }
    const int rounds = static_cast<int>(ends.size());
    if (done[kReader] < rounds && done[kWriter] >= done[kReader] + 1 - TierShape::kWindows)
      ready.push_back(kReader);
    if (done[kWriter] < rounds) {
      bool may = true;
      for (int q = 0; q < kTraversalQueues; ++q)
        may = may && done[q] >= ends[done[kWriter]][q];
      if (may)
        ready.push_back(kWriter);
    }
    if (ready.empty())
      return false;
    const int q = ready[random() % ready.size()];
    const int round = static_cast<int>(done[q]);
    ++done[q];
    if (q == kReader)
      read(round);
    else if (q == kWriter)
      write(round);
    else {
      const Queued next = queues[q].front();
      queues[q].pop_front();
      run(next);
    }
    return true;
  }

  void read(int round) {
    const TraversalShape::Range range = tier.read(round);
    for (int z = range.begin; z < range.end; ++z) {
      for (int f = 0; f < test.kernels; ++f)
        for (int age = 0; age < test.levels; ++age)
          windows[round % TierShape::kWindows][{f, age, z - round * tier.window}] = {kStart - age,
                                                                                     z};
      constants[z % tier.constantPlanes()] = {0, z};
    }
  }
  void write(int round) {
    const TraversalShape::Range range = tier.written(round);
    for (int z = range.begin; z < range.end; ++z)
      for (int f = 0; f < test.kernels; ++f)
        for (int age = 0; age < test.levels; ++age) {
          const int place = z - round * tier.window + tier.trail();
          EXPECT_EQ(written.count({f, age, z}), 0u);
          written[{f, age, z}] = windows[round % TierShape::kWindows][{f, age, place}];
        }
  }

  void run(const Queued &next) {
    const TraversalTask &task = next.task;
    if (task.act == TraversalAct::Launch)
      return launch(task, next.part);
    const bool in = task.act == TraversalAct::CopyIn;
    for (int f = 0; f < static_cast<int>(fields.size()); ++f) {
      const TraversedField &field = fields[f];
      const int current = in ? 0 : next.part.currentAtEnd(field);
      for (int z = task.begin; z < task.end; ++z) {
        if (!field.isUpdated) {
          if (in)
            at(task, f, 0, z) = constants[z % tier.constantPlanes()];
          continue;
        }
        for (int i = 0; i < (task.isState ? field.buffers : field.levels); ++i) {
          Content &inside = at(task, f, task.isState ? i : field.buffer(current, -i), z);
          const int place = task.isState ? TierShape::placeInState(next.part, z, in)
                            : in         ? TierShape::placeIn(next.part, z)
                                         : TierShape::placeOut(next.part, z);
          const int room = task.isState ? TierShape::stateOf(next.part) : tier.window;
          if (place < 0 || place >= room)
            wrong = "a place beyond the window";
          Content &outside = task.isState
                                 ? states[next.part.traversalNumber][{f, i, place}]
                                 : windows[next.round % TierShape::kWindows][{f, i, place}];
          in ? inside = outside : outside = inside;
        }
      }
    }
  }

  void launch(const TraversalTask &task, const TraversalShape &part) {
    int step = kStart;
    for (int traversal = 0; traversal < part.traversalNumber; ++traversal)
      step += tier.traversals[traversal].steps();
    PlayedRings::launch(task, part, step,
                        "traversal " + std::to_string(part.traversalNumber) + " from " +
                            std::to_string(part.from));
  }

  const Case &test;
  std::mt19937 random;
  bool possible = true;
  TierShape tier;
  std::map<Key, Content> windows[TierShape::kWindows], written;
  std::map<int, std::map<Key, Content>> states;
  std::map<int, Content> constants;
  std::array<std::deque<Queued>, kTraversalQueues> queues;
  std::array<std::int64_t, kTraversalQueues> last = {0, 0, 0};
  std::vector<std::array<std::int64_t, kTraversalQueues>> ends; // tasks of each queue, by round
  std::array<std::int64_t, kTraversalQueues + 2> done = {};
};

void playAll(const Case &test) { playSeeds<Player>(test, 4); }

TEST(TierTasks, windowsChunksDepthsAndReaches) {
  for (const bool isPipelined : {true, false})
    for (const std::vector<int> &depths :
         std::vector<std::vector<int>>{{3}, {7}, {1, 1}, {4, 4}, {7, 6, 6}, {2, 2, 2, 2, 1}})
      for (const int reach : {1, 2, 3})
        for (const int window : {1, 4, 9, 100})
          for (const int chunk : {1, 3, 20}) {
            playAll({.window = window,
                     .chunk = chunk,
                     .depths = depths,
                     .reach = reach,
                     .isPipelined = isPipelined});
            if (HasFatalFailure())
              return;
          }
}

TEST(TierTasks, severalKernelsLevelsAndFusedSteps) {
  for (const std::vector<int> &depths : std::vector<std::vector<int>>{{5}, {8, 8}, {5, 4, 4}})
    for (const int kernels : {1, 2, 3})
      for (const int levels : {1, 2, 3})
        for (const int fused : {1, 2, 4})
          for (const bool isInPlace : {false, true}) {
            playAll({.planes = 40,
                     .window = 8,
                     .chunk = 4,
                     .depths = depths,
                     .reach = 2,
                     .fused = fused,
                     .kernels = kernels,
                     .levels = levels,
                     .isInPlace = isInPlace});
            if (HasFatalFailure())
              return;
          }
}

} // namespace
} // namespace stencilc
