/// \file The help of every command as data, from which shell completions and manual pages are made.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// The help of one option, or of one positional argument. A positional argument has no `names`.
struct OptionHelp {
  std::vector<std::string> names;   // "-o", "--output"
  std::string value;                // name of the value: "FILE"; empty if the option takes none
  bool mayLackValue = false;        // the value is optional: --emulate, --emulate=reverse
  bool isRepeated = false;          // may be given several times
  std::vector<std::string> choices; // suggested values; others may be valid too
  std::string text;
};

/// The help of one command, or of stencilc itself.
struct CommandHelp {
  std::string name; // "run"; empty: stencilc itself
  std::string text;
  std::vector<OptionHelp> options, words;
  std::vector<std::string> examples, notes; // lines
};

/// Returns the help of stencilc itself as the first entry, then that of each command, in the order
/// of --help.
std::vector<CommandHelp> allCommandHelp();

/// Returns the names of all commands in `all`, without stencilc itself, which is the first entry.
std::vector<std::string> commandNames(const std::vector<CommandHelp> &all);

} // namespace stencilc::driver
