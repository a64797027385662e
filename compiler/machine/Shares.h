/// \file Shares: numbers fitted to runs on one machine, such as the fraction of a peak rate that
/// programs reach.
///
/// Machine.h has the rates, and the cost model (plan/cost/CostModel.h) the formulas. Shares are
/// data: one file for each machine, with date and error of the fit, written by bench/suite/fit
/// (docs/guide/machine.md, "Shares").
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace stencilc::machine {

/// Fitted constants that convert the use of resources by a kernel (bytes, instructions) into time,
/// for one kind of kernel. Members that a file lacks have values without effect: 1 for factors, 0
/// for additional costs and for rates that do not limit.
struct KernelShares {
  double copy = 1;       // part of the copy bandwidth that memory traffic reaches
  double l2Cost = 0;     // cost of a byte from L2, relative to one from memory
  double l2Rate = 0;     // bytes per cycle between L2 and a multiprocessor; 0: not limiting
  double sharedRate = 0; // bytes per cycle of its shared memory; 0: not limiting
  double issue = 1;      // part of the issue slots that are filled
  double sharpness = 0;  // exponent of the norm that adds resources; 0: only the slowest counts
  double loss = 0; // part of the shorter of two times that is lost: memory, multiprocessor
  /// Loss among the resources of a multiprocessor. The time of a multiprocessor is that of its
  /// slowest resource plus `lossInside` times the sum of the times of all others.
  double lossInside = 0;
  double own = 0; // part of a block's own instructions and accesses that only other blocks hide
  double waitingLoss = 0; // loss by waiting for results
  double seen = 1;        // measured over predicted time
};

/// All numbers that were fitted to runs on one machine. Shares.def lists the members with their
/// keys and ranges.
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

/// Shares (numbers fitted to runs on one machine), with machine, date and error of the fit.
struct FittedShares {
  std::string machine, date; // machine and date of the runs
  int programs = 0;
  double error = 0; // median of |predicted / measured - 1|
  Shares shares;

  /// Returns a description of the fit, such as "fitted on NVIDIA H200, 2026-11-22: median error
  /// 9.2% of 280 programs".
  std::string text() const;
};

/// Reads shares (numbers fitted to runs on a machine) from the text of a JSON file. Ignores unknown
/// members. Returns a FileError (JsonFile.h) if the text is wrong.
llvm::Expected<FittedShares> readShares(llvm::StringRef text);

/// Returns the shares (numbers fitted to runs) of the machine with the name `machine`, from the
/// files compiled into stencilc. Returns null if there are none.
const FittedShares *findShares(llvm::StringRef machine);
/// Returns the shares (numbers fitted to runs) that are used for a machine without shares of its
/// own.
const FittedShares &defaultShares();

/// A file of shares (numbers fitted to runs) that is compiled into stencilc, with the name of its
/// machine. The source is in runtime/machines.
struct EmbeddedShares {
  std::string_view name, text;
};
const std::vector<EmbeddedShares> &embeddedShares();

} // namespace stencilc::machine
