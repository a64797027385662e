/// \file What the command line of a run says of what is saved.
#pragma once

#include "stencilc/save/SaveRequest.h"

namespace stencilc::inline STENCILC_SPACE {

struct SaveArguments {
  std::vector<SaveRequest> requests; // in place of the program's own
  std::int64_t every = 0;            // for all of both; 0: as they say
  std::optional<Scalar> as;
  std::optional<int> level;
  bool isOff = false; // nothing is saved
};

/// What a command line can name.
struct SaveNames {
  std::string program;
  std::vector<std::string> fields, axes; // as the program numbers them
};
SaveNames saveNames(const ProgramDescription &program);

/// Reads the values of --save, --every, --as and --compress; the error text, or empty.
std::string takeSave(const SaveNames &names, const std::string &value, SaveArguments &arguments);
std::string takeSaveEvery(const std::string &value, SaveArguments &arguments);
std::string takeSaveType(const std::string &value, SaveArguments &arguments);
std::string takeSaveLevel(const std::string &value, SaveArguments &arguments);

/// What is to be saved in a run of a program that asks for `own`. The error text, or empty.
std::string requestsOf(const SaveArguments &arguments, const std::vector<SaveRequest> &own,
                       std::vector<SaveRequest> &requests);

} // namespace stencilc::inline STENCILC_SPACE
