/// \file Tuning records as JSON files, to carry measurements from one machine to another.
#pragma once

#include "plan/store/TuningStore.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// Opens the tuning store, the file of measured plans, for writing. Creates it and its folder if
/// needed. Returns `nullopt` after it has reported an error.
std::optional<plan::TuningStore> openTuningStore(Diagnostics &diags);

/// Writes `records` (measured by `tune`) and `runs` (measured by `run`) to the JSON file `path`.
/// Prints their number on standard error unless `quiet`. Returns false after it has reported an
/// error.
bool writeTuning(const std::string &path, const std::vector<plan::TuningRecord> &records,
                 const std::vector<plan::TuningRecord> &runs, bool quiet, Diagnostics &diags);
/// Writes all measured plans of the tuning store to the JSON file `path`. Returns false after it
/// has reported an error.
bool exportTuning(const std::string &path, bool quiet, Diagnostics &diags);
/// Adds the measured plans in the JSON file `path` to the tuning store, all or none. Returns false
/// after it has reported an error.
bool importTuning(const std::string &path, bool quiet, Diagnostics &diags);

} // namespace stencilc::driver
