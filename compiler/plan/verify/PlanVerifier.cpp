/// \file The plan verifier, which checks a plan of any schedule against the limits of its target.
#include "plan/verify/PlanVerifier.h"
#include "plan/cost/Buffers.h"
#include "plan/cost/Column.h"
#include "plan/cost/CostModel.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Schedule.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <limits>

namespace stencilc::plan {

namespace {

constexpr std::int64_t kIndexLimit = std::numeric_limits<std::int32_t>::max();
/// Largest allowed ratio of the registers that a thread needs to those that it can have. A kernel
/// with a ratio of 1.97 (smog of bench/users, two fused steps in f64) stored spilled registers
/// outside of its local memory on an H200.
constexpr double kSpilledMost = 1.75;
constexpr int kBlockLimit[] = {1024, 1024, 64}; // threads of a block along x, y, z

/// Checks one plan against the limits of its target. `run` returns one error text for each limit
/// that the plan exceeds.
class Verifier {
public:
  Verifier(const analysis::Facts &facts, const Plan &plan)
      : facts(facts), plan(plan), target(plan.target), extents(plannedExtents(facts.program)) {}

  std::vector<std::string> run() {
    checkPlan();
    if (!checkExtents())
      return findings;
    for (std::size_t index = 0; index < plan.kernels.size(); ++index) {
      const KernelPlan &kernel = plan.kernels[index];
      checkKernel(kernel);
      if (!checkShape(kernel))
        continue; // the other checks need possible counts
      if (target.kind == TargetKind::Cuda) {
        checkThreads(kernel);
        checkResources(kernel);
        checkCopies(kernel.engine);
        checkGrid(kernel);
        checkAccess(kernel, index);
      }
    }
    if (plan.fused && plan.fused->isSequential) {
      checkKernel(plan.fusedKernel);
    } else if (plan.fused) { // fused kernels adapt their grid at launch
      smaller = "use fewer warps=";
      checkCopies(plan.fusedKernel.engine);
      checkThreads(plan.fusedKernel);
      checkResources(plan.fusedKernel);
      checkSpills(plan.fusedKernel);
      checkKernel(plan.fusedKernel);
      for (const FusedKernel &kernel : plan.rest) {
        checkThreads(kernel.needs);
        checkResources(kernel.needs);
        checkSpills(kernel.needs);
        checkKernel(kernel.needs);
      }
    }
    return findings;
  }

private:
  template <class... Args> void find(const char *format, Args &&...args) {
    findings.push_back(llvm::formatv(false, format, std::forward<Args>(args)...).str());
  }

  void checkPlan() {
    const Schedule *schedule = findSchedule(plan.schedule);
    if (!schedule)
      find("the plan names schedule '{0}', which does not exist", plan.schedule);
    else if (!schedule->makes(target.kind))
      find("schedule '{0}' does not make code for {1}", plan.schedule, target.name);
    if (!machine::findTarget(target.kind, target.name))
      find("the plan names target '{0}', which does not exist", target.name);
    if (plan.kernels.size() != facts.dependence.kernels.size())
      find("the plan has {0} kernels, the program needs {1}", plan.kernels.size(),
           facts.dependence.kernels.size());
    if (!std::isfinite(plan.cost) || plan.cost < 0)
      find("the estimated cost is not a number of seconds");
  }

  /// Checks that the planned size of the grid fits 32-bit indices along each axis, and that all
  /// fields together have less than 2^63 bytes. Returns true if so. Otherwise adds an error text to
  /// `findings` and returns false.
  bool checkExtents() {
    std::int64_t cells = 1;
    bool fits = true;
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const std::int64_t n = extents[axis];
      if (n < 1 || n > kIndexLimit) {
        find("cells along an axis are counted by 32-bit integers: at least 1 and at most {0}, the "
             "size has {1} along axis {2}; change the size",
             kIndexLimit, n, axis + 1);
        return false;
      }
      fits = fits && !llvm::MulOverflow(cells, n, cells);
    }
    std::int64_t total = 0;
    for (ir::FieldId id : facts.program.fields.ids()) {
      std::int64_t bytes = 0;
      const std::int64_t perCell =
          std::int64_t(bytesOf(facts.program.fields[id].storage)) * buffersOf(facts, plan, id);
      fits = fits && !llvm::MulOverflow(cells, perCell, bytes) &&
             !llvm::AddOverflow(total, bytes, total);
    }
    if (!fits)
      find("addresses have 64 bits, and the fields of {0} x {1} x {2} cells exceed 2^63 bytes; "
           "choose a smaller size",
           extents[0], extents[1], extents[2]);
    return fits;
  }

  /// Checks the numbers of `kernel` against limits that hold on any device. A block has threads,
  /// and a thread has cells. Registers and shared memory are not negative. A sweep runs along the
  /// last axis. Returns true if no limit is violated. Otherwise adds an error text to `findings`
  /// for each mistake and returns false.
  bool checkShape(const KernelPlan &kernel) {
    const std::size_t before = findings.size();
    const int least = target.kind == TargetKind::Cuda ? 1 : 0;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (kernel.block[axis] < least)
        find("a block has at least {0} along each axis, the plan has {1} along axis {2}", least,
             kernel.block[axis], axis + 1);
    if (kernel.cellsPerThread < 1)
      find("a thread owns at least 1 cell, the plan gives {0}; change cells=",
           kernel.cellsPerThread);
    if (kernel.prefetch < 0 || kernel.sharedBytes < 0 || kernel.registers < 0 ||
        kernel.residentBlocks < 0 || !(kernel.redundancy >= 0))
      find("a resource of the plan is negative");
    const bool sweeps = kernel.sweepAxis >= 0;
    if (sweeps && kernel.sweepAxis != facts.program.lastAxis())
      find("a sweep runs along the last axis, {0}; the plan sweeps axis {1}", facts.program.rank(),
           kernel.sweepAxis + 1);
    if (sweeps && kernel.planesPerChunk < 1)
      find("a chunk has at least 1 plane, the plan has {0}; change planes=", kernel.planesPerChunk);
    return findings.size() == before;
  }

  void checkThreads(const KernelPlan &kernel) {
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (kernel.block[axis] > kBlockLimit[axis])
        find("threads of a block along axis {0}: {1} allows {2}, the plan needs {3}; {4}", axis + 1,
             target.name, kBlockLimit[axis], kernel.block[axis],
             plan.fused ? smaller : "make that number of block= smaller");
    if (threadsOf(kernel) > target.threadsPerBlock)
      find("threads per block: {0} allows {1}, the plan needs {2:F0} ({3} x {4} x {5}); {6}",
           target.name, target.threadsPerBlock, threadsOf(kernel), kernel.block[0], kernel.block[1],
           kernel.block[2], smaller);
  }

  /// Checks that the target has the copy instructions of `engine`, and adds an error text to
  /// `findings` if not. CopyEngine::Tensor (TMA) also needs asynchronous copies of single threads,
  /// because TMA copies only whole planes.
  void checkCopies(CopyEngine engine) {
    if (engine != CopyEngine::Plain && !target.has.asyncCopies)
      find("{0} has no asynchronous copies, which the plan needs", target.name);
    if (engine == CopyEngine::Tensor && !target.has.tensorLoads)
      find("{0} has no tensor loads, which the plan needs", target.name);
  }

  /// Adds an error text to `findings` if `kernel` needs more than kSpilledMost times the registers
  /// that a thread can have. When ptxas of CUDA 13.0 spilled registers of such a kernel, it
  /// generated wrong code.
  void checkSpills(const KernelPlan &kernel) {
    const int needed = kernel.registers + kernel.estimate.spilled;
    if (needed > kSpilledMost * target.registersPerThread)
      find("registers per thread: {0} has {1}, the plan needs about {2}, more than the CUDA "
           "compiler can spill to memory; use fewer steps=, rows= or cells=",
           target.name, target.registersPerThread, needed);
  }

  void checkResources(const KernelPlan &kernel) {
    if (kernel.registers > target.registersPerThread)
      find(
          "registers per thread: {0} has {1}, the plan needs about {2}; use fewer cells per thread "
          "(cells=1) or another schedule",
          target.name, target.registersPerThread, kernel.registers);
    // The GPU allocates registers to whole warps, in units of 8 per thread.
    const double registers =
        inWholeWarps(threadsOf(kernel), target) * std::ceil(kernel.registers / 8.0) * 8;
    if (registers > target.registersPerSm)
      find("registers per block: {0} has {1}, the plan needs about {2:F0} ({3} threads of {4}); "
           "{5} or use fewer cells per thread",
           target.name, target.registersPerSm, registers, std::int64_t(threadsOf(kernel)),
           kernel.registers, smaller);
    // If no block fits, another check has reported it.
    const int fitting = residentBlocks(kernel, target);
    if (fitting > 0 && kernel.residentBlocks > fitting)
      find("blocks at a time: a multiprocessor of {0} holds {1} of these, the plan asks for {2}; "
           "{3}",
           target.name, fitting, kernel.residentBlocks, smaller);
    if (kernel.sharedBytes > target.sharedBytesPerBlock)
      find("shared memory per block: {0} has {1} bytes, the plan needs {2}; {3}", target.name,
           target.sharedBytesPerBlock, kernel.sharedBytes, smaller);
  }

  void checkGrid(const KernelPlan &kernel) {
    const std::int64_t limits[] = {target.gridX, target.gridY, target.gridZ};
    const auto blocks = launchGrid(kernel, extents);
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const char *remedy = axis == kernel.sweepAxis ? "planes=" : "that number of block=";
      const std::int64_t cells = cellsOfBlock(kernel, axis);
      std::int64_t end = 0;
      if (blocks[axis] > limits[axis])
        find("blocks along axis {0}: {1} allows {2}, the plan needs {3} for {4} cells; make {5} "
             "larger",
             axis + 1, target.name, limits[axis], blocks[axis], extents[axis], remedy);
      else if (llvm::MulOverflow(blocks[axis], cells, end) || end > kIndexLimit)
        find("threads compute 32-bit indices: at most {0} along axis {1}, the last block of the "
             "plan ends at {2}; make {3} smaller",
             kIndexLimit, axis + 1, end, remedy);
    }
  }

  /// Checks the sizes of tiles, ring buffers or rows of `kernel` against the program. Adds an error
  /// text to `findings` for each mistake.
  void checkKernel(const KernelPlan &kernel) {
    if (kernel.shape)
      for (const std::string &finding : kernel.shape->verify(facts))
        find("schedule '{0}': {1}", plan.schedule, finding);
  }

  /// Checks that a thread can load its adjacent cells with one aligned memory access of 4, 8 or 16
  /// bytes, and adds an error text to `findings` if not. Rows begin at multiples of 128 bytes, so
  /// that such accesses are aligned. `index` is the number of `kernel` in the program.
  void checkAccess(const KernelPlan &kernel, std::size_t index) {
    if (kernel.loadsTiles())
      return; // tiles may use several accesses
    if (index >= facts.dependence.kernels.size())
      return; // reported by checkPlan
    const std::int64_t bytes = std::int64_t(kernel.cellsPerThread) * widestCell(facts);
    if (bytes > kAccessBytes)
      find("bytes per access: {0} allows {1}, the plan needs {2} ({3} cells of {4} bytes); use "
           "fewer "
           "cells per thread",
           target.name, kAccessBytes, bytes, kernel.cellsPerThread, widestCell(facts));
    else if (!llvm::isPowerOf2_64(bytes))
      find("an access has 4, 8 or 16 bytes to be aligned, the plan needs {0} ({1} cells of {2} "
           "bytes); use 1, 2 or 4 cells per thread",
           bytes, kernel.cellsPerThread, widestCell(facts));
  }

  const analysis::Facts &facts;
  const Plan &plan;
  const Target &target;
  const Extents extents;
  const char *smaller = "make block= smaller"; // advice to the user
  std::vector<std::string> findings;
};

} // namespace

std::vector<std::string> verifyPlan(const analysis::Facts &facts, const Plan &plan) {
  return Verifier(facts, plan).run();
}

} // namespace stencilc::plan
