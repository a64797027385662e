/// \file Description of an emitted program for the runtime: fields, parameters, and its functions.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Moment.h"
#include "stencilc/engines/Descriptions.h"

namespace stencilc::inline STENCILC_SPACE {

class Step;
class Check;
class Runtime;
struct ReceiverRequest;
struct EnginePart;
struct PointsPart;

#if STENCILC_HAS_HOST
/// Parts of the runtime that only some programs need. A program names those that it needs in its
/// description, so that the linker adds them to the program.
extern "C" {
extern const EnginePart STENCILC_SYMBOL(stream_engine); // domains larger than device memory
extern const EnginePart STENCILC_SYMBOL(slab_engine);   // domains that several devices share
extern const PointsPart STENCILC_SYMBOL(points);        // sources and receivers
}
#endif

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

/// A temporary field within a time step. Entry i of the list has field number fieldCount + i. If
/// `field` is that number, the temporary field has a buffer of its own. Otherwise it shares the
/// buffer of field number `field` at time level `level` (1 is t+1).
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

/// A field, or a window of it, that a run saves: before the first time step, and after every step
/// whose number is a multiple of `every`. Bit a of `ranges` is set if the window does not have all
/// cells along axis a. Bit a of `places` is set if it has a single cell there.
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
/// A rule: an `until` condition that ends the run when it is true. It is tested after every time
/// step whose number is a multiple of `every`.
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

/// Reductions over all cells for reports and rules (`until` conditions), after every time step
/// whose number is a multiple of `every`. All are computed in one pass over the cells.
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
/// of single steps. If `fewest` is not 0, a launch may compute any number of time steps from
/// `fewest` to `steps`. Step::count() returns the number for the present launch. `steps` is then at
/// least 2 * `fewest` - 1, so that any number of steps can be divided evenly.
struct FusedKernel {
  int steps;
  void (*launch)(Step &step);
  Int64 cost = 0;                 // predicted time of a launch, in ns for 1e9 cells
  const char *schedule = nullptr; // if it differs from the program's schedule: long runs time both
  bool isSequential = false;      // writes each new time level to memory, as single steps do
  int fewest = 0;
  Int64 costOfFewest = 0; // predicted time of a launch of `fewest` steps, in the unit of `cost`
};

/// Description of an emitted program for the runtime: one constant in emitted code. It owns no
/// memory.
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
  /// Number of profiles: constant fields with values along some axes only. In memory and numbering,
  /// profiles follow the other fields. Their views (pointer, strides) are the first of the uniforms
  /// (scalars of a run).
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
  /// Computes the uniforms of a run: all scalars of its kernels that are equal for all cells.
  /// Stores them in `out`, which has `uniformBytes` bytes and is aligned for any type.
  void (*uniforms)(const double *parameters, const Grid &grid, void *out);
  /// Returns the initial value of cell (x, y, z) at time t, exactly representable in the field's
  /// storage type. Older time levels start with the same value, unless `olderInits` lists them.
  double (*initialValue)(int field, const double *parameters, const Grid &grid, Int64 x, Int64 y,
                         Int64 z);
  const OlderInitDescription *olderInits = nullptr;
  int olderInitCount = 0;
  /// Returns the value of a cell `age` time levels before the initial t. Null without `olderInits`.
  double (*olderValue)(int field, int age, const double *parameters, const Grid &grid, Int64 x,
                       Int64 y, Int64 z) = nullptr;
  /// Executes one time step: enqueues its kernels on a GPU, or computes it on the CPU.
  void (*step)(Step &step);
  Int64 stepCost = 0; // predicted time of a step, as FusedKernel::cost
  /// Kernels that each compute several time steps, the most steps first. A run divides its steps
  /// among them and single steps for the least predicted time (SplitSteps.h).
  const FusedKernel *fused = nullptr;
  int fusedCount = 0;
  bool isTried = false; // long runs time all of them on their first steps (VariantTrial.h)
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
  /// Returns true if the `until` condition number `rule`, from 0 in the order of the program, ends
  /// the run after the time step `at`. `reduced` holds the results of all reductions.
  bool (*ruleHolds)(int rule, const double *parameters, const Grid &grid, const Moment &at,
                    const double *reduced) = nullptr;
  /// Null unless the program runs out of core, with a domain larger than device memory. A call of
  /// `step` then launches one kernel on some planes only (Step::planes).
  const StreamDescription *stream = nullptr;
  /// Null unless several devices may share the domain. Each call of `step` and each launch of fused
  /// steps then computes only some planes (Step::planes).
  const SlabDescription *slabs = nullptr;
  /// The engine, which holds the fields and computes time steps, if `stream` or `slabs` is set.
  /// Null means the engine for domains in the memory of one device.
  const EnginePart *engine = nullptr;
  const SeriesDescription *series = nullptr;
  int seriesCount = 0;
  /// Size in bytes of the scalars that change from step to step, for one time step, or 0 without
  /// such scalars. stepUniforms() computes the scalars of step `at` into `out`. A launch receives
  /// the scalars of its own steps, of `stepsBefore` earlier and of `stepsAfter` later steps.
  Size stepUniformBytes = 0;
  int stepsBefore = 0, stepsAfter = 0;
  void (*stepUniforms)(const double *parameters, const Grid &grid, const Moment &at,
                       void *out) = nullptr;
  /// Reductions over all cells whose results the same time step needs. Step::globalReduction()
  /// computes them and updates the scalars of the step.
  const GlobalReductionDescription *globalReductions = nullptr;
  int globalReductionCount = 0;
  /// Returns true if the iterated part number `repeat` of a time step needs no more iterations.
  /// `reduced` holds the results of all reductions within the step.
  bool (*iterationsEnd)(int repeat, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Number of loop-carried scalars, which a time step computes for the next one. keptValue()
  /// computes scalar number `which` after step `at`, keptAtFirst() its value in the first step. In
  /// the array `reduced` these scalars follow the results of reductions.
  int keptCount = 0;
  double (*keptValue)(int which, const double *parameters, const Grid &grid, const Moment &at,
                      const double *reduced) = nullptr;
  double (*keptAtFirst)(int which, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Sources and receivers of the program. The weight tables of sources are part of the uniforms,
  /// the scalars that are equal for all cells. There they follow the views (pointers and strides)
  /// of profiles, which have values along some axes only.
  const PointsDescription *points = nullptr;
  int pointsCount = 0;
  const PointsPart *pointsPart = nullptr; // computes their values; null without points
  /// Returns number `which` of the numbers that define sources and receivers by ranges of
  /// coordinates, without a file. For source or receiver i and axis a, index (3 * i + a) * 3 gives
  /// the first coordinate. The next index gives the last coordinate, and the one after it the
  /// distance of neighbouring points.
  double (*pointPlace)(int which, const double *parameters, const Grid &grid) = nullptr;
  /// True if kernels store the values of cells that receivers read, so that a launch need not end
  /// after a step whose values a receiver needs. In the uniforms (data of a run that is equal for
  /// all cells), the tables of these cells follow those of sources.
  bool recordsTraces = false;
  /// Enqueues the kernel that computes the values of one receiver after one time step. Null in
  /// programs for the CPU, and if no device holds all cells. With `recordsTraces` it reads the
  /// values that other kernels have stored for receivers, not the field.
  void (*receive)(const Runtime &runtime, const ReceiverRequest &request) = nullptr;

  const SaveDescription *saves = nullptr;
  int saveCount = 0;
  /// Returns number `which` of the numbers that the files of `save` statements need. Index 0 is the
  /// length of a time step, if `tellsTime` is set. For save i and axis a, index 1 + (3 * i + a) * 3
  /// is the first cell of the saved window (part of a field). The next two indices are its last
  /// cell and its stride.
  double (*saveNumber)(int which, const double *parameters, const Grid &grid) = nullptr;
  bool tellsTime = false;
  double spacing[3] = {1, 1, 1}; // distance of cells along each axis

  /// Returns the number of fields and profiles (fields over some axes only).
  STENCILC_HD int namedCount() const { return fieldCount + profileCount; }
  STENCILC_HD bool isProfile(int field) const { return field >= fieldCount; }

  /// Returns how many numbers the runtime keeps between time steps: results of reductions, two sets
  /// of loop-carried scalars, and a number that is 0 if there was no previous step.
  STENCILC_HD int numbersBetween() const {
    return reductionCount + (keptCount ? 2 * keptCount + 1 : 0);
  }

  /// Returns the largest number of time steps that one launch computes.
  STENCILC_HD int fusedSteps() const { return fusedCount ? fused[0].steps : 1; }

  /// Returns the entry with the initial value of a field `age` time levels before t. Returns null
  /// if that level starts with the same values as t.
  STENCILC_HD const OlderInitDescription *olderInit(int field, int age) const {
    for (int i = 0; i < olderInitCount; ++i)
      if (olderInits[i].field == field && olderInits[i].age == age)
        return &olderInits[i];
    return nullptr;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
