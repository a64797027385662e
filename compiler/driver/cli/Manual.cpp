/// \file `stencilc man [COMMAND]`: prints a manual page in roff, made from the help texts.
#include "driver/Driver.h"
#include "driver/cli/CommandHelp.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace stencilc::driver {

namespace {

/// Escapes `text` for roff, so that no character is a roff command. Hyphens stay hyphens that can
/// be copied into a shell.
std::string roff(llvm::StringRef text) {
  std::string out = text.starts_with(".") || text.starts_with("'") ? "\\&" : "";
  for (const char c : text)
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '\'')
      out += "\\(aq";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '~')
      out += "\\(ti";
    else
      out += c;
  return out;
}

std::string bold(llvm::StringRef text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(llvm::StringRef text) { return "\\fI" + roff(text) + "\\fR"; }

/// Returns `text` escaped for roff, with a full stop at its end unless it ends with '.' or ':'.
std::string sentence(llvm::StringRef text) {
  return roff(text) + (text.ends_with(".") || text.ends_with(":") ? "" : ".");
}

/// Returns the name of a command with `separator` between its words: "stencilc run" in text,
/// "stencilc-run" as the name of its manual page.
std::string called(const CommandHelp &help, const char *separator) {
  return help.name.empty() ? "stencilc" : "stencilc" + (separator + help.name);
}

void printOption(const OptionHelp &option, llvm::raw_ostream &out) {
  out << ".TP\n";
  llvm::ListSeparator comma;
  for (const std::string &name : option.names) {
    out << comma << bold(name);
    if (option.value.empty())
      continue;
    const bool isLong = llvm::StringRef(name).starts_with("--");
    const std::string value = (isLong ? "=" : " ") + italic(option.value);
    out << (option.mayLackValue ? "[" + value + "]" : value);
  }
  if (option.names.empty())
    out << italic(option.value);
  out << "\n" << sentence(option.text) << "\n";
  const auto isSaid = [&](const std::string &choice) {
    return llvm::StringRef(option.text).contains(choice);
  };
  if (llvm::all_of(option.choices, isSaid)) // true as well if there are no choices
    return;
  out << "Values: ";
  llvm::ListSeparator between;
  for (const std::string &choice : option.choices)
    out << between << bold(choice);
  out << ".\n";
}

void printSynopsis(const CommandHelp &help, llvm::raw_ostream &out) {
  out << ".SH SYNOPSIS\n.B " << roff(called(help, " ")) << "\n";
  out << "[" << italic("OPTION") << "]...";
  for (const OptionHelp &word : help.words)
    out << " " << (word.mayLackValue ? "[" : "") << italic(word.value)
        << (word.mayLackValue ? "]" : "");
  out << "\n";
  if (help.name.empty())
    out << ".br\n.B stencilc\n" << italic("COMMAND") << " [" << italic("OPTION") << "]...\n";
}

/// An environment variable and its description for the manual page.
struct Named {
  const char *name, *text;
};

constexpr Named kVariables[] = {
    {"STENCILC_CACHE", "folder for built programs (default: stencilc in the user's cache folder, "
                       "XDG_CACHE_HOME or ~/.cache)"},
    {"STENCILC_CACHE_SIZE", "largest size of this folder, such as 512MiB (default: 2GiB)"},
    {"STENCILC_NVCC",
     "CUDA compiler; empty: use none (default: in CUDA_HOME, on PATH, or in /usr/local/cuda)"},
    {"STENCILC_TARGET", "cuda or cpu: target if neither the options nor the name of the output "
                        "select one (default: cuda if there is a GPU)"},
    {"CXX", "C++ compiler (default: g++, c++ or clang++ on PATH)"},
    {"XDG_CONFIG_HOME", "folder that contains stencilc/machines, the measurements of 'stencilc "
                        "probe' (default: ~/.config)"},
    {"TMPDIR", "folder for temporary files (default: /tmp)"},
    {"OMP_NUM_THREADS", "number of threads of programs for the CPU, without --threads (default: "
                        "the processors that the process can use)"},
    {"NO_COLOR", "disables colours on terminals"},
};

void printTool(const std::vector<CommandHelp> &all, llvm::raw_ostream &out) {
  out << ".SH COMMANDS\n";
  for (const CommandHelp &command : llvm::drop_begin(all))
    out << ".TP\n" << bold(command.name) << "\n" << sentence(command.text) << "\n";
}

void printEnds(const std::vector<CommandHelp> &all, const CommandHelp &help,
               llvm::raw_ostream &out) {
  out << ".SH EXIT STATUS\n"
         "0: success; 1: the request cannot be met, and the message says what to do;\n"
         "2: an error of stencilc itself or of the device.\n";
  if (help.name.empty()) {
    out << ".SH ENVIRONMENT\n";
    for (const Named &variable : kVariables)
      out << ".TP\n.B " << roff(variable.name) << "\n" << sentence(variable.text) << "\n";
  }
  out << ".SH SEE ALSO\n";
  llvm::ListSeparator comma(",\n");
  for (const CommandHelp &other : all)
    if (other.name != help.name)
      out << comma << "\\fB" << roff(called(other, "-")) << "\\fR(1)";
  out << "\n";
}

void printPage(const std::vector<CommandHelp> &all, const CommandHelp &help,
               llvm::raw_ostream &out) {
  const std::string title = called(help, "-");
  out << ".TH " << roff(llvm::StringRef(title).upper()) << " 1 \"\" \"stencilc " STENCILC_VERSION
      << "\" \"stencilc\"\n";
  const llvm::StringRef text = help.text;
  out << ".SH NAME\n"
      << roff(title) << " \\- "
      << roff(help.name.empty() ? "compiler of a small stencil language to CUDA and C++" : text)
      << "\n";
  printSynopsis(help, out);
  out << ".SH DESCRIPTION\n" << sentence(llvm::toUpper(text[0]) + text.drop_front().str()) << "\n";
  for (const std::string &line : help.notes)
    out << ".PP\n" << sentence(line) << "\n";
  if (help.name.empty())
    printTool(all, out);
  out << ".SH OPTIONS\n";
  for (const OptionHelp &word : help.words)
    printOption(word, out);
  for (const OptionHelp &option : help.options)
    printOption(option, out);
  if (!help.examples.empty()) {
    out << ".SH EXAMPLES\n.nf\n";
    for (const std::string &line : help.examples)
      out << roff(line) << "\n";
    out << ".fi\n";
  }
  printEnds(all, help, out);
}

} // namespace

int manualCommand(const Options &options) {
  const std::vector<CommandHelp> all = allCommandHelp();
  const auto wanted =
      llvm::find_if(all, [&](const CommandHelp &help) { return help.name == options.tool.topic; });
  if (wanted == all.end()) {
    llvm::errs() << "stencilc: error: there is no command '" << options.tool.topic
                 << "'; commands are " << llvm::join(commandNames(all), ", ") << "\n";
    return kUserError;
  }
  printPage(all, *wanted, llvm::outs());
  return kFine;
}

} // namespace stencilc::driver
