/// \file Traversals of several devices, one after the other, played on numbers of planes: whatever
/// order the queues of all of them run in, every launch finds the planes it reads, and every plane
/// comes back to the host once; and a wait that is taken out shows.
#include "PlayedRings.h"
#include <functional>

namespace stencilc::chain_tasks_test {
namespace {

/// Changes a task before it is played.
using Spoil = std::function<void(TraversalTask &)>;

/// A host array per field and level, and the rings and queues of each device.
class Player : PlayedTraversals {
public:
  Player(const PlayedCase &test, unsigned seed, Spoil spoil = {})
      : PlayedTraversals(test, seed), spoil(std::move(spoil)),
        devices(std::size_t(test.devices), static_cast<const PlayedRings &>(*this)),
        queues(devices.size()) {
    host.resize(fields.size());
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (int age = 0; age < fields[f].levels; ++age) {
        host[f].emplace_back();
        for (int z = 0; z < planes; ++z)
          host[f].back().push_back({fields[f].isUpdated ? 100 - age : 0, z});
      }
    other = host;
  }

  /// Plays all traversals; the first thing that is wrong, or nothing.
  std::string play() {
    TraversalTasks maker(rings, test.devices);
    int step = 100;
    for (int sweep = 0; sweep < test.sweeps; ++sweep) {
      const TraversalShape &now = sweep + 1 < test.sweeps ? shape : last;
      Sweep &of = sweeps.emplace_back();
      for (int device = 0; device < test.devices; ++device) {
        of.shapes.push_back(now.onDevice(device));
        of.starts.push_back(step);
        step += of.shapes.back().steps();
      }
      for (TraversalTask task : maker.sweep(now, fields)) {
        if (spoil)
          spoil(task);
        queues[std::size_t(task.device)].waiting[std::size_t(task.queue)].push_back(task);
      }
      if (sweep + 1 == test.sweeps || random() % 2) // queues may run dry in between
        while (runOne())
          if (!wrong.empty())
            return wrong;
    }
    for (const PlayedQueues &its : queues)
      if (!its.isEmpty())
        return "tasks wait for each other";
    return atTheEnd(step);
  }

private:
  struct Sweep {
    std::vector<TraversalShape> shapes; // device by device
    std::vector<int> starts;            // the steps before
  };

  std::string atTheEnd(int step) const {
    const auto &end = test.sweeps % 2 ? other : host;
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (int age = 0; age < fields[f].levels && fields[f].isUpdated; ++age)
        for (int z = 0; z < planes; ++z)
          if (const Content found =
                  (isAlternating(z) ? end : host)[f][std::size_t(age)][std::size_t(z)];
              !(found == Content{step - age, z}))
            return "plane " + std::to_string(z) + " of age " + std::to_string(age) +
                   " holds step " + std::to_string(found.step) + " at the end, not " +
                   std::to_string(step - age);
    return wrong;
  }

  /// Planes that are written to another place than they are read from, traversal after traversal.
  bool isAlternating(int z) const { return isPeriodic && z < shape.shift(); }

  bool mayRun(const TraversalTask &task) const {
    const PlayedQueues &own = queues[std::size_t(task.device)];
    for (int q = 0; q < kTraversalQueues; ++q)
      if (task.waits[std::size_t(q)] >= own.done[std::size_t(q)])
        return false;
    return std::all_of(task.others.begin(), task.others.end(), [&](const TaskBefore &before) {
      return before.number < queues[std::size_t(before.device)].done[std::size_t(before.queue)];
    });
  }

  bool runOne() {
    std::vector<std::pair<PlayedQueues *, std::size_t>> ready;
    for (PlayedQueues &its : queues)
      for (std::size_t q = 0; q < kTraversalQueues; ++q)
        if (!its.waiting[q].empty() && mayRun(its.waiting[q].front()))
          ready.emplace_back(&its, q);
    if (ready.empty())
      return false;
    const auto [its, q] = ready[random() % ready.size()];
    const TraversalTask task = its->waiting[q].front();
    its->waiting[q].pop_front();
    EXPECT_EQ(task.number, its->done[q]++);
    run(task);
    return true;
  }

  void run(const TraversalTask &task) {
    PlayedRings &here = devices[std::size_t(task.device)];
    const Sweep &sweep = sweeps[std::size_t(task.sweep)];
    const TraversalShape &now = sweep.shapes[std::size_t(task.device)];
    if (task.act == TraversalAct::Launch) {
      here.launch(task, now, sweep.starts[std::size_t(task.device)],
                  "sweep " + std::to_string(task.sweep) + " chunk " + std::to_string(task.chunk) +
                      " device " + std::to_string(task.device));
      wrong = here.wrong;
      return;
    }
    const bool in = task.act == TraversalAct::CopyIn;
    for (int f = 0; f < int(fields.size()); ++f) {
      const TraversedField &field = fields[std::size_t(f)];
      if (task.act == TraversalAct::CopyOut && !field.isUpdated)
        continue;
      const int current = in ? 0 : now.currentAtEnd(field);
      for (int age = 0; age < field.levels; ++age)
        for (int z = task.begin; z < task.end; ++z) {
          Content &place = here.at(task, f, field.buffer(current, -age), z);
          if (task.act == TraversalAct::DeviceCopy)
            devices[std::size_t(task.device) + 1].at(task, f, field.buffer(0, -age), z) = place;
          else if (in)
            place = atRest(task, f, age, wrapped(z));
          else
            atRest(task, f, age, z) = place;
        }
    }
  }

  Content &atRest(const TraversalTask &task, int f, int age, int z) {
    const bool isOdd = (task.sweep + (task.act == TraversalAct::CopyOut)) % 2;
    const bool alternates = isAlternating(z) && fields[std::size_t(f)].isUpdated;
    return (alternates && isOdd ? other : host)[std::size_t(f)][std::size_t(age)][std::size_t(z)];
  }

  const Spoil spoil;
  std::vector<PlayedRings> devices;
  std::vector<PlayedQueues> queues;
  std::vector<Sweep> sweeps;
  std::vector<std::vector<std::vector<Content>>> host, other; // by field, age, plane
};

/// In some orders.
std::string playOrders(const PlayedCase &test, unsigned seeds, const Spoil &spoil = {}) {
  for (unsigned seed = 0; seed < seeds; ++seed)
    if (std::string wrong = Player(test, seed, spoil).play(); !wrong.empty())
      return wrong;
  return "";
}

TEST(ChainTasks, everyPlaneGoesThroughAllDevices) {
  for (const bool isPeriodic : {false, true})
    for (const int devices : {1, 2, 3, 4})
      for (const int reach : {1, 3})
        for (const int depth : {1, 2, 3, 7, 12})
          for (const int chunk : {1, 3, 8, 50})
            for (const int planes : {5, 29}) {
              const PlayedCase test = {.planes = planes,
                                       .chunk = chunk,
                                       .depth = depth,
                                       .reach = reach,
                                       .sweeps = 3,
                                       .isPeriodic = isPeriodic,
                                       .devices = devices,
                                       .checkReach = devices % 3 - 1};
              ASSERT_EQ(playOrders(test, 2), "") << test;
            }
}

TEST(ChainTasks, severalKernelsLevelsAndFusedSteps) {
  for (const bool isPeriodic : {false, true})
    for (const int devices : {2, 3})
      for (const int kernels : {1, 2})
        for (const int levels : {1, 2, 3})
          for (const int fused : {1, 2, 4})
            for (const int depth : {1, 5, 9})
              for (const bool isInPlace : {false, true}) {
                const PlayedCase test = {.planes = 40,
                                         .chunk = 7,
                                         .depth = depth,
                                         .reach = 2,
                                         .fused = fused,
                                         .kernels = kernels,
                                         .levels = levels,
                                         .sweeps = 3,
                                         .isPeriodic = isPeriodic,
                                         .piece = 4,
                                         .isInPlace = isInPlace,
                                         .devices = devices,
                                         .checkReach = devices % 3 - 1};
                ASSERT_EQ(playOrders(test, 1), "") << test;
              }
}

/// Takes waits of one kind out.
Spoil without(const std::function<bool(const TraversalTask &, const TaskBefore &)> &isOfKind) {
  return [=](TraversalTask &task) {
    std::erase_if(task.others, [&](const TaskBefore &before) { return isOfKind(task, before); });
    for (int queue = 0; queue < kTraversalQueues; ++queue)
      if (isOfKind(task, {task.device, queue, task.waits[std::size_t(queue)]}))
        task.waits[std::size_t(queue)] = -1;
  };
}

/// Each kind of wait, taken out everywhere: some order then gives wrong planes.
TEST(ChainTasks, everyKindOfWaitIsNeeded) {
  const auto isAct = [](const TraversalTask &task, TraversalAct act) { return task.act == act; };
  const std::pair<const char *, Spoil> kinds[] = {
      {"a chunk that arrives from the host",
       without([&](const TraversalTask &task, const TaskBefore &before) {
         return isAct(task, TraversalAct::Launch) && before.queue == kQueueIn;
       })},
      {"a chunk that arrives from a device",
       without([&](const TraversalTask &task, const TaskBefore &before) {
         return isAct(task, TraversalAct::Launch) && before.device < task.device;
       })},
      {"planes that are to leave",
       without([&](const TraversalTask &task, const TaskBefore &before) {
         return isAct(task, TraversalAct::DeviceCopy) && before.device == task.device;
       })},
      {"launches of the next device, which read where planes arrive",
       without([&](const TraversalTask &task, const TaskBefore &before) {
         return before.device > task.device && before.queue == kQueueCompute;
       })},
      {"copies of the next device, from where planes arrive",
       without([&](const TraversalTask &task, const TaskBefore &before) {
         return isAct(task, TraversalAct::DeviceCopy) && before.device > task.device &&
                before.queue == kQueueOut;
       })},
      {"planes that are written over, and have not left",
       without([&](const TraversalTask &task, const TaskBefore &before) {
         return isAct(task, TraversalAct::Launch) && before.device == task.device &&
                before.queue == kQueueOut;
       })},
      {"planes that are read again, and are not back",
       without([&](const TraversalTask &task, const TaskBefore &before) {
         return isAct(task, TraversalAct::CopyIn) && before.device > task.device;
       })},
  };
  for (const auto &[what, spoil] : kinds) {
    bool shows = false;
    for (const int depth : {4, 6, 12})
      for (const int planes : {9, 60}) {
        const PlayedCase test = {
            .planes = planes, .chunk = 4, .depth = depth, .sweeps = 4, .piece = 2, .devices = 3};
        ASSERT_EQ(playOrders(test, 20), "") << test;
        shows = shows || !playOrders(test, 20, spoil).empty();
      }
    EXPECT_TRUE(shows) << what;
  }
}

/// With fewer steps than devices.
TEST(ChainTasks, planesWaitForTheirArrivalWhereNothingIsLaunched) {
  const PlayedCase test = {.planes = 30, .chunk = 4, .depth = 2, .sweeps = 3, .devices = 4};
  const Spoil spoil = without([](const TraversalTask &task, const TaskBefore &before) {
    return task.act != TraversalAct::Launch && before.device < task.device;
  });
  EXPECT_EQ(playOrders(test, 20), "");
  EXPECT_NE(playOrders(test, 20, spoil), "");
}

TEST(ChainTasks, devicesHaveTheirShareOfTheLevels) {
  TraversalShape shape = {.planes = 100, .chunk = 8, .levels = traversalLevels(11, 2, 1, 1)};
  shape.devices = 3; // a single step and five of two
  std::vector<int> steps;
  for (int device = 0; device < 3; ++device)
    steps.push_back(shape.onDevice(device).steps());
  EXPECT_EQ(steps, (std::vector<int>{3, 4, 4}));
  EXPECT_EQ(shape.onDevice(1).lead, 3);
  EXPECT_EQ(shape.onDevice(1).trail, 4);
  EXPECT_FALSE(shape.onDevice(2).handsOn);
  // Between the kernels of a step nothing is handed over.
  shape.levels = traversalLevels(2, 1, 3, 1);
  EXPECT_EQ(shape.onDevice(0).levels.size(), 0U);
  EXPECT_EQ(shape.onDevice(1).levels.size(), 3U);
  EXPECT_EQ(shape.onDevice(2).levels.size(), 3U);
}

/// Each has rings for its own levels only.
TEST(ChainTasks, devicesHoldTheShiftsOfTheirLevels) {
  const auto planesOf = [](int devices, int depth) {
    TraversalShape shape = {
        .planes = 4096, .chunk = 64, .piece = 4, .levels = traversalLevels(depth, 1, 1, 1)};
    shape.devices = devices;
    int planes = 0;
    for (const FieldRing &ring : fieldRings(shape, {{1, 2, true}}))
      planes += ring.planes;
    return planes;
  };
  EXPECT_EQ(planesOf(4, 4 * 64), planesOf(1, 64));
}

/// A device begins the next traversal while those behind it end this one.
TEST(ChainTasks, aTraversalArrivesWhileTheOneBeforeIsOnOtherDevices) {
  TraversalShape shape = {
      .planes = 400, .chunk = 10, .piece = 10, .levels = traversalLevels(80, 1, 1, 1)};
  shape.devices = 4;
  const std::vector<TraversedField> fields = {{1, 2, true}};
  TraversalTasks maker(fieldRings(shape, fields), shape.devices);
  const std::vector<TraversalTask> first = maker.sweep(shape, fields);
  const std::vector<TraversalTask> second = maker.sweep(shape, fields);
  const TraversalTask &in = second.front();
  EXPECT_EQ(in.act, TraversalAct::CopyIn);
  ASSERT_FALSE(in.others.empty());
  for (const TaskBefore &before : in.others) {
    EXPECT_EQ(before.device, 3);
    for (const TraversalTask &task : first)
      if (task.device == 3 && task.queue == before.queue && task.number == before.number) {
        EXPECT_EQ(task.act, TraversalAct::CopyOut);
        EXPECT_LE(task.begin, in.end);
      }
  }
}

} // namespace
} // namespace stencilc::chain_tasks_test
