/// \file Description of an emitted program for the runtime: fields, parameters, and its functions.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Moment.h"

namespace stencilc::inline STENCILC_SPACE {

class Step;
class Check;
class Runtime;
struct ReceiverRequest;

/// Execution target of a program.
enum class World : UInt8 { Cpu, Cuda, CpuDevice };
#if STENCILC_WORLD_CPU_DEVICE
inline constexpr World kWorld = World::CpuDevice;
#elif STENCILC_HAS_KERNELS
inline constexpr World kWorld = World::Cuda;
#else
inline constexpr World kWorld = World::Cpu;
#endif

/// Storage type of a field's cells.
enum class Scalar : UInt8 { F32, F64, F16, BF16, U8, I16, I32 };

/// Returns the bytes of one cell.
STENCILC_HD constexpr Size sizeOf(Scalar scalar) {
  constexpr UInt8 kSizes[] = {4, 8, 2, 2, 1, 2, 4};
  return kSizes[static_cast<int>(scalar)];
}

/// A field. Users see `levels` time levels (0 is t, -1 is t-1 ...). They are kept in `buffers`
/// buffers, which rotate after each step if the field is updated.
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

/// A field that exists only within a step, numbered after all fields. Its buffer is that of field
/// or local number `field` at `level`, which may be itself.
struct LocalDescription {
  Scalar storage;
  int field, level;
};

/// Initial value of time level t-`age` of a field, if it differs from that of level t.
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

/// Numbers read before the first step, one for each step. `file` is a .npy file as the source names
/// it.
struct SeriesDescription {
  const char *name, *file;
  bool isOfPoints = false; // a row of numbers for each step, one for each point of a source
};

/// Points of a source or a receiver, at cells of a field or between them. ir/Program.h of the
/// compiler defines their weights; PointWeights.h computes them.
struct PointsDescription {
  const char *name, *file; // .npy file of their coordinates as the source names it, or null
  int field;
  double shift[3]; // position of the field's first cell
  int sinc;        // sinc interpolation: cells on either side; 0: linear interpolation
  Int64 every;     // receiver: it reads after every step that is a multiple; 0: a source
  int series = -1; // source: series with a number for each point; -1: none
};

/// A field, or a window of it, that is saved at t before the first step and after every step that
/// is a multiple of `every`. Bit a of `ranges` is set if the save names a range along axis a. Bit a
/// of `places` is set if this range is a single cell. ProgramDescription::saveNumber() gives the
/// numbers.
struct SaveDescription {
  int field;
  const char *file; // HDF5, or .npy with a placeholder for the number of the step
  Int64 every;
  UInt8 ranges, places;
  Scalar as;
  int level; // compression level
};

/// Reduction of the values of all cells to one number (Reduce.h).
enum class Reduce : UInt8 { Max, Min, Sum, Norm };

/// A number that is reported after every step that is a multiple of `every`. `text` is its source.
struct ReportDescription {
  const char *name, *text;
  Int64 every;
};
/// A condition that ends the run, tested after every step that is a multiple of `every`.
struct RuleDescription {
  const char *text;
  Int64 every;
};
/// Callback for each report.
using ReportFunction = void (*)(void *user, Int64 step, const char *name, double value);
/// Callback for the progress of a run: steps done since the start, and at the end of the run. The
/// run ends after the current step if it returns a non-zero value.
using ProgressFunction = int (*)(void *user, Int64 steps, Int64 wanted);

/// Reductions for reports and rules after every step that is a multiple of `every`, done in one
/// pass over the cells.
struct CheckDescription {
  Int64 every;
  const int *reductions; // indices into ProgramDescription::reductions
  int count;
  bool single; // reads a level that exists only after a step that was launched alone
  // Null: the surveys of the step have found everything that is needed.
  void (*reduce)(Check &check);
};
/// Reductions that a step needs while it runs, done in one pass over the cells.
struct SurveyDescription {
  const int *reductions; // indices into ProgramDescription::reductions
  int count;
  void (*reduce)(Check &check);
  bool isFirst = false; // computed in every step, but only used in the first step of a simulation
};

/// A kernel that does several time steps in one launch, with the same bits as single steps.
struct FusedKernel {
  int steps;
  void (*launch)(Step &step);
  Int64 cost = 0;                 // predicted time of a launch, in ns for 1e9 cells
  const char *schedule = nullptr; // if it differs from the program's schedule: long runs time both
  bool inTurn = false;            // each step writes its level into its own buffer
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

/// A reduction over all cells within a step: it needs the results of the first `kernels` kernels,
/// and reads `reach` planes to either side.
struct SurveyReach {
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
  /// Planes by which a reduction at the end of a traversal trails its steps, and which it reads to
  /// either side; -1: the program reduces no cells.
  int checkReach = -1;
  bool isStepwise = false; // a step needs numbers of all cells, or values that the last one left
  const SurveyReach *surveys = nullptr; // the reductions within a step, in their order
  /// Enqueues the kernels that store or compare checksums. Null if the program has no kernels.
  void (*checksums)(const Runtime &runtime, const ChecksumRequest &request) = nullptr;
};

/// Kind of an action within a step: a kernel, a survey, the begin of the iterations of a repeat, or
/// their end. Devices that share the domain synchronise between actions.
enum class StepAct : UInt8 { Kernel, Survey, Begin, End };
/// Planes of a field at a time level that an action reads, `reach` planes on either side of its
/// own, or writes.
struct PlaneUse {
  int field, level, reach;
};
/// An action of a step, and the planes that it reads and writes.
struct StepPiece {
  StepAct act;
  int number;                  // number of the kernel, the survey or the repeat
  int firstUse, reads, writes; // range in SlabDescription::uses: first the reads, then the writes
};
/// Buffers of an iteration: `previous` is the result of the iteration before (Step::carry).
struct CarryDescription {
  int previous, target, from, level;
};
/// Iterations of a part of a step: at most `count`.
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
  bool endsFirst = false;               // launches can compute their ends first (EndsFirst.h)
  // Measured latency (seconds) and bandwidth of exchanges (slabs/ExchangeModel.h); 0: not measured.
  double exchangeLatency = 0, linkBytesPerSecond = 0;
  int checkReach = 0; // planes that reports and rules read on either side
  /// Actions of a step during which devices must synchronise, in order. Without them a step is its
  /// kernels, and planes are exchanged only between launches of whole steps.
  const StepPiece *pieces = nullptr;
  int pieceCount = 0;
  const PlaneUse *uses = nullptr;
  const RepeatDescription *repeats = nullptr;
  const CarryDescription *carries = nullptr;
};

/// An emitted program. Emitted code defines exactly one, as a constant. It owns nothing.
struct ProgramDescription {
  World world = kWorld;
  const char *name, *source;
  const char *schedule, *scheduleOptions; // as --schedule= takes them, without the colon
  const char *target;                     // for messages: "cuda sm_90", "cpu x86-64-v3"
  UInt64 identity = 0; // hash of what the program computes, for any size and schedule; 0: unknown
  int rank;
  const char *axes[3]; // the first `rank` are set; the first is contiguous in memory
  const FieldDescription *fields;
  int fieldCount;
  /// Profiles are stored after the fields and numbered after them. They are constant and
  /// contiguous. Their views are the first members of the uniforms.
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
  /// Computes the uniforms of a run into `out` (`uniformBytes` bytes, aligned for any type).
  void (*uniforms)(const double *parameters, const Grid &grid, void *out);
  /// Returns the initial value of a cell at t, exactly representable in its field's storage type.
  /// Older time levels start with the same value, unless `olderInits` names them.
  double (*initialValue)(int field, const double *parameters, const Grid &grid, Int64 x, Int64 y,
                         Int64 z);
  const OlderInitDescription *olderInits = nullptr;
  int olderInitCount = 0;
  /// Returns the initial value of a cell at t-`age`. Null if there are no `olderInits`.
  double (*olderValue)(int field, int age, const double *parameters, const Grid &grid, Int64 x,
                       Int64 y, Int64 z) = nullptr;
  /// Enqueues (CUDA) or performs (CPU) one time step.
  void (*step)(Step &step);
  Int64 stepCost = 0; // predicted time of a step, as FusedKernel::cost
  /// Kernels of fused steps, by descending number of steps. A run splits its steps among them for
  /// the least total cost (SplitSteps.h).
  const FusedKernel *fused = nullptr;
  int fusedCount = 0;
  bool isTried = false; // long runs time all of them on their first steps (RungTrial.h)
  /// Schedule of these single-step kernels, if a run may begin with them while better kernels are
  /// being compiled. Null otherwise.
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
  /// Returns the value of a report after the step `at`, from the results of all reductions.
  double (*reportValue)(int report, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;
  /// Returns true if a rule ends the run.
  bool (*ruleHolds)(int rule, const double *parameters, const Grid &grid, const Moment &at,
                    const double *reduced) = nullptr;
  /// Set if the program runs out of core. `step` then launches one kernel on some planes
  /// (Step::planes).
  const StreamDescription *stream = nullptr;
  /// Set if several devices may share the steps. `step` and kernels of fused steps then launch on
  /// some planes, as out of core.
  const SlabDescription *slabs = nullptr;
  const SeriesDescription *series = nullptr;
  int seriesCount = 0;
  /// Scalars of each step. If there are any, stepUniforms() computes those of the step `at` into
  /// `out`. A launch gets the scalars of its own steps, and of `stepsBefore` and `stepsAfter` steps
  /// around them.
  Size stepUniformBytes = 0;
  int stepsBefore = 0, stepsAfter = 0;
  void (*stepUniforms)(const double *parameters, const Grid &grid, const Moment &at,
                       void *out) = nullptr;
  /// Surveys that Step::survey() computes. Each updates the scalars of its step.
  const SurveyDescription *surveys = nullptr;
  int surveyCount = 0;
  /// Returns true if the iterations of a repeat end, from the results of all surveys.
  bool (*iterationsEnd)(int repeat, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Scalars that a step passes to the next one. keptValue() returns scalar `which` after the step
  /// `at`, keptAtFirst() its value before the first step. In `reduced` they follow the results of
  /// the reductions.
  int keptCount = 0;
  double (*keptValue)(int which, const double *parameters, const Grid &grid, const Moment &at,
                      const double *reduced) = nullptr;
  double (*keptAtFirst)(int which, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Sources and receivers. The tables of the sources follow the profiles in the uniforms.
  const PointsDescription *points = nullptr;
  int pointsCount = 0;
  /// Returns a number that positions points without a file. For point i and axis a, the first
  /// coordinate has index (3 * i + a) * 3, followed by the last coordinate and the distance.
  double (*pointPlace)(int which, const double *parameters, const Grid &grid) = nullptr;
  /// True if kernels record the samples of receivers, so that launches need not end where a
  /// receiver reads. The record tables, one for each field with receivers, follow those of the
  /// sources in the uniforms.
  bool recordsTraces = false;
  /// Enqueues the kernel that reads once for a receiver. Set if there are kernels and the device
  /// holds all cells. It reads cells of the field, or with `recordsTraces` the recorded samples.
  void (*receive)(const Runtime &runtime, const ReceiverRequest &request) = nullptr;

  const SaveDescription *saves = nullptr;
  int saveCount = 0;
  /// Returns a number of a save. Index 0 is the length of a time step, if `tellsTime`. For save i
  /// and axis a, the first cell has index 1 + (3 * i + a) * 3, followed by the last cell and the
  /// distance.
  double (*saveNumber)(int which, const double *parameters, const Grid &grid) = nullptr;
  bool tellsTime = false;
  double spacing[3] = {1, 1, 1}; // distance of cells along each axis

  /// Returns the number of fields and profiles.
  STENCILC_HD int namedCount() const { return fieldCount + profileCount; }
  STENCILC_HD bool isProfile(int field) const { return field >= fieldCount; }

  /// Returns the number of values that the runtime keeps between steps (Scalars). These are the
  /// results of reductions, the scalars of the last step and of this one, and whether there was a
  /// last one.
  STENCILC_HD int numbersBetween() const {
    return reductionCount + (keptCount ? 2 * keptCount + 1 : 0);
  }

  /// Returns the most time steps of one launch.
  STENCILC_HD int fusedSteps() const { return fusedCount ? fused[0].steps : 1; }

  /// Returns the initial value of level t-`age` of a field, or null if it starts as level t does.
  STENCILC_HD const OlderInitDescription *olderInit(int field, int age) const {
    for (int i = 0; i < olderInitCount; ++i)
      if (olderInits[i].field == field && olderInits[i].age == age)
        return &olderInits[i];
    return nullptr;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
