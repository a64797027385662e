/// \file All data that `explain` prints, collected before anything is printed.
#pragma once

#include "driver/Pipeline.h"
#include "driver/cli/Options.h"
#include "driver/explain/ExplainCandidates.h"
#include "driver/explain/RooflinePicture.h"
#include "driver/run/DeviceMemory.h"
#include "driver/run/LearntTrial.h"
#include "driver/tune/Tuned.h"
#include "plan/cost/Roofline.h"

namespace stencilc::driver {

/// The predicted cost of a plan that divides the domain among several devices.
struct DividedRow {
  plan::SlabsPlan slabs;
  std::string kernels;  // schedule of the kernels, with all options
  double cost = 0;      // seconds per 1e9 updates
  double costOfOne = 0; // the same with the kernels planned for one device

  /// Returns by which fraction `kernels`, the best kernels for these devices, need less time per
  /// update than the kernels that are best on one device. 0 means that they need the same time.
  double gain() const { return 1 - cost / costOfOne; }
};

/// All data that `explain` prints about a program and its plan.
struct Explanation {
  const analysis::Facts &facts;
  const plan::Plan &plan;
  plan::Roofline roofline;
  std::string machine; // source of the data of the target
  std::string model;   // measurements that the cost model was fitted to; empty: none
  RooflinePicture picture;
  CandidateList candidates;
  std::string choice; // how the plan was chosen; empty: by the cost model
  std::vector<plan::Rejection> rejected;
  std::vector<plan::TuningRecord> tuned, runs; // measured, fastest first
  Extents extents;
  std::optional<MemoryNeed> memory; // on `extents`
  MemoryCapacity capacity;
  std::vector<DividedRow> devices;         // for 1, 2, ... devices, up to the number in --devices
  std::optional<plan::TrialRecord> learnt; // rates of an earlier trial, which runs use

  bool isGpu() const { return plan.target.kind == plan::TargetKind::Cuda; }
  /// Returns all measured rates of the program: of `tune`, then of runs.
  std::vector<plan::TuningRecord> measured() const;
};

/// Collects all data that `explain` prints about the plan that `line` has chosen for the target
/// `kind`.
Explanation gatherExplanation(const Options &options, Pipeline &line, plan::TargetKind kind);

/// Prints the memory of each field, the total, the capacity of the device, and the largest grid
/// that fits.
void explainMemory(const Explanation &explanation, llvm::raw_ostream &out);

/// Prints the predicted energy per update, and the sustained rate under the power limit of the GPU.
void explainEnergy(const Explanation &explanation, llvm::raw_ostream &out);

/// Prints the rates that `tune` and `run` measured for the plan, one a line, and the rates that a
/// trial has measured.
void explainMeasuredPlan(const Explanation &explanation, llvm::raw_ostream &out);
/// Prints a table of all rates that were measured for the program, each beside the rate that was
/// predicted when it was measured.
void explainMeasured(const Explanation &explanation, llvm::raw_ostream &out);

/// Returns the explanation as a JSON object. Rates are in 1e9 updates per second, sizes in bytes.
llvm::json::Value explanationJson(const Explanation &explanation);

} // namespace stencilc::driver
