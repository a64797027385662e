/// \file The decision as data: which schedule runs the program, with which shape.
#pragma once

#include "analysis/Facts.h"
#include "analysis/StepReach.h"
#include "plan/Estimate.h"
#include "llvm/Support/JSON.h"
#include <cassert>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// `--schedule=name:key=value,...` as the user wrote it, or nothing.
struct ScheduleRequest {
  std::string name;
  std::map<std::string, std::string> options;
};

/// Where the neighbours that a sweep reads in the plane come from.
enum class Staging : std::uint8_t {
  None,     // from memory, through the caches
  ReadOnly, // the same by loads of data that nobody writes (ld.global.nc)
  Rows,     // rows before and behind from shared memory, cells left and right from memory
  Shared,   // all from planes with halo in shared memory
  Plane,    // the same from one such plane; own cells of the others come from memory
};
/// How data comes into shared memory.
enum class CopyEngine : std::uint8_t {
  Plain,  // each thread loads and stores
  Async,  // copies that run beside the threads (cp.async)
  Tensor, // one thread asks for whole tiles (TMA)
};

/// What planning has found out about one kernel beside its numbers: the tiles, rings or rows that
/// it is made of. Each schedule has shapes of its own (schedules/). A shape is made once, when
/// the kernel is planned; what the kernel costs, is verified for and looks like is read from it.
struct Shape {
  virtual ~Shape() = default;
  /// Planes that the kernel may load beyond those that updates read.
  virtual int planesBeyond() const { return 0; }
  /// What is wrong with it, in words: found from the program alone, not from how it was made.
  virtual std::vector<std::string> verify(const analysis::Facts &) const { return {}; }
};

/// How one kernel (one kernel, or one loop nest) runs.
struct KernelPlan {
  int block[3] = {1, 1, 1}; // threads along x, y, z (CPU: cells of a cache block, 0 = all)
  int cellsPerThread = 1;   // cells of a row per thread: the width of an access in cells
  int sweepAxis = -1;       // axis the threads march along, -1 for none
  int planesPerChunk = 0;   // planes along the sweep axis per block
  int prefetch = 0;         // planes loaded ahead of their use
  int sharedBytes = 0;      // per block
  int registers = 0;        // estimate per thread
  int residentBlocks = 0;   // blocks per multiprocessor the compiler shall leave registers for;
                            // 0: no demand
  double redundancy = 1;    // cells read per cell updated
  Estimate estimate;        // what the cost rests on
  // Sweeps; loads of naive; engine and rows also of tiles
  Staging staging = Staging::None;
  CopyEngine engine = CopyEngine::Plain;
  bool keepsColumn = true;      // cells wait in registers for the next plane
  int rowsPerThread = 1;        // along the axis between
  int ahead = 0;                // planes on their way into shared memory
  bool planesAtRun = false;     // planesPerChunk is for the planned size only
  bool streamingStores = false; // new cells are the first to be dropped from the caches

  // Tiles only
  bool isTile = false;
  int haloThreads[3] = {};       // threads along each axis that only load
  int tilesPerBlock = 1;         // along the second axis, one after the other
  bool centreInRegister = false; // a thread keeps its own cells

  std::shared_ptr<const Shape> shape; // none where a cell is updated straight from memory
  /// The shape of a kernel that a schedule with shapes of type T has planned.
  template <typename T> const T &shapeAs() const {
    assert(shape && "the schedule has made it with the plan");
    return static_cast<const T &>(*shape);
  }

  /// Whether cells are brought that no update may use, beyond faces that keep cells too.
  bool bringsAll() const { return sweepAxis >= 0 || isTile; }
  bool isStaged() const {
    return staging == Staging::Rows || staging == Staging::Shared || staging == Staging::Plane;
  }
};

/// How several time steps run at once, in a wavefront (schedules/wavefront/Shape.h).
struct FusedPlan {
  int steps = 1;        // time steps
  int lanes = 32;       // threads of a warp
  int teams = 1;        // of a warp, each with rows of its own
  int cells = 1;        // of a row per thread; a team spans a tile
  int rows = 1;         // per thread; 1 with two axes
  int warps = 8;        // per block
  int ahead = 1;        // planes loaded ahead of their use
  int group = 1;        // time steps whose old parts are computed before the newest plane enters
  int chunks = 0;       // parts of the swept axis; 0: chosen when the extents are known
  bool isWhole = false; // threads exchange whole planes, not the rows at the edges of warps
  int laneDelay = 1;    // planes until neighbours in other lanes are read
  int ownDelay = 0;     // planes until a thread uses its own new cells
  int rowDelay = 1;     // planes until rows of other threads are; 0 if nothing is exchanged
  bool apart = false;   // tiles at faces are a kernel of their own
  bool tensors = false; // planes come by tensor loads (TMA), not by copies of each thread
  int align = 32;       // bytes at whose multiples the cells of a row that a tile stores begin
  bool inTurn = false;  // each step writes its own level, as a single one does

  int threads() const { return warps * lanes; }  // of a block
  int width() const { return lanes / teams; }    // lanes of a row
  int allTeams() const { return warps * teams; } // of a block
  bool operator==(const FusedPlan &) const = default;
};

/// Whether nothing that a tile computes is read by others of its cells: one time step, of one
/// kernel.
bool isSingleKernel(const analysis::Facts &facts, const FusedPlan &plan);

/// A kernel of several time steps, or of one.
struct FusedKernel {
  FusedPlan fused;
  KernelPlan needs;                 // what the kernel needs
  std::vector<std::string> picture; // how it works
};

/// Kernels of another schedule, launched on some planes of the domain at a time.
struct RangedPlan {
  std::string inner; // the schedule of the kernels: "wavefront"
  analysis::StepReach
      reach;               // of a step; where devices meet on its way, of the widest of its pieces
  int margin = 0;          // planes that a kernel may load beyond those
  bool isPeriodic = false; // along the last axis
};

/// A domain larger than the device's memory.
struct OutOfCorePlan : RangedPlan {
  std::string method;  // n, t, tbm, tbmr, p-tbmr, resident
  int depth = 0;       // time steps of a traversal; 0: chosen at run time
  int planes = 0;      // of a chunk; likewise
  int resident = -1;   // percent of the planes that stay on the device; -1: likewise
  int strips = 0;      // along the axis before the last; 0: chosen at run time
  int chained = 0;     // traversals chained at each of the files; 0: chosen
  int reachAcross = 0; // rows that an edge spoils in a step, along the axis before; 0: no strips

  bool isSkewed() const { return method != "n" && method != "t"; }
  bool isPipelined() const { return method == "p-tbmr" || method == "resident"; }
};

/// What the largest slab does between two exchanges, as the model expects (plan/DividedCost.h).
struct SlabLaunches {
  int planes = 0;       // of its own
  int steps = 1;        // of a launch: single ones where the slab is too thin for fused ones
  int launches = 1;     // such launches, each of all kernels of a single step
  int halo = 0;         // planes sent to a neighbour
  double sideBytes = 0; // of these
  // Seconds of the launches alone, with the exchange behind the last one, and beside it: behind
  // launches of its ends, or as soon as it has done these itself.
  double alone = 0, after = 0, ends = 0, ordered = 0;
};

/// A domain that several devices share, each with a slab of it.
struct SlabsPlan : RangedPlan {
  std::string exchange = "auto"; // after, ends, ordered; auto: chosen at run time
  int every = 1;                 // launches between two exchanges
  int devices = 1;               // planned for; a run may have others
  double kernelCost = 0;         // as Plan::cost, of the kernels on one device with all planes
  SlabLaunches expected;         // of each of the devices

  /// Whether launches may do the planes at their ends first (kernel::endsFirst).
  bool doesEndsFirst() const { return exchange == "auto" || exchange == "ordered"; }
};

struct Plan {
  std::string schedule; // file stem in lower case: "naive", "sweep", "loops"
  Target target;
  std::map<std::string, std::string> options; // every option with the value chosen, for display
  std::vector<KernelPlan> kernels;            // parallel to Dependence::kernels
  int alignedCell = 0;                        // of a row, where vector loops of a CPU begin
  std::optional<FusedPlan> fused;             // does whole groups of steps
  KernelPlan fusedKernel;                     // what the kernel of fused steps needs
  std::vector<FusedKernel> rest;              // for steps left over, the deepest first
  std::vector<Plan> alternatives;             // kernels beside its own (plan/Alternatives.h)
  bool isInPlace = false;                     // fields are updated in one buffer a level
  bool isTried = false;                       // long runs find out which kernels are the fastest
  std::optional<OutOfCorePlan> outOfCore;     // the rest then is the plan of its kernels
  std::optional<SlabsPlan> slabs;             // likewise
  double cost = 0;                            // estimated seconds per 1e9 cell updates; lower wins
  /// Where a power limit adds to the cost: what it was without, as a run of less than a second has
  /// it.
  double burst = 0;
  double waited = 0; // of these, for numbers of all cells that the host waits for (Watching.h)
  std::vector<std::string> notes; // why, in plain words, for explain and comments
  /// Lines of text that show how the schedule works on this program, for explain and comments.
  std::vector<std::string> picture;

  /// Whether `kernels` do single steps; else a kernel of `fused` or `rest` does.
  bool hasStepKernels() const {
    return !fused || (rest.empty() ? fused->steps : rest.back().fused.steps) > 1;
  }
  /// Whether single steps, which compile fast, can be compiled without its other kernels, so that a
  /// run may begin with them.
  bool mayBeginWithSteps() const {
    return target.kind == TargetKind::Cuda && !ranged() && hasStepKernels() &&
           (fused || !alternatives.empty());
  }
  /// What is known of its kernels, if they write some planes at a time; else null.
  const RangedPlan *ranged() const {
    if (outOfCore)
      return &*outOfCore;
    return slabs ? &*slabs : nullptr;
  }
  /// The faces of the program as kernels find them in memory. Of a domain of which the device has
  /// some planes it never has both ends of the last axis; where that is periodic, copies of the
  /// other end come beside its own planes.
  analysis::Faces facesInMemory(const analysis::Facts &facts) const;
  /// Whether cells are read as data that nobody writes, and whether that is through views: sweeps
  /// load through pointers.
  bool isReadOnly() const;
  bool hasReadOnlyViews() const { return isReadOnly() && kernels.front().sweepAxis < 0; }
  /// Among how many devices its cost divides the domain; parts of the host are one.
  int devices() const { return slabs && target.kind == TargetKind::Cuda ? slabs->devices : 1; }
  /// What does single steps.
  std::string stepSchedule() const {
    return fused && !fused->inTurn && hasStepKernels() ? "naive" : schedule;
  }
  /// Whether kernels record what receivers read, each step of several at once: its groups need not
  /// end there. Not where cells of their fields keep values that no kernel writes.
  bool recordsReceivers(const ir::Program &program) const;
  /// Integers and text only; numbers with a fraction are text.
  llvm::json::Object toJson() const;
  /// As `--schedule=` takes it: "sweep:block=32x8,cells=2".
  std::string requestText() const;
  /// Estimated 1e9 cell updates per second.
  double glups() const { return cost > 0 ? 1 / cost : 0; }
};

} // namespace stencilc::plan
