/// \file A program written by hand whose planes are cut into strips: the bytes of the run that is
/// not streamed, fields read and written between traversals, and kernels tried on parts of planes.
#include "TraversedByHand.h"
#include "runtime/core/device/Team.h"

namespace stencilc::strips_run_test {
namespace {

constexpr int kColumns = 16, kRows = 60, kPlanes = 64;
int mostRows = 0; // that a launch has had
[[maybe_unused]] const bool isAlone = (setHostThreads(1), true);

void step(Step &s) {
  const Grid g = s.grid();
  mostRows = std::max(mostRows, s.planes().count() > 0 ? g.ny : 0);
  const View<const double> u = s.read<double>(0, 0), old = s.read<double>(0, -1);
  const View<const double> c = s.read<double>(1, 0);
  const View<double> next = s.write<double>(0);
  const PlaneRange planes = s.planes().count() > 0 ? s.planes() : PlaneRange{0, int(g.nz)};
  for (int z = planes.begin; z < planes.end; ++z)
    for (int y = 0; y < g.ny; ++y)
      for (int x = 0; x < g.nx; ++x) {
        const double low = y > 1 ? u(x, y - 2, z) : 0, high = y < g.ny - 1 ? u(x, y + 1, z) : 0;
        const double back = z > 0 ? u(x, y, z - 1) : 0, front = z < g.nz - 1 ? u(x, y, z + 1) : 0;
        next(x, y, z) = c(x, y, z) * u(x, y, z) - 0.125 * old(x, y, z) + 0.25 * (low + high) +
                        0.0625 * (back + front);
      }
}

/// Fields have 480 KiB a time level, planes 7.5 KiB.
struct Simulation : PlannedInstance {
  /// With `strips` -1 it is not streamed.
  explicit Simulation(int strips, int depth = 3, std::uint64_t limit = 0,
                      bool triesKernels = false) {
    stream = streamed("p-tbmr", depth, 0);
    stream.reachAcross = 2;
    stream.strips = strips;
    program = describe("strips", 3, kTwoFields, strips < 0 ? nullptr : &stream);
    program.bytesPerUpdate = 32;
    program.initialValue = initialOfTwo;
    program.step = step;
    InstanceOptions options;
    options.extents[0] = kColumns;
    options.extents[1] = kRows;
    options.extents[2] = kPlanes;
    options.triesKernels = triesKernels;
    options.checksums = false;
    options.memoryLimit = limit;
    create(options);
  }
  void run(std::int64_t steps) { EXPECT_EQ(instance->run(steps), 0) << instance->lastError(); }
  std::vector<double> cells(const char *field, int level) const {
    std::vector<double> all(std::size_t(kColumns) * kRows * kPlanes);
    EXPECT_EQ(instance->copyOut(field, level, all.data()), 0) << instance->lastError();
    return all;
  }
};

void expectSame(const Simulation &one, const Simulation &other) {
  EXPECT_EQ(one.cells("u", 0), other.cells("u", 0));
  EXPECT_EQ(one.cells("u", -1), other.cells("u", -1));
  EXPECT_EQ(one.cells("c", 0), other.cells("c", 0));
}

TEST(StripsRun, fieldsAreWhereTheyBelongAfterEachTraversal) {
  Simulation whole(-1), cut(4);
  EXPECT_NE(cut.plan.find(", in 4 strips of 15 rows, chunks of "), std::string::npos) << cut.plan;
  expectSame(whole, cut);
  for (int traversal = 0; traversal < 3; ++traversal) {
    whole.run(3);
    cut.run(3);
    expectSame(whole, cut);
    // What the host writes is read by the next traversal.
    std::vector<double> all = whole.cells("u", 0);
    for (std::size_t i = 0; i < all.size(); i += 97)
      all[i] += 1;
    EXPECT_EQ(whole.instance->copyIn("u", 0, all.data()), 0);
    EXPECT_EQ(cut.instance->copyIn("u", 0, all.data()), 0);
  }
  whole.instance->reset(); // after three traversals
  cut.instance->reset();
  expectSame(whole, cut);
  whole.run(7);
  cut.run(7);
  expectSame(whole, cut);
}

TEST(StripsRun, progressTellsTheStrip) {
  Simulation cut(4);
  std::string told;
  cut.instance->itsEngine().onProgress(
      [](void *all, double stepsDone, const std::string &what) {
        EXPECT_LE(stepsDone, 6);
        *static_cast<std::string *>(all) += what + "\n";
      },
      &told);
  cut.run(6);
  for (const char *what :
       {"traversal 1, strip 1 of 4, chunk 1 of ", "traversal 2, strip 3 of 4, chunk 2 of "})
    EXPECT_NE(told.find(what), std::string::npos) << told;
  EXPECT_EQ(told.find("strip 5"), std::string::npos) << told;
}

TEST(StripsRun, cutUnaskedWhereMemoryIsShort) {
  Simulation whole(-1);
  whole.run(20);
  mostRows = 0;
  Simulation cut(0, 0, 96 << 10);
  EXPECT_NE(cut.plan.find(" strips of "), std::string::npos) << cut.plan;
  cut.run(20);
  EXPECT_LT(mostRows, kRows);
  expectSame(whole, cut);
}

TEST(StripsRun, kernelsAreTriedOnPartsOfPlanes) {
  mostRows = 0;
  Simulation tried(0, 0, 600 << 10, true); // not for chunks of 8 whole planes
  EXPECT_NE(tried.plan.find("GLUP/s, measured"), std::string::npos) << tried.plan;
  EXPECT_GT(mostRows, 0);
  EXPECT_LT(mostRows, kRows);
  Simulation untried(0, 0, 600 << 10);
  EXPECT_NE(untried.plan.find("GLUP/s, as planned"), std::string::npos) << untried.plan;
}

} // namespace
} // namespace stencilc::strips_run_test
