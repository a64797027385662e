/// \file Reading the values of schedule options: numbers and blocks of threads.
#pragma once

#include "plan/Schedule.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// A number from 1 to 2^31 - 1 in decimal digits, or nothing.
std::optional<int> parsePositive(llvm::StringRef text);
/// One to three positive numbers joined by 'x', or nothing.
std::optional<std::vector<int>> parseBlock(llvm::StringRef text);
/// "32x8x1".
std::string blockText(const std::vector<int> &block);

/// The value of option `key` if the request gives it.
std::optional<std::string> textOption(const ScheduleRequest &request, llvm::StringRef key);
std::optional<int> intOption(const ScheduleRequest &request, llvm::StringRef key);
std::optional<std::vector<int>> blockOption(const ScheduleRequest &request, llvm::StringRef key);

/// Whether option block, if given, names threads only along the first `axes` of `rank` axes.
Fit blockFitsAxes(const ScheduleRequest &request, int axes, int rank);
/// Whether `target` has what `engine` copies with.
Fit engineFits(CopyEngine engine, const Target &target);

} // namespace stencilc::plan
