/// \file The command line of stencilc as data.
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

/// All values of the command line. Each command reads those that concern it.
struct Options {
  Command command = Command::Compile;
  std::vector<std::string> inputs; // .stencil files; only verify, build and fmt take several

  // Shared by all commands.
  std::string target;   // "cuda", "cpu", "interpreter"; empty: chosen by the command
  std::string arch;     // "sm_90", "x86-64-v3"; empty: the default of the target
  std::string machine;  // name or file; empty: this machine, or the built-in one of `arch`
  std::string schedule; // "name:key=value,..."; empty: the planner chooses
  std::vector<std::int64_t> size;
  std::optional<std::int64_t> steps, firstStep; // firstStep: number of steps done before the run
  std::vector<std::string> points, traces;      // "name=file.npy", for sources and receivers
  std::vector<std::string> series;      // "name=file.npy", replaces the file that the program names
  std::vector<std::string> params;      // "name=value"
  std::vector<std::string> precisions;  // "f64", "f32", "f32:f64" (storage:compute)
  std::string ledger;                   // file of verify with results of earlier runs
  std::string against;                  // precision with which verify compares others
  std::string arithmetic;               // "canonical", "written"
  std::string templates;                // folder that replaces the embedded templates
  std::vector<std::string> importPaths; // folders in which imports are searched for
  std::string runtime;                  // folder of the runtime's headers
  std::string compiler;                 // "auto", "jit", "nvrtc", "g++", "nvcc"
  int threads = 0;
  std::string pitch;    // "auto", "packed", bytes; compile, run and verify
  bool noTuned = false; // ignore the records of tune
  std::string goal;     // "speed", "energy": what tune and plans from its records optimise
  bool noTrial = false; // one plan only, no trials of kernel variants in runs
  bool json = false, quiet = false, verbose = false, resume = false;

  // Compile; probe reads output.
  std::string mpiCompiler;                 // compiler of the site's MPI; mpi reads it and output
  std::string output, emit, name, depfile; // name: replaces the name of the program if not empty
  bool withMain = false, selfContained = false, withCxx = false, withFortran = false;

  // Run; tune reads inits and repeat, explain inits.
  std::vector<std::string> inits, outs;           // "field=file.npy", "field[t-1]=file.npy"
  std::string picture, pictureField, pictureLook; // pictureLook: "axes", "plain"
  std::string colourMap, colourRange;             // "low,high"
  std::vector<std::string> movies, labels;        // "field=file.gif"; "name=text"
  std::int64_t movieEvery = 0;                    // 0: about 60 frames in all
  int movieSize = 0, pictureSize = 0;             // pixels; 0: the default
  std::string deviceMemory, hostMemory, checksums, scratch, reports;
  int patience = 0;           // seconds; run reads it
  int processes = 0;          // number of processes that divide the domain; verify reads it
  std::string devices;        // "4", "0,2", "all"; probe reads it too
  bool isScheduleFree = true; // --schedule was not given
  std::string checkpoint, checkpointEvery, resumeFrom; // resumeFrom: "true" is --resume alone
  std::vector<std::string> saves;                      // "field=file.h5", "field[z = 64]=file.h5"
  std::string saveEvery, saveAs, compress;             // as given; compress: "true" without a level
  bool noSave = false;
  int repeat = 0;
  std::int64_t stopAtNan = 0;        // time steps between two checks for NaN; 0: only after the run
  bool silent = false;               // a run prints only errors
  int digits = 0;                    // digits of printed values; 0: the default
  std::string progress;              // "auto", "always", "never"; empty: auto
  bool wait = false, noWait = false; // whether a run first waits until all kernels are compiled

  // Explain: SVG file of the roofline. Run: SVG or PNG file of the reports. Empty: none.
  std::string plot;

  // Tune; explain reads candidates.
  int candidates = 0, jobs = 0; // 0: the default of the command
  std::string exportFile, importFile;

  // Run, tune, verify and probe: execute CUDA code on the CPU device, in this order of threads.
  std::string emulate;

  // Fmt.
  bool check = false; // name the files that would change, and change nothing

  // Lift.
  std::vector<std::string> liftArguments; // unparsed; stencilc-lift reads them

  // Completions: the shell. Man: the command, or empty.
  std::string topic;

  // Verify.
  std::string bundle; // folder to which the cases are written instead of being run
};

/// Parses the command line into `options`. Returns `nullopt` if the command can be executed.
/// Otherwise returns the exit code: after help has been printed, or an error has been reported on
/// standard error.
std::optional<int> parseOptions(int argc, const char *const *argv, Options &options);

} // namespace stencilc::driver
