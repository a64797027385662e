/// \file The command line of an emitted program: parsed and checked against its description.
#pragma once

#include "stencilc/DeviceChoice.h"
#include "stencilc/Every.h"
#include "stencilc/FieldLevels.h"
#include "stencilc/FieldPlane.h"
#include "stencilc/Reports.h"
#include "stencilc/cpu/ThreadOrder.h"
#include "stencilc/save/SaveArguments.h"

namespace stencilc::inline STENCILC_SPACE {

enum class ProgressMode : std::uint8_t { Auto, Always, Never };

/// `--out T=file.npy` and its like, with the field as its index and the age of its time level.
struct FileArgument {
  int field;
  std::string path;
  int age = kAllLevels;
  FieldPlane plane = {}; // of what is written of a field with three axes
};

struct ProgramArguments {
  std::int64_t size[3] = {0, 0, 0}; // all 0 if not given
  std::int64_t steps = -1;          // -1 if not given
  std::int64_t firstStep = 0;       // steps that were done before
  std::vector<double> parameters;   // one value each, defaults filled in
  std::vector<bool> isParameterGiven;
  std::vector<std::pair<int, std::string>>
      series; // by number, files to read in place of the source's
  std::vector<std::pair<int, std::string>> points; // likewise, of sources and receivers
  std::vector<std::pair<int, std::string>> traces; // by number of the receiver, files to write
  std::vector<FileArgument> inputs, outputs, slices, initialSlices;
  std::vector<FileArgument> frames; // files of frames, for movies
  std::int64_t framesEvery = 1;     // steps from one frame to the next
  std::int64_t framesSize = 480;    // the most values along an axis of one
  ProgressMode progress = ProgressMode::Auto;
  int threads = 0;                // 0: as many as there are
  DeviceChoice devices;           // that share the domain
  std::uint64_t deviceMemory = 0; // 0: what is free
  std::uint64_t hostMemory = 0;   // the same, where the domain is streamed
  std::uint64_t rowPitch = 0;     // as InstanceOptions has it
  bool checksums = false;         // of planes of a streamed domain
  int repeat = 0;                 // 0: one timed run without warm-up
  std::string scratch;            // folder for a domain in files; empty: memory if it fits
  std::string reports;            // file for reports; empty: none
  std::string summary;            // file for the summary as JSON; empty: none
  double predicted = -1;          // 1e9 updates per second, to compare with; -1: not known
  std::string threadOrder;        // CPU device only; empty: forward
  bool resume = false;            // go on with what is in the scratch folder
  std::string checkpoint;         // file for the state; empty: none
  std::string resumeFrom;         // the same, to begin with
  Every checkpointEvery;
  SaveArguments saves;
  int digits = kShownDigits;  // of numbers that people read
  std::int64_t stopAtNan = 0; // steps from one look for NaN to the next; 0: only at the end
  std::string copyRates;      // file where rates of copies are kept; empty: none
  int patience = 0;           // seconds that other processes are waited for; 0: any time
  std::string words;          // of the command line, that all processes of a run have alike
  bool noTrial = false;       // the compiler's choice of kernels stands
  bool json = false, quiet = false, verbose = false, silent = false, help = false;
  volatile bool interrupted = false; // the user wants the run to end, where it can
  volatile bool stateAsked = false;  // the user wants the state
  // Where processes share the domain, signals leave their marks here, and above are what all of
  // them have agreed upon.
  volatile bool interruptedHere = false, stateAskedHere = false;

  bool hasSize() const { return size[0] > 0; }
};

/// The parser; use parseArguments().
class ArgumentParser {
public:
  ArgumentParser(const ProgramDescription &program, ProgramArguments &arguments)
      : program(program), out(arguments) {}

  /// The error text, or empty.
  std::string parse(int count, const char *const *texts);

private:
  /// Refuses two arrays for one time level.
  std::string checkStarts() const;

  static constexpr const char *kFlags[] = {
      "--json",     "-q",        "--quiet", "--help",    "-h",       "--resume",     "--no-trial",
      "--compress", "--no-save", "-v",      "--verbose", "--silent", "--stop-at-nan"};
  static constexpr const char *kThreadOrder = "--thread-order"; // on the CPU device only
  using Parser = ArgumentParser;
  using Text = std::string;
  /// An option with a value, and what reads that: it returns the error text, or empty.
  struct Option {
    const char *name;
    Text (*read)(Parser &parser, const Text &name, const Text &value);
  };
  static const Option kOptions[35];
  bool isThere(const Option &option) const;
  /// Null if there is no option of this name here.
  const Option *find(const std::string &name) const;
  bool isOption(const std::string &word) const;

  /// Takes texts[i], and what follows it if that is its value.
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

/// Fills `arguments`; returns what is wrong and what to do, or an empty text.
inline std::string parseArguments(const ProgramDescription &program, int count,
                                  const char *const *texts, ProgramArguments &arguments) {
  return ArgumentParser(program, arguments).parse(count, texts);
}

} // namespace stencilc::inline STENCILC_SPACE
