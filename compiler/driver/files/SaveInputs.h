/// \file Option `--save`. Translates it to arguments of built programs, and saves fields itself if
/// the interpreter runs a program.
#pragma once

#include "driver/cli/Options.h"
#include "ir/Interpreter.h"
#include "stencilc/ProgramFiles.h"
#include "stencilc/save/SavePlan.h"
#include "stencilc/save/SeriesFile.h"
#include "support/Diagnostics.h"
#include <memory>

namespace stencilc::driver {

/// Returns `--save` and related options as arguments for a built program. A save of a group of
/// fields becomes one save per member. Returns `nullopt` after it has reported an error.
std::optional<std::vector<std::string>> saveWords(const Options &options,
                                                  const ir::Program &program, Diagnostics &diags);

/// Adds to `files` the result files that --save writes in a run. The run does the time steps from
/// `before` to `last` (stencilc/ProgramFiles.h).
void writesSaves(RunFiles &files, const Options &options, const ir::Program &program,
                 std::int64_t before, std::int64_t last);

/// Saves fields while the interpreter runs a program. The files have the same bytes as those of a
/// compiled program.
class InterpreterSaves {
public:
  InterpreterSaves(const Options &options, const ir::Program &program, const ir::RunSetup &setup)
      : options(options), program(program), setup(setup) {}

  /// Plans the saves of an interpreted run and opens their files. The run does `steps` time steps
  /// after `before` earlier ones. Returns false after it has reported an error, as `take` and
  /// `finish` do.
  bool start(std::int64_t before, std::int64_t steps, Diagnostics &diags);
  /// Appends the fields in `state` to each file for which a save is due after time step `number`.
  /// Returns false after it has reported an error.
  bool take(const ir::State &state, std::int64_t number, Diagnostics &diags);
  bool finish(Diagnostics &diags);
  /// Returns pairs of the path of a file and how many times it was saved to.
  const std::vector<std::pair<std::string, std::int64_t>> &told() const { return written; }

private:
  std::vector<SaveRequest> own() const;
  SavedRun describeRun() const;
  std::vector<SavedField> describeFields() const;
  std::vector<unsigned char> snapshot(const SavedFile &file, const ir::State &state) const;

  const Options &options;
  const ir::Program &program;
  const ir::RunSetup &setup;
  SavePlan plan;
  std::vector<std::unique_ptr<SeriesFile>> files;
  std::vector<std::pair<std::string, std::int64_t>> written;
};

} // namespace stencilc::driver
