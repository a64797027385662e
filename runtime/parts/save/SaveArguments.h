/// \file Options on a program's command line that select what a run saves.
#pragma once

#include "runtime/parts/save/SaveRequest.h"

namespace stencilc::inline STENCILC_SPACE {

struct SaveArguments {
  std::vector<SaveRequest> requests; // if not empty, replaces the program's own saves
  std::int64_t every = 0;            // interval in steps for all saves; 0: not given
  std::optional<Scalar> as;
  std::optional<int> level;
  bool isOff = false; // --no-save: nothing is saved
};

/// Names that the options about saving may use: of the program, its fields and its axes.
struct SaveNames {
  std::string program;
  std::vector<std::string> fields, axes; // in the program's order
};
SaveNames saveNames(const ProgramDescription &program);

/// Parses the value of --save and adds the request to `arguments`. A value for a group of fields
/// (f0, f1, ...), such as `f[z=3]=run.h5`, adds a request for each field. Returns an error message,
/// or "".
std::string takeSave(const SaveNames &names, const std::string &value, SaveArguments &arguments);
/// Parses the type of saved numbers, "f32" or "f64", into `type`. Returns an error message, or "".
std::string readSaveType(const std::string &text, std::optional<Scalar> &type);

/// Sets `requests` to what a run saves, with --every, --as and --compress applied. The requests
/// come from `arguments`, or if it has none, from the program's own `save` statements (`own`). With
/// --no-save, `requests` does not change. Returns an error message, or "".
std::string requestsOf(const SaveArguments &arguments, const std::vector<SaveRequest> &own,
                       std::vector<SaveRequest> &requests);

} // namespace stencilc::inline STENCILC_SPACE
