/// \file The decision as data: which schedule runs the program, with which shape.
#pragma once

#include "analysis/Facts.h"
#include "plan/Target.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <string>
#include <vector>

namespace stencilc::plan {

/// `--schedule=name:key=value,...` as the user wrote it, or nothing.
struct ScheduleRequest {
  std::string name;
  std::map<std::string, std::string> options;
};

/// How one pass (one kernel, or one loop nest) runs.
struct PassPlan {
  int block[3] = {1, 1, 1}; // threads along x, y, z (CPU: cells of a cache block, 0 = all)
  int cellsPerThread = 1;   // cells of a row per thread: the width of an access in cells
  int sweepAxis = -1;       // axis the threads march along, -1 for none
  int planesPerChunk = 0;   // planes along the sweep axis per block
  int prefetch = 0;         // planes loaded ahead of their use
  int sharedBytes = 0;      // per block
  int registers = 0;        // estimate per thread
  int residentBlocks = 0;   // blocks per multiprocessor the compiler shall leave registers for;
                            // 0: no demand
  double redundancy = 1;    // cells read per cell updated
};

struct Plan {
  std::string schedule; // file stem in lower case: "naive", "sweep", "loops"
  Target target;
  std::map<std::string, std::string> options; // every option with the value chosen, for display
  std::vector<PassPlan> passes;               // parallel to Dependence::passes
  double cost = 0;                            // estimated seconds per 1e9 cell updates; lower wins
  std::vector<std::string> notes;             // why, in plain words, for explain and comments
  /// Lines of text that show how the schedule works on this program, for explain and comments.
  std::vector<std::string> picture;

  /// Integers and text only; numbers with a fraction are text.
  llvm::json::Object toJson() const;
  /// As `--schedule=` takes it: "sweep:block=32x8,cells=2".
  std::string requestText() const;
  /// Estimated 1e9 cell updates per second.
  double glups() const { return cost > 0 ? 1 / cost : 0; }
};

} // namespace stencilc::plan
