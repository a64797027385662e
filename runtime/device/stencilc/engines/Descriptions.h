/// \file Parts of the description of an emitted program. They say how the program runs on a domain
/// that is larger than the device's memory, or that several devices share.
#pragma once

#include "stencilc/Platform.h"

namespace stencilc::inline STENCILC_SPACE {

class Runtime;

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

/// Numbers of planes, along the last axis, that describe one kernel of a time step: how far it
/// reads, and how many more planes it computes for later kernels.
struct KernelReach {
  int reads; // planes read to either side
  int beyondLow,
      beyondHigh; // extra planes computed below and above the step's own, for later kernels
  int lag;        // planes by which it trails the first kernel of the step in a stream
};

/// An in-step reduction of all cells, after the first `kernels` kernels of a time step. To reduce
/// one plane it reads `reach` further planes on each side.
struct GlobalReductionReach {
  int kernels, reach;
};

/// Description of how a program runs on a domain that is larger than the device's memory. The
/// planes of the domain pass through the device (stream/).
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
  /// Number of planes on each side of a plane that reductions for reports read. In a traversal
  /// (pass of all planes through the device), these reductions run that many planes behind the last
  /// time step. -1: there are no such reductions.
  int checkReach = -1;
  bool isStepwise = false; // a step needs numbers of all cells, or values that the last one left
  const GlobalReductionReach *globalReductions =
      nullptr; // the reductions within a step, in their order
  /// Function that enqueues the kernels that store or compare checksums of planes. Null if the
  /// program has no such kernels.
  void (*checksums)(const Runtime &runtime, const ChecksumRequest &request) = nullptr;
};

/// Kind of an action within a time step. It is a kernel, an in-step reduction (whose result the
/// same step needs), or the begin or end of a `repeat` (a loop within the step). Devices that share
/// the domain synchronise between actions.
enum class StepAct : UInt8 { Kernel, GlobalReduction, Begin, End };
/// Use of field number `field` at time level `level` by an action of a time step, such as a kernel.
/// If the action reads the field, it needs `reach` planes on each side of the planes that it
/// writes.
struct PlaneUse {
  int field, level, reach;
};
/// An action of a time step, such as a kernel, with the fields that it reads and writes.
struct StepPiece {
  StepAct act;
  int number;                  // number of the kernel, the in-step reduction or the repeat
  int firstUse, reads, writes; // range in SlabDescription::uses: first the reads, then the writes
};
/// Indices of the fields of a `repeat`, a loop within a time step. An iteration reads field
/// `previous` and writes field `target`. In the first iteration, `previous` is field `from` at time
/// level `level`, in all others the `target` of the iteration before.
struct CarryDescription {
  int previous, target, from, level;
};
/// A part of a time step (`repeat` in the source) that is executed at most `count` times.
struct RepeatDescription {
  Int64 count;
  int firstCarry, carryCount; // range in SlabDescription::carries
  bool mayEnd; // may end before `count` iterations (ProgramDescription::iterationsEnd)
};

/// Description of how a program runs on several devices. Each device computes a slab: a contiguous
/// range of planes of the domain.
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
  bool boundaryFirst = false;           // kernels support boundary-first launches
  // Measured latency (seconds) and bandwidth of exchanges (slabs/ExchangeModel.h); 0: not measured.
  double exchangeLatency = 0, linkBytesPerSecond = 0;
  int checkReach = 0; // planes that reports and rules read on either side
  /// Actions of a time step, such as kernels, in order. Devices must synchronise between them. Null
  /// if devices only synchronise between launches of whole steps.
  const StepPiece *pieces = nullptr;
  int pieceCount = 0;
  const PlaneUse *uses = nullptr;
  const RepeatDescription *repeats = nullptr;
  const CarryDescription *carries = nullptr;
};

} // namespace stencilc::inline STENCILC_SPACE
