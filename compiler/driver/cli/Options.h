/// \file The parsed command line of stencilc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// The commands of stencilc, such as `stencilc run`.
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

/// All options of the command line. Each command uses those that concern it.
struct Options {
  Command command = Command::Compile;
  std::vector<std::string> inputs; // .stencil files; only verify, build and fmt take several

  // Most commands use these.
  std::string target;   // "cuda", "cpu", "interpreter"; empty: chosen by the command
  std::string arch;     // "sm_90", "x86-64-v3"; empty: the default of the target
  std::string machine;  // name or file; empty: this machine, or the built-in one of `arch`
  std::string schedule; // "name:key=value,..."; empty: the planner chooses
  std::vector<std::int64_t> size;
  std::optional<std::int64_t> steps, firstStep; // to do; done by earlier runs
  std::vector<std::string> points, traces;      // "name=file.npy": of sources and receivers
  std::vector<std::string> series;              // "name=file.npy", replaces the program's file
  std::vector<std::string> params;              // "name=value"
  std::vector<std::string> precisions;          // "f64", "f32", "f32:f64" (storage:compute)
  std::string ledger;                           // verify: file of stored verdicts
  std::string against;                          // verify: precision to compare others with
  std::string arithmetic;                       // "canonical", "written"
  std::string templates;                        // folder that replaces the embedded templates
  std::vector<std::string> importPaths;         // folders to search for imported files
  std::string runtime;                          // folder of the runtime's headers
  std::string compiler;                         // "auto", "jit", "nvrtc", "g++", "nvcc"
  int threads = 0;
  std::string pitch;    // "auto", "packed", bytes; compile, run, build and verify read it
  bool noTuned = false; // ignore the measured plans of tune
  std::string goal;     // "speed", "energy": goal of tune, and of planning with its results
  bool noTrial = false; // no alternative kernels for a trial (online autotuning)
  bool json = false, quiet = false, verbose = false, resume = false;

  // For compile. Probe reads `output` too, and so does mpi.
  std::string mpiCompiler;                 // mpi: C++ compiler of the MPI library
  std::string output, emit, name, depfile; // name: of the program; empty: that in the file
  bool withMain = false, selfContained = false, withCxx = false, withFortran = false;

  // For run. Tune reads `inits` and `repeat` too, explain reads `inits`.
  std::vector<std::string> inits, outs;           // "field=file.npy", "field[t-1]=file.npy"
  std::string picture, pictureField, pictureLook; // pictureLook: "axes", "plain"
  std::string colourMap, colourRange;             // "low,high"
  std::vector<std::string> movies, labels;        // "field=file.gif"; "name=text"
  std::int64_t movieEvery = 0;                    // time steps per frame; 0: about 60 frames in all
  int movieSize = 0, pictureSize = 0;             // pixels; 0: default
  std::string deviceMemory, hostMemory, checksums, scratch, reports;
  int patience = 0;                                    // seconds to wait for other MPI processes
  int processes = 0;                                   // verify: number that share the domain
  std::string devices;                                 // "4", "0,2", "all"; probe reads it too
  bool isScheduleFree = true;                          // no --schedule, and one process
  std::string checkpoint, checkpointEvery, resumeFrom; // resumeFrom: "true" is --resume alone
  std::vector<std::string> saves;                      // "field=file.h5", "field[z = 64]=file.h5"
  std::string saveEvery, saveAs, compress;             // as typed; compress: "true" without a level
  bool noSave = false;
  int repeat = 0;
  std::int64_t stopAtNan = 0;        // steps between tests for NaN; 0: only at the end
  bool silent = false;               // run prints errors only
  int digits = 0;                    // significant digits that run prints; 0: the default
  std::string progress;              // "auto", "always", "never"; empty: auto
  bool wait = false, noWait = false; // compile all kernels before the first step: do, do not

  // File for a plot. Explain: SVG of the roofline. Run: SVG or PNG of the reports. Empty: none.
  std::string plot;

  // For tune. Explain reads `candidates` too.
  int candidates = 0, jobs = 0; // 0: default of the command
  std::string exportFile, importFile;

  // For run, tune, verify and probe: order of the threads if CUDA code runs on the CPU device, an
  // emulation of a GPU. Empty: no emulation.
  std::string emulate;

  // For fmt.
  bool check = false; // report files that are not formatted, change none

  // For lift.
  std::vector<std::string> liftArguments; // as typed; stencilc-lift parses them

  // For completions: name of the shell. For man: name of a command, or empty.
  std::string topic;

  // For verify.
  std::string bundle; // folder to write the cases to, instead of running them
};

/// Parses the command line into `options`. Returns `nullopt` if the command should run. Returns an
/// exit code if nothing is left to do: help was printed, or an error on standard error.
std::optional<int> parseOptions(int argc, const char *const *argv, Options &options);

} // namespace stencilc::driver
