/// \file Predicts registers, instructions and traffic of a kernel of schedule naive.
///
/// The constants were fitted to the registers and to the executed instructions of 142 kernels on an
/// H200, at 160 x 144 x 128 and 1000 x 900 cells (bench/log/planner). The median error is 9% for
/// registers and 8% for instructions.
#include "schedules/naive/Cost.h"
#include "analysis/KernelFacts.h"
#include "plan/cost/CachedKernel.h"
#include "plan/cost/CachedReads.h"
#include "plan/cost/Column.h"
#include "plan/cost/Points.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Coefficients of the predicted number of registers of a thread in a naive kernel.
struct NaiveRegisters {
  double base = 20;   // for indices and addresses
  double word = 0.25; // for each 32-bit word that it reads
  double value = 0.8; // for each 32-bit word of intermediate values
  // For a division, root or special function, in f32 and in f64: a sequence of instructions.
  double singleSequence = 5, doubleSequence = 11;
};
constexpr NaiveRegisters kNaiveRegisters;

/// Coefficients of the predicted number of instructions of a thread in a naive kernel.
struct NaiveInstructions {
  double base = 17;      // for its indices, with two axes
  double thirdAxis = 57; // additional ones with three axes
  double choice = 16;    // for the branch to the code for cells near faces or to the other code
  double store = 12;     // for each value written to global memory
  // For each read of a thread away from faces, for each read of a thread near a face, and the
  // addition to these if the face has a fixed value.
  double read = 3, readNearFace = 8, givenValue = 14;
};
constexpr NaiveInstructions kNaiveInstructions;

/// Fractions of all warps, from 0 to 1. `inner` is for warps with a thread away from all faces, and
/// `outer` for those with a thread near a face. The first and the last warp of a row count in both.
struct WarpShares {
  double inner = 1, outer = 0;
};

WarpShares warpShares(const analysis::KernelFacts &kernel, const Extents &extents,
                      const Target &target) {
  if (!kernel.leavesGrid)
    return {};
  double inner = 1;
  for (int axis = 1; axis < kMaxAxes; ++axis)
    inner *=
        std::max(0.0, double(extents[axis] - kernel.reach.low[axis] - kernel.reach.high[axis]) /
                          double(extents[axis]));
  const double warps = std::max(1.0, inWholeWarps(double(extents[0]), target) / target.warpWidth);
  const double ends =
      std::min(warps, double((kernel.reach.low[0] > 0) + (kernel.reach.high[0] > 0)));
  return {.inner = inner, .outer = 1 - inner * (1 - ends / warps)};
}

/// Returns the predicted instructions of a thread for the reads of one update, averaged over all
/// warps.
double readInstructions(const analysis::Facts &facts, const analysis::KernelFacts &kernel,
                        const WarpShares &warps) {
  double instructions = 0;
  for (const auto &[fieldLevel, footprint] : kernel.fieldLevels) {
    const double near =
        kNaiveInstructions.readNearFace +
        (facts.faces[fieldLevel.field].giveValues() ? kNaiveInstructions.givenValue : 0);
    instructions += double(footprint.offsets.size()) *
                    (kNaiveInstructions.read * warps.inner + near * warps.outer);
  }
  return instructions;
}

/// Returns the predicted number of registers of a thread of kernel number `index`, which reads
/// `words` 32-bit words.
int naiveRegisters(const analysis::Facts &facts, std::size_t index, int words) {
  const analysis::KernelCost &cost = facts.cost.kernels[index];
  const bool isDouble = facts.program.compute == ir::ScalarType::F64;
  double registers = kNaiveRegisters.base + kNaiveRegisters.word * words +
                     kNaiveRegisters.value * cost.temporaries * wordsOf(facts.program.compute);
  if (serialQuotients(facts, index) + cost.operations.special > 0)
    registers += isDouble ? kNaiveRegisters.doubleSequence : kNaiveRegisters.singleSequence;
  return static_cast<int>(registers) + pointRegisters(facts, index, 1, 1);
}

} // namespace

Traffic countNaive(const analysis::Facts &facts, std::size_t index, KernelPlan &kernel,
                   const Target &target, const Extents &extents) {
  const analysis::KernelFacts reads(facts, index);
  const CachedReads loads = cachedReads(facts, index, kernel);
  kernel.registers = naiveRegisters(facts, index, loads.words);
  Traffic traffic = loads.traffic;
  traffic.instructions = kNaiveInstructions.base +
                         (facts.program.rank() == 3 ? kNaiveInstructions.thirdAxis : 0) +
                         (reads.leavesGrid ? kNaiveInstructions.choice : 0) +
                         kNaiveInstructions.store * double(reads.stored.size()) +
                         readInstructions(facts, reads, warpShares(reads, extents, target)) +
                         issuedArithmetic(facts, index) + pointInstructions(facts, index, 1);
  traffic.serial =
      target.shares.alone.quotient * serialQuotients(facts, index) + pointCycles(facts, index);
  countArithmetic(traffic, facts, arithmeticInstructions(facts, index));
  return traffic;
}

} // namespace stencilc::schedules
