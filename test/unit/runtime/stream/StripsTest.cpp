/// \file Strips, played on numbers of planes and rows: whatever order the queues run in, every
/// strip is brought rows of the step at which its traversal begins, and rows it brings back depend
/// on no row that it did not have. And which strips are chosen.
#include "PlayedRings.h"
#include "runtime/core/fields/FieldMemory.h"
#include "runtime/engines/stream/plan/TraversalPlanner.h"
#include "runtime/engines/stream/store/HomePlanes.h"

namespace stencilc::strips_test {
namespace {

/// A field at one time level on the host: what each row holds.
struct Home {
  HomePlanes planes;
  std::vector<unsigned char> bytes; // one for a row: planes count in them
  std::vector<Content> rows;        // of a step; `plane` is the row

  Content &at(int z, int row, int traversals) {
    const HomePlanes::Place place = planes.at(z, traversals);
    return rows[static_cast<std::size_t>(place.data - bytes.data() + row) +
                planes.start(traversals)];
  }
};

/// Time steps of a strip are counted from its own number in the rings, so that what a strip before
/// it has left there is not taken for its own.
class Player : PlayedTraversals {
public:
  static constexpr int kStart = 100, kTraversals = 3, kApart = 10000;

  Player(const PlayedCase &test, unsigned seed) : PlayedTraversals(test, seed) {
    strips = {test.rows, test.strips, test.reachAcross * test.kernels, test.depth};
    homes.resize(fields.size());
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (int age = 0; age < fields[f].levels; ++age) {
        const bool isUpdated = fields[f].isUpdated;
        Home &home = homes[f].emplace_back();
        home.planes.planes = test.planes;
        home.planes.alternating =
            isUpdated && test.isPeriodic ? std::min(shape.shift(), test.planes) : 0;
        home.planes.slide = isUpdated ? static_cast<std::uint64_t>(strips.slide()) : 0;
        home.planes.planeBytes = static_cast<std::uint64_t>(test.rows) + home.planes.slide;
        const std::size_t size =
            home.planes.planeBytes * static_cast<std::size_t>(home.planes.onHost());
        home.bytes.resize(size);
        home.rows.resize(size);
        home.planes.host = home.bytes.data();
        for (int z = 0; z < test.planes; ++z)
          for (int row = 0; row < test.rows; ++row)
            home.at(z, row, 0) = {isUpdated ? kStart - age : 0, row};
      }
  }

  /// Plays all traversals; the first thing that is wrong, or nothing.
  std::string play() {
    if (!shape.isPossible() || !last.isPossible())
      return "";
    TraversalTasks maker(rings);
    int step = kStart;
    for (int traversal = 0; traversal < kTraversals; ++traversal) {
      const TraversalShape &whole = traversal + 1 < kTraversals ? shape : last;
      for (int turn = 0; turn < strips.count; ++turn) {
        const TraversalShape now = Strips::sweep(whole, turn);
        sweeps.push_back(
            {now, strips.strip(strips.stripAt(traversal, turn), now.steps()), traversal, step});
        for (const TraversalTask &task : maker.sweep(now, fields))
          queues.waiting[task.queue].push_back(task);
        if (random() % 3 == 0) // queues may run dry in between
          runAll();
      }
      step += whole.steps();
    }
    runAll();
    if (wrong.empty() && !queues.isEmpty())
      return "tasks wait for each other";
    for (std::size_t f = 0; f < fields.size(); ++f)
      for (int age = 0; age < fields[f].levels; ++age)
        for (int z = 0; z < test.planes; ++z)
          expect("at the end", static_cast<int>(f), age, z, {0, test.rows}, kTraversals, step);
    return wrong;
  }

private:
  struct Sweep {
    TraversalShape shape;
    Strip strip;
    int traversal, step;
  };

  void runAll() {
    for (TraversalTask task; wrong.empty() && queues.take(random, task);)
      run(task, sweeps[static_cast<std::size_t>(task.sweep)]);
  }

  /// Rows of plane z on the host must be of `step` and its elders.
  void expect(const std::string &where, int f, int age, int z, TraversalShape::Range rows,
              int traversals, int step) {
    Home &home = homes[static_cast<std::size_t>(f)][static_cast<std::size_t>(age)];
    for (int row = rows.begin; row < rows.end; ++row) {
      const Content found = home.at(z, row, traversals);
      const Content wanted = {fields[f].isUpdated ? step - age : 0, row};
      if (!(found == wanted) && wrong.empty())
        wrong = where + ": row " + std::to_string(row) + " of plane " + std::to_string(z) +
                " of field " + std::to_string(f) + " is row " + std::to_string(found.plane) +
                " of step " + std::to_string(found.step) + ", not " + std::to_string(wanted.step);
    }
  }

  void run(const TraversalTask &task, const Sweep &sweep) {
    const std::string where = "traversal " + std::to_string(sweep.traversal) + " strip from row " +
                              std::to_string(sweep.strip.owned.begin) + " chunk " +
                              std::to_string(task.chunk);
    const int mark = (task.sweep + 1) * kApart;
    constant = mark;
    if (task.act == TraversalAct::Launch)
      return launch(task, sweep.shape, mark, where);
    eachCopied(task, sweep.shape, [&](int f, int age, int z, Content &place) {
      if (task.act != TraversalAct::CopyIn)
        return leave(where, f, age, z, place, sweep, mark);
      expect(where, f, age, wrapped(z), sweep.strip.held, sweep.traversal, sweep.step);
      place = {fields[f].isUpdated ? mark - age : mark, wrapped(z)};
    });
  }

  /// The rows that a strip owns go back.
  void leave(const std::string &where, int f, int age, int z, const Content &place,
             const Sweep &sweep, int mark) {
    const int after = sweep.shape.steps();
    if (!(place == Content{mark + after - age, z}) && wrong.empty())
      wrong = where + ": what leaves as plane " + std::to_string(z) + " is none of this strip";
    // At inner edges each kernel of a step has made rows wrong.
    const Strip &strip = sweep.strip;
    const int spoilt = after * test.kernels * test.reachAcross;
    const int low = strip.held.begin == 0 ? 0 : strip.held.begin + spoilt;
    const int high = strip.held.end == test.rows ? test.rows : strip.held.end - spoilt;
    if ((strip.owned.begin < low || strip.owned.end > high) && wrong.empty())
      wrong = where + ": rows that leave depend on rows that were not there";
    Home &home = homes[static_cast<std::size_t>(f)][static_cast<std::size_t>(age)];
    for (int row = strip.owned.begin; row < strip.owned.end; ++row)
      home.at(z, row, sweep.traversal + 1) = {sweep.step + after - age, row};
  }

  Strips strips;
  std::vector<Sweep> sweeps;
  std::vector<std::vector<Home>> homes; // by field, age
};

void playAll(const PlayedCase &test) { playSeeds<Player>(test, 3); }

void playGrid(bool isSkewed, bool isPipelined) {
  for (const bool isPeriodic : {false, true})
    for (const int strips : {1, 2, 3, 5})
      for (const int reachAcross : {1, 4})
        for (const int depth : {1, 3, 6})
          for (const int chunk : {1, 3, 50})
            for (const int planes : {4, 23}) {
              playAll({.rows = 31,
                       .strips = strips,
                       .reachAcross = reachAcross,
                       .planes = planes,
                       .chunk = chunk,
                       .depth = depth,
                       .reach = 1 + reachAcross % 3,
                       .isPeriodic = isPeriodic,
                       .isSkewed = isSkewed,
                       .isPipelined = isPipelined});
              if (::testing::Test::HasFatalFailure())
                return;
            }
}

TEST(Strips, inAPipeline) { playGrid(true, true); }
TEST(Strips, oneByOne) { playGrid(true, false); }
TEST(Strips, ofTrapezoids) { playGrid(false, false); }

TEST(Strips, ofSeveralKernelsLevelsAndFusedSteps) {
  for (const bool isPeriodic : {false, true})
    for (const int kernels : {1, 2})
      for (const int levels : {1, 2})
        for (const int fused : {1, 4})
          for (const int depth : {1, 5, 8}) {
            playAll({.rows = 70,
                     .strips = 3,
                     .reachAcross = 2,
                     .planes = 17,
                     .chunk = 7,
                     .depth = depth,
                     .reach = 1,
                     .fused = fused,
                     .kernels = kernels,
                     .levels = levels,
                     .isPeriodic = isPeriodic});
            if (HasFatalFailure())
              return;
          }
}

TEST(Strips, ownEveryRowOnce) {
  const Strips strips{.rows = 100, .count = 7, .rowsPerStep = 2, .depth = 5};
  int next = 0;
  for (int index = 0; index < strips.count; ++index) {
    const Strip strip = strips.strip(index, 3);
    EXPECT_EQ(strip.owned.begin, next);
    EXPECT_GE(strip.owned.count(), strips.lowest());
    EXPECT_LE(strip.held.count(), strips.highest());
    next = strip.owned.end;
  }
  EXPECT_EQ(next, 100);
  EXPECT_EQ(strips.slide(), 10);
  EXPECT_EQ((Strips{.rows = 100}.slide()), 0);
}

/// One f32 field in three axes, of planes of `side` x `side` cells.
struct Planned {
  FieldDescription field = {"u", Scalar::F32, 1, 2, true};
  StreamDescription stream{};
  ProgramDescription program{};
  OutOfCoreDomain domain;
  TraversalRates rates;
  TraversalChoice choice;

  Planned(std::int64_t side, std::int64_t planes, int reachAcross) {
    stream.method = "p-tbmr";
    stream.isSkewed = stream.isPipelined = true;
    stream.kernels = stream.reach = stream.lag = 1;
    stream.reachAcross = reachAcross;
    program.rank = 3;
    program.axes[0] = "x";
    program.axes[1] = "y";
    program.axes[2] = "z";
    program.fields = &field;
    program.fieldCount = 1;
    program.stream = &stream;
    program.engine = &STENCILC_SYMBOL(stream_engine);
    for (std::int64_t &least : program.minimumExtents)
      least = 1;
    domain.program = &program;
    domain.extents[0] = domain.extents[1] = side;
    domain.extents[2] = planes;
    domain.hasChecksums = false;
    domain.ringUnit = 2 << 20;
    domain.uses.push_back({1, 2, true});
    std::uint64_t bytes = 0;
    EXPECT_TRUE(planFields(program, {side, side, planes}, domain.fields, bytes));
    rates.linkBytes = rates.linkBytesAlone = 50e9;
    rates.single.assume(domain.planeCells() / 4.8e11, 1);
  }
  Planned(const Planned &) = delete;
  Status choose(std::uint64_t gibibytes) {
    return TraversalPlanner(domain, rates).choose(gibibytes << 30, std::uint64_t{1} << 50, choice);
  }
};

TEST(StripsPlanned, onlyWhereDeepTraversalsDoNotFit) {
  Planned few(1024, 4096, 1);
  ASSERT_TRUE(few.choose(16));
  EXPECT_EQ(few.choice.strips.count, 1);

  Planned whole(32768, 2048, 0), cut(32768, 2048, 1); // planes of 4 GiB
  ASSERT_TRUE(whole.choose(128));
  ASSERT_TRUE(cut.choose(128));
  EXPECT_EQ(whole.choice.strips.count, 1);
  EXPECT_GT(cut.choice.strips.count, 4);
  EXPECT_GT(cut.choice.depth, 3 * whole.choice.depth);
  EXPECT_LT(cut.choice.secondsPerStep(), whole.choice.secondsPerStep() / 3);
  EXPECT_LE(cut.choice.deviceBytes(), std::uint64_t{128} << 30);
}

TEST(StripsPlanned, whereNoPlaneFits) {
  Planned whole(32768, 64, 0), cut(32768, 64, 1);
  EXPECT_NE(whole.choose(4).message().find("planes of 4.00 GiB are needed at once; give a smaller"),
            std::string::npos)
      << whole.choose(4).message();
  ASSERT_TRUE(cut.choose(4)) << cut.choose(4).message();
  EXPECT_GT(cut.choice.strips.count, 4);
}

TEST(StripsPlanned, costsAreThoseOfHalos) {
  Planned planned(1024, 4096, 3);
  planned.domain.ringUnit = 4096; // so that nothing is rounded up
  const TraversalPlanner planner(planned.domain, planned.rates);
  const TraversalChoice whole = planner.choice(8, 4), cut = planner.choice(8, 4, 4);
  EXPECT_EQ(cut.strips.slide(), 24);
  const TraversalSeconds one = planner.secondsOf(whole.shape, whole.strips);
  const TraversalSeconds four = planner.secondsOf(whole.shape, cut.strips);
  const double share = (1024 + 6 * 24) / 1024.0; // two strips with one halo, two with two
  EXPECT_DOUBLE_EQ(four.in, share * one.in);
  EXPECT_DOUBLE_EQ(four.compute, share * one.compute);
  EXPECT_DOUBLE_EQ(four.out, one.out);
  EXPECT_EQ(cut.hostBytes, whole.hostBytes / 1024 * (1024 + 24));
  EXPECT_NEAR(double(cut.ringBytes), whole.ringBytes * (256 + 48) / 1024.0, 0.03 * cut.ringBytes);
}

} // namespace
} // namespace stencilc::strips_test
