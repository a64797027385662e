/// \file The completion script for fish, with the help text of each option.
#include "driver/cli/CompletionScripts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::driver {

namespace {

/// Returns `text` in single quotes for the shell fish. Quotes and backslashes inside are escaped by
/// a backslash.
std::string fishQuoted(llvm::StringRef text) {
  std::string out = "'";
  for (const char c : text)
    out += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "'";
}

void printOption(const OptionHelp &option, const std::string &begin, llvm::raw_ostream &out) {
  out << begin;
  for (const std::string &name : option.names)
    if (llvm::StringRef(name).starts_with("--"))
      out << " -l " << name.substr(2);
    else
      out << " -s " << name.substr(1);
  switch (valueKind(option)) {
  case ValueKind::Nothing:
    break;
  case ValueKind::Words:
    out << (option.mayLackValue ? " -f -a " : " -x -a ")
        << fishQuoted(llvm::join(option.choices, " "));
    break;
  case ValueKind::Files:
    out << " -r -F";
    break;
  case ValueKind::Folders:
    out << " -x -a '(__fish_complete_directories)'";
    break;
  case ValueKind::Free:
    out << " -x";
  }
  out << " -d " << fishQuoted(option.text) << "\n";
}

} // namespace

void printFishCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out) {
  const std::string names = llvm::join(commandNames(all), " ");
  out << "# fish completion for stencilc, written by 'stencilc completions fish'.\n"
         "complete -c stencilc -f\n";
  const std::string none =
      "complete -c stencilc -n 'not __fish_seen_subcommand_from " + names + "'";
  for (const CommandHelp &command : llvm::drop_begin(all))
    out << none << " -a " << command.name << " -d " << fishQuoted(command.text) << "\n";
  for (const CommandHelp &command : all) {
    const std::string begin =
        command.name.empty()
            ? none
            : "complete -c stencilc -n '__fish_seen_subcommand_from " + command.name + "'";
    for (const std::string &ending : wordEndings(command))
      out << begin << " -k -a '(__fish_complete_suffix ." << ending << ")'\n";
    if (!command.name.empty())
      for (const std::string &word : wordChoices(all, command))
        out << begin << " -a " << word << "\n";
    for (const OptionHelp &option : command.options)
      printOption(option, begin, out);
  }
}

} // namespace stencilc::driver
