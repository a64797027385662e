/// \file The completion script for zsh, with the help text of each option.
#include "driver/cli/CompletionScripts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace stencilc::driver {

namespace {

const char *const kBegin =
    R"(#compdef stencilc
# zsh completion for stencilc, written by 'stencilc completions zsh'.

_stencilc() {
  local command word
  local -a subcommands
  subcommands=(
)";

const char *const kMiddle = R"(  )
  for word in ${words[2,CURRENT-1]}; do
    case $word in
)";

const char *const kCases = R"(    esac
  done
  case $command in
)";

const char *const kEnd = R"(  esac
}

_stencilc_first() {
  _describe -t commands 'command' subcommands
  _files -g '*.stencil'
}

if [[ $funcstack[1] == _stencilc ]]; then
  _stencilc "$@"
else
  compdef _stencilc stencilc
fi
)";

/// Returns `text` with a backslash in front of each of the `special` characters.
std::string escaped(llvm::StringRef text, llvm::StringRef special) {
  std::string out;
  for (const char c : text)
    out += special.contains(c) ? std::string("\\") + c : std::string(1, c);
  return out;
}

/// Returns the action in a zsh completion script that completes the value of `option`.
std::string valueAction(const OptionHelp &option) {
  switch (valueKind(option)) {
  case ValueKind::Nothing:
    return "";
  case ValueKind::Words:
    return "(" + escaped(llvm::join(option.choices, " "), ":") + ")";
  case ValueKind::Files:
    return "_files";
  case ValueKind::Folders:
    return "_files -/";
  case ValueKind::Free:
    return " ";
  }
  llvm_unreachable("kind without an action");
}

/// Prints an option as zsh completion specifications, one for each name: "--target=[help]:NAME:(a
/// b)". The script offers an option once, under any of its names, unless it may be repeated.
void printOption(const OptionHelp &option, llvm::raw_ostream &out) {
  for (const std::string &name : option.names) {
    std::string spec = option.isRepeated ? "*" : "(" + llvm::join(option.names, " ") + ")";
    spec += name;
    if (!option.value.empty())
      spec += !llvm::StringRef(name).starts_with("--") ? "+" : option.mayLackValue ? "=-" : "=";
    spec += "[" + escaped(option.text, "[]\\") + "]"; // an unescaped bracket would end it
    if (!option.value.empty())
      spec += (option.mayLackValue ? "::" : ":") + option.value + ":" + valueAction(option);
    out << "      " << inSingleQuotes(spec) << " \\\n";
  }
}

} // namespace

void printZshCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out) {
  out << kBegin;
  for (const CommandHelp &command : llvm::drop_begin(all))
    out << "    " << inSingleQuotes(command.name + ":" + command.text) << "\n";
  out << kMiddle << "    " << llvm::join(commandNames(all), "|") << ") command=$word && break ;;\n"
      << kCases;
  for (const CommandHelp &command : all) {
    out << "  " << (command.name.empty() ? "''" : command.name) << ")\n    _arguments -s \\\n";
    for (const OptionHelp &option : command.options)
      printOption(option, out);
    // The first argument of stencilc may be a command.
    if (command.name.empty())
      out << "      '1: :_stencilc_first'";
    else
      out << "      '1:command:(" << command.name << ")'";
    const std::vector<std::string> endings = wordEndings(command);
    if (!endings.empty()) // "(a|b)" alone would be a glob qualifier
      out << " \\\n      "
          << inSingleQuotes(
                 "*:file:_files -g \"*." +
                 (endings.size() == 1 ? endings[0] : "(" + llvm::join(endings, "|") + ")") + "\"");
    else if (const std::vector<std::string> choices = wordChoices(all, command); !choices.empty())
      out << " \\\n      " << inSingleQuotes("*:word:(" + llvm::join(choices, " ") + ")");
    out << "\n    ;;\n";
  }
  out << kEnd;
}

} // namespace stencilc::driver
