/// \file The search of `stencilc tune`: builds and times the plans that the cost model ranks best,
/// and stores the results.
#pragma once

#include "driver/cli/Options.h"
#include "driver/run/Place.h"
#include "driver/tune/Measure.h"
#include "plan/store/TuningStore.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// One search of `stencilc tune`: the plans that are tried, where they run, and their measured
/// times.
class Search {
public:
  Search(const Options &options, Pipeline &line, RunPlace place)
      : options(options), line(line), place(std::move(place)) {}

  /// Chooses the plans that the search will try, emits their code, and opens the tuning store, the
  /// file of measurements. Call it first. Returns false after it has reported an error.
  bool prepare();
  /// Builds all plans of the search, then times one after the other and stores each result at once.
  /// A signal such as Ctrl-C ends it early. Returns false, after a report, if a result cannot be
  /// stored; earlier results remain.
  bool run();

  /// Returns the measured plans, the best first: the fastest, or the one with the least energy per
  /// update with --for=energy.
  std::vector<plan::TuningRecord> records() const;
  /// Returns all plans that were tried, including failed ones. The plan with the highest predicted
  /// rate is first.
  const std::vector<Trial> &allTrials() const { return trials; }
  std::int64_t steps() const; // time steps of one timed run
  int repeats() const;        // timed runs per plan
  /// Returns true if kernels run on the CPU device, an emulation of a GPU. Times that are measured
  /// there mean nothing and are not stored.
  bool isEmulated() const { return place.kind == BuildKind::CudaOnCpu; }

private:
  void build(const std::string &folder);
  bool measure(const std::string &folder);
  void measureOne(Trial &trial, const std::vector<std::string> &words, const std::string &folder);
  RunRequest request() const;
  plan::TuningRecord recordOf(const Trial &trial) const;
  bool keep(const Trial &trial);
  void progress(const std::string &text) const;
  double cells() const;

  const Options &options;
  Pipeline &line;
  RunPlace place;
  std::vector<std::string> inits, series, points; // as in RunRequest, with all files of inputs
  plan::TuningKey key;
  std::string builder; // name and version of the compiler
  std::vector<Trial> trials;
  std::optional<plan::TuningStore> store;
};

} // namespace stencilc::driver
