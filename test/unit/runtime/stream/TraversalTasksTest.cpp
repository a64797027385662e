/// \file Schedules of streaming, played on numbers of planes: whatever order the queues run in,
/// every launch finds the planes it reads, and every plane comes back to the host once.
#include "PlayedRings.h"

namespace stencilc::traversal_tasks_test {
namespace {

/// A host array per field and level, rings, and three queues that run in any order they may.
class Player : PlayedTraversals {
public:
  Player(const PlayedCase &test, unsigned seed) : PlayedTraversals(test, seed) {
    host.resize(fields.size());
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (int age = 0; age < fields[f].levels; ++age) {
        host[f].emplace_back();
        for (int z = 0; z < test.planes; ++z)
          host[f][age].push_back({fields[f].isUpdated ? 100 - age : 0, z});
      }
    other = host;
  }

  /// Plays all traversals; the first thing that is wrong, or nothing.
  std::string play() {
    if (!shape.isPossible() || !last.isPossible())
      return "";
    TraversalTasks maker(rings);
    int step = 100;
    for (int sweep = 0; sweep < test.sweeps; ++sweep) {
      const TraversalShape &now = sweep + 1 < test.sweeps ? shape : last;
      shapes.push_back(now);
      starts.push_back(step);
      step += now.steps();
      for (const TraversalTask &task : maker.sweep(now, fields))
        queues.waiting[task.queue].push_back(task);
      if (sweep + 1 == test.sweeps || random() % 2) // queues may run dry in between
        while (runOne())
          if (!wrong.empty())
            return wrong;
    }
    if (!queues.isEmpty())
      return "tasks wait for each other";
    const auto &end = test.sweeps % 2 ? other : host;
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (int age = 0; age < fields[f].levels && fields[f].isUpdated; ++age)
        for (int z = 0; z < test.planes; ++z) {
          const auto &from = isAlternating(z) ? end : host;
          if (!(from[f][age][z] == Content{step - age, z}))
            return "plane " + std::to_string(z) + " of age " + std::to_string(age) +
                   " holds step " + std::to_string(from[f][age][z].step) + " at the end, not " +
                   std::to_string(step - age);
        }
    return wrong;
  }

private:
  /// Planes that are written to another place than they are read from, traversal after traversal.
  bool isAlternating(int z) const { return test.isPeriodic && z < shape.shift(); }

  bool runOne() {
    TraversalTask task;
    if (!queues.take(random, task))
      return false;
    EXPECT_TRUE(queues.areInOrder);
    run(task);
    return true;
  }

  void run(const TraversalTask &task) {
    const TraversalShape &now = shapes[task.sweep];
    if (task.act == TraversalAct::Launch)
      return launch(task, now, starts[task.sweep],
                    "sweep " + std::to_string(task.sweep) + " chunk " + std::to_string(task.chunk));
    eachCopied(task, now, [&](int f, int age, int z, Content &place) {
      const bool alternates = isAlternating(wrapped(z)) && fields[f].isUpdated;
      const bool isOdd = task.sweep % 2;
      if (task.act == TraversalAct::CopyIn)
        place = (alternates && isOdd ? other : host)[f][age][wrapped(z)];
      else
        (alternates && !isOdd ? other : host)[f][age][z] = place;
    });
  }

  std::vector<TraversalShape> shapes;
  std::vector<int> starts;
  std::vector<std::vector<std::vector<Content>>> host, other; // by field, age, plane
};

void playAll(const PlayedCase &test) { playSeeds<Player>(test, 3); }

/// All reaches, depths within and beyond the chunk, odd heights, faces and periodic axes.
void playGrid(bool isSkewed, bool isPipelined) {
  for (const bool isPeriodic : {false, true})
    for (int reach = 0; reach <= 4; ++reach)
      for (const int depth : {1, 2, 3, 7})
        for (const int chunk : {1, 3, 8, 50})
          for (const int planes : {5, 29}) {
            playAll({.planes = planes,
                     .chunk = chunk,
                     .depth = depth,
                     .reach = reach,
                     .sweeps = 3,
                     .isPeriodic = isPeriodic,
                     .isSkewed = isSkewed,
                     .isPipelined = isPipelined,
                     .checkReach = reach % 3 - 1});
            if (::testing::Test::HasFatalFailure())
              return;
          }
}

TEST(TraversalTasks, parallelogramsInAPipeline) { playGrid(true, true); }
TEST(TraversalTasks, parallelogramsOneByOne) { playGrid(true, false); }
TEST(TraversalTasks, trapezoids) { playGrid(false, false); }

TEST(TraversalTasks, severalKernelsLevelsAndFusedSteps) {
  for (const bool isPeriodic : {false, true})
    for (const bool isSkewed : {true, false})
      for (const int kernels : {1, 2, 3})
        for (const int levels : {1, 2, 3})
          for (const int fused : {1, 2, 4})
            for (const int depth : {1, 5, 8})
              for (const bool isInPlace : {false, true}) {
                playAll({.planes = 40,
                         .chunk = 7,
                         .depth = depth,
                         .reach = 2,
                         .fused = fused,
                         .kernels = kernels,
                         .levels = levels,
                         .isPeriodic = isPeriodic,
                         .isSkewed = isSkewed,
                         .isPipelined = isSkewed,
                         .piece = 4,
                         .isInPlace = isInPlace,
                         .checkReach = (kernels + depth) % 4 - 1});
                if (HasFatalFailure())
                  return;
              }
}

TEST(TraversalTasks, parallelogramsLoadEachPlaneOnce) {
  const TraversalShape shape = {
      .planes = 100, .chunk = 9, .piece = 100, .levels = traversalLevels(12, 1, 1, 2)};
  const std::vector<FieldRing> rings = fieldRings(shape, {{1, 2, true}});
  int in = 0, out = 0, updates = 0;
  for (const TraversalTask &task : TraversalTasks(rings).sweep(shape, {{1, 2, true}}))
    (task.act == TraversalAct::CopyIn    ? in
     : task.act == TraversalAct::CopyOut ? out
                                         : updates) += task.end - task.begin;
  EXPECT_EQ(in, 100);
  EXPECT_EQ(out, 100);
  EXPECT_EQ(updates, 12 * 100);
}

TEST(TraversalTasks, marginsAreInOnePieceButNoMemoryOfTheirOwn) {
  TraversalShape shape = {
      .planes = 4096, .chunk = 64, .piece = 4, .levels = traversalLevels(64, 4, 1, 1)};
  const std::vector<FieldRing> without = fieldRings(shape, {{1, 2, true}});
  shape.margin = 10;
  const std::vector<FieldRing> rings = fieldRings(shape, {{1, 2, true}});
  int more = 0;
  for (std::size_t i = 0; i < rings.size(); ++i) {
    more += rings[i].planes - without[i].planes;
    EXPECT_GE(rings[i].planes, 64 + 2 * (4 + 10)); // at both ends of a chunk
  }
  EXPECT_LE(more, 10);
}

TEST(TraversalTasks, aTraversalArrivesWhileTheOneBeforeEnds) {
  const TraversalShape shape = {
      .planes = 200, .chunk = 10, .piece = 10, .levels = traversalLevels(40, 1, 1, 1)};
  const std::vector<FieldRing> rings = fieldRings(shape, {{1, 2, true}});
  TraversalTasks maker(rings);
  std::int64_t last = -1; // launch of the first traversal
  for (const TraversalTask &task : maker.sweep(shape, {{1, 2, true}}))
    if (task.act == TraversalAct::Launch) {
      EXPECT_LE(task.end - task.begin, 10) << "chunk " << task.chunk;
      last = task.number;
    }
  std::vector<std::int64_t> copies; // for which launch each of the next traversal waits
  for (const TraversalTask &task : maker.sweep(shape, {{1, 2, true}}))
    if (task.act == TraversalAct::CopyIn)
      copies.push_back(task.waits[kQueueCompute]);
  // Four chunks end a traversal, with 39, 29, 19 and 9 launches; each makes room for the next
  // chunk.
  ASSERT_EQ(copies.size(), 20U);
  EXPECT_LE(copies[1], last - (39 + 29 + 19 + 9));
  EXPECT_LE(copies[2], last - (29 + 19 + 9));
  EXPECT_LE(copies[4], last - 9);
}

TEST(TraversalTasks, devicesNeedThreeChunksAndTheShifts) {
  const TraversalShape shape = {
      .planes = 4096, .chunk = 64, .piece = 4, .levels = traversalLevels(64, 1, 1, 1)};
  int planes = 0;
  for (const FieldRing &ring : fieldRings(shape, {{1, 2, true}}))
    planes += ring.planes;
  EXPECT_GE(planes, 3 * 64 + 2 * 64);
  EXPECT_LE(planes, 3 * (64 + 2) + 2 * 64 + 16);
}

} // namespace
} // namespace stencilc::traversal_tasks_test
