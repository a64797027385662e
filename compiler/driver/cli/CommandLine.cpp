/// \file Commands that compile no program, such as `doctor` and `fmt`, and the names of option
/// values in the help.
#include "driver/cli/CommandLine.h"
#include "llvm/ADT/StringSwitch.h"

namespace stencilc::driver {

namespace {

/// Adds the command `lift` so that lists of commands and shell completions have it. The program
/// stencilc-lift parses its arguments, --help included.
CLI::App *addLift(CLI::App &app) {
  CLI::App *lift = app.add_subcommand(
      "lift", "translate C or C++ loop nests to a .stencil program with the same bits");
  const auto add = [&](const char *names, const char *text) {
    return lift->add_option_function<std::string>(names, [](const std::string &) {}, text);
  };
  const auto flag = [&](const char *names, const char *text) {
    lift->add_flag_callback(names, [] {}, text);
  };
  add("file", "the C or C++ file");
  add("-o,--output", "file for the program (default: standard output)");
  add("--function", "the function to lift (default: the first with a loop over time)");
  flag("--all", "lift every function that has stencil loops, one program after the other");
  flag("--assume-no-alias",
       "assume that pointer parameters point to different memory, as if declared restrict");
  add("--leave-out", "functions, separated by commas, whose calls in the loop over time are left "
                     "out: they must not change data of the loops");
  flag("--check",
       "run the C function and the lifted program on random data, and compare all bytes");
  flag("--cuda", "write into a folder: the C file with its loops replaced by a call of the emitted "
                 "CUDA library, this library, and a Makefile");
  add("--target", "cpu: as --cuda, with a library for the CPU")
      ->check(CLI::IsMember({"cpu", "cuda"}));
  add("--schedule", "for the library, as in 'stencilc --help'");
  add("--machine", "for the library, as in 'stencilc --help'");
  add("--arch", "for the library, as in 'stencilc --help'");
  flag("--overwrite", "replace files of the folder that have other contents");
  lift->footer("\n"
               "Arguments after -- are passed to the C compiler.\n"
               "\n"
               "Examples:\n"
               "  stencilc lift jacobi.c | stencilc run -\n"
               "  stencilc lift heat.c --function=step -o heat.stencil -- -I include -DN=512\n"
               "  stencilc lift heat.c --check -- -DN=31\n"
               "  stencilc lift heat.c --cuda -o gpu && make -C gpu\n");
  return lift;
}

CLI::App *addMpi(CLI::App &app, Options &options) {
  CLI::App *mpi = app.add_subcommand(
      "mpi",
      "build the library through which the processes of mpirun or srun communicate; needed once");
  mpi->add_option("--mpicxx", options.build.mpiCompiler,
                  "compiler of the installed MPI (default: mpicxx on PATH)");
  mpi->add_option(
      "-o,--output", options.compile.output,
      "file for the library (default: libstencilc-mpi.so in the cache, where runs search for it)");
  addRunOption(*mpi, options, "quiet", "do not print the name of the library");
  addRunOption(*mpi, options, "verbose", "print the commands that stencilc executes");
  mpi->footer(
      "\n"
      "Programs search for the library in STENCILC_MPI, in their own folder, and in the cache.\n"
      "With GPUs they send planes with NCCL if it is found: libnccl.so.2, or the file that\n"
      "STENCILC_NCCL names. An empty STENCILC_NCCL disables NCCL.\n"
      "\n"
      "Examples:\n"
      "  stencilc mpi && mpirun -n 4 stencilc run heat3d.stencil\n"
      "  stencilc mpi --mpicxx=/opt/openmpi/bin/mpicxx\n"
      "  stencilc mpi -o libstencilc-mpi.so         next to a program\n");
  return mpi;
}

CLI::App *addDoctor(CLI::App &app, Options &options) {
  CLI::App *doctor = app.add_subcommand(
      "doctor",
      "test what stencilc needs on this machine; print what works and how to fix the rest");
  doctor->add_option("--runtime", options.build.runtime, "folder that contains stencilc/runtime.h");
  addRunOption(*doctor, options, "json",
               "print the findings as one JSON object on standard output");
  doctor->footer("\nExit code 0: programs can run here on the CPU target; 1: they cannot.\n\n"
                 "Examples:\n"
                 "  stencilc doctor\n"
                 "  stencilc doctor --json\n");
  return doctor;
}

CLI::App *addCompletions(CLI::App &app, Options &options) {
  CLI::App *completions = app.add_subcommand(
      "completions", "print a script with which a shell completes commands, options and values");
  completions->add_option("shell", options.tool.topic, "the shell")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  completions->footer("\nExamples:\n"
                      "  source <(stencilc completions bash)\n"
                      "  stencilc completions fish > ~/.config/fish/completions/stencilc.fish\n");
  return completions;
}

CLI::App *addManual(CLI::App &app, Options &options) {
  CLI::App *manual = app.add_subcommand("man", "print a manual page in roff");
  manual->add_option("command", options.tool.topic,
                     "command that the page describes (default: stencilc)");
  manual->footer("\nExamples:\n"
                 "  stencilc man | man -l -\n"
                 "  stencilc man run > stencilc-run.1\n");
  return manual;
}

CLI::App *addFormat(CLI::App &app, Options &options) {
  CLI::App *format =
      app.add_subcommand("fmt", "format .stencil files; words, comments and meaning stay the same");
  format
      ->add_option("files", options.inputs,
                   "the .stencil files, formatted in place; - reads standard input and writes "
                   "standard output")
      ->required();
  format->add_flag("--check", options.tool.check,
                   "write nothing; print the names of files that would change, and exit with 1 if "
                   "there are any");
  addRunOption(*format, options, "quiet", "do not print the names of files that change");
  format->footer("\nExamples:\n"
                 "  stencilc fmt heat3d.stencil wave2d.stencil\n"
                 "  stencilc fmt --check stencils/*/*.stencil\n"
                 "  stencilc fmt - < heat3d.stencil\n");
  return format;
}

/// Returns the word that the help shows for the value of `option` (a name without dashes), such as
/// FILE. Completion in shells offers names of files or folders by this word. Returns an empty
/// string if the help shows the type of the value, such as INT.
llvm::StringRef valueName(llvm::StringRef option) {
  return llvm::StringSwitch<llvm::StringRef>(option)
      .Cases({"file", "files", "output", "plot", "export", "import", "depfile", "mpicxx"}, "FILE")
      .Cases({"templates", "runtime", "bundle", "import-path"}, "DIR")
      .Cases({"movie", "picture"}, "FIELD=FILE")
      .Cases({"candidates", "jobs", "processes", "movie-every", "movie-size", "picture-size"}, "N")
      .Case("arch", "ARCH")
      .Case("arithmetic", "KIND")
      .Case("colour-map", "MAP")
      .Case("colour-range", "LOW,HIGH")
      .Case("command", "COMMAND")
      .Case("emit", "STEP")
      .Case("emulate", "ORDER")
      .Cases({"function", "name"}, "NAME")
      .Case("from", "EXAMPLE")
      .Case("label", "NAME=TEXT")
      .Case("machine", "MACHINE")
      .Case("picture-field", "FIELD")
      .Case("picture-look", "LOOK")
      .Cases({"precision", "against"}, "TYPE")
      .Case("schedule", "SCHEDULE")
      .Case("shell", "SHELL")
      .Case("target", "TARGET")
      .Default("");
}

} // namespace

CLI::App *addNew(CLI::App &app, Options &options) {
  CLI::App *fresh = app.add_subcommand(
      "new", "make a folder with a first program and a notebook, or with a copy of an example");
  fresh->add_option("name", options.fresh.folder,
                    "folder to make; its last part names the program, its file and its notebook");
  CLI::Option *from =
      fresh->add_option("--from", options.fresh.from,
                        "copy this example under the new name (default: heat in a plate)");
  fresh->add_flag("--list", options.fresh.list, "print the examples, and what each computes")
      ->excludes(from)
      ->excludes("name");
  addRunOption(*fresh, options, "quiet", "do not print the names of the files and what to do next");
  fresh->footer("\nThe folder may exist if it is empty. All files are written, or none.\n\n"
                "Examples:\n"
                "  stencilc new heat\n"
                "  stencilc new pond --from=wave2d\n"
                "  stencilc new --list\n");
  return fresh;
}

void addCommandsAbout(CommandLine &line, Options &options) {
  line.commands.insert(line.commands.end(),
                       {{addFormat(line.app, options), Command::Format},
                        {addLift(line.app), Command::Lift},
                        {addMpi(line.app, options), Command::Mpi},
                        {addDoctor(line.app, options), Command::Doctor},
                        {addCompletions(line.app, options), Command::Completions},
                        {addManual(line.app, options), Command::Manual}});
}

void nameValues(CommandLine &line) {
  const auto name = [](CLI::App &app) {
    for (CLI::Option *option : app.get_options())
      if (const llvm::StringRef value = valueName(option->get_single_name());
          !value.empty() && option->get_items_expected_max() > 0)
        option->type_name(value.str());
  };
  name(line.app);
  for (const auto &[command, _] : line.commands)
    name(*command);
}

} // namespace stencilc::driver
