/// \file All that `explain` says about a program, gathered before anything is printed.
#pragma once

#include "driver/DeviceMemory.h"
#include "driver/ExplainCandidates.h"
#include "driver/Options.h"
#include "driver/Pipeline.h"
#include "driver/RooflinePicture.h"
#include "driver/Tuned.h"
#include "plan/Roofline.h"

namespace stencilc::driver {

/// What the model expects where so many devices share the domain.
struct DividedRow {
  plan::SlabsPlan slabs;
  std::string kernels;  // as the plan has them, with all options
  double cost = 0;      // seconds per 1e9 updates
  double costOfOne = 0; // by the kernels that one device has

  /// By what share steps take less than by those.
  double gain() const { return 1 - cost / costOfOne; }
};

struct Explanation {
  const analysis::Facts &facts;
  const plan::Plan &plan;
  plan::Roofline roofline;
  std::string machine; // whose numbers these are
  std::string model;   // what it was fitted to; empty: to nothing
  RooflinePicture picture;
  CandidateList candidates;
  std::string choice; // who took the plan, if not the model: "asked for by --schedule"
  std::vector<plan::Rejection> rejected;
  std::vector<plan::TuningRecord> tuned, runs; // measured, fastest first
  Extents extents;
  std::optional<MemoryNeed> memory; // on `extents`
  MemoryCapacity capacity;
  std::vector<DividedRow> devices; // 1, 2, ... as many as --devices says

  bool isGpu() const { return plan.target.kind == plan::TargetKind::Cuda; }
  /// All measured times, of `tune` and of runs, and among them those of the plan.
  std::vector<plan::TuningRecord> measured() const;
};

/// The explanation of the plan that `line` has chosen for `kind`.
Explanation gatherExplanation(const Options &options, Pipeline &line, plan::TargetKind kind);

/// Memory per field and in all, against what the device has, and how large a grid could be.
void explainMemory(const Explanation &explanation, llvm::raw_ostream &out);

/// What an update takes of energy, and the rate that the power limit leaves to long runs.
void explainEnergy(const Explanation &explanation, llvm::raw_ostream &out);

/// What was measured for `plan` by `tune` or `run`, a line each, below its prediction.
void explainMeasuredPlan(const Explanation &explanation, llvm::raw_ostream &out);
/// Everything measured for the program, beside what had been predicted.
void explainMeasured(const Explanation &explanation, llvm::raw_ostream &out);

/// One JSON object. Rates in 1e9 updates per second, sizes in bytes.
llvm::json::Value explanationJson(const Explanation &explanation);

} // namespace stencilc::driver
