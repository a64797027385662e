/// \file The options of stencilc_compile(), from JSON.
#pragma once

#include "driver/cli/Options.h"
#include <string>
#include <vector>

namespace stencilc::interface {

/// The options of a compilation, from JSON.
struct CompileOptions {
  driver::Options options;     // as the command line of `stencilc run` gives them
  std::string file = "<text>"; // name of the text in messages, for relative paths
  std::string unknown;         // error message about an unknown key, or empty
  std::string wrong;           // error message about a wrong value, or empty
};

/// Reads the options of a compilation from a JSON text, which may be null. Each key becomes an
/// option on a command line of `stencilc run`, which CLI11 parses: all checks and messages are
/// those of the command line. After an error, `unknown` or `wrong` of the result is not empty, and
/// the options that were read before are set.
CompileOptions readCompileOptions(const char *json);

} // namespace stencilc::interface
