/// \file Shares: numbers of the cost model that were fitted to measured runs on one machine, such
/// as the fraction of a peak rate that kernels reach.
///
/// Machine.h has the peak rates, and plan/cost/CostModel.h the formulas. The shares of a machine
/// are in one file, with date and error of the fit. bench/suite/fit writes this file
/// (docs/guide/machine.md, "Shares").
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace stencilc::machine {

/// Fitted numbers with which the cost model converts the bytes and instructions of one kind of
/// kernel into time. A number that is not in the file has no effect. Such factors are 1. Such
/// additional costs, and such rates, are 0.
struct KernelShares {
  double copy = 1;       // fraction of the copy bandwidth that memory traffic reaches
  double l2Cost = 0;     // cost of a byte from L2, relative to one from memory
  double l2Rate = 0;     // bytes per cycle between L2 and a multiprocessor; 0: no limit
  double sharedRate = 0; // bytes per cycle of shared memory; 0: no limit
  double issue = 1;      // fraction of the instruction issue slots that are filled
  double sharpness = 0;  // p of the p-norm that combines times; 0: maximum
  /// Fraction of the shorter one of two times (memory, multiprocessor) that is not overlapped with
  /// the longer one.
  double loss = 0;
  /// Fraction of the shorter times that is not overlapped, among the units of a multiprocessor
  /// (such as arithmetic and shared memory). The time of a multiprocessor is that of its slowest
  /// unit, plus `lossInside` times the sum of the other units' times.
  double lossInside = 0;
  /// Fraction of a block's time for instruction issue and shared memory in which only other blocks
  /// can use the multiprocessor.
  double own = 0;
  double waitingLoss = 0; // relative increase of the time if threads wait for results
  double seen = 1;        // correction factor on the predicted time
};

/// Fitted numbers of the cost model for one machine. The first members are numbers of kinds of
/// kernels, and the others are constants of schedules. Shares.def lists each member with its key in
/// the file, its allowed range and its meaning.
struct Shares {
  KernelShares cached, staged, line, plane, space, edges;
  struct {
    double load = 0, instruction = 0, quotient = 0;
  } alone;
  struct {
    double reread = 0, rowDrift = 0, drift = 0;
  } sweep;
  struct {
    double cellInstructions = 0, threadInstructions = 0;
  } tile;
  struct {
    double piece = 0, rowPiece = 0, margin = 0;
  } waits;
  struct {
    double fromMemory = 0, oneStep = 0;
  } halos;
  struct {
    double issue = 0, fewerWarps = 0, fewerBoxWarps = 0, fewerDoubleBoxWarps = 0;
  } exchange;
  struct {
    double one = 0, three = 0;
  } ahead;
  struct {
    double each = 0, room = 0, eachBeyond = 0;
  } spills;
  struct {
    double direct = 0, shuffle = 0, operation = 0;
  } chain;
};

/// Fitted numbers of the cost model for one machine, with the date and the error of the fit.
struct FittedShares {
  std::string machine, date; // GPU on which the runs were measured, and date of the runs
  int programs = 0;          // number of measured programs
  double error = 0;          // median of |predicted / measured - 1| over the programs
  Shares shares;

  /// Returns a description of the fit for the user, such as "fitted on NVIDIA H200, 2026-11-22:
  /// median error 9.2% of 280 programs".
  std::string text() const;
};

/// Parses `text`, a JSON file with fitted numbers of the cost model ("shares"). Ignores unknown
/// members. Returns a FileError (message with position, JsonFile.h) if a member is missing or a
/// value is wrong.
llvm::Expected<FittedShares> readShares(llvm::StringRef text);

/// Returns the fitted numbers of the cost model for the GPU with the full name `machine`, such as
/// "NVIDIA H200". They are read from files that are built into stencilc. Returns null if no file is
/// for this GPU.
const FittedShares *findShares(llvm::StringRef machine);
/// Returns the fitted numbers of the cost model for the H200. They are used for every machine that
/// has no fitted numbers.
const FittedShares &defaultShares();

/// File with fitted numbers of the cost model that is embedded in the stencilc executable. `name`
/// is the name of the file in runtime/machines, and `text` its contents.
struct EmbeddedShares {
  std::string_view name, text;
};
const std::vector<EmbeddedShares> &embeddedShares();

} // namespace stencilc::machine
