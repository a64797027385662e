/// \file A plan: the schedule chosen for a program, with the values of all its options, its kernels
/// and its predicted cost.
#pragma once

#include "analysis/Facts.h"
#include "analysis/StepReach.h"
#include "plan/cost/Estimate.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <cassert>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Request of the user for a schedule and for values of its options, as in
/// `--schedule=name:key=value,...`. `name` is empty if the user requests no schedule.
struct ScheduleRequest {
  std::string name;
  std::map<std::string, std::string> options;
};

/// Memory from which a thread reads the neighbours of the cell that it updates.
enum class Staging : std::uint8_t {
  None,     // device memory, through the caches
  ReadOnly, // device memory, by loads of constant data (ld.global.nc)
  Rows,     // shared memory; cells of the thread's row from device memory
  Shared,   // shared memory for all planes, with halos
  Plane,    // shared memory for the updated plane, device memory for other planes
};
/// Kind of instructions that copy cells from device memory to shared memory.
enum class CopyEngine : std::uint8_t {
  Plain,  // ordinary loads and stores of each thread
  Async,  // asynchronous copies of each thread (cp.async)
  Tensor, // copies of whole tiles, started by one thread (TMA)
};

/// Sizes of tiles, ring buffers or rows of one kernel, which a schedule has computed for its plan.
/// Each schedule that needs such sizes derives a subclass. Predicted cost, checks and emitted code
/// of the kernel use the same sizes.
struct Shape {
  virtual ~Shape() = default;
  /// Returns the number of planes that the kernel may load in addition to those that its updates
  /// read, on each side along the last axis.
  virtual int planesBeyond() const { return 0; }
  /// Returns the number of rows of cells that a thread updates along the middle axis.
  virtual int rowsPerThread() const { return 1; }
  /// Returns the number of planes whose copies to shared memory are in progress at the same time.
  virtual int planesAhead() const { return 0; }
  /// Returns the number of tiles along the second axis that a block computes one after the other.
  virtual int tilesPerBlock() const { return 1; }
  /// Returns the number of threads of a block along `axis` that only load halo cells, without
  /// updating a cell.
  virtual int haloThreads(int /*axis*/) const { return 0; }
  /// Returns true if a block loads one tile with its halo. Returns false for all other kernels.
  virtual bool loadsTiles() const { return false; }
  /// Adds the sizes to `kernel`, a JSON object that describes a fused kernel in the output of
  /// `--emit=plan`. It replaces default values that Plan::toJson() has set.
  virtual void describe(llvm::json::Object & /*kernel*/) const {}
  /// Checks that the sizes suit the program, and returns one text for each error. The check derives
  /// the requirements from the program again, without the functions that computed the sizes.
  virtual std::vector<std::string> verify(const analysis::Facts &) const { return {}; }
};

/// Plan of one kernel (on a CPU, of one nest of loops): size of a block, use of memory and
/// registers, and predicted time.
struct KernelPlan {
  int block[3] = {1, 1, 1}; // threads along x, y, z (CPU: cells of a cache block, 0: whole axis)
  int cellsPerThread = 1;   // adjacent cells per thread
  int sweepAxis = -1;       // axis along which a block sweeps plane by plane; -1: none
  int planesPerChunk = 0;   // planes of a chunk: those that one block sweeps
  int prefetch = 0;         // number of planes that are loaded into registers before their use
  int sharedBytes = 0;      // shared memory per block
  int registers = 0;        // predicted number per thread
  int residentBlocks = 0;   // blocks per multiprocessor in the launch bounds; 0: none
  double redundancy = 1;    // cells read (also again from L2) per cell that must be read
  Estimate estimate;        // predicted counts and times
  Staging staging = Staging::None;
  CopyEngine engine = CopyEngine::Plain;

  std::shared_ptr<const Shape> shape; // null if no tiles, ring buffers or rows are planned
  /// Returns the sizes of tiles, ring buffers or rows of the kernel, as the subclass `T` of Shape.
  /// Precondition: the schedule has set `shape` to an object of this type.
  template <typename T> const T &shapeAs() const {
    assert(shape && "the schedule has made it with the plan");
    return static_cast<const T &>(*shape);
  }

  /// Returns true if the kernel loads whole rows or tiles. It then also loads cells that no update
  /// needs. These are cells beyond the grid next to frozen cells (cells near a face that keep their
  /// values).
  bool loadsAll() const { return sweepAxis >= 0 || loadsTiles(); }
  /// Returns true if a block loads one tile with its halo. The width of its loads does then not
  /// depend on the number of adjacent cells that a thread updates.
  bool loadsTiles() const { return shape && shape->loadsTiles(); }
  /// Returns the number of rows of cells that a thread updates along the middle axis.
  int rowsPerThread() const { return shape ? shape->rowsPerThread() : 1; }
  /// Returns the prefetch distance: the number of planes whose loads into registers, or copies to
  /// shared memory, are in progress at the same time.
  int planesAhead() const { return shape ? std::max(prefetch, shape->planesAhead()) : prefetch; }
  bool isStaged() const {
    return staging == Staging::Rows || staging == Staging::Shared || staging == Staging::Plane;
  }
};

/// Number of time steps that one kernel fuses. Other parameters of the fused kernel are in its
/// `shape`.
struct FusedPlan {
  int steps = 1;             // temporal degree: time steps per launch, at most if `fewest` is not 0
  bool isSequential = false; // writes each new time level to memory, as single steps do
  /// If not 0, a launch may compute any number of time steps from `fewest` to `steps`, which is at
  /// least 2 * `fewest` - 1. Such a plan needs no remainder kernels.
  int fewest = 0;
  double secondsOfFewest = 0; // predicted time of a launch of `fewest` steps for 1e9 cells
};

/// Returns true if `steps` is 1 and a time step of the program has only one kernel. A launch then
/// computes cells from the previous time step only.
bool isSingleKernel(const analysis::Facts &facts, int steps);

/// Fused kernel, with its temporal degree (number of time steps per launch, possibly 1).
struct FusedKernel {
  FusedPlan fused;
  KernelPlan needs;                 // block size, registers, shared memory and predicted time
  std::vector<std::string> picture; // lines of text for the user that show how the kernel works
};

/// Common members of plans that launch the kernels of another schedule on a range of planes instead
/// of the whole grid. Derived are OutOfCorePlan and SlabsPlan.
struct RangedPlan {
  std::string inner; // schedule of the kernels, such as "wavefront"
  /// Number of planes that a time step reads on each side of the planes that it updates. If devices
  /// exchange planes within a time step, it is the maximum over its kernels and in-step reductions
  /// (whose results later kernels of the step need).
  analysis::StepReach reach;
  int margin = 0;          // planes that a kernel may load in addition to those within `reach`
  bool isPeriodic = false; // the domain is periodic along the last axis
};

/// Plan for a domain that is larger than the memory of the device. A traversal copies the planes of
/// the domain to the device in chunks, computes several time steps of each chunk, and copies them
/// back.
struct OutOfCorePlan : RangedPlan {
  std::string method;  // n, t, tbm, tbmr, p-tbmr, resident (see schedules/stream)
  int depth = 0;       // time steps per traversal of the domain; 0: chosen at run time
  int planes = 0;      // number of planes of a chunk; 0: chosen at run time
  int resident = -1;   // percentage of planes that stay on the device; -1: chosen at run time
  int strips = 0;      // number of ranges of rows into which planes are divided; 0: at run time
  int chained = 0;     // traversals for each pass over files; 0: chosen at run time
  int reachAcross = 0; // rows at the edge of a strip that become wrong per step; 0: no strips

  bool isSkewed() const { return method != "n" && method != "t"; }
  bool isPipelined() const { return method == "p-tbmr" || method == "resident"; }
};

/// Work of the device with the largest slab (range of planes of one device) between two exchanges
/// of planes with its neighbours, and its predicted time.
struct SlabLaunches {
  int planes = 0;       // number of planes of the slab
  int steps = 1;        // time steps per launch; 1 if the slab is too thin for fused steps
  int launches = 1;     // number of launches; all kernels of a single step count as one
  int halo = 0;         // number of planes sent to each neighbour
  double sideBytes = 0; // bytes sent to each neighbour
  // Predicted seconds of all launches together. `alone` has no exchange. In `after`, the exchange
  // follows the last launch. In `ends` and `ordered`, the exchange overlaps with the last launch.
  // To make this possible, the planes at both ends of the slab are computed first, by a separate
  // launch (`ends`) or by the first blocks of the launch (`ordered`).
  double alone = 0, after = 0, ends = 0, ordered = 0;
};

/// Plan for a domain that several devices share. Each device computes a slab (a range of planes
/// along the last axis).
struct SlabsPlan : RangedPlan {
  /// Kind of exchange (see SlabLaunches): "after", "ends", "ordered", or "auto" to choose it at run
  /// time.
  std::string exchange = "auto";
  int every = 1;   // number of launches between two exchanges
  int devices = 1; // number of devices assumed by the prediction; a run may have another number
  double kernelCost = 0; // Plan::cost of the kernels if one device computes all planes
  SlabLaunches expected; // predicted work of the device with the largest slab

  /// Returns true if a launch may compute the planes at both ends of a slab (range of planes of one
  /// device) before its other planes. Their exchange with the neighbours then overlaps with the
  /// computation of the other planes.
  bool doesBoundaryFirst() const { return exchange == "auto" || exchange == "ordered"; }
};

/// Plan: a schedule with the values of its options, its kernels, and its predicted cost.
struct Plan {
  std::string schedule; // name of the schedule: "naive", "sweep", "loops"
  Target target;
  std::map<std::string, std::string> options; // name and value of each option, for display
  std::vector<KernelPlan> kernels; // of a single time step; same order as Dependence::kernels
  int alignedCell = 0;             // x of the cell of each row that a CPU program aligns
  std::optional<FusedPlan> fused;  // set if a kernel fuses time steps
  KernelPlan fusedKernel;          // block and resources of the fused kernel, if `fused` is set
  std::vector<FusedKernel> rest;   // remainder kernels, sorted by falling temporal degree
  /// Plans whose kernels a long run times on its first steps, in addition to those of this plan
  /// (plan/search/Alternatives.h).
  std::vector<Plan> alternatives;
  bool isInPlace = false; // fields have only one buffer for each time level
  bool isTried = false;   // long runs time several kernel variants and continue with the fastest
  /// Plan with which a run continues as soon as the kernels of that plan are compiled (hot swap).
  /// The run begins with the kernels of the present plan, in the buffers of `next`. It is null if
  /// the run keeps the present plan.
  std::shared_ptr<const Plan> next;
  /// Set if the domain is larger than the device memory. The kernels are then launched on chunks of
  /// planes.
  std::optional<OutOfCorePlan> outOfCore;
  /// Set if several devices share the domain. Each device then launches the kernels on its slab
  /// (range of planes).
  std::optional<SlabsPlan> slabs;
  double cost = 0; // predicted seconds per 1e9 cell updates
  /// Predicted seconds per 1e9 cell updates without the power limit of the GPU, as in a run of less
  /// than a second. It is 0 if the power limit does not raise `cost`.
  double burst = 0;
  double waited = 0; // part of `cost`: time in which the host waits for reductions
  /// Texts with the reasons for the plan. `stencilc explain` prints them, and they are comments in
  /// emitted code.
  std::vector<std::string> notes;
  /// Lines of text with a drawing of how the schedule works on this program. `stencilc explain`
  /// prints them, and they are comments in emitted code.
  std::vector<std::string> picture;

  /// Returns true if single time steps are computed by the kernels in `kernels`. Returns false if
  /// the last kernel of `rest` (or the fused kernel, if `rest` is empty) computes one time step per
  /// launch. Single steps are then computed by this kernel.
  bool hasStepKernels() const {
    return !fused || (rest.empty() ? fused->steps : rest.back().fused.steps) > 1;
  }
  /// Returns `outOfCore` or `slabs`, whichever is set, as their common base class. Returns null if
  /// none is set, so that kernels are launched on the whole grid.
  const RangedPlan *ranged() const {
    if (outOfCore)
      return &*outOfCore;
    return slabs ? &*slabs : nullptr;
  }
  /// Returns the boundary conditions of all fields at both ends of each axis, as kernels must apply
  /// them. They are those of the program, with one exception. If kernels are launched on a range of
  /// planes and the last axis is periodic, its ends have no condition (Unread). Copies of the
  /// planes beyond them are then in memory.
  analysis::Faces facesInMemory(const analysis::Facts &facts) const;
  /// Returns true if a kernel of a single time step loads cells as constant data (instruction
  /// ld.global.nc).
  bool isReadOnly() const;
  /// Returns true if kernels load cells as constant data (instruction ld.global.nc) through views
  /// (a pointer with strides for each field). Returns false for sweeps, which load through plain
  /// pointers.
  bool hasReadOnlyViews() const { return isReadOnly() && kernels.front().sweepAxis < 0; }
  /// Returns the number of devices to which the predicted `cost` refers: the number of GPUs that
  /// share the domain, or 1. It is also 1 for a CPU whose domain is divided into parts.
  int devices() const { return slabs && target.kind == TargetKind::Cuda ? slabs->devices : 1; }
  /// Returns the name of the schedule whose kernels compute single time steps. It is "naive" if the
  /// plan has separate kernels for single steps, and its fused kernel does not write each time step
  /// to memory. Otherwise it is the schedule of the plan.
  std::string stepSchedule() const {
    return fused && !fused->isSequential && hasStepKernels() ? "naive" : schedule;
  }
  /// Returns true if fused kernels record values for receivers (points at which a run saves a
  /// field) in each time step. This requires a GPU that stores the whole domain, at most 64 time
  /// steps per launch, and received fields without frozen cells (cells that keep their values).
  /// Otherwise a launch must end at each time step whose values are saved.
  bool recordsReceivers(const ir::Program &program) const;
  /// Largest number of time steps of a launch that stores values for receivers: the capacity of the
  /// runtime's arrays.
  static constexpr int kMostRecordedSteps = 64;
  /// Returns the plan as a JSON object, for `--emit=plan`. Integers are JSON numbers. Numbers with
  /// a fraction are strings.
  llvm::json::Object toJson() const;
  /// Returns schedule and options of the plan in the syntax of `--schedule=`, such as
  /// "sweep:block=32x8,cells=2".
  std::string requestText() const;
  /// Returns the predicted rate in 1e9 cell updates per second. Returns 0 if `cost` is not set.
  double glups() const { return cost > 0 ? 1 / cost : 0; }
};

} // namespace stencilc::plan
