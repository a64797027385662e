/// \file What a run saves, as the tool hands it to programs and the interpreter.
#pragma once

#include "driver/Options.h"
#include "ir/Interpreter.h"
#include "stencilc/ProgramFiles.h"
#include "stencilc/save/SavePlan.h"
#include "stencilc/save/SeriesFile.h"
#include "support/Diagnostics.h"
#include <memory>

namespace stencilc::driver {

/// `--save` and its like, as programs take them: that of a group is one of each member. Nothing
/// after a report.
std::optional<std::vector<std::string>> saveWords(const Options &options,
                                                  const ir::Program &program, Diagnostics &diags);

/// Adds what a run from step `before` to step `last` saves (stencilc/ProgramFiles.h).
void writesSaves(RunFiles &files, const Options &options, const ir::Program &program,
                 std::int64_t before, std::int64_t last);

/// Saves of a run of the interpreter, to the same bytes as those of a program.
class InterpreterSaves {
public:
  InterpreterSaves(const Options &options, const ir::Program &program, const ir::RunSetup &setup)
      : options(options), program(program), setup(setup) {}

  /// False after a report, as all calls.
  bool start(std::int64_t before, std::int64_t steps, Diagnostics &diags);
  /// What is due after step number `number`.
  bool take(const ir::State &state, std::int64_t number, Diagnostics &diags);
  bool finish(Diagnostics &diags);
  /// Files and how often each was saved to.
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
