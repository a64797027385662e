/// \file The command line of stencilc as data: one struct of options for each theme.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

enum class Command {
  Compile,
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

/// Options about the program itself: its grid, its precision, its parameters and its files. Most
/// commands read them.
struct ProgramOptions {
  std::vector<std::int64_t> size;               // cells along each axis; empty: as the file says
  std::optional<std::int64_t> steps, firstStep; // to do; done by earlier runs
  std::vector<std::string> points, traces;      // "name=file.npy": of sources and receivers
  std::vector<std::string> series;              // "name=file.npy", replaces the program's file
  std::vector<std::string> params;              // "name=value"
  std::vector<std::string> precisions;          // "f64", "f32", "f32:f64" (storage:compute)
  std::string arithmetic;                       // "canonical", "written"
  std::vector<std::string> importPaths;         // folders to search for imported files
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
  bool noTrial = false;       // no alternative kernels for a trial (online autotuning)
  std::string devices;        // "4", "0,2", "all"; probe reads it too
  std::string pitch;          // "auto", "packed", bytes; compile, run, build and verify read it
};

/// Options about the compilers that build a module (a loadable program), and about the threads that
/// run it.
struct BuildOptions {
  std::string templates;   // folder that replaces the embedded templates
  std::string runtime;     // folder of the runtime's headers
  std::string compiler;    // "auto", "jit", "nvrtc", "g++", "nvcc"
  std::string mpiCompiler; // mpi: C++ compiler of the MPI library
  int threads = 0;         // of the CPU; 0: all
  // Order of the threads if CUDA code runs on the CPU device, an emulation of a GPU. Empty: no
  // emulation.
  std::string emulate;
};

/// Options of `stencilc FILE`. The commands `probe` and `mpi` read `output`, too.
struct CompileOptions {
  std::string output, emit, depfile;
  std::string name; // of the program; empty: that in the file
  bool withMain = false, selfContained = false, withCxx = false, withFortran = false;
};

/// Options of `stencilc run`. The command `tune` also reads `inits` and `repeat`, and `explain`
/// reads `inits`.
struct RunOptions {
  std::vector<std::string> inits, outs; // "field=file.npy", "field[t-1]=file.npy"
  std::string reports;                  // file for reported numbers
  std::string deviceMemory, hostMemory; // most memory to use, such as "6GiB"
  std::string checksums;                // "on", "off": of planes that are streamed
  std::string scratch;                  // folder for a domain larger than host memory
  int patience = 0;                     // seconds to wait for other MPI processes
  int repeat = 0;                       // timed repetitions; 0: one run
  std::int64_t stopAtNan = 0;           // steps between tests for NaN; 0: only at the end
  std::string progress;                 // "auto", "always", "never"; empty: auto
  bool wait = false, noWait = false;    // compile all kernels before the first step
  int digits = 0;                       // significant digits that run prints; 0: the default
  bool silent = false;                  // print errors only
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

/// Options about the files that `run` writes before its end: the state of the run, and fields.
struct KeepOptions {
  std::string checkpoint, checkpointEvery;
  std::string resumeFrom;                  // file; "true" is --resume alone
  bool resume = false;                     // --resume was given
  std::vector<std::string> saves;          // "field=file.h5", "field[z = 64]=file.h5"
  std::string saveEvery, saveAs, compress; // as typed; compress: "true" without a level
  bool noSave = false;
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
  bool json = false, quiet = false, verbose = false;
  ProgramOptions program;
  PlanOptions plan;
  BuildOptions build;
  CompileOptions compile;
  RunOptions run;
  DrawOptions draw;
  KeepOptions keep;
  TuneOptions tune;
  VerifyOptions verify;
  ToolOptions tool;
};

/// Parses the command line into `options`. Returns `nullopt` if the command should run. Returns an
/// exit code if no command should run, because help or an error has been printed.
std::optional<int> parseOptions(int argc, const char *const *argv, Options &options);

} // namespace stencilc::driver
