/// \file Options of a run: checkpoints and resuming, saved fields, printed output, row pitch (bytes
/// from row to row) and emulation of a GPU.
#include "driver/cli/CommandLine.h"
#include "runtime/core/stepping/Reports.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/parts/save/SaveArguments.h"
#include "runtime/program/Every.h"

namespace stencilc::driver {

/// Declares the options about the state of a run: `--checkpoint`, `--checkpoint-every` and
/// `--resume`. `--resume FILE` is not accepted, only `--resume=FILE`: without a value `--resume` is
/// a flag.
void addStates(CLI::App &app, Options &options) {
  app.add_option("--checkpoint", options.keep.checkpoint,
                 "file for the state of the run, written at its end, at SIGTERM and at SIGUSR1");
  app.add_option("--checkpoint-every", options.keep.checkpointEvery,
                 "also write the state at this interval during the run: 30s, 10min, 2h, or a "
                 "number of steps")
      ->check(CLI::Validator(
          [](std::string &text) {
            Every every;
            return parseEvery(text, every) ? std::string()
                                           : "'" + text +
                                                 "' is neither a number of steps, like 1000, nor a "
                                                 "time, like 30s, 10min or 2h";
          },
          ""));
  app.add_flag("--resume", options.keep.resumeFrom,
               "continue the run that was interrupted in --scratch; --resume=FILE: continue the "
               "run whose state is in the file");
}

/// Returns a check of option values: accepts the values that `take` can parse. `take` returns an
/// error text, or an empty string if the value is valid.
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
         "field=file.h5, save a field during the run to an HDF5 file (for ParaView, xarray, h5py); "
         "file_%06d.npy: to one array file for each time; 'field[x = 0 .. 99 by 2, z = 64]=...': a "
         "part of the field; replaces the saves of the program; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  app.add_option("--every", options.keep.saveEvery, "steps from one save to the next")
      ->check(checkedBy(takeSaveEvery));
  app.add_option("--as", options.keep.saveAs, "type of the saved numbers: f32 or f64")
      ->check(checkedBy(takeSaveType));
  app.add_flag("--compress", options.keep.compress,
               "compress saved fields with several threads; --compress=1 (fast) to 9 (small)");
  app.add_flag("--no-save", options.keep.noSave, "do not save the fields that the program saves");
}

void addShown(CLI::App &app, Options &options) {
  app.add_option("--digits", options.run.digits,
                 "significant digits of printed numbers, 1 to 17 (default: 6; 17 shows all); files "
                 "and --json have all digits")
      ->check(CLI::Validator(
          [](std::string &text) {
            int number;
            return !llvm::StringRef(text).getAsInteger(10, number) && number >= 1 &&
                           number <= kMostDigits
                       ? std::string()
                       : "'" + text + "' is not a number of digits from 1 to " +
                             std::to_string(kMostDigits);
          },
          ""));
  app.add_flag_callback(
      "--silent", [&options] { options.run.silent = options.quiet = true; },
      "print only errors, and do not search the result for NaN");
  app.add_flag("--stop-at-nan{1}", options.run.stopAtNan,
               "end the run with exit code 3 after the first step that makes a cell NaN or "
               "infinite; --stop-at-nan=N checks every N steps")
      ->check(wholeNumber(1));
}

void addPitch(CLI::App &app, Options &options) {
  app.add_option("--pitch", options.plan.pitch,
                 "distance of rows of a field in bytes, or packed: rows padded to 16 bytes only "
                 "(default: auto, chosen from the row length)")
      ->check(CLI::Validator(
          [](std::string &text) {
            std::uint64_t pitch = 0;
            return parsePitch(text, pitch)
                       ? std::string()
                       : "'" + text + "' is neither auto nor packed nor a multiple of 16 bytes";
          },
          ""));
}

void addEmulate(CLI::App &app, Options &options) {
  app.add_option("--emulate", options.build.emulate,
                 "run CUDA code on the CPU, thread by thread, in forward, reverse or shuffled "
                 "order, or with one warp ahead of the others or behind them")
      ->expected(0, 1)
      ->default_str("forward")
      ->check(CLI::IsMember({"forward", "reverse", "shuffled", "ahead", "behind"}));
}

} // namespace stencilc::driver
