/// \file The help of every command as data: what completions and pages of the manual are made from.
#pragma once

#include <string>
#include <vector>

namespace stencilc::driver {

/// An option, or a word of a command that is no option (without names then).
struct OptionHelp {
  std::vector<std::string> names;   // "-o", "--output"
  std::string value;                // what the value is called: "FILE"; empty: it takes none
  bool mayLackValue = false;        // --emulate, --emulate=reverse
  bool isRepeated = false;          // may be given several times
  std::vector<std::string> choices; // values there are; not always all
  std::string text;
};

struct CommandHelp {
  std::string name; // "run"; empty: stencilc itself
  std::string text;
  std::vector<OptionHelp> options, words;
  std::vector<std::string> examples, notes; // lines
};

/// stencilc itself, then its commands in the order of --help.
std::vector<CommandHelp> allCommandHelp();

/// Names of all commands, in that order.
std::vector<std::string> commandNames(const std::vector<CommandHelp> &all);

} // namespace stencilc::driver
