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

/// Request for a schedule and values of its options, as in `--schedule=name:key=value,...`. The
/// name is empty if the user did not request a schedule.
struct ScheduleRequest {
  std::string name;
  std::map<std::string, std::string> options;
};

/// Memory from which a thread reads neighbours of the cell that it updates.
enum class Staging : std::uint8_t {
  None,     // device memory, through the caches
  ReadOnly, // device memory, by loads of constant data (ld.global.nc)
  Rows,     // shared memory for other rows, device memory for cells of the own row
  Shared,   // shared memory for all planes, with halos
  Plane,    // shared memory, for one plane; own cells of other planes from device memory
};
/// Instructions that copy cells from device memory to shared memory.
enum class CopyEngine : std::uint8_t {
  Plain,  // loads and stores of each thread
  Async,  // asynchronous copies of each thread (cp.async)
  Tensor, // copies of whole tiles, started by one thread (TMA)
};

/// Tiles, ring buffers or rows that a schedule has computed for one kernel. Each schedule that
/// needs them has a subclass. The schedule computes the shape when it makes a plan. Predicted cost,
/// checks and emitted code of the kernel use the same shape.
struct Shape {
  virtual ~Shape() = default;
  /// Returns the number of planes on each side that the kernel may load in addition to the planes
  /// that updates read.
  virtual int planesBeyond() const { return 0; }
  /// Returns the number of rows of cells that a thread updates along the middle axis.
  virtual int rowsPerThread() const { return 1; }
  /// Returns the number of planes for which copies to shared memory are in progress at the same
  /// time.
  virtual int planesAhead() const { return 0; }
  /// Returns the number of tiles, along the second axis, that a block computes one after the other.
  virtual int tilesPerBlock() const { return 1; }
  /// Returns the number of threads of a block along `axis` that load halo cells and update none.
  virtual int haloThreads(int /*axis*/) const { return 0; }
  /// Returns true if a block loads one whole tile with its halo, instead of a sequence of planes.
  virtual bool loadsTiles() const { return false; }
  /// Adds the parameters of the shape to `kernel`, the JSON object of a fused kernel in the output
  /// of `--emit=plan`. Plan::toJson() has set default values for all parameters.
  virtual void describe(llvm::json::Object & /*kernel*/) const {}
  /// Checks that the shape suits the program, and returns one text for each error. It derives the
  /// requirements from the program independently, without the functions that computed the shape.
  virtual std::vector<std::string> verify(const analysis::Facts &) const { return {}; }
};

/// Execution of one kernel (on a CPU, one nest of loops): size of a block, use of memory and
/// registers, and predicted time.
struct KernelPlan {
  int block[3] = {1, 1, 1}; // threads along x, y, z (CPU: cells of a cache block, 0: all)
  int cellsPerThread = 1;   // adjacent cells per thread: the width of an access in cells
  int sweepAxis = -1;       // axis along which a block sweeps plane by plane; -1: none
  int planesPerChunk = 0;   // planes of a chunk: those that one block sweeps
  int prefetch = 0;         // number of planes loaded into registers before their use
  int sharedBytes = 0;      // shared memory per block
  int registers = 0;        // predicted number per thread
  int residentBlocks = 0; // blocks per multiprocessor for which registers are limited; 0: no limit
  double redundancy = 1;  // cells read per cell updated
  Estimate estimate;      // predicted counts and times
  Staging staging = Staging::None;
  CopyEngine engine = CopyEngine::Plain;

  std::shared_ptr<const Shape> shape; // null if no tiles, ring buffers or rows are planned
  /// Returns the shape of the kernel as type `T`. Precondition: the schedule has set a shape of
  /// this type.
  template <typename T> const T &shapeAs() const {
    assert(shape && "the schedule has made it with the plan");
    return static_cast<const T &>(*shape);
  }

  /// Returns true if the kernel loads whole rows or tiles. It then also loads cells beyond the grid
  /// that no update needs, because the cells near the face are frozen (keep their values).
  bool loadsAll() const { return sweepAxis >= 0 || loadsTiles(); }
  /// Returns true if a block loads one whole tile with its halo. The width of such a load does not
  /// depend on the number of adjacent cells that a thread updates.
  bool loadsTiles() const { return shape && shape->loadsTiles(); }
  /// Returns the number of rows of cells that a thread updates along the middle axis.
  int rowsPerThread() const { return shape ? shape->rowsPerThread() : 1; }
  /// Returns the prefetch distance: the number of planes that are being loaded into registers or
  /// copied to shared memory before their use.
  int planesAhead() const { return shape ? std::max(prefetch, shape->planesAhead()) : prefetch; }
  bool isStaged() const {
    return staging == Staging::Rows || staging == Staging::Shared || staging == Staging::Plane;
  }
};

/// Fusion of time steps in one kernel. Other parameters of the kernel are in its shape.
struct FusedPlan {
  int steps = 1;             // temporal degree: the number of time steps per launch
  bool isSequential = false; // every time step is written to memory, as by single steps
};

/// Returns true if `steps` is 1 and a time step has only one kernel. The update of a cell then
/// reads no other cell that the same launch computes.
bool isSingleKernel(const analysis::Facts &facts, int steps);

/// A fused kernel and its temporal degree (number of time steps per launch), which may be 1.
struct FusedKernel {
  FusedPlan fused;
  KernelPlan needs;                 // block, registers and shared memory
  std::vector<std::string> picture; // lines of text for the user that show how the kernel works
};

/// Common members of plans that launch the kernels of another schedule on a range of planes,
/// instead of the whole grid.
struct RangedPlan {
  std::string inner; // schedule of the kernels, such as "wavefront"
  /// Number of planes that a time step reads on each side of the planes that it updates. If devices
  /// exchange planes within a step, it is the largest number for one kernel, or for one in-step
  /// reduction (whose result later kernels of the step need).
  analysis::StepReach reach;
  int margin = 0;          // planes that a kernel may load beyond `reach`
  bool isPeriodic = false; // the domain is periodic along the last axis
};

/// Plan for a domain that is larger than the memory of the device, so that its planes pass through
/// the device in chunks.
struct OutOfCorePlan : RangedPlan {
  std::string method;  // n, t, tbm, tbmr, p-tbmr, resident
  int depth = 0;       // time steps per traversal of the domain; 0: chosen at run time
  int planes = 0;      // planes of a chunk; 0: chosen at run time
  int resident = -1;   // percentage of planes that stay on the device; -1: chosen at run time
  int strips = 0;      // number of strips (parts along the axis before the last); 0: at run time
  int chained = 0;     // traversals per pass over files, in host memory; 0: at run time
  int reachAcross = 0; // rows at the edge of a strip that a step makes invalid; 0: no strips

  bool isSkewed() const { return method != "n" && method != "t"; }
  bool isPipelined() const { return method == "p-tbmr" || method == "resident"; }
};

/// Work of the device with the largest slab (range of planes) between two exchanges with its
/// neighbours, and its predicted time.
struct SlabLaunches {
  int planes = 0;       // planes of the slab
  int steps = 1;        // time steps per launch; 1 if the slab is too thin for fused steps
  int launches = 1;     // number of launches; all kernels of a single step count as one
  int halo = 0;         // planes sent to each neighbour
  double sideBytes = 0; // bytes sent to each neighbour
  // Predicted seconds of all launches together. `alone` is without an exchange, and `after` with an
  // exchange after the last launch. In `ends` and `ordered`, the exchange overlaps with the last
  // launch. A separate launch computes the planes at both ends of the slab first (`ends`), or the
  // same launch does (`ordered`).
  double alone = 0, after = 0, ends = 0, ordered = 0;
};

/// Plan for a domain that several devices share. Each device computes a slab (a range of planes).
struct SlabsPlan : RangedPlan {
  std::string exchange = "auto"; // kind: after, ends, ordered; auto: chosen at run time
  int every = 1;                 // number of launches between two exchanges
  int devices = 1;       // number of devices in the prediction; a run may have another number
  double kernelCost = 0; // Plan::cost of the kernels, on one device with all planes
  SlabLaunches expected; // work of the device with the largest slab

  /// Returns true if a launch may compute the planes at both ends of a slab (range of planes of one
  /// device) before all others. The exchange of these planes then overlaps with the computation.
  bool doesBoundaryFirst() const { return exchange == "auto" || exchange == "ordered"; }
};

/// A schedule with the values of all its options, its kernels, and its predicted cost.
struct Plan {
  std::string schedule; // name, such as "naive", "sweep", "loops"
  Target target;
  std::map<std::string, std::string> options; // every option and its value, for display
  std::vector<KernelPlan> kernels; // of a single time step, parallel to Dependence::kernels
  int alignedCell = 0;             // index in a row of the cell that a CPU program aligns
  std::optional<FusedPlan> fused;  // set if a kernel fuses time steps
  KernelPlan fusedKernel;          // block and resources of the fused kernel
  std::vector<FusedKernel> rest;   // remainder kernels, sorted by falling temporal degree
  std::vector<Plan> alternatives;  // plans for the trial (plan/search/Alternatives.h)
  bool isInPlace = false;          // fields have only one buffer for each time level
  bool isTried = false;            // long runs time several kernel variants and use the fastest
  /// Plan with which a run continues as soon as the kernels of that plan are compiled (hot swap).
  /// The run begins with the kernels of this plan, which use the buffers of `next`. Null if the run
  /// keeps this plan.
  std::shared_ptr<const Plan> next;
  std::optional<OutOfCorePlan> outOfCore; // if set, other members are of its kernels
  std::optional<SlabsPlan> slabs;         // if set, other members are of its kernels
  double cost = 0;                        // predicted seconds per 1e9 cell updates
  /// Predicted cost without the power limit of the GPU, as in a run of less than a second. It is 0
  /// if the power limit does not raise `cost`.
  double burst = 0;
  double waited = 0;              // part of `cost` in which the host waits for reductions
  std::vector<std::string> notes; // reasons for the plan, for explain and comments
  /// Lines of text that show how the schedule works on this program. They are printed by `stencilc
  /// explain` and as comments in emitted code.
  std::vector<std::string> picture;

  /// Returns true if the kernels in `kernels` compute single time steps. Returns false if the fused
  /// kernel, or the last remainder kernel, has a temporal degree of 1. That kernel then computes
  /// single steps.
  bool hasStepKernels() const {
    return !fused || (rest.empty() ? fused->steps : rest.back().fused.steps) > 1;
  }
  /// Returns the members common to `outOfCore` and `slabs`, the plans whose kernels are launched on
  /// a range of planes. Returns null if neither is set.
  const RangedPlan *ranged() const {
    if (outOfCore)
      return &*outOfCore;
    return slabs ? &*slabs : nullptr;
  }
  /// Returns the boundary conditions of all fields at both ends of each axis, as kernels must apply
  /// them. They are those of the program, with one exception for kernels on a range of planes.
  /// Periodic faces of the last axis are then Unread (no condition), because copies of the planes
  /// beyond them are in memory.
  analysis::Faces facesInMemory(const analysis::Facts &facts) const;
  /// Returns true if kernels load cells as constant data (instruction ld.global.nc).
  bool isReadOnly() const;
  /// Returns true if kernels load cells as constant data (instruction ld.global.nc) through views
  /// (a pointer with strides for each field). Returns false for sweeps, which use plain pointers.
  bool hasReadOnlyViews() const { return isReadOnly() && kernels.front().sweepAxis < 0; }
  /// Returns the number of devices to which the predicted `cost` refers. If several devices share
  /// the domain, it is their number. It is 1 for a CPU, even if the CPU is divided into parts.
  int devices() const { return slabs && target.kind == TargetKind::Cuda ? slabs->devices : 1; }
  /// Returns the name of the schedule whose kernels compute single time steps.
  std::string stepSchedule() const {
    return fused && !fused->isSequential && hasStepKernels() ? "naive" : schedule;
  }
  /// Returns true if fused kernels record values for receivers (points at which a run saves a
  /// field) in each time step. This requires a GPU that holds the whole domain, and received fields
  /// without frozen cells (cells that keep their values). Otherwise a launch must end at each step
  /// whose values are saved.
  bool recordsReceivers(const ir::Program &program) const;
  /// Returns the plan as JSON. Integers are JSON numbers, and numbers with a fraction are text.
  llvm::json::Object toJson() const;
  /// Returns schedule and options of the plan in the form that `--schedule=` accepts, such as
  /// "sweep:block=32x8,cells=2".
  std::string requestText() const;
  /// Returns the predicted rate in 1e9 cell updates per second, or 0 if `cost` is not set.
  double glups() const { return cost > 0 ? 1 / cost : 0; }
};

} // namespace stencilc::plan
