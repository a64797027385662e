/// \file Writes the script that completes options and file names of stencilc in bash. It needs
/// neither the package bash-completion nor a run of stencilc.
#include "driver/cli/CompletionScripts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

namespace stencilc::driver {

namespace {

const char *const kBegin =
    R"(# bash completion for stencilc, written by 'stencilc completions bash'.
_stencilc() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local option=$before given= command= kind= values= options= words= endings= i
  # bash may have cut '--target=cpu' into three words, or not.
  if [[ $current == = ]]; then
    current= given=yes
  elif [[ $before == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]} given=yes
  elif [[ $current == --*=* ]]; then
    option=${current%%=*} given=$option= current=${current#*=}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case ${COMP_WORDS[i]} in
)";

const char *const kMiddle = R"(    esac
  done
  case $command in
)";

const char *const kEnd = R"bash(  esac
  COMPREPLY=()
  if [[ -z $kind && -n $given ]]; then
    [[ $option == -* ]] && return
    kind=files # as in --init T=start.npy
  fi
  if [[ -n $kind ]]; then
    case $kind in
    words) mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current") ;;
    files | folders)
      compopt -o filenames 2> /dev/null
      [[ $kind == files ]] && kind=-f || kind=-d
      mapfile -t COMPREPLY < <(compgen "$kind" -- "$current")
      ;;
    esac
    [[ $given == --* ]] && COMPREPLY=("${COMPREPLY[@]/#/$given}")
  elif [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
  else
    mapfile -t COMPREPLY < <(
      compgen -W "$words" -- "$current"
      if [[ -n $endings ]]; then
        shopt -s extglob
        compgen -f -X "!*.@($endings)" -- "$current"
        compgen -d -- "$current"
      fi
    )
    [[ -n $endings ]] && compopt -o filenames 2> /dev/null
  fi
  return 0
}
complete -F _stencilc stencilc
)bash";

/// Prints the `case` branches of the bash completion script that give the values of each option.
/// Options with the same values share a branch.
void printValues(const CommandHelp &command, llvm::raw_ostream &out) {
  std::map<std::string, std::vector<std::string>> cases; // shell action -> options
  for (const OptionHelp &option : command.options)
    for (const std::string &name : option.names)
      switch (valueKind(option)) {
      case ValueKind::Nothing:
        break;
      case ValueKind::Words:
        cases["kind=words values=" + inSingleQuotes(llvm::join(option.choices, " "))].push_back(
            name);
        break;
      case ValueKind::Files:
        cases["kind=files"].push_back(name);
        break;
      case ValueKind::Folders:
        cases["kind=folders"].push_back(name);
        break;
      case ValueKind::Free:
        cases["kind=free"].push_back(name);
      }
  if (cases.empty())
    return;
  out << "    case $option in\n";
  for (const auto &[action, names] : cases)
    out << "    " << llvm::join(names, " | ") << ") " << action << " ;;\n";
  out << "    esac\n";
}

} // namespace

void printBashCompletion(const std::vector<CommandHelp> &all, llvm::raw_ostream &out) {
  out << kBegin << "    " << llvm::join(commandNames(all), " | ")
      << ") command=${COMP_WORDS[i]} && break ;;\n"
      << kMiddle;
  for (const CommandHelp &command : all) {
    std::vector<std::string> options;
    for (const OptionHelp &option : command.options)
      for (const std::string &name : option.names)
        options.push_back(name + (!option.value.empty() && name.starts_with("--") ? "=" : ""));
    out << "  " << (command.name.empty() ? "''" : command.name)
        << ")\n    options=" << inSingleQuotes(llvm::join(options, " "))
        << "\n    words=" << inSingleQuotes(llvm::join(wordChoices(all, command), " "))
        << " endings=" << inSingleQuotes(llvm::join(wordEndings(command), "|")) << "\n";
    printValues(command, out);
    out << "    ;;\n";
  }
  out << kEnd;
}

} // namespace stencilc::driver
