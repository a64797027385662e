/// \file `stencilc completions SHELL`: the script by which a shell completes the command line.
#include "driver/Driver.h"
#include "driver/cli/CompletionScripts.h"

namespace stencilc::driver {

ValueKind valueKind(const OptionHelp &option) {
  const llvm::StringRef value = option.value;
  return value.empty()             ? ValueKind::Nothing
         : !option.choices.empty() ? ValueKind::Words
         : value.ends_with("FILE") ? ValueKind::Files
         : value == "DIR"          ? ValueKind::Folders
                                   : ValueKind::Free;
}

std::vector<std::string> wordEndings(const CommandHelp &command) {
  if (command.words.empty() || valueKind(command.words.front()) != ValueKind::Files)
    return {};
  if (command.name == "lift")
    return {"c", "cc", "cpp", "cxx", "h"};
  return {"stencil"};
}

std::vector<std::string> wordChoices(const std::vector<CommandHelp> &all,
                                     const CommandHelp &command) {
  if (command.name.empty() || command.name == "man")
    return commandNames(all);
  return command.words.empty() ? std::vector<std::string>() : command.words.front().choices;
}

std::string inSingleQuotes(llvm::StringRef text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

int completionsCommand(const Options &options) {
  const auto print = options.tool.topic == "bash"  ? printBashCompletion
                     : options.tool.topic == "zsh" ? printZshCompletion
                                                   : printFishCompletion;
  print(allCommandHelp(), llvm::outs());
  return kFine;
}

} // namespace stencilc::driver
