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
/// Returns the numbers of threads along the axes as text, x first: "32x8x1".
std::string blockText(const std::vector<int> &block);

/// Converts `text`, a valid value of an option, to a number. If it is a number, returns it. If it
/// is a word, returns its index in `values`, the allowed words.
int numberOf(const std::vector<std::string> &values, llvm::StringRef text);
/// Converts `number` to the text of an option value. If `values`, the allowed values, has a word at
/// this index, returns the word. Otherwise returns the number as text.
std::string wordOf(const std::vector<std::string> &values, int number);

/// Returns the value of option `key` as text, or nullopt if `request` does not set it.
std::optional<std::string> textOption(const ScheduleRequest &request, llvm::StringRef key);
/// Returns the value of option `key` as an integer from 0 to 2^31 - 1. Returns nullopt if `request`
/// does not set the option, or sets it to another text.
std::optional<int> intOption(const ScheduleRequest &request, llvm::StringRef key);
/// Returns the value of option `key` as numbers of threads along the axes, x first. Returns nullopt
/// if `request` does not set the option, or sets it to another text.
std::optional<std::vector<int>> blockOption(const ScheduleRequest &request, llvm::StringRef key);

/// Checks the option `block` (threads along the axes) of a program with `rank` axes. Only along the
/// first `axes` axes a block may have more than one thread. Returns the reason if it has more along
/// another axis. The check succeeds if `request` does not set the option.
Fit blockFitsAxes(const ScheduleRequest &request, int axes, int rank);
/// Checks whether `target` has the copy instructions of `engine`. Returns a refusal if `engine` is
/// CopyEngine::Async and the target has no asynchronous copies.
Fit engineFits(CopyEngine engine, const Target &target);

} // namespace stencilc::plan
