/// \file Records of tuning as files: from one machine to another.
#pragma once

#include "plan/TuningStore.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The tuning store, made with its folder if it is not there. Nothing after a report.
std::optional<plan::TuningStore> openTuningStore(Diagnostics &diags);

/// Writes `records` and `runs` to a file as JSON; says so on standard error unless `quiet`.
bool writeTuning(const std::string &path, const std::vector<plan::TuningRecord> &records,
                 const std::vector<plan::TuningRecord> &runs, bool quiet, Diagnostics &diags);
/// Writes the whole store.
bool exportTuning(const std::string &path, bool quiet, Diagnostics &diags);
/// Puts the records of a file into the store, all or none.
bool importTuning(const std::string &path, bool quiet, Diagnostics &diags);

} // namespace stencilc::driver
