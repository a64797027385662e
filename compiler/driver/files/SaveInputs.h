/// \file Option `--save`. It becomes arguments of built programs. If the interpreter runs the
/// program, the fields are saved here.
#pragma once

#include "ir/interpreter/Interpreter.h"
#include "runtime/parts/save/SavePlan.h"
#include "runtime/parts/save/SeriesFile.h"
#include "runtime/program/files/ProgramFiles.h"
#include "support/Diagnostics.h"
#include <memory>

namespace stencilc::driver {

/// Adds to `files` the files to which a run saves fields. The run computes the time steps after
/// number `before` up to number `last`.
void writesSaves(RunFiles &files, const SaveArguments &saves, const ir::Program &program,
                 std::int64_t before, std::int64_t last);

/// Saves fields while the interpreter runs a program. The files have the same bytes as those of a
/// compiled program.
class InterpreterSaves {
public:
  InterpreterSaves(const SaveArguments &arguments, const ir::Program &program,
                   const ir::RunSetup &setup)
      : arguments(arguments), program(program), setup(setup) {}

  /// Chooses the time steps whose fields are saved, and opens the files. The interpreter will
  /// compute `steps` time steps after `before` earlier ones. Returns false after it has reported an
  /// error.
  bool start(std::int64_t before, std::int64_t steps, Diagnostics &diags);
  /// Appends the fields in `state` to each file whose interval of saving ends with time step
  /// `number`. Returns false after it has reported an error.
  bool take(const ir::State &state, std::int64_t number, Diagnostics &diags);
  bool finish(Diagnostics &diags);
  /// Returns the files written so far: pairs of the path and the number of saves in the file.
  const std::vector<std::pair<std::string, std::int64_t>> &told() const { return written; }

private:
  std::vector<SaveRequest> own() const;
  SavedRun describeRun() const;
  std::vector<SavedField> describeFields() const;
  std::vector<unsigned char> snapshot(const SavedFile &file, const ir::State &state) const;

  const SaveArguments &arguments;
  const ir::Program &program;
  const ir::RunSetup &setup;
  SavePlan plan;
  std::vector<std::unique_ptr<SeriesFile>> files;
  std::vector<std::pair<std::string, std::int64_t>> written;
};

} // namespace stencilc::driver
