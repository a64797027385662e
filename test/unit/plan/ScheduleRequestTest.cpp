/// \file What `--schedule=` accepts, and what it says about the rest.
#include "PlanTesting.h"
#include "gtest/gtest.h"

using namespace stencilc;
using namespace stencilc::test;

static std::string mistake(const char *text) {
  auto request = plan::parseScheduleRequest(text);
  return request ? "accepted" : llvm::toString(request.takeError());
}

/// The message as the user sees it, with its id.
static std::string reported(const char *text) {
  auto request = plan::parseScheduleRequest(text);
  EXPECT_FALSE(request);
  llvm::SourceMgr sources;
  std::string printed;
  llvm::raw_string_ostream out(printed);
  Diagnostics diags(sources, out);
  plan::reportRequestError(request.takeError(), diags);
  EXPECT_EQ(diags.errors(), 1u);
  return printed;
}

TEST(ScheduleRequest, NameAlone) {
  const plan::ScheduleRequest request = llvm::cantFail(plan::parseScheduleRequest("sweep"));
  EXPECT_EQ(request.name, "sweep");
  EXPECT_TRUE(request.options.empty());
}

TEST(ScheduleRequest, Options) {
  const plan::ScheduleRequest request =
      llvm::cantFail(plan::parseScheduleRequest("sweep:block=32x8,cells=2,planes=64"));
  EXPECT_EQ(request.options.size(), 3u);
  EXPECT_EQ(request.options.at("block"), "32x8");
  EXPECT_EQ(request.options.at("planes"), "64");
}

TEST(ScheduleRequest, UnknownScheduleGetsTheNearestName) {
  EXPECT_EQ(mistake("swep"),
            "there is no schedule 'swep'; did you mean 'sweep'?; schedules are "
            "coarse (cuda), inplace (cuda), loops (cpu), naive (cuda), persistent (cuda), slabs "
            "(cuda, cpu), stream "
            "(cuda, cpu), sweep "
            "(cuda), tensorcore (cuda), tile2d (cuda), tile3d (cuda), twosteps (cuda), wavefront "
            "(cuda)");
  EXPECT_EQ(
      mistake("hexagons"),
      "there is no schedule 'hexagons'; schedules are coarse (cuda), inplace (cuda), loops (cpu), "
      "naive (cuda), persistent (cuda), slabs (cuda, cpu), stream (cuda, cpu), sweep (cuda), "
      "tensorcore (cuda), "
      "tile2d (cuda), tile3d (cuda), twosteps (cuda), wavefront (cuda)");
}

TEST(ScheduleRequest, UnknownOptionGetsTheNearestName) {
  EXPECT_EQ(
      mistake("sweep:plane=4"),
      "schedule 'sweep' has no option 'plane'; did you mean 'planes'?; its options are block, "
      "cells, vector, planes, prefetch, reuse, stage, engine, rows, ahead, blocks, store");
}

TEST(ScheduleRequest, ValuesAreChecked) {
  const std::string integer = "; allowed: auto, or a whole number from 1 to 2147483647";
  EXPECT_EQ(mistake("sweep:planes=0"), "'0' is not a value of option 'planes'" + integer);
  EXPECT_EQ(mistake("sweep:planes=-3"), "'-3' is not a value of option 'planes'" + integer);
  EXPECT_EQ(mistake("sweep:planes=8k"), "'8k' is not a value of option 'planes'" + integer);
  EXPECT_EQ(mistake("sweep:planes="), "'' is not a value of option 'planes'" + integer);
  EXPECT_EQ(mistake("sweep:planes=2147483648"),
            "'2147483648' is not a value of option 'planes'" + integer);
  EXPECT_EQ(mistake("sweep:cells=3"),
            "'3' is not a value of option 'cells'; allowed: 1, 2, 4, 8, 16");
  EXPECT_EQ(mistake("sweep:reuse=register"),
            "'register' is not a value of option 'reuse'; did you mean 'registers'?; allowed: "
            "registers, none");
  EXPECT_EQ(mistake("loops:rows=some"),
            "'some' is not a value of option 'rows'; allowed: all, or a whole number from 1 to "
            "2147483647");
  EXPECT_EQ(mistake("loops:rows=all"), "accepted");
  EXPECT_EQ(mistake("loops:rows=16"), "accepted");
}

TEST(ScheduleRequest, Blocks) {
  for (const char *good : {"naive:block=256", "naive:block=32x8", "naive:block=32x8x1"})
    EXPECT_EQ(mistake(good), "accepted");
  for (const char *bad : {"naive:block=", "naive:block=x", "naive:block=32x", "naive:block=32x0",
                          "naive:block=8x8x8x8", "naive:block=32*8", "naive:block=+3"})
    EXPECT_NE(mistake(bad).find("one to three positive numbers joined by 'x', such as 32x8"),
              std::string::npos)
        << bad;
}

TEST(ScheduleRequest, Form) {
  EXPECT_EQ(mistake(""), "the request names no schedule; write name or name:key=value,key=value");
  EXPECT_EQ(mistake("sweep:"), "'' sets no option of schedule 'sweep'; write name or "
                               "name:key=value,key=value");
  EXPECT_EQ(mistake("sweep:planes"), "'planes' sets no option of schedule 'sweep'; write name or "
                                     "name:key=value,key=value");
  EXPECT_EQ(mistake("sweep:planes=8,planes=9"),
            "option 'planes' is given twice; each option has one value");
}

TEST(ScheduleRequest, ReportsCarryTheIdOfTheMistake) {
  EXPECT_EQ(reported("swep"),
            "stencilc: error: there is no schedule 'swep'; did you mean 'sweep'? "
            "[unknown-schedule]\n"
            "stencilc: note: schedules are coarse (cuda), inplace (cuda), loops (cpu), naive "
            "(cuda), persistent (cuda), slabs (cuda, cpu), stream (cuda, cpu), sweep "
            "(cuda), tensorcore (cuda), tile2d (cuda), tile3d (cuda), twosteps "
            "(cuda), wavefront (cuda)\n");
  EXPECT_NE(reported("sweep:plane=4").find("[unknown-option]"), std::string::npos);
  EXPECT_NE(reported("sweep:cells=3").find("[option-value]"), std::string::npos);
  EXPECT_NE(reported(":").find("[bad-schedule-request]"), std::string::npos);
}
