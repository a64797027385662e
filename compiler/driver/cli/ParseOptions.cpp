/// \file Parses the command line and reports mistakes in it.
#include "driver/cli/CommandLine.h"
#include "driver/cli/CommandLineAdvice.h"
#include "driver/cli/Inputs.h"
#include "driver/draw/DrawnPlane.h"
#include "driver/process/Launches.h"
#include "driver/run/Divided.h"
#include "runtime/parts/ranks/Launcher.h"
#include "support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <iostream>
#include <sstream>

namespace stencilc::driver {

namespace {

/// Returns the command that the first argument names, or `app` if it names none.
const CLI::App *commandOf(const CLI::App &app, int argc, const char *const *argv) {
  const auto named = app.get_subcommands(
      [&](const CLI::App *command) { return argc > 1 && command->get_name() == argv[1]; });
  return named.empty() ? &app : named.front();
}

/// Returns true, after an error message with the nearest command, if the first argument looks like
/// a misspelt command: it is neither a command nor a file.
bool isCommandMisspelt(const CLI::App &app, int argc, const char *const *argv) {
  const llvm::StringRef word = argc > 1 ? argv[1] : "-";
  if (word.starts_with("-") || word.contains('.') || word.contains('/') ||
      llvm::sys::fs::exists(word))
    return false;
  std::vector<std::string> names;
  for (const CLI::App *command : app.get_subcommands([](const CLI::App *) { return true; }))
    names.push_back(command->get_name());
  const std::vector<llvm::StringRef> commands(names.begin(), names.end());
  if (llvm::is_contained(commands, word))
    return false;
  const llvm::StringRef nearest = nearestName(word, commands);
  std::cerr << "stencilc: error: there is no command '" << word.str() << "'";
  if (nearest.empty())
    std::cerr << " and no such file; commands are " << llvm::join(commands, ", ")
              << "; without a command the file is compiled\n";
  else
    std::cerr << "; did you mean '" << nearest.str() << "'?\n";
  return true;
}

/// Parses the command line. Returns an exit code after it has printed help or an error, or
/// `nullopt` if the command can run.
std::optional<int> parse(CommandLine &line, int argc, const char *const *argv) {
  CLI::App &app = line.app;
  const CLI::App &used = *commandOf(app, argc, argv);
  const auto refuse = [&](const std::string &why) {
    std::cerr << "stencilc: error: " << why << "\n"
              << "see '" << (&used == &app ? "stencilc" : "stencilc " + used.get_name())
              << " --help'\n";
    return 1;
  };
  if (const std::string wrong = optionAsValue(used, argc, argv); !wrong.empty())
    return refuse(wrong);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp &e) {
    std::ostringstream text;
    const int code = app.exit(e, text, std::cerr);
    llvm::outs() << text.str();
    return code;
  } catch (const CLI::ParseError &e) {
    return refuse(withAdvice(used, e.what(), argc, argv));
  }
  return std::nullopt;
}

/// Splits the value `FIELD=FILE` of --picture into the options for field and file. Returns false
/// after an error message if --picture-field names a field, too.
bool splitPicture(Options &options) {
  const auto [field, file] = drawingParts(options.draw.picture);
  const std::string path = file.str();
  if (!field.empty() && !options.draw.pictureField.empty()) {
    std::cerr << "stencilc: error: --picture and --picture-field both name a field; leave one of "
                 "them out\n";
    return false;
  }
  if (!field.empty())
    options.draw.pictureField = field.str();
  options.draw.picture = path;
  return true;
}

/// Returns true, after an error message, if too many files are given, or if both --picture and
/// --picture-field name a field. Otherwise splits the value of --picture into field and file.
bool isRefused(Options &options) { return hasTooManyFiles(options) || !splitPicture(options); }

void chooseCommand(const CommandLine &line, Options &options) {
  const auto given = llvm::find_if(line.commands, [](const auto &one) { return bool(*one.first); });
  if (given != line.commands.end())
    options.command = given->second;
  else if (line.version)
    options.command = Command::Version;
  else if (line.listSchedules)
    options.command = Command::ListSchedules;
  else
    options.inputs = line.compileInput;
}

} // namespace

std::optional<int> parseOptions(int argc, const char *const *argv, Options &options) {
  CommandLine line(options);
  if (argc > 1 && llvm::StringRef(argv[1]) == "lift") {
    options.command = Command::Lift;
    options.tool.liftArguments.assign(argv + 2, argv + argc);
    return std::nullopt;
  }

  if (isCommandMisspelt(line.app, argc, argv))
    return 1;
  if (const std::optional<int> code = parse(line, argc, argv))
    return code;
  chooseCommand(line, options);
  if (std::string why; !joinLaunch(options, why)) {
    silenceAllButRoot();
    if (isFirstProcess())
      std::cerr << "stencilc: error: " << why << "\n";
    return 1;
  }
  completePlanOptions(options);
  if (isRefused(options))
    return 1;
  if (options.compile.selfContained && options.compile.output == "-") {
    std::cerr << "stencilc: error: --self-contained writes several files; name one of them: -o "
                 "FILE\n";
    return 1;
  }
  const bool needsFile = options.command == Command::Compile ||
                         (options.command == Command::Tune && options.tune.exportFile.empty() &&
                          options.tune.importFile.empty());
  if (options.inputs.empty() && needsFile) {
    std::cerr << "stencilc: error: no file given\n" << line.app.help();
    return 1;
  }
  return std::nullopt;
}

} // namespace stencilc::driver
