/// \file Every limit the plan verifier knows, broken one at a time.
#include "plan/verify/PlanVerifier.h"
#include "PlanTesting.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace stencilc;
using namespace stencilc::test;

/// The findings on the sweep of heat3d after `change`.
template <class Change>
static std::string findings(Change change, Extents extents = {{512, 512, 512}}) {
  const analysis::Facts facts = heat3d(ScalarType::F64, extents);
  plan::Plan plan = *planning(heat3d(), cuda(), "sweep:planes=64").best;
  EXPECT_EQ(llvm::join(plan::verifyPlan(heat3d(), plan), "\n"), "");
  change(plan, plan.kernels[0]);
  return llvm::join(plan::verifyPlan(facts, plan), "\n");
}

using plan::KernelPlan;
using plan::Plan;

TEST(PlanVerifier, ThreadsPerBlock) {
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) {
              kernel.block[1] = 64;
              kernel.registers = 16;
            }),
            "threads per block: sm_90 allows 1024, the plan needs 2048 (32 x 64 x 1); make block= "
            "smaller");
  EXPECT_NE(findings([](Plan &, KernelPlan &kernel) {
              kernel.block[0] = 4;
              kernel.block[2] = 65;
            }).find("threads of a block along axis 3: sm_90 allows 64, the plan needs 65"),
            std::string::npos);
  // The product of three large numbers must not wrap around to something legal.
  EXPECT_NE(findings([](Plan &, KernelPlan &kernel) {
              kernel.block[0] = kernel.block[1] = kernel.block[2] = 1 << 30;
            }).find("threads per block"),
            std::string::npos);
}

TEST(PlanVerifier, Registers) {
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) {
              kernel.registers = 256;
              kernel.block[1] = 2;
              kernel.residentBlocks = 0;
            }),
            "registers per thread: sm_90 has 255, the plan needs about 256; use fewer cells per "
            "thread (cells=1) or another schedule");
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) {
              kernel.registers = 120;
              kernel.block[1] = 32;
            }),
            "registers per block: sm_90 has 65536, the plan needs about 122880 (1024 threads of "
            "120); make block= smaller or use fewer cells per thread");
}

TEST(PlanVerifier, SharedMemory) {
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) {
              kernel.sharedBytes = 227 * 1024;
              kernel.residentBlocks = 1;
            }),
            "");
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) {
              kernel.sharedBytes = 227 * 1024 + 1;
              kernel.residentBlocks = 0;
            }),
            "shared memory per block: sm_90 has 232448 bytes, the plan needs 232449; make block= "
            "smaller");
}

TEST(PlanVerifier, ResidentBlocks) {
  EXPECT_EQ(
      findings([](Plan &, KernelPlan &kernel) { kernel.residentBlocks = 7; }),
      "blocks at a time: a multiprocessor of sm_90 holds 5 of these, the plan asks for 7; make "
      "block= smaller");
}

TEST(PlanVerifier, GridLimits) {
  const auto unchanged = [](Plan &, KernelPlan &) {};
  EXPECT_EQ(findings(unchanged, {{64, 8 * 65535, 8}}), "");
  EXPECT_EQ(findings(unchanged, {{64, 8 * 65535 + 1, 8}}),
            "blocks along axis 2: sm_90 allows 65535, the plan needs 65536 for 524281 cells; make "
            "that number of block= larger");
  EXPECT_EQ(findings(unchanged, {{64, 8, 64 * 65535 + 1}}),
            "blocks along axis 3: sm_90 allows 65535, the plan needs 65536 for 4194241 cells; make "
            "planes= larger");
}

TEST(PlanVerifier, IndicesHave32Bits) {
  const auto unchanged = [](Plan &, KernelPlan &) {};
  EXPECT_EQ(findings(unchanged, {{2147483647 - 63, 1, 1}}), "");
  EXPECT_NE(findings(unchanged, {{2147483647, 1, 1}}).find("the last block of the plan ends at"),
            std::string::npos);
  EXPECT_NE(findings(unchanged, {{2147483648, 1, 1}}).find("32-bit integers"), std::string::npos);
  EXPECT_NE(findings(unchanged, {{0, 1, 1}}).find("at least 1"), std::string::npos);
}

TEST(PlanVerifier, CellsAboveTwoToThe31AreFineAboveTwoToThe63BytesAreNot) {
  const auto large = [](Plan &, KernelPlan &kernel) {
    kernel.planesPerChunk = 1 << 16;
    kernel.block[1] = 1;
  };
  EXPECT_EQ(findings(large, {{2048, 2048, 2048}}), "");
  const auto whole = [](Plan &plan, KernelPlan &) { plan.target = cpu(); };
  EXPECT_NE(findings(whole, {{2147483647, 2147483647, 2147483647}}).find("exceed 2^63 bytes"),
            std::string::npos);
}

TEST(PlanVerifier, Accesses) {
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) { kernel.cellsPerThread = 4; }),
            "bytes per access: sm_90 allows 16, the plan needs 32 (4 cells of 8 bytes); use fewer "
            "cells per thread");
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) { kernel.cellsPerThread = 0; }),
            "a thread owns at least 1 cell, the plan gives 0; change cells=");
  const analysis::Facts narrow = heat3d(ScalarType::F32);
  plan::Plan plan = *planning(narrow, cuda(), "sweep").best;
  plan.kernels[0].cellsPerThread = 3;
  EXPECT_EQ(llvm::join(plan::verifyPlan(narrow, plan), "\n"),
            "an access has 4, 8 or 16 bytes to be aligned, the plan needs 12 (3 cells of 4 bytes); "
            "use 1, 2 or 4 cells per thread");
}

TEST(PlanVerifier, ShapesThatMakeNoSense) {
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) { kernel.planesPerChunk = 0; }),
            "a chunk has at least 1 plane, the plan has 0; change planes=");
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) { kernel.block[0] = 0; }),
            "a block has at least 1 along each axis, the plan has 0 along axis 1");
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) { kernel.sweepAxis = 1; }),
            "a sweep runs along the last axis, 3; the plan sweeps axis 2");
  EXPECT_EQ(findings([](Plan &, KernelPlan &kernel) { kernel.registers = -1; }),
            "a resource of the plan is negative");
}

TEST(PlanVerifier, PlansThatBelongToSomethingElse) {
  EXPECT_EQ(findings([](Plan &plan, KernelPlan &) { plan.schedule = "magic"; }),
            "the plan names schedule 'magic', which does not exist");
  EXPECT_EQ(findings([](Plan &plan, KernelPlan &) { plan.schedule = "loops"; }),
            "schedule 'loops' does not make code for sm_90");
  EXPECT_EQ(findings([](Plan &plan, KernelPlan &) { plan.target.name = "sm_1"; }),
            "the plan names target 'sm_1', which does not exist");
  EXPECT_EQ(findings([](Plan &plan, KernelPlan &) { plan.kernels.push_back(plan.kernels[0]); }),
            "the plan has 2 kernels, the program needs 1");
  EXPECT_EQ(findings([](Plan &plan, KernelPlan &) { plan.cost = std::nan(""); }),
            "the estimated cost is not a number of seconds");
}
