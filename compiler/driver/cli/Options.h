/// \file The command line of stencilc as data: one struct of options for each theme.
#pragma once

#include "runtime/program/request/RunRequest.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

enum class Command {
  Compile,
  New,
  Run,
  Explain,
  Tune,
  Verify,
  Build,
  Probe,
  Mpi,
  Format,
  Lift,
  Lsp,
  Doctor,
  Completions,
  Manual,
  Version,
  ListSchedules
};

/// Options about the program itself: its precision and the files that it imports. Most commands
/// read them.
struct ProgramOptions {
  std::vector<std::string> precisions;  // "f64", "f32", "f32:f64" (storage:compute)
  std::string arithmetic;               // "canonical", "written"
  std::vector<std::string> importPaths; // folders to search for imported files
};

/// Options that choose a target, a machine and a schedule. Most commands read them.
struct PlanOptions {
  std::string target;         // "cuda", "cpu", "interpreter"; empty: chosen by the command
  std::string arch;           // "sm_90", "x86-64-v3"; empty: the default of the target
  std::string machine;        // name or file; empty: this machine, or the built-in one of `arch`
  std::string schedule;       // "name:key=value,..."; empty: the planner chooses
  bool isScheduleFree = true; // no --schedule, and one process
  bool noTuned = false;       // ignore the measured plans of tune
  std::string goal;           // "speed", "energy": goal of tune, and of planning with its results
};

/// Options about the compilers that build a module (a loadable program).
struct BuildOptions {
  std::string templates;             // folder that replaces the embedded templates
  std::string runtime;               // folder of the runtime's headers
  std::string compiler;              // "auto", "jit", "nvrtc", "g++", "nvcc"
  std::string mpiCompiler;           // mpi: C++ compiler of the MPI library
  bool wait = false, noWait = false; // compile all kernels before the first step
};

/// Options of `stencilc FILE`. The commands `probe` and `mpi` read `output`, too.
struct CompileOptions {
  std::string output, emit, depfile;
  std::string name; // of the program; empty: that in the file
  bool withMain = false, selfContained = false, withCxx = false, withFortran = false;
};

/// Options of the commands `run` and `explain` about pictures, movies and plots.
struct DrawOptions {
  std::string picture, pictureField, pictureLook; // pictureLook: "axes", "plain"
  std::string colourMap, colourRange;             // "low,high"
  std::vector<std::string> movies, labels;        // "field=file.gif"; "name=text"
  std::int64_t movieEvery = 0;                    // time steps per frame; 0: about 60 frames in all
  int movieSize = 0, pictureSize = 0;             // pixels; 0: default
  // File for a plot. Explain: SVG of the roofline. Run: SVG or PNG of the reports. Empty: none.
  std::string plot;
};

/// Options of `stencilc tune`. The command `explain` reads `candidates`, too.
struct TuneOptions {
  int candidates = 0, jobs = 0; // 0: default of the command
  std::string exportFile, importFile;
};

/// Options of `stencilc verify`.
struct VerifyOptions {
  std::string ledger;  // file of stored verdicts
  std::string against; // precision to compare others with
  std::string bundle;  // folder to write the cases to, instead of running them
  int processes = 0;   // that share the domain
};

/// Options of `stencilc new`.
struct NewOptions {
  std::string folder; // to make; its last part names the program
  std::string from;   // example to copy; empty: a first program
  bool list = false;  // print the examples
};

/// Options of the commands `fmt`, `lift`, `completions` and `man`.
struct ToolOptions {
  bool check = false;                     // fmt: report files that are not formatted, change none
  std::vector<std::string> liftArguments; // lift: as typed; stencilc-lift parses them
  std::string topic;                      // completions: the shell; man: a command, or empty
};

/// All options of the command line. Each command reads the structs that concern it.
struct Options {
  Command command = Command::Compile;
  std::vector<std::string> inputs; // .stencil files; only verify, build and fmt take several
  /// Request of a run. Most commands read its limits, its parameters or its options of output.
  RunRequest run;
  ProgramOptions program;
  PlanOptions plan;
  BuildOptions build;
  CompileOptions compile;
  DrawOptions draw;
  TuneOptions tune;
  VerifyOptions verify;
  NewOptions fresh;
  ToolOptions tool;
};

/// Parses the command line into `options`. Returns `nullopt` if the command should run. Returns an
/// exit code if no command should run, because help or an error has been printed.
std::optional<int> parseOptions(int argc, const char *const *argv, Options &options);

} // namespace stencilc::driver
