/// \file The options of a run as data: one table for parsing, help, manual, completion and JSON.
#pragma once

#include "runtime/program/request/RunRequest.h"

namespace stencilc::inline STENCILC_SPACE {

/// Tells which command lines accept an option.
enum class OptionUse : std::uint8_t {
  Shared,   // most commands of stencilc, and programs
  Run,      // `stencilc run`, and programs
  Some,     // commands of stencilc that name it, and programs
  Program,  // programs; `stencilc run` passes it to them
  Emulated, // programs for the CPU device (an emulated GPU); `stencilc run` passes it to them
};

/// An option of a run: its name, its help, and the functions that read and write its value.
struct RunOption {
  const char *name;  // without dashes: "steps"
  const char *value; // what help shows for its value: "N"; null: it takes no value
  /// Value that the option has if it is written without one: "1" makes `--compress` mean
  /// `--compress=1`. Another value must then follow a `=`. If `alone` is null, the option needs a
  /// value.
  const char *alone;
  const char *text;    // the help
  const char *choices; // all values, "on,off"; null: other values, too
  OptionUse use;
  bool isRepeated; // each occurrence adds a value
  /// Stores `value` in the request. Returns an error message without the option's name, such as
  /// "'x' is not a whole number of at least 1", or an empty text on success.
  std::string (*read)(RunRequest &request, const std::string &value);
  /// Returns the texts that read() must get to set the option as in `request`. The list is empty if
  /// `request` has the default.
  std::vector<std::string> (*write)(const RunRequest &request);

  bool isFlag() const { return !value; }
  /// Returns true if the option needs a value. The value may then be the next word of the command
  /// line.
  bool needsValue() const { return value && !alone; }
};

/// Returns all options of a run, in the order in which help shows them.
const std::vector<RunOption> &runOptions();
/// Returns the option called `name` (without dashes), or null if there is none.
const RunOption *findRunOption(std::string_view name);

/// Returns `request` as words of a command line, from which parseRequest() makes the same request.
std::vector<std::string> requestWords(const RunRequest &request);

/// Returns an error message if `text` is not a whole number from `least` to `most`, otherwise an
/// empty text. Sets `number` on success.
std::string readWhole(const std::string &text, std::int64_t least, std::int64_t most,
                      std::int64_t &number);

} // namespace stencilc::inline STENCILC_SPACE
