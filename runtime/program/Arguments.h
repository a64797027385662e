/// \file Parser of the command line of a compiled program, which checks it against the fields and
/// parameters of the program.
#pragma once

#include "runtime/core/device/DeviceChoice.h"
#include "runtime/core/device/ThreadOrder.h"
#include "runtime/core/fields/FieldLevels.h"
#include "runtime/core/stepping/Reports.h"
#include "runtime/files/FieldPlane.h"
#include "runtime/parts/save/SaveArguments.h"
#include "runtime/program/Every.h"

namespace stencilc::inline STENCILC_SPACE {

/// Setting of the progress line that a run prints to standard error. `Auto` shows it on a terminal
/// only.
enum class ProgressMode : std::uint8_t { Auto, Always, Never };

/// Argument such as `--out T=file.npy`: the index of a field, a file, and the age of a time level
/// (0 for t, 1 for t-1, -1 for all levels).
struct FileArgument {
  int field;
  std::string path;
  int age = kAllLevels;
  FieldPlane plane = {}; // the plane to write, of a field with three axes
};

/// All command line arguments of a compiled program.
struct ProgramArguments {
  std::int64_t size[3] = {0, 0, 0}; // all 0 if not given
  std::int64_t steps = -1;          // -1 if not given
  std::int64_t firstStep = 0;       // time steps done before this run
  std::vector<double> parameters;   // one value per parameter of the program, given or default
  std::vector<bool> isParameterGiven;
  std::vector<std::pair<int, std::string>>
      series; // index of a series, and the file that replaces the one named in the source
  /// Files with the positions of points: the index of a set of points (a source or a receiver), and
  /// the path of its file.
  std::vector<std::pair<int, std::string>> points;
  /// Files for traces (values of receivers over time): the index of a receiver, and the path to
  /// which its trace is written.
  std::vector<std::pair<int, std::string>> traces;
  std::vector<FileArgument> inputs, outputs, slices, initialSlices;
  std::vector<FileArgument> frames; // files to which frames of movies are written
  std::int64_t framesEvery = 1;     // time steps between two frames
  std::int64_t framesSize = 480;    // most values of a frame along an axis
  ProgressMode progress = ProgressMode::Auto;
  int threads = 0;                // host threads; 0: one per core
  DeviceChoice devices;           // the devices that share the domain
  std::uint64_t deviceMemory = 0; // bytes of device memory to use; 0: all that is free
  std::uint64_t hostMemory = 0;   // bytes of host memory to use, out of core; 0: all that is free
  std::uint64_t rowPitch = 0;     // bytes, or a code of InstanceOptions
  bool checksums = false;         // whether planes have checksums, out of core
  int repeat = 0;                 // timed repetitions; 0: one timed run without warm-up
  std::string scratch;     // folder for a domain in files; empty: memory if it is large enough
  std::string reports;     // file for reports; empty: none
  std::string summary;     // file for the summary as JSON; empty: none
  double predicted = -1;   // rate of the cost model, in 1e9 updates per second; -1: not known
  std::string threadOrder; // order of the emulated threads, CPU device only; empty: forward
  bool resume = false;     // continue with the state in the scratch folder
  std::string checkpoint;  // file to which checkpoints are written; empty: none
  std::string resumeFrom;  // checkpoint to start from; empty: none
  Every checkpointEvery;
  SaveArguments saves;
  int digits = kShownDigits;  // significant digits of printed numbers
  std::int64_t stopAtNan = 0; // steps between two checks for NaN; 0: only at the end
  std::string copyRates;      // file of measured copy rates (CopyRates.h); empty: none
  int patience = 0;           // seconds to wait for other processes; 0: no limit
  std::string words;          // the command line as text, the same in all processes of a run
  bool noTrial = false;       // use the kernels that the compiler chose, without a trial
  bool json = false, quiet = false, verbose = false, silent = false, help = false;
  volatile bool interrupted = false; // the user wants the run to end at the next possible step
  volatile bool stateAsked = false;  // the user wants a checkpoint
  // Signal handlers set these two flags when several processes share the domain. The two above then
  // hold the values that all processes have agreed on.
  volatile bool interruptedHere = false, stateAskedHere = false;

  bool hasSize() const { return size[0] > 0; }
};

/// The parser of the command line. Callers use parseArguments().
class ArgumentParser {
public:
  ArgumentParser(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), out(arguments) {}

  /// Parses `count` command line arguments. The first one is the name of the program. Returns an
  /// error message, or an empty text on success.
  std::string parse(int count, const char *const *texts);

private:
  /// Returns an error message if --init is given twice for the same time level of a field,
  /// otherwise an empty text.
  std::string checkStarts() const;

  static constexpr const char *kFlags[] = {
      "--json",     "-q",        "--quiet", "--help",    "-h",       "--resume",     "--no-trial",
      "--compress", "--no-save", "-v",      "--verbose", "--silent", "--stop-at-nan"};
  /// Name of an option that only programs for the CPU device (an emulated GPU) have.
  static constexpr const char *kThreadOrder = "--thread-order";
  using Parser = ArgumentParser;
  using Text = std::string;
  /// Command line option with a value. The function `read` parses the value and returns an error
  /// message, or an empty text on success.
  struct Option {
    const char *name;
    Text (*read)(Parser &parser, const Text &name, const Text &value);
  };
  static const Option kOptions[35];
  bool isThere(const Option &option) const;
  /// Returns the option called `name`, or null if this program has no such option.
  const Option *find(const std::string &name) const;
  bool isOption(const std::string &word) const;

  /// Parses the argument `texts[i]`. Increments `i` if the next argument is the value of this
  /// option. Returns an error message, or an empty text on success.
  std::string take(int &i, int count, const char *const *texts);
  bool flag(const std::string &name);
  std::string unknownOption(const std::string &name) const;
  static std::string steps(const std::string &name, const std::string &value, std::int64_t &to);
  std::string series(const std::string &value);
  std::string points(const std::string &value, bool isTrace);
  static std::string number(const std::string &name, const std::string &value, int &to);
  static std::string memory(const std::string &name, const std::string &value, std::uint64_t &to);
  std::string predicted(const std::string &value);
  std::string checksums(const std::string &value);
  std::string threadOrder(const std::string &value);
  std::string pitch(const std::string &value);
  std::string size(const std::string &value);
  std::string parameter(const std::string &value);
  std::string plane(const std::string &option, const std::string &value,
                    std::vector<FileArgument> &files);
  static std::string count(const std::string &name, const std::string &value, std::int64_t &to);
  std::string file(const std::string &option, const std::string &value,
                   std::vector<FileArgument> &files);

  std::string progress(const std::string &value);
  std::string every(const std::string &value);
  std::string digits(const std::string &value);
  std::string checkStates() const;

  const ProgramDescription &program;
  ProgramArguments &out;
};

/// Fills `arguments` from the `count` texts of a command line, the first of which is the name of
/// the program. Returns an error message that says how to correct the command line, or an empty
/// text on success.
inline std::string parseArguments(const ProgramDescription &program, int count,
                                  const char *const *texts, ProgramArguments &arguments) {
  return ArgumentParser(program, arguments).parse(count, texts);
}

} // namespace stencilc::inline STENCILC_SPACE
