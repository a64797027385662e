/// \file What schedules do on a target that lacks what they would use.
#include "PlanTesting.h"
#include "plan/verify/PlanVerifier.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

/// The sm_90 but for copies beside the threads and tensor loads.
static plan::Target withoutCopies() {
  plan::Target target = cuda();
  target.has = {};
  return target;
}

static std::string refusal(const analysis::Facts &facts, const std::string &request) {
  const plan::Planning result = planning(facts, withoutCopies(), request);
  EXPECT_FALSE(result.best) << request;
  return result.rejected.size() == 1 ? result.rejected.front().reason : "";
}

TEST(Capabilities, CopiesBesideTheThreadsAreRefusedWhereThereAreNone) {
  const analysis::Facts plane = factsOf(2, 1, Shape::Star, ScalarType::F32, {{4096, 4096, 1}});
  const std::string text =
      "engine=async needs asynchronous copies, which sm_90 does not have; use engine=plain";
  EXPECT_EQ(refusal(heat3d(), "tile3d:engine=async"), text);
  EXPECT_EQ(refusal(heat3d(), "sweep:stage=shared,engine=async"), text);
  EXPECT_EQ(refusal(plane, "tile2d:engine=async"), text);
  EXPECT_EQ(refusal(heat3d(), "wavefront"),
            "planes are loaded by asynchronous copies, which sm_90 does not have; use sweep");
}

TEST(Capabilities, PlansTakeWhatTheTargetHas) {
  for (const char *request : {"sweep:stage=shared", "sweep:stage=rows", "tile3d", "stream", ""}) {
    const plan::Planning result = planning(heat3d(), withoutCopies(), request);
    ASSERT_TRUE(result.best) << request;
    EXPECT_FALSE(result.best->fused) << request;
    EXPECT_EQ(result.best->kernels[0].engine, plan::CopyEngine::Plain) << request;
  }
}

TEST(Capabilities, PlansForMoreAreFound) {
  for (const char *request : {"tile3d:engine=async", "wavefront:load=async"}) {
    plan::Plan plan = *planning(heat3d(), cuda(), request).best;
    plan.target = withoutCopies();
    EXPECT_EQ(llvm::join(plan::verifyPlan(heat3d(), plan), "\n"),
              "sm_90 has no asynchronous copies, which the plan needs");
  }
  plan::Plan plan = *planning(heat3d(), cuda(), "sweep:stage=shared,engine=tensor").best;
  plan.target.has.tensorLoads = false;
  EXPECT_EQ(llvm::join(plan::verifyPlan(heat3d(), plan), "\n"),
            "sm_90 has no tensor loads, which the plan needs");
}
