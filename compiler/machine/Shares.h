/// \file Shares: what programs were measured to reach of a machine's rates, and what they wait for.
///
/// Rates are the machine's (Machine.h), formulas the cost model's (plan/CostModel.h); between them
/// stand numbers that were fitted to runs on one machine. They are data: a file per machine, with
/// date and error of the fit, written by bench/suite/fit (docs/guide/machine.md, "Shares").
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::machine {

/// How what the kernels of a schedule need becomes time. What a file says nothing about is neutral.
struct KernelShares {
  double copy = 1;       // of the bandwidth of a copy, that bytes from memory reach
  double l2Cost = 0;     // of a byte from L2 against one from memory
  double l2Rate = 0;     // bytes a cycle between L2 and a multiprocessor; 0: no resource by itself
  double sharedRate = 0; // bytes a cycle of its shared memory; 0: no resource by itself
  double issue = 1;      // of issue slots, that are filled
  double sharpness = 0;  // exponent of the sum of resources; 0: the slowest counts
  double loss = 0;       // of the resources that are not the slowest: memory, multiprocessors
  /// Part that counts of those of a multiprocessor that are not its slowest; none: memory is one.
  std::optional<double> lossInside;
  double own = 0;         // of a block's own instructions and accesses, that only others hide
  double waitingLoss = 0; // where results are waited for
  double seen = 1;        // of what the rest says, what runs took
};

/// All fitted numbers; Shares.def says what each is.
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

/// Shares and where they come from.
struct FittedShares {
  std::string machine, date; // that the runs were made on, and when
  int programs = 0;
  double error = 0; // |predicted / measured - 1|, the median
  Shares shares;

  /// "fitted on NVIDIA H200, 2026-11-22: median error 9.2% of 280 programs".
  std::string text() const;
};

/// Reads a file of shares. Members it does not know are passed over. The error is a FileError
/// (JsonFile.h).
llvm::Expected<FittedShares> readShares(llvm::StringRef text);

/// The shares fitted on the machine of that name, if they are part of the tool.
const FittedShares *findShares(llvm::StringRef machine);
/// The shares of every machine that has none of its own.
const FittedShares &defaultShares();

/// Files of shares that are part of the tool, by name (runtime/machines, embedded when building).
struct EmbeddedShares {
  std::string_view name, text;
};
const std::vector<EmbeddedShares> &embeddedShares();

} // namespace stencilc::machine
