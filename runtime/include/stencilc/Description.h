/// \file Description of an emitted program for the runtime: fields, parameters, and its functions.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Moment.h"

namespace stencilc::inline STENCILC_SPACE {

class Step;
class Check;
class Runtime;
struct ReceiverRequest;

/// Execution target of an emitted program: host code, a GPU, or the emulated GPU (CPU device).
enum class ExecutionSpace : UInt8 { Cpu, Cuda, CpuDevice };
#if STENCILC_WORLD_CPU_DEVICE
inline constexpr ExecutionSpace kExecutionSpace = ExecutionSpace::CpuDevice;
#elif STENCILC_HAS_KERNELS
inline constexpr ExecutionSpace kExecutionSpace = ExecutionSpace::Cuda;
#else
inline constexpr ExecutionSpace kExecutionSpace = ExecutionSpace::Cpu;
#endif

/// Storage type of a field's cells. Arithmetic uses f32 or f64.
enum class Scalar : UInt8 { F32, F64, F16, BF16, U8, I16, I32 };

/// Returns the size in bytes of a cell of storage type `scalar`.
STENCILC_HD constexpr Size sizeOf(Scalar scalar) {
  constexpr UInt8 kSizes[] = {4, 8, 2, 2, 1, 2, 4};
  return kSizes[static_cast<int>(scalar)];
}

/// A field of an emitted program. Users see `levels` time levels: 0 is t, -1 is t-1, and so on.
/// They are stored in `buffers` buffers, which rotate after each time step if the field is updated.
struct FieldDescription {
  const char *name;
  Scalar storage;
  int levels;
  int buffers; // level t+1 overwrites the oldest level if buffers == levels
  bool updated;
  const char *initFile = nullptr; // .npy file of the initial values, as the source names it
  UInt8 lacks = 0;                // of a profile: bit a is set if it lacks axis a
  UInt8 shorter = 0; // bit a is set if it has one cell less along axis a than the grid of kernels
  int halves[3] = {0, 0, 0}; // displacement of its cells along each axis, in half cells
};

/// A temporary field within a time step, numbered after all fields. It shares the buffer of field
/// or local number `field` at time level `level`; if `field` is its own number, it has a buffer.
struct LocalDescription {
  Scalar storage;
  int field, level;
};

/// Initial value of a field at time level t-`age`, if it differs from that of level t.
struct OlderInitDescription {
  int field, age;
  const char *file; // as FieldDescription::initFile; null: olderValue() computes the cells
};

/// A run-time parameter with its default. If `hasRange`, it must lie in [low, high].
struct ParameterDescription {
  const char *name;
  double value;
  double low, high;
  bool hasRange;
};

/// A series: one number for each time step, read before the first step. `file` is the .npy file
/// that the source names.
struct SeriesDescription {
  const char *name, *file;
  bool isOfPoints = false; // a row of numbers for each step, one for each point of a source
};

/// The points of a source or a receiver, at cells of a field or between them. The weights of the
/// cells around a point are computed in PointWeights.h.
struct PointsDescription {
  const char *name, *file; // .npy file of their coordinates as the source names it, or null
  int field;
  double shift[3]; // position of the field's first cell
  int sinc;        // sinc interpolation: cells on either side; 0: linear interpolation
  Int64 every;     // receiver: it reads after every step that is a multiple; 0: a source
  int series = -1; // source: series with a number for each point; -1: none
};

/// A field, or a window of it, that a run saves to a file: before the first time step, and after
/// every step whose number is a multiple of `every`. Bit a of `ranges` is set if the window has a
/// range along axis a, bit a of `places` if this range is a single cell.
/// ProgramDescription::saveNumber() returns the ranges.
struct SaveDescription {
  int field;
  const char *file; // HDF5, or .npy with a placeholder for the number of the step
  Int64 every;
  UInt8 ranges, places;
  Scalar as;
  int level; // compression level
};

/// Kind of a reduction of all cells to one number. Norm is the square root of the sum of squares.
enum class Reduce : UInt8 { Max, Min, Sum, Norm };

/// A number that a run reports after every time step whose number is a multiple of `every`. `text`
/// is its expression in the source.
struct ReportDescription {
  const char *name, *text;
  Int64 every;
};
/// A condition that ends the run. It is tested after every time step whose number is a multiple of
/// `every`.
struct RuleDescription {
  const char *text;
  Int64 every;
};
/// A user's function that the runtime calls for each report, with the number of the time step, the
/// name and the value of the report. `user` is passed on.
using ReportFunction = void (*)(void *user, Int64 step, const char *name, double value);
/// A user's function that the runtime calls during a run, and at its end, with the steps done since
/// the start and the steps wanted. If it returns a non-zero value, the run ends after the current
/// step.
using ProgressFunction = int (*)(void *user, Int64 steps, Int64 wanted);

/// Reductions over all cells for reports and rules, after every time step whose number is a
/// multiple of `every`. All are computed in one pass over the cells.
struct CheckDescription {
  Int64 every;
  const int *reductions; // indices into ProgramDescription::reductions
  int count;
  bool single; // reads a level that exists only after a step that was launched alone
  // Null: the in-step reductions of the step have found everything that is needed.
  void (*reduce)(Check &check);
};
/// An in-step reduction: reductions over all cells whose results the same time step needs. All are
/// computed in one pass over the cells.
struct GlobalReductionDescription {
  const int *reductions; // indices into ProgramDescription::reductions
  int count;
  void (*reduce)(Check &check);
  bool isFirst = false; // computed in every step, but only used in the first step of a simulation
};

/// A kernel that computes `steps` time steps in one launch. The results have the same bits as those
/// of single steps.
struct FusedKernel {
  int steps;
  void (*launch)(Step &step);
  Int64 cost = 0;                 // predicted time of a launch, in ns for 1e9 cells
  const char *schedule = nullptr; // if it differs from the program's schedule: long runs time both
  bool isSequential = false;      // each step writes its level into its own buffer
};

/// Request to store or compare checksums of planes on the device (stream/ChecksumKernels.h).
struct ChecksumRequest {
  const unsigned char *planes;
  UInt64 pitch, bytes; // distance from one plane to the next; size of a plane, a multiple of 16
  int count;
  bool isKept;  // true: store the sums; false: compare with the stored ones
  UInt64 *sums; // one for each plane
  UInt64 tag;   // on a mismatch, *found becomes `tag` plus the plane's number
  UInt64 *partials, *found;
};

/// How far one kernel of a time step reads along the last axis, in planes.
struct KernelReach {
  int reads; // planes read to either side
  int beyondLow,
      beyondHigh; // extra planes computed below and above the step's own, for later kernels
  int lag;        // planes by which it trails the first kernel of the step in a stream
};

/// A reduction over all cells within a time step, after the first `kernels` kernels of the step. It
/// reads `reach` planes on either side of each plane.
struct GlobalReductionReach {
  int kernels, reach;
};

/// Out-of-core execution of a program, whose domain is larger than the device's memory (stream/).
struct StreamDescription {
  const char *method, *inner; // as --schedule= takes them
  bool isSkewed, isPipelined; // see TraversalShape
  bool isPeriodic;            // along the last axis
  int kernels;                // kernels of a time step
  int reach, lag; // planes that a step reads to either side; that it trails the last step
  int margin;     // additional planes that a launch may load
  const KernelReach *reaches = nullptr; // one for each kernel; null where a launch does whole steps
  int depth = 0, planes = 0;            // time steps of a traversal, planes of a chunk; 0: chosen
  int reachAcross = 0;           // rows along y that become wrong at an inner edge; 0: no strips
  int strips = 0;                // number of strips of a plane along y; 0: chosen
  int residentPercent = -1;      // percent of the planes that stay on the device; -1: chosen
  int chained = 0;               // traversals in memory for each traversal of files; 0: chosen
  double updatesPerSecond = 1e9; // predicted rate of the kernels
  /// Planes by which the reductions at the end of a traversal trail its last time step, and which
  /// they read on either side. -1 if there are none.
  int checkReach = -1;
  bool isStepwise = false; // a step needs numbers of all cells, or values that the last one left
  const GlobalReductionReach *globalReductions =
      nullptr; // the reductions within a step, in their order
  /// Enqueues the kernels that store or compare checksums of planes. Null if the program has no
  /// kernels.
  void (*checksums)(const Runtime &runtime, const ChecksumRequest &request) = nullptr;
};

/// Kind of an action within a time step: a kernel, an in-step reduction (a reduction that the step
/// needs), or the begin or end of iterations. Devices that share the domain synchronise between
/// actions.
enum class StepAct : UInt8 { Kernel, GlobalReduction, Begin, End };
/// Use of a field at a time level by an action of a time step: it reads `reach` planes on either
/// side of its own, or writes its own planes.
struct PlaneUse {
  int field, level, reach;
};
/// An action of a time step, such as a kernel, with the fields that it reads and writes.
struct StepPiece {
  StepAct act;
  int number;                  // number of the kernel, the in-step reduction or the repeat
  int firstUse, reads, writes; // range in SlabDescription::uses: first the reads, then the writes
};
/// Buffers of an iteration within a time step: local field `previous` is the result of the
/// iteration before, `target` the new result (Step::carry).
struct CarryDescription {
  int previous, target, from, level;
};
/// A part of a time step that is iterated at most `count` times.
struct RepeatDescription {
  Int64 count;
  int firstCarry, carryCount; // range in SlabDescription::carries
  bool mayEnd; // may end before `count` iterations (ProgramDescription::iterationsEnd)
};

/// Execution of a program on several devices, each with a slab of the domain (slabs/).
struct SlabDescription {
  const char *inner;       // schedule of the kernels, as --schedule= takes it
  const char *exchange;    // "after", "ends" or "ordered" (SlabTasks.h); "auto": chosen
  int every;               // launches between two halo exchanges
  bool isPeriodic;         // along the last axis
  int passes;              // kernels of a time step
  int reachLow, reachHigh; // planes that a step reads on each side
  int margin;              // additional planes that a launch may load
  const KernelReach *reaches = nullptr; // one for each kernel; null where a launch does whole steps
  double updatesPerSecond = 1e9;        // predicted rate of the kernels on one device
  bool boundaryFirst = false;           // launches can compute their ends first (BoundaryFirst.h)
  // Measured latency (seconds) and bandwidth of exchanges (slabs/ExchangeModel.h); 0: not measured.
  double exchangeLatency = 0, linkBytesPerSecond = 0;
  int checkReach = 0; // planes that reports and rules read on either side
  /// Actions of a time step between which devices must synchronise, in order. Null if devices only
  /// synchronise between launches of whole steps.
  const StepPiece *pieces = nullptr;
  int pieceCount = 0;
  const PlaneUse *uses = nullptr;
  const RepeatDescription *repeats = nullptr;
  const CarryDescription *carries = nullptr;
};

/// An emitted program. Emitted code defines exactly one, as a constant. It owns nothing.
struct ProgramDescription {
  ExecutionSpace world = kExecutionSpace;
  const char *name, *source;
  const char *schedule, *scheduleOptions; // as --schedule= takes them, without the colon
  const char *target;                     // for messages: "cuda sm_90", "cpu x86-64-v3"
  UInt64 identity = 0; // hash of what the program computes, for any size and schedule; 0: unknown
  int rank;
  const char *axes[3]; // the first `rank` are set; the first is contiguous in memory
  const FieldDescription *fields;
  int fieldCount;
  /// Number of profiles: constant fields over some of the axes. They follow the fields in memory
  /// and numbering, without padding. Their views are the first members of the uniforms.
  int profileCount = 0;
  // Bit a is set if the grid of kernels has one cell more along axis a than users see.
  UInt8 wider = 0;
  const LocalDescription *locals = nullptr;
  int localCount = 0;
  const ParameterDescription *parameters;
  int parameterCount;
  Int64 sizeHint[3];       // 0 if the source gives none
  Int64 stepsHint;         // 0 if the source gives none; then 100
  Int64 minimumExtents[3]; // the boundaries are not defined on smaller grids
  UInt64 rowPitch = 0;     // bytes, as makeLayout takes it; 0: its default rule
  int alignedCell = 0;     // cell of a row at which vector loops begin, aligned to a cache line
  double bytesPerUpdate;   // memory traffic of one cell in one step, all fields
  double flopsPerUpdate;
  Size uniformBytes;
  /// Computes the uniforms of a run, the scalars of all its kernels, into `out`. `out` has
  /// `uniformBytes` bytes and is aligned for any type.
  void (*uniforms)(const double *parameters, const Grid &grid, void *out);
  /// Returns the initial value of a cell at t, exactly representable in the field's storage type.
  /// Older time levels start with the same value, unless `olderInits` lists them.
  double (*initialValue)(int field, const double *parameters, const Grid &grid, Int64 x, Int64 y,
                         Int64 z);
  const OlderInitDescription *olderInits = nullptr;
  int olderInitCount = 0;
  /// Returns the initial value of a cell at time level t-`age`. Null if `olderInits` is empty.
  double (*olderValue)(int field, int age, const double *parameters, const Grid &grid, Int64 x,
                       Int64 y, Int64 z) = nullptr;
  /// Executes one time step: enqueues its kernels on a GPU, or computes it on the CPU.
  void (*step)(Step &step);
  Int64 stepCost = 0; // predicted time of a step, as FusedKernel::cost
  /// Kernels of several time steps, by descending number of steps. A run divides its steps among
  /// them for the least total cost (SplitSteps.h).
  const FusedKernel *fused = nullptr;
  int fusedCount = 0;
  bool isTried = false; // long runs time all of them on their first steps (RungTrial.h)
  /// Schedule of the single-step kernels, if a run may begin with them while better kernels are
  /// being compiled; else null.
  const char *stepSchedule = nullptr;
  // Reports and rules, each in the order of the source.
  const Reduce *reductions = nullptr;
  int reductionCount = 0;
  const CheckDescription *checks = nullptr;
  int checkCount = 0;
  const ReportDescription *reports = nullptr;
  int reportCount = 0;
  const RuleDescription *rules = nullptr;
  int ruleCount = 0;
  /// Returns the value of report number `report` after the time step `at`. `reduced` holds the
  /// results of all reductions.
  double (*reportValue)(int report, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;
  /// Returns true if rule number `rule` ends the run after the time step `at`. `reduced` holds the
  /// results of all reductions.
  bool (*ruleHolds)(int rule, const double *parameters, const Grid &grid, const Moment &at,
                    const double *reduced) = nullptr;
  /// Set if the program runs out of core, that is, with a domain larger than device memory. `step`
  /// then launches one kernel on some planes only (Step::planes).
  const StreamDescription *stream = nullptr;
  /// Set if several devices may share the domain. `step` and the kernels of fused steps then
  /// compute only some planes in a launch (Step::planes).
  const SlabDescription *slabs = nullptr;
  const SeriesDescription *series = nullptr;
  int seriesCount = 0;
  /// Size of the scalars that change with each time step. stepUniforms() computes those of step
  /// `at` into `out`. A launch gets those of its steps, and of `stepsBefore` and `stepsAfter` steps
  /// around.
  Size stepUniformBytes = 0;
  int stepsBefore = 0, stepsAfter = 0;
  void (*stepUniforms)(const double *parameters, const Grid &grid, const Moment &at,
                       void *out) = nullptr;
  /// In-step reductions: reductions whose results the same time step needs. Step::in-step
  /// reduction() computes them and updates the scalars of the step.
  const GlobalReductionDescription *globalReductions = nullptr;
  int globalReductionCount = 0;
  /// Returns true if the iterations of repeat number `repeat` end now. `reduced` holds the results
  /// of all in-step reductions.
  bool (*iterationsEnd)(int repeat, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Number of scalars that a time step passes to the next one. keptValue() returns scalar `which`
  /// after step `at`, keptAtFirst() before the first step. In `reduced` they follow the reductions.
  int keptCount = 0;
  double (*keptValue)(int which, const double *parameters, const Grid &grid, const Moment &at,
                      const double *reduced) = nullptr;
  double (*keptAtFirst)(int which, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Sources and receivers. The weight tables of the sources follow the profiles in the uniforms.
  const PointsDescription *points = nullptr;
  int pointsCount = 0;
  /// Returns a coordinate for points that are given without a file. For points i and axis a, index
  /// (3 * i + a) * 3 is the first coordinate, the next one the last coordinate, and the one after
  /// it the distance.
  double (*pointPlace)(int which, const double *parameters, const Grid &grid) = nullptr;
  /// True if kernels record the cells that receivers read, so that a launch need not end at a
  /// reading. The record tables, one for each field with receivers, follow those of the sources in
  /// the uniforms.
  bool recordsTraces = false;
  /// Enqueues the kernel that evaluates a receiver once. Null without kernels, or if the device
  /// does not hold all cells. With `recordsTraces` it reads the recorded cells, not the field.
  void (*receive)(const Runtime &runtime, const ReceiverRequest &request) = nullptr;

  const SaveDescription *saves = nullptr;
  int saveCount = 0;
  /// Returns a number that a save needs. Index 0 is the length of a time step, if `tellsTime` is
  /// set. For save i and axis a, index 1 + (3 * i + a) * 3 is the first cell, followed by the last
  /// cell and the distance.
  double (*saveNumber)(int which, const double *parameters, const Grid &grid) = nullptr;
  bool tellsTime = false;
  double spacing[3] = {1, 1, 1}; // distance of cells along each axis

  /// Returns the number of fields and profiles.
  STENCILC_HD int namedCount() const { return fieldCount + profileCount; }
  STENCILC_HD bool isProfile(int field) const { return field >= fieldCount; }

  /// Returns the number of values that the runtime stores between time steps: results of
  /// reductions, loop-carried scalars of two steps, and whether there was a previous step.
  STENCILC_HD int numbersBetween() const {
    return reductionCount + (keptCount ? 2 * keptCount + 1 : 0);
  }

  /// Returns the largest number of time steps that one launch computes.
  STENCILC_HD int fusedSteps() const { return fusedCount ? fused[0].steps : 1; }

  /// Returns the separate initial value of time level t-`age` of a field; null if the level starts
  /// with the values of level t.
  STENCILC_HD const OlderInitDescription *olderInit(int field, int age) const {
    for (int i = 0; i < olderInitCount; ++i)
      if (olderInits[i].field == field && olderInits[i].age == age)
        return &olderInits[i];
    return nullptr;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
