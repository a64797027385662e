/// \file What emitted code tells the runtime about itself: fields, parameters, and its functions.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Moment.h"

namespace stencilc::inline STENCILC_SPACE {

class Step;
class Check;
class Runtime;
struct ReceiverRequest;

/// What a program is made for.
enum class World : UInt8 { Cpu, Cuda, CpuDevice };
#if STENCILC_WORLD_CPU_DEVICE
inline constexpr World kWorld = World::CpuDevice;
#elif STENCILC_HAS_KERNELS
inline constexpr World kWorld = World::Cuda;
#else
inline constexpr World kWorld = World::Cpu;
#endif

/// How a field's cells are stored.
enum class Scalar : UInt8 { F32, F64, F16, BF16, U8, I16, I32 };

/// Bytes of one cell.
STENCILC_HD constexpr Size sizeOf(Scalar scalar) {
  constexpr UInt8 kSizes[] = {4, 8, 2, 2, 1, 2, 4};
  return kSizes[static_cast<int>(scalar)];
}

/// A field: `levels` time levels are visible to users (0 is t, -1 is t-1 ...), kept in `buffers`
/// buffers that rotate after each step if the field is updated.
struct FieldDescription {
  const char *name;
  Scalar storage;
  int levels;
  int buffers; // level t+1 overwrites the oldest level if buffers == levels
  bool updated;
  const char *initFile = nullptr; // .npy file with the initial values, as the source names it
  UInt8 lacks = 0;                // of a profile: bit a is set if it does not have axis a
  UInt8 shorter = 0;         // bit a is set if it has one cell less along axis a than kernels' grid
  int halves[3] = {0, 0, 0}; // its cells lie so many half cells further along each axis
};

/// A field that is there within a step only, numbered behind all fields. Its buffer is that of
/// number `field` at `level`: its own, that of another one, or of a field.
struct LocalDescription {
  Scalar storage;
  int field, level;
};

/// How level t-`age` of a field starts, where that is not as level t does.
struct OlderInitDescription {
  int field, age;
  const char *file; // as FieldDescription::initFile; null: what olderValue() gives
};

/// A run-time parameter with its default and, if `hasRange`, the closed range it may take.
struct ParameterDescription {
  const char *name;
  double value;
  double low, high;
  bool hasRange;
};

/// Numbers read before the first step, one for each: `file` is a .npy file as the source names it.
struct SeriesDescription {
  const char *name, *file;
  bool isOfPoints = false; // a row of numbers for each step, one for each point of a source
};

/// Points at cells of a field and between them, of a source or a receiver. What they weigh is said
/// in ir/Program.h of the compiler; PointWeights.h computes it.
struct PointsDescription {
  const char *name, *file; // .npy file of their coordinates as the source names it, or null
  int field;
  double shift[3]; // where the field's first cell is
  int sinc;        // cells to either side; 0: linear
  Int64 every;     // of a receiver, which reads after every step that is a multiple; 0: of a source
  int series = -1; // of a source whose points each have numbers of their own
};

/// What is saved after every step that is a multiple of `every`, and before the first one: a field
/// at t, or a window of it. Bit a of `ranges` is set if one is named along axis a, and that of
/// `places` if it is a single cell; saveNumber() says which.
struct SaveDescription {
  int field;
  const char *file; // HDF5, or .npy with a place for the number of the step
  Int64 every;
  UInt8 ranges, places;
  Scalar as;
  int level; // of compression
};

/// How the values of all cells become one number (Reduce.h).
enum class Reduce : UInt8 { Max, Min, Sum, Norm };

/// A number reported after every step that is a multiple of `every`; `text` is its source.
struct ReportDescription {
  const char *name, *text;
  Int64 every;
};
/// A condition that ends the run, looked at after every step that is a multiple of `every`.
struct RuleDescription {
  const char *text;
  Int64 every;
};
/// Told of every report as it is made.
using ReportFunction = void (*)(void *user, Int64 step, const char *name, double value);
/// Told how far a run is: steps done since the start, and what the run will have done at its end.
/// The run ends at a whole step if it returns another number than 0.
using ProgressFunction = int (*)(void *user, Int64 steps, Int64 wanted);

/// The reductions needed after every step that is a multiple of `every`: one pass over the cells.
struct CheckDescription {
  Int64 every;
  const int *reductions; // which of ProgramDescription::reductions
  int count;
  bool single;                  // reads a level that is there only after a step done by itself
  void (*reduce)(Check &check); // null: surveys of the step have found all that is needed
};
/// Reductions that a step needs on its way: one pass over the cells.
struct SurveyDescription {
  const int *reductions; // which of ProgramDescription::reductions
  int count;
  void (*reduce)(Check &check);
  bool isFirst = false; // asked for in every step, needed in the first one of a simulation alone
};

/// A kernel that does some time steps at once; it gives the same bits as single steps.
struct FusedKernel {
  int steps;
  void (*launch)(Step &step);
  Int64 cost = 0;                 // of a launch, as the compiler expects: nanoseconds for 1e9 cells
  const char *schedule = nullptr; // if not the program's: long runs find out which is faster
  bool inTurn = false;            // each step writes its level into the buffer that is due
};

/// Planes on the device whose checksums are kept or compared (stream/ChecksumKernels.h).
struct ChecksumRequest {
  const unsigned char *planes;
  UInt64 pitch, bytes; // from one plane to the next; of one, a multiple of 16
  int count;
  bool isKept;  // else compared
  UInt64 *sums; // plane by plane
  UInt64 tag;   // with a plane's number, what is left in *found if its sum differs
  UInt64 *partials, *found;
};

/// How far one kernel of a time step reads along the last axis, in planes.
struct KernelReach {
  int reads;                 // to either side
  int beyondLow, beyondHigh; // made beyond those wanted of the step, for kernels after it
  int lag;                   // that it trails what a step begins with, in a stream
};

/// How a program streams a domain that is larger than the device's memory through it (stream/).
struct StreamDescription {
  const char *method, *inner; // as --schedule= takes them
  bool isSkewed, isPipelined; // see TraversalShape
  bool isPeriodic;            // along the last axis
  int kernels;                // of a time step
  int reach, lag;             // planes that a step reads to either side; that it trails the last
  int margin;                 // planes that a launch may load beyond those
  const KernelReach *reaches = nullptr; // kernel by kernel; none where a launch has all of a step
  int depth = 0, planes = 0;            // time steps of a traversal, planes of a chunk; 0: chosen
  int reachAcross = 0;                  // rows that an edge within spoils in a step; 0: no strips
  int strips = 0;                       // that planes are cut into along y; 0: chosen
  int residentPercent = -1;             // of the planes that stay on the device; -1: chosen
  int chained = 0;                      // traversals chained at each one of files; 0: chosen
  double updatesPerSecond = 1e9;        // of the kernels, as the compiler expects
  int checkReach = -1; // planes that reports and rules read to either side; -1: none reduce cells
  /// Enqueues what keeps or compares checksums; set where there are kernels.
  void (*checksums)(const Runtime &runtime, const ChecksumRequest &request) = nullptr;
};

/// What a step does in turn, where devices that share the domain meet on its way: a kernel, a
/// survey, the begin of the iterations of a repeat, or their end.
enum class StepAct : UInt8 { Kernel, Survey, Begin, End };
/// Planes that one of them reads of a field at a level, so many to either side of its own, or
/// writes.
struct PlaneUse {
  int field, level, reach;
};
struct StepPiece {
  StepAct act;
  int number;                  // of the kernel, the survey or the repeat
  int firstUse, reads, writes; // of SlabDescription::uses: first what is read
};
/// What an iteration finds in `previous` of the one before (Step::carry).
struct CarryDescription {
  int previous, target, from, level;
};
struct RepeatDescription {
  Int64 count;
  int firstCarry, carryCount; // of SlabDescription::carries
  bool mayEnd;                // before so many iterations (ProgramDescription::iterationsEnd)
};

/// How the steps of a program are done by several devices, each with a slab of the domain (slabs/).
struct SlabDescription {
  const char *inner;       // schedule of the kernels, as --schedule= takes it
  const char *exchange;    // "after", "ends" or "ordered" (SlabTasks.h); "auto": chosen
  int every;               // launches between two exchanges
  bool isPeriodic;         // along the last axis
  int passes;              // kernels of a time step
  int reachLow, reachHigh; // planes that a step reads to each side
  int margin;              // planes that a launch may load beyond those
  const KernelReach *reaches = nullptr; // kernel by kernel; none where a launch has all of a step
  double updatesPerSecond = 1e9;        // of the kernels on one device, as the compiler expects
  bool endsFirst = false;               // launches can do their ends first (EndsFirst.h)
  // What was measured of an exchange between devices (slabs/ExchangeModel.h); 0: nothing.
  double exchangeLatency = 0, linkBytesPerSecond = 0;
  int checkReach = 0; // planes that reports and rules read to either side
  /// Where devices meet on the way of a step: what it does in turn. None: a step is its kernels,
  /// and planes are exchanged between launches of all of it.
  const StepPiece *pieces = nullptr;
  int pieceCount = 0;
  const PlaneUse *uses = nullptr;
  const RepeatDescription *repeats = nullptr;
  const CarryDescription *carries = nullptr;
};

/// One emitted program. Emitted code holds exactly one, as a constant; nothing here is owned.
struct ProgramDescription {
  World world = kWorld;
  const char *name, *source;
  const char *schedule, *scheduleOptions; // as --schedule= takes them, without the colon
  const char *target;                     // for people: "cuda sm_90", "cpu x86-64-v3"
  UInt64 identity = 0; // of what it computes, whatever its size and schedule; 0: not known
  int rank;
  const char *axes[3]; // the first `rank` are set; the first is contiguous in memory
  const FieldDescription *fields;
  int fieldCount;
  /// Profiles stand behind the fields and have the numbers after theirs. They are constant and
  /// packed; their views are the first members of the uniforms.
  int profileCount = 0;
  UInt8 wider = 0; // bit a is set if kernels' grid has one cell more along axis a than users say
  const LocalDescription *locals = nullptr;
  int localCount = 0;
  const ParameterDescription *parameters;
  int parameterCount;
  Int64 sizeHint[3];       // 0 where the source gives none
  Int64 stepsHint;         // 0 if the source gives none: 100
  Int64 minimumExtents[3]; // smaller grids have no meaning under the boundaries
  UInt64 rowPitch = 0;     // bytes, as makeLayout takes it; 0: its rule
  int alignedCell = 0;     // of a row, where vector loops begin: it begins a line of the caches
  double bytesPerUpdate;   // memory traffic of one cell in one step, all fields
  double flopsPerUpdate;
  Size uniformBytes;
  /// Computes the uniforms of a run into `out` (`uniformBytes` bytes, aligned for any type).
  void (*uniforms)(const double *parameters, const Grid &grid, void *out);
  /// The initial value of a cell at t, exactly representable in its field's storage; older time
  /// levels start with it as well, unless `olderInits` names them.
  double (*initialValue)(int field, const double *parameters, const Grid &grid, Int64 x, Int64 y,
                         Int64 z);
  const OlderInitDescription *olderInits = nullptr;
  int olderInitCount = 0;
  /// The initial value of a cell at t-`age`; set where there are `olderInits`.
  double (*olderValue)(int field, int age, const double *parameters, const Grid &grid, Int64 x,
                       Int64 y, Int64 z) = nullptr;
  /// Enqueues (CUDA) or does (CPU) one time step.
  void (*step)(Step &step);
  Int64 stepCost = 0; // of one, as FusedKernel::cost
  /// The deepest first; a run takes what costs least together (SplitSteps.h).
  const FusedKernel *fused = nullptr;
  int fusedCount = 0;
  bool isTried = false; // long runs time all of them on their first steps (RungTrial.h)
  /// Set where these are single steps alone, which a run may begin with while all kernels are being
  /// compiled: the schedule they are of.
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
  /// The value of a report after the step `at`, from the results of all reductions.
  double (*reportValue)(int report, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;
  /// Whether a rule ends the run.
  bool (*ruleHolds)(int rule, const double *parameters, const Grid &grid, const Moment &at,
                    const double *reduced) = nullptr;
  /// Set if the domain is streamed: `step` then launches one kernel on some planes (Step::planes).
  const StreamDescription *stream = nullptr;
  /// Set if several devices may do the steps: `step` and kernels of fused steps then launch as for
  /// a domain that is streamed.
  const SlabDescription *slabs = nullptr;
  const SeriesDescription *series = nullptr;
  int seriesCount = 0;
  /// Scalars of each step: where there are any, stepUniforms() computes those of the step `at` into
  /// `out`. A launch gets those of its steps, and of so many steps before and after these.
  Size stepUniformBytes = 0;
  int stepsBefore = 0, stepsAfter = 0;
  void (*stepUniforms)(const double *parameters, const Grid &grid, const Moment &at,
                       void *out) = nullptr;
  /// What Step::survey() is asked for. Each computes the scalars of its step anew.
  const SurveyDescription *surveys = nullptr;
  int surveyCount = 0;
  /// Whether the iterations of a repeat end, from the results of all surveys.
  bool (*iterationsEnd)(int repeat, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Numbers that a step leaves to the next one: what the step `at` leaves of number `which`, and
  /// what the first step finds of it. Functions get them behind the results of the reductions.
  int keptCount = 0;
  double (*keptValue)(int which, const double *parameters, const Grid &grid, const Moment &at,
                      const double *reduced) = nullptr;
  double (*keptAtFirst)(int which, const double *parameters, const Grid &grid, const Moment &at,
                        const double *reduced) = nullptr;

  /// Sources and receivers. The tables of the sources stand in the uniforms, behind the profiles.
  const PointsDescription *points = nullptr;
  int pointsCount = 0;
  /// A number that says where points are which no file has: that of their number i along axis a is
  /// (3 * i + a) * 3 for the first coordinate; behind it are the last one and the distance.
  double (*pointPlace)(int which, const double *parameters, const Grid &grid) = nullptr;
  /// Whether kernels record what receivers read, so that steps need not end there. The tables, one
  /// for each field that has receivers, stand in the uniforms behind those of the sources.
  bool recordsTraces = false;
  /// Enqueues what reads once for a receiver; set where there are kernels and the device has all
  /// cells. What it reads are cells of the field, or where `recordsTraces` what was recorded.
  void (*receive)(const Runtime &runtime, const ReceiverRequest &request) = nullptr;

  const SaveDescription *saves = nullptr;
  int saveCount = 0;
  /// 0: what a time step is, where `tellsTime`. The first cell that save number i has along axis a
  /// is 1 + (3 * i + a) * 3; behind it are the last one and the distance.
  double (*saveNumber)(int which, const double *parameters, const Grid &grid) = nullptr;
  bool tellsTime = false;
  double spacing[3] = {1, 1, 1}; // of cells, along each axis

  /// Fields and profiles.
  STENCILC_HD int namedCount() const { return fieldCount + profileCount; }
  STENCILC_HD bool isProfile(int field) const { return field >= fieldCount; }

  /// Results of reductions, what the step before left and what this one will leave, and whether
  /// there was one: all that Scalars hold between steps.
  STENCILC_HD int numbersBetween() const {
    return reductionCount + (keptCount ? 2 * keptCount + 1 : 0);
  }

  /// The most time steps done at once.
  STENCILC_HD int fusedSteps() const { return fusedCount ? fused[0].steps : 1; }

  /// How level t-`age` of a field starts if not as level t does, else null.
  STENCILC_HD const OlderInitDescription *olderInit(int field, int age) const {
    for (int i = 0; i < olderInitCount; ++i)
      if (olderInits[i].field == field && olderInits[i].age == age)
        return &olderInits[i];
    return nullptr;
  }
};

} // namespace stencilc::inline STENCILC_SPACE
