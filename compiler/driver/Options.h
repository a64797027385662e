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

/// Everything the user said; each command reads what concerns it.
struct Options {
  Command command = Command::Compile;
  std::vector<std::string> inputs; // .stencil files; only verify, build and fmt take several

  // Shared by all commands.
  std::string target;   // "cuda", "cpu", "interpreter"; empty: chosen by the command
  std::string arch;     // "sm_90", "x86-64-v3"; empty: the default of the target
  std::string machine;  // a name or a file; empty: this machine's, or the built-in one of `arch`
  std::string schedule; // "name:key=value,..."; empty: the planner chooses
  std::vector<std::int64_t> size;
  std::optional<std::int64_t> steps, firstStep; // firstStep: steps that were done before
  std::vector<std::string> points, traces;      // "name=file.npy": of sources and receivers
  std::vector<std::string> series;              // "name=file.npy", in place of the source's
  std::vector<std::string> params;              // "name=value"
  std::vector<std::string> precisions;          // "f64", "f32", "f32:f64" (storage:compute)
  std::string ledger;                           // of verdicts, for verify
  std::string against;                          // a precision that verify compares others with
  std::string arithmetic;                       // "canonical", "written"
  std::string templates;                        // folder that replaces the embedded templates
  std::vector<std::string> importPaths;         // folders to look for imported files in
  std::string runtime;                          // folder of the runtime's headers
  std::string compiler;                         // "auto", "jit", "nvrtc", "g++", "nvcc"
  int threads = 0;
  std::string pitch;    // "auto", "packed", bytes; compile, run and verify
  bool noTuned = false; // plan as if nothing had been tuned
  std::string goal;     // "speed", "energy": what tune looks for, and planning in what it measured
  bool noTrial = false; // one plan only, nothing for runs to try
  bool json = false, quiet = false, verbose = false, resume = false;

  // Compile; probe reads output.
  std::string mpiCompiler;                 // of the site's MPI; mpi reads it, and output
  std::string output, emit, name, depfile; // name: of the program; empty: as the file has it
  bool withMain = false, selfContained = false, withCxx = false, withFortran = false;

  // Run; tune reads inits and repeat, explain inits.
  std::vector<std::string> inits, outs;           // "field=file.npy", "field[t-1]=file.npy"
  std::string picture, pictureField, pictureLook; // pictureLook: "axes", "plain"
  std::string colourMap, colourRange;             // "low,high"
  std::vector<std::string> movies, labels;        // "field=file.gif"; "name=text"
  std::int64_t movieEvery = 0;                    // 0: about 60 frames in all
  int movieSize = 0, pictureSize = 0;             // 0: as usual
  std::string deviceMemory, hostMemory, checksums, scratch, reports;
  int patience = 0;                                    // seconds; run reads it
  int processes = 0;                                   // that share the domain; verify reads it
  std::string devices;                                 // "4", "0,2", "all"; also of probe
  bool isScheduleFree = true;                          // --schedule was not given
  std::string checkpoint, checkpointEvery, resumeFrom; // resumeFrom: "true" is --resume alone
  std::vector<std::string> saves;                      // "field=file.h5", "field[z = 64]=file.h5"
  std::string saveEvery, saveAs, compress;             // as given; compress: "true" without a level
  bool noSave = false;
  int repeat = 0;
  std::int64_t stopAtNan = 0;        // steps from one look for NaN to the next; 0: at the end
  bool silent = false;               // of a run: errors alone
  int digits = 0;                    // of what a run prints; 0: as programs have it
  std::string progress;              // "auto", "always", "never"; empty: auto
  bool wait = false, noWait = false; // for all kernels, before the first step

  // Explain: SVG of the roofline; run: SVG or PNG of what is reported; empty: none.
  std::string plot;

  // Tune; explain reads candidates.
  int candidates = 0, jobs = 0; // 0: the command's own
  std::string exportFile, importFile;

  // Run, tune, verify and probe: CUDA text on the CPU device, in this thread order.
  std::string emulate;

  // Fmt.
  bool check = false; // say what would change, and change nothing

  // Lift.
  std::vector<std::string> liftArguments; // as given; stencilc-lift reads them

  // Completions: the shell; man: the command, or empty.
  std::string topic;

  // Verify.
  std::string bundle; // write the cases into this folder instead of running them
};

/// Parses the command line. Returns the exit code when there is nothing more to do (help, or a
/// mistake, already reported on standard error), or nothing and fills `options`.
std::optional<int> parseOptions(int argc, const char *const *argv, Options &options);

} // namespace stencilc::driver
