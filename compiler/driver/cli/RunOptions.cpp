/// \file Options of a run about the files it writes while it runs (states, saved fields), and about
/// what it prints.
#include "driver/cli/CommandLine.h"
#include "stencilc/Every.h"
#include "stencilc/Reports.h"
#include "stencilc/save/SaveArguments.h"

namespace stencilc::driver {

/// Declares the options about the state of a run: `--checkpoint`, `--checkpoint-every` and
/// `--resume`. `--resume FILE` is not accepted, only `--resume=FILE`: without a value `--resume` is
/// a flag.
void addStates(CLI::App &app, Options &options) {
  app.add_option("--checkpoint", options.keep.checkpoint,
                 "file for the state of the run: at its end, at SIGTERM and at SIGUSR1");
  app.add_option("--checkpoint-every", options.keep.checkpointEvery,
                 "and so often while it goes on: 30s, 10min, 2h, or a number of steps")
      ->check(CLI::Validator(
          [](std::string &text) {
            Every every;
            return parseEvery(text, every) ? std::string()
                                           : "'" + text +
                                                 "' is neither a number of steps, like 1000, nor a "
                                                 "time, like 30s, 10min or 2h";
          },
          ""));
  app.add_flag(
      "--resume", options.keep.resumeFrom,
      "go on with the run that ended early in --scratch, or with the one whose state is in "
      "a file: --resume=FILE");
}

/// Returns a CLI11 validator that accepts the values that the parser `take` accepts. `take` returns
/// an error text, or an empty string if the value is valid.
static CLI::Validator checkedBy(std::string (*take)(const std::string &, SaveArguments &)) {
  return {[take](std::string &text) {
            SaveArguments scratch;
            return take(text, scratch);
          },
          ""};
}

/// Declares the options about saved fields, such as `--save`. `--compress` without a value is a
/// flag; a level needs `=`, as in `--compress=5`.
void addSaves(CLI::App &app, Options &options) {
  app.add_option(
         "--save", options.keep.saves,
         "field=file.h5, write it to an HDF5 file while the run goes on (ParaView, xarray, "
         "h5py), or as file_%06d.npy to an array for each time; 'field[x = 0 .. 99 by 2, "
         "z = 64]=...' is a part of it; in place of what the program saves; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--every", options.keep.saveEvery, "how often that is, in steps")
      ->check(checkedBy(takeSaveEvery));
  app.add_option("--as", options.keep.saveAs, "the type of what is saved: f32 or f64")
      ->check(checkedBy(takeSaveType));
  app.add_flag(
      "--compress", options.keep.compress,
      "compress what is saved, by several threads; --compress=1 to =9, from fast to small");
  app.add_flag("--no-save", options.keep.noSave, "save nothing of what the program asks for");
}

void addShown(CLI::App &app, Options &options) {
  app.add_option("--digits", options.run.digits,
                 "significant digits of the numbers that are printed, 1 to 17 (default: 6; 17 is "
                 "all of them); files and --json have all")
      ->check(CLI::Validator(
          [](std::string &text) {
            int number;
            return !llvm::StringRef(text).getAsInteger(10, number) && number >= 1 &&
                           number <= kMostDigits
                       ? std::string()
                       : "'" + text + "' is no number of digits from 1 to " +
                             std::to_string(kMostDigits);
          },
          ""));
  app.add_flag_callback(
      "--silent", [&options] { options.run.silent = options.quiet = true; },
      "print errors alone, and do not look for NaN in the result");
  app.add_flag("--stop-at-nan{1}", options.run.stopAtNan,
               "end the run after the first step that makes a cell NaN or infinite, with exit code "
               "3; --stop-at-nan=N looks every N steps only")
      ->check(wholeNumber(1));
}

} // namespace stencilc::driver
