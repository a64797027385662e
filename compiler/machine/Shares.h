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

/// Fitted numbers with which the cost model converts bytes and instructions into time, for one kind
/// of kernel. A number that the file lacks has no effect: factors are 1. Additional costs, and
/// rates that are no limit, are 0.
struct KernelShares {
  double copy = 1;       // fraction of the copy bandwidth that memory traffic reaches
  double l2Cost = 0;     // cost of a byte from L2, relative to one from memory
  double l2Rate = 0;     // bytes per cycle between L2 and a multiprocessor; 0: not limiting
  double sharedRate = 0; // bytes per cycle of shared memory; 0: not limiting
  double issue = 1;      // fraction of the issue slots that are filled
  double sharpness = 0;  // exponent of the norm that combines times; 0: only the slowest counts
  double loss = 0; // fraction of the shorter time (memory or multiprocessor) that is not overlapped
  /// Fraction of the shorter times that is not overlapped among the resources of a multiprocessor.
  /// Its time is that of the slowest resource, plus `lossInside` times the sum of the times of all
  /// others.
  double lossInside = 0;
  double own = 0; // fraction of a block's issue and shared-memory time that only other blocks hide
  double waitingLoss = 0; // relative loss of time by waiting for results
  double seen = 1;        // factor: measured over predicted time
};

/// All fitted numbers of the cost model for one machine. Shares.def lists the members, with their
/// keys in the file, allowed ranges and meanings.
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

/// Shares (fitted numbers of the cost model) of one machine, with date and error of the fit.
struct FittedShares {
  std::string machine, date; // machine and date of the runs
  int programs = 0;
  double error = 0; // median of |predicted / measured - 1|
  Shares shares;

  /// Returns a description of the fit for the user, such as "fitted on NVIDIA H200, 2026-11-22:
  /// median error 9.2% of 280 programs".
  std::string text() const;
};

/// Parses `text`, the contents of a file of shares (fitted numbers of the cost model) in JSON.
/// Ignores unknown members. Returns a FileError (JsonFile.h) if a member is missing or a value is
/// wrong.
llvm::Expected<FittedShares> readShares(llvm::StringRef text);

/// Returns the shares (fitted numbers of the cost model) for the GPU with the full name `machine`,
/// such as "NVIDIA H200". They are in the files compiled into stencilc. Returns null if no file is
/// for this GPU.
const FittedShares *findShares(llvm::StringRef machine);
/// Returns the shares (fitted numbers of the cost model) of the H200. They are used for machines
/// without a file of shares.
const FittedShares &defaultShares();

/// Text of a file of shares (fitted numbers of the cost model) that is embedded in the stencilc
/// executable. `name` is the name of the file in runtime/machines.
struct EmbeddedShares {
  std::string_view name, text;
};
const std::vector<EmbeddedShares> &embeddedShares();

} // namespace stencilc::machine
