/// \file Reads arrays of initial values for a run, finds the grid size that they imply, and warns
/// the user about unusual names of result files.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/Npy.h"
#include "runtime/program/Arguments.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// Files of initial values that --init or the source names. Without --size their shapes decide the
/// grid size.
class ProgramInputs {
public:
  /// Prepares the files of `arguments`. If `readsSource` is false, files that the source names are
  /// not read.
  ProgramInputs(const ProgramDescription &program, const ResolvedRequest &arguments,
                bool readsSource = true)
      : program(program), arguments(arguments), readsSource(readsSource) {}

  /// Returns notes for the user about the files that open() has opened.
  const std::vector<std::string> &notes() const { return texts; }

  /// Opens and checks all files of initial values. Sets `size` to the grid size.
  Status open(std::int64_t (&size)[3]);

  /// Copies the files of initial values into the fields of `instance`. If the domain is kept in
  /// files, arrays of the field's cell type are not copied, but read when they are needed.
  Status load(Instance &instance);

  /// Returns a message about the first NaN or infinity in each array that load() has read.
  std::vector<std::string> notFinite() const;

private:
  struct OpenInput {
    int field = 0, age = kAllLevels;
    std::string path;
    NpyInput file;
  };

  Status add(int field, int age, const std::string &path);

  /// Adds the files of initial values that the source names, for time levels that the command line
  /// does not set.
  Status addFilesOfSource();
  std::string sizeNames() const;

  const ProgramDescription &program;
  const ResolvedRequest &arguments;
  const bool readsSource;
  std::deque<OpenInput> inputs; // a deque, because files cannot be moved
  std::vector<std::string> texts;
};

/// Returns notes for the user about result files: names that suggest another format, time levels
/// that a continued run would lack, and a report file of a program without reports.
std::vector<std::string> resultNotes(const ProgramDescription &program,
                                     const ProgramArguments &arguments);

} // namespace stencilc::inline STENCILC_SPACE
