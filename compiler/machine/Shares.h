/// \file Shares: fitted constants that relate a machine's rates to the times that programs reach.
///
/// Rates are in Machine.h, and formulas in the cost model (plan/CostModel.h). Between them are
/// numbers fitted to runs on one machine. They are data: one file for each machine, with date and
/// error of the fit, written by bench/suite/fit (docs/guide/machine.md, "Shares").
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::machine {

/// Constants that convert the resources that a kernel uses into time, for one kind of kernel.
/// Members that a file lacks have neutral values.
struct KernelShares {
  double copy = 1;       // part of the copy bandwidth that memory traffic reaches
  double l2Cost = 0;     // cost of a byte from L2, relative to one from memory
  double l2Rate = 0;     // bytes per cycle between L2 and a multiprocessor; 0: not limiting
  double sharedRate = 0; // bytes per cycle of its shared memory; 0: not limiting
  double issue = 1;      // part of the issue slots that are filled
  double sharpness = 0;  // exponent of the norm that adds resources; 0: only the slowest counts
  double loss = 0; // part of the time of resources other than the slowest: memory, multiprocessors
  /// Loss (see `loss`) among the resources of a multiprocessor only. Not set: `loss` covers memory
  /// and multiprocessors together.
  std::optional<double> lossInside;
  double own = 0; // part of a block's own instructions and accesses that only other blocks hide
  double waitingLoss = 0; // loss by waiting for results
  double seen = 1;        // measured over predicted time
};

/// All numbers that were fitted to runs on one machine. Shares.def describes each.
struct Shares {
  KernelShares cached, staged, line, plane, space, edges;
  struct {
    double latency = 0, laterWave = 0;
  } filling;
  struct {
    double reread = 0, rowDrift = 0, drift = 0, seenInSpace = 0;
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

/// Shares (numbers fitted to runs on one machine) and their origin.
struct FittedShares {
  std::string machine, date; // machine and date of the runs
  int programs = 0;
  double error = 0; // median of |predicted / measured - 1|
  Shares shares;

  /// Returns a description of the fit: "fitted on NVIDIA H200, 2026-11-22: median error 9.2% of 280
  /// programs".
  std::string text() const;
};

/// Reads shares from the text of a JSON file. Ignores unknown members. The error is a FileError
/// (JsonFile.h).
llvm::Expected<FittedShares> readShares(llvm::StringRef text);

/// Returns the shares that were fitted on the machine of that name and are compiled into stencilc,
/// or null if there are none.
const FittedShares *findShares(llvm::StringRef machine);
/// Returns the shares for machines without shares of their own.
const FittedShares &defaultShares();

/// A file of shares that is compiled into stencilc (from runtime/machines), with its name.
struct EmbeddedShares {
  std::string_view name, text;
};
const std::vector<EmbeddedShares> &embeddedShares();

} // namespace stencilc::machine
