/// \file A measured search: the plans the model ranks best, built, timed, and kept.
#pragma once

#include "driver/Measure.h"
#include "driver/Options.h"
#include "driver/Place.h"
#include "plan/TuningStore.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// One search: what is tried, where, and how.
class Search {
public:
  Search(const Options &options, Pipeline &line, RunPlace place)
      : options(options), line(line), place(std::move(place)) {}

  /// Chooses the plans and opens the store; false after a report. Before everything else.
  bool prepare();
  /// Builds and times all plans and keeps each result at once, until an interrupt. False after a
  /// report if results cannot be kept; what was measured remains.
  bool run();

  /// What was measured, the best first: by what --for asks for.
  std::vector<plan::TuningRecord> records() const;
  /// All plans tried, cheapest by the model first.
  const std::vector<Trial> &allTrials() const { return trials; }
  std::int64_t steps() const; // of one timed run
  int repeats() const;        // timed runs of a plan
  /// Whether the times mean nothing, so that nothing is kept.
  bool isEmulated() const { return place.kind == BuildKind::CudaOnCpu; }

private:
  void build(const std::string &folder);
  bool measure(const std::string &folder);
  void measureOne(Trial &trial, const std::vector<std::string> &words, const std::string &folder);
  std::vector<std::string> arguments() const;
  plan::TuningRecord recordOf(const Trial &trial) const;
  bool keep(const Trial &trial);
  void progress(const std::string &text) const;
  double cells() const;

  const Options &options;
  Pipeline &line;
  RunPlace place;
  std::vector<std::string> inits, series; // as the programs take them
  std::vector<std::string> pointWords;    // likewise
  plan::TuningKey key;
  std::string builder; // the compiler, for people
  std::vector<Trial> trials;
  std::optional<plan::TuningStore> store;
};

} // namespace stencilc::driver
