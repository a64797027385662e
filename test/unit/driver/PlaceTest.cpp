/// \file Where programs run and are verified, on machines that have a GPU or not, and this or that
/// to compile for it.
#include "driver/run/Place.h"
#include "Compiled.h"
#include "driver/verify/Ways.h"

using namespace stencilc;
using namespace stencilc::test;
using namespace stencilc::driver;

namespace {

constexpr GpuTools kNone, kNoCompiler = {1, false, false}, kWithNvcc = {1, true, false},
                          kWithNvrtc = {1, false, true}, kNoGpu = {0, true, true};

TEST(PlaceTest, aGpuThatSomethingCompilesForIsTaken) {
  EXPECT_EQ(choosePlace({}, kWithNvcc).kind, BuildKind::Cuda);
  EXPECT_EQ(choosePlace({}, kWithNvrtc).kind, BuildKind::Cuda);
  EXPECT_EQ(choosePlace({}, kWithNvrtc).note, "");
}

TEST(PlaceTest, elseTheCpuAndWhy) {
  for (const GpuTools &tools : {kNone, kNoGpu}) {
    const RunPlace place = choosePlace({}, tools);
    EXPECT_EQ(place.kind, BuildKind::Cpu);
    EXPECT_EQ(place.note, "no GPU found: running on the CPU target");
  }
  const RunPlace place = choosePlace({}, kNoCompiler);
  EXPECT_EQ(place.kind, BuildKind::Cpu);
  EXPECT_EQ(place.note, "a GPU is present, but neither NVRTC nor nvcc was found: running on the "
                        "CPU target");
}

TEST(PlaceTest, whatIsAskedForComesFirst) {
  Options options;
  options.plan.target = "cuda";
  EXPECT_EQ(choosePlace(options, kNone).kind, BuildKind::Cuda);
  options.plan.target = "cpu";
  EXPECT_EQ(choosePlace(options, kWithNvcc).kind, BuildKind::Cpu);
  options.run.threadOrder = "shuffled";
  EXPECT_EQ(choosePlace(options, kWithNvcc).kind, BuildKind::CudaOnCpu);
}

/// How many ways run on a GPU, on the CPU device and as loops.
struct Counts {
  int gpu = 0, emulated = 0, loops = 0;
};

Counts countWays(const Options &options, const GpuTools &tools) {
  static const analysis::Facts facts =
      factsOfSource("stencil heat(x) { precision f64; field T { boundary fixed(0); init 0; }\n"
                    "T[t+1] = T + 0.25 * (T[x-1] - 2 * T + T[x+1]); size 64; steps 5; }\n");
  Counts counts;
  for (const Way &way : waysToVerify(options, facts, tools.canRun()).found)
    ++(way.kind == BuildKind::Cuda        ? counts.gpu
       : way.kind == BuildKind::CudaOnCpu ? counts.emulated
                                          : counts.loops);
  return counts;
}

TEST(PlaceTest, schedulesAreVerifiedOnAGpuWhoeverCompiles) {
  for (const GpuTools &tools : {kWithNvcc, kWithNvrtc}) {
    const Counts counts = countWays({}, tools);
    EXPECT_GT(counts.gpu, 1);
    EXPECT_EQ(counts.gpu, counts.emulated);
    EXPECT_EQ(counts.loops, 1);
  }
  for (const GpuTools &tools : {kNone, kNoCompiler, kNoGpu}) {
    const Counts counts = countWays({}, tools);
    EXPECT_EQ(counts.gpu, 0);
    EXPECT_GT(counts.emulated, 1);
    EXPECT_EQ(counts.loops, 1);
  }
}

TEST(PlaceTest, optionsLeaveSomeWaysOut) {
  Options options;
  options.plan.target = "cpu";
  EXPECT_EQ(countWays(options, kWithNvrtc).gpu, 0);
  EXPECT_EQ(countWays(options, kWithNvrtc).emulated, 0);
  options.plan.target = "cuda";
  EXPECT_EQ(countWays(options, kWithNvrtc).loops, 0);
  EXPECT_GT(countWays(options, kWithNvrtc).gpu, 0);
  options.plan.target = "";
  options.run.threadOrder = "ahead";
  EXPECT_EQ(countWays(options, kWithNvrtc).gpu, 0);
  EXPECT_GT(countWays(options, kWithNvrtc).emulated, 0);
}

} // namespace
