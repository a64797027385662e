/// \file Parsing of the values of schedule options: numbers and blocks of threads.
#pragma once

#include "plan/interface/Schedule.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Parses a decimal number from 1 to 2^31 - 1. Returns nullopt if `text` is anything else.
std::optional<int> parsePositive(llvm::StringRef text);
/// Parses one to three positive numbers joined by 'x', such as 32x8. Returns nullopt if `text` is
/// anything else.
std::optional<std::vector<int>> parseBlock(llvm::StringRef text);
/// Returns a block of threads as text: "32x8x1".
std::string blockText(const std::vector<int> &block);

/// Returns `text`, a value of an option with the allowed `values`, as a number: the number itself,
/// or the position of a word in `values`.
int numberOf(const std::vector<std::string> &values, llvm::StringRef text);
/// Returns `number` as a value of an option with the allowed `values`: the word at this position,
/// or the number if there is no word.
std::string wordOf(const std::vector<std::string> &values, int number);

/// Returns the value of option `key` as text, or nullopt if the request does not set it.
std::optional<std::string> textOption(const ScheduleRequest &request, llvm::StringRef key);
/// Returns the value of option `key` as a number, or nullopt if the request does not set it to a
/// number.
std::optional<int> intOption(const ScheduleRequest &request, llvm::StringRef key);
/// Returns the value of option `key` as threads along each axis, or nullopt if the request does not
/// set it to a block.
std::optional<std::vector<int>> blockOption(const ScheduleRequest &request, llvm::StringRef key);

/// Checks that option `block`, if set, has more than one thread only along the first `axes` of the
/// `rank` axes of the program.
Fit blockFitsAxes(const ScheduleRequest &request, int axes, int rank);
/// Checks that `target` has asynchronous copies if `engine` is CopyEngine::Async.
Fit engineFits(CopyEngine engine, const Target &target);

} // namespace stencilc::plan
