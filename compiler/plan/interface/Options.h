/// \file Parsing of the values of schedule options: numbers, words, and blocks of threads.
#pragma once

#include "plan/interface/Schedule.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Parses `text`, a decimal integer from 1 to 2^31 - 1. Returns nullopt if it is anything else.
std::optional<int> parsePositive(llvm::StringRef text);
/// Parses `text`, one to three positive integers joined by 'x', such as 32x8. Returns them in this
/// order, or nullopt if `text` is anything else.
std::optional<std::vector<int>> parseBlock(llvm::StringRef text);
/// Returns `block`, the numbers of threads along the axes (x first), as text such as "32x8x1".
std::string blockText(const std::vector<int> &block);

/// Converts `text`, a valid value of an option, to a number. An integer gives itself, and a word
/// gives its index in `values`, the list of accepted words.
int numberOf(const std::vector<std::string> &values, llvm::StringRef text);
/// Converts `number` to the text of an option value. If `values`, the list of accepted values, has
/// a word at index `number`, returns this word. Otherwise returns the number as text.
std::string wordOf(const std::vector<std::string> &values, int number);

/// Returns the value of the option with name `key`, as text. Returns nullopt if `request` does not
/// set it.
std::optional<std::string> textOption(const ScheduleRequest &request, llvm::StringRef key);
/// Returns the value of the option with name `key`, an integer from 0 to 2^31 - 1. Returns nullopt
/// if `request` does not set the option, or sets it to any other text.
std::optional<int> intOption(const ScheduleRequest &request, llvm::StringRef key);
/// Returns the value of the option with name `key`, the numbers of threads along the axes (x
/// first). Returns nullopt if `request` does not set the option, or sets it to any other text.
std::optional<std::vector<int>> blockOption(const ScheduleRequest &request, llvm::StringRef key);

/// Checks the option `block` (threads along each axis) in `request`. Only along the first `axes`
/// axes, a block may have more than one thread. If it has more along another axis, returns a
/// refusal with the reason. `rank` is the number of axes of the program. Returns Fit::yes() if the
/// option is not set.
Fit blockFitsAxes(const ScheduleRequest &request, int axes, int rank);
/// Checks whether `target` has the copy instructions of `engine`. Returns a refusal if `engine` is
/// CopyEngine::Async and `target` has no asynchronous copies (cp.async).
Fit engineFits(CopyEngine engine, const Target &target);

} // namespace stencilc::plan
