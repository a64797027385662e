/// \file A plan: the schedule chosen for a program, with all options, kernels and the predicted
/// cost.
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

/// Request for a schedule, as in `--schedule=name:key=value,...`. Without a request the name is
/// empty.
struct ScheduleRequest {
  std::string name;
  std::map<std::string, std::string> options;
};

/// Memory from which a kernel reads the neighbours of a cell within a plane.
enum class Staging : std::uint8_t {
  None,     // device memory, through the caches
  ReadOnly, // device memory, by loads of constant data (ld.global.nc)
  Rows,     // shared memory for other rows, device memory for cells of the own row
  Shared,   // shared memory, with halos in all planes
  Plane,    // shared memory, for one plane; own cells of other planes from device memory
};
/// Instructions that copy data into shared memory.
enum class CopyEngine : std::uint8_t {
  Plain,  // loads and stores of each thread
  Async,  // asynchronous copies of each thread (cp.async)
  Tensor, // copies of whole tiles, started by one thread (TMA)
};

/// Tiles, ring buffers (of planes) or rows that a schedule has derived for one kernel. Each
/// schedule has subclasses. The schedule makes a shape once, when it plans. Cost, checks and code
/// of the kernel are derived from this shape.
struct Shape {
  virtual ~Shape() = default;
  /// Returns how many planes on each side a kernel may load in addition to those that updates read.
  virtual int planesBeyond() const { return 0; }
  /// Returns the number of rows that a thread updates along the middle axis.
  virtual int rowsPerThread() const { return 1; }
  /// Returns the number of planes that are being copied into shared memory.
  virtual int planesAhead() const { return 0; }
  /// Returns the number of tiles that a block computes one after the other, along the second axis.
  virtual int tilesPerBlock() const { return 1; }
  /// Returns the number of threads of a block along `axis` that only load.
  virtual int haloThreads(int /*axis*/) const { return 0; }
  /// Returns true if blocks load whole tiles with a halo, and do not sweep.
  virtual bool loadsTiles() const { return false; }
  /// Sets those members of `kernel`, a fused kernel in the text of `--emit=plan`, that follow from
  /// the shape. Plan::toJson() has default values for others.
  virtual void describe(llvm::json::Object & /*kernel*/) const {}
  /// Returns a text for each error of the shape. The result is empty if the shape has none. The
  /// check derives from the program what a shape needs, and calls none of the code that made the
  /// shape.
  virtual std::vector<std::string> verify(const analysis::Facts &) const { return {}; }
};

/// How one kernel (on a CPU, one nest of loops) runs: blocks, use of memory, and predicted time.
struct KernelPlan {
  int block[3] = {1, 1, 1}; // threads along x, y, z (CPU: cells of a cache block, 0 = all)
  int cellsPerThread = 1;   // neighbouring cells per thread: the width of an access in cells
  int sweepAxis = -1;       // axis along which threads go from plane to plane; -1: none
  int planesPerChunk = 0;   // planes along the sweep axis per block
  int prefetch = 0;         // planes loaded into registers ahead of their use
  int sharedBytes = 0;      // per block
  int registers = 0;        // estimate per thread
  int residentBlocks = 0;   // blocks per multiprocessor to leave registers for; 0: any
  double redundancy = 1;    // cells read per cell updated
  Estimate estimate;        // predicted counts and times
  Staging staging = Staging::None;
  CopyEngine engine = CopyEngine::Plain;

  std::shared_ptr<const Shape> shape; // null if cells are updated directly from memory
  /// Returns the shape of the kernel as type T. Precondition: the schedule that planned the kernel
  /// has set a shape of this type.
  template <typename T> const T &shapeAs() const {
    assert(shape && "the schedule has made it with the plan");
    return static_cast<const T &>(*shape);
  }

  /// Returns true if the kernel loads whole rows or tiles. It then also loads cells beyond the grid
  /// that only frozen cells (cells near a face that keep their values) would read, if they were
  /// updated.
  bool loadsAll() const { return sweepAxis >= 0 || loadsTiles(); }
  /// Returns true if blocks load whole tiles, by accesses that need not have the width of the cells
  /// of a thread.
  bool loadsTiles() const { return shape && shape->loadsTiles(); }
  /// Returns the number of rows that a thread updates along the middle axis.
  int rowsPerThread() const { return shape ? shape->rowsPerThread() : 1; }
  /// Returns the number of planes that are being copied into shared memory, or loaded into
  /// registers, ahead of their use.
  int planesAhead() const { return shape ? std::max(prefetch, shape->planesAhead()) : prefetch; }
  bool isStaged() const {
    return staging == Staging::Rows || staging == Staging::Shared || staging == Staging::Plane;
  }
};

/// Fusion of time steps in a kernel. Other parameters of the kernel are in its shape.
struct FusedPlan {
  int steps = 1;             // temporal degree: the number of fused time steps
  bool isSequential = false; // each time step writes its own time level, as a single step does
};

/// Returns true if a launch of `steps` time steps computes one, and one kernel computes this step.
/// A cell of a tile then depends on no other cell that the tile computes.
bool isSingleKernel(const analysis::Facts &facts, int steps);

/// A kernel of a fused plan with its temporal degree (number of time steps in a launch), which may
/// be 1.
struct FusedKernel {
  FusedPlan fused;
  KernelPlan needs;                 // block, registers and shared memory
  std::vector<std::string> picture; // lines of text that show how it works
};

/// Base of plans that launch the kernels of another schedule on a part of the planes at a time.
struct RangedPlan {
  std::string inner; // schedule of the kernels, such as "wavefront"
  /// Number of planes that a time step reads on each side. If devices exchange planes within a
  /// step, it is that of the widest kernel or in-step reduction (over the grid, within a step).
  analysis::StepReach reach;
  int margin = 0;          // planes that a kernel may load beyond `reach`
  bool isPeriodic = false; // the domain is periodic along the last axis
};

/// Plan for a domain larger than the memory of the device.
struct OutOfCorePlan : RangedPlan {
  std::string method;  // n, t, tbm, tbmr, p-tbmr, resident
  int depth = 0;       // time steps in a traversal of the domain; 0: chosen at run time
  int planes = 0;      // planes of a chunk; 0: chosen at run time
  int resident = -1;   // percent of the planes that stay on the device; -1: chosen at run time
  int strips = 0;      // parts of the axis before the last; 0: chosen at run time
  int chained = 0;     // traversals chained in host memory over files; 0: chosen at run time
  int reachAcross = 0; // rows that become invalid at the edge of a strip in a step; 0: no strips

  bool isSkewed() const { return method != "n" && method != "t"; }
  bool isPipelined() const { return method == "p-tbmr" || method == "resident"; }
};

/// Launches of the largest slab (the planes of one device) between two exchanges with its
/// neighbours, and their predicted times.
struct SlabLaunches {
  int planes = 0;       // planes of the slab
  int steps = 1;        // time steps of a launch; 1 if the slab is too thin for fused steps
  int launches = 1;     // launches, where all kernels of a single step count as one
  int halo = 0;         // planes sent to each neighbour
  double sideBytes = 0; // bytes sent to each neighbour
  // Seconds of the launches: `alone` without the exchange, `after` with an exchange after the last
  // launch. With an exchange that overlaps the last launch: `ends` if the ends of the slab are a
  // launch of their own, `ordered` if one launch computes them first.
  double alone = 0, after = 0, ends = 0, ordered = 0;
};

/// Plan for a domain that several devices share. Each device has a slab (a part of the planes).
struct SlabsPlan : RangedPlan {
  std::string exchange = "auto"; // after, ends, ordered; auto: chosen at run time
  int every = 1;                 // launches between two exchanges
  int devices = 1;               // number planned for; a run may have another one
  double kernelCost = 0;         // Plan::cost of the kernels on one device with all planes
  SlabLaunches expected;         // work of each device

  /// Returns true if launches may compute the planes at both ends of a slab (the planes of one
  /// device) first, so that their exchange overlaps with the other planes.
  bool doesBoundaryFirst() const { return exchange == "auto" || exchange == "ordered"; }
};

/// A schedule with all options chosen, its kernels, and the predicted cost.
struct Plan {
  std::string schedule; // name, such as "naive", "sweep", "loops"
  Target target;
  std::map<std::string, std::string> options; // every option and its value, for display
  std::vector<KernelPlan> kernels;            // of a single step, parallel to Dependence::kernels
  int alignedCell = 0;            // cell of each row that a CPU program aligns in memory
  std::optional<FusedPlan> fused; // set if a kernel fuses time steps
  KernelPlan fusedKernel;         // block and resources of the kernel of fused steps
  std::vector<FusedKernel> rest;  // remainder kernels, largest degree first
  std::vector<Plan> alternatives; // plans for the trial (plan/search/Alternatives.h)
  bool isInPlace = false;         // fields have one buffer for each time level
  bool isTried = false;           // long runs time kernel variants and use the fastest
  /// Plan whose kernels continue a run that begins with those of this plan (hot swap). Fields have
  /// its buffers. Null: none.
  std::shared_ptr<const Plan> next;
  std::optional<OutOfCorePlan> outOfCore; // if set, other members are of its kernels
  std::optional<SlabsPlan> slabs;         // if set, other members are of its kernels
  double cost = 0;                        // predicted seconds per 1e9 cell updates
  /// Cost without the power limit, as in a run of less than a second. 0 if the power limit does not
  /// raise `cost`.
  double burst = 0;
  double waited = 0;              // part of `cost` in which the host waits for reductions
  std::vector<std::string> notes; // reasons in plain words, for explain and comments
  /// Lines of text that show how the schedule works on this program, for `stencilc explain` and for
  /// comments in emitted code.
  std::vector<std::string> picture;

  /// Returns true if the member `kernels` computes single time steps. Returns false if the fused
  /// kernel, or the last kernel for remainder steps (those left after full groups of fused steps),
  /// has one time step per launch. That kernel then computes single steps.
  bool hasStepKernels() const {
    return !fused || (rest.empty() ? fused->steps : rest.back().fused.steps) > 1;
  }
  /// Returns the properties of a plan whose kernels are launched on ranges of planes (out of core,
  /// or on several devices). Returns null for other plans.
  const RangedPlan *ranged() const {
    if (outOfCore)
      return &*outOfCore;
    return slabs ? &*slabs : nullptr;
  }
  /// Returns the faces of all fields (boundary conditions at both ends of each axis) for which
  /// kernels emit code. A device that holds a part of the planes has the planes beyond a periodic
  /// face of the last axis in memory, as copies. Kernels then apply no boundary condition there, so
  /// the result marks such faces as Unread.
  analysis::Faces facesInMemory(const analysis::Facts &facts) const;
  /// Returns true if kernels load cells as constant data (ld.global.nc).
  bool isReadOnly() const;
  /// Returns true if kernels load cells as constant data (ld.global.nc) through views (pointer and
  /// strides of a field). Sweeps load through pointers, so the result is false for them.
  bool hasReadOnlyViews() const { return isReadOnly() && kernels.front().sweepAxis < 0; }
  /// Returns the number of devices for which `cost` is predicted, each with a part of the domain.
  /// The parts of one CPU count as one device.
  int devices() const { return slabs && target.kind == TargetKind::Cuda ? slabs->devices : 1; }
  /// Returns the name of the schedule that computes single time steps.
  std::string stepSchedule() const {
    return fused && !fused->isSequential && hasStepKernels() ? "naive" : schedule;
  }
  /// Returns true if fused kernels store the values for receivers (points at which a run saves a
  /// field) in each of their time steps. This needs a GPU that holds the whole domain, and fields
  /// without frozen cells (which kernels do not write). Otherwise a launch ends at each step whose
  /// values receivers save.
  bool recordsReceivers(const ir::Program &program) const;
  /// Returns the plan as JSON. Integers are numbers there, and numbers with a fraction are text.
  llvm::json::Object toJson() const;
  /// Returns the plan as a request for `--schedule=`, such as "sweep:block=32x8,cells=2".
  std::string requestText() const;
  /// Returns the predicted rate in 1e9 cell updates per second; 0 if there is no cost.
  double glups() const { return cost > 0 ? 1 / cost : 0; }
};

} // namespace stencilc::plan
