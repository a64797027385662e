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

/// Coefficients with which the registers of a thread of a naive kernel (one cell per thread) are
/// predicted.
struct NaiveRegisters {
  double base = 20;   // for indices and addresses
  double word = 0.25; // for each 32-bit word of the cells that it reads
  double value = 0.8; // for each 32-bit word of intermediate values
  // Added in f32 and in f64 if the update has a division, a root or a special function.
  double singleSequence = 5, doubleSequence = 11;
};
constexpr NaiveRegisters kNaiveRegisters;

/// Coefficients with which the instructions of a thread of a naive kernel (one cell per thread) are
/// predicted.
struct NaiveInstructions {
  double base = 17;      // for indices, with any number of axes
  double thirdAxis = 57; // added with three axes
  double choice = 16;    // for the branch between code for cells near faces and code for others
  double store = 12;     // for each value written to global memory
  // For each read away from faces, for each read near a face, and added to the latter if the field
  // has a fixed boundary value.
  double read = 3, readNearFace = 8, givenValue = 14;
};
constexpr NaiveInstructions kNaiveInstructions;

/// Fractions of all warps, from 0 to 1. `inner` is the fraction of warps with a thread away from
/// all faces. `outer` is the fraction of warps with a thread near a face. The first and the last
/// warp of a row have both kinds of threads, and count in both.
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

/// Returns the predicted instructions of a thread for all reads of one update by `kernel`, averaged
/// over the grid. `warps` has the fractions of warps away from faces and near faces.
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

/// Returns the predicted registers of a thread of kernel number `index` of the program. `words` is
/// the number of 32-bit words of the cells that its update reads.
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
