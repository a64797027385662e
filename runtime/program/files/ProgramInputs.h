/// \file Reads arrays of initial values for a run, finds the size of the domain that they imply,
/// and warns the user about unusual names of result files.
#pragma once

#include "runtime/core/instance/Instance.h"
#include "runtime/files/Npy.h"
#include "runtime/program/Arguments.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// Files of initial values, which the option --init or the source of the program names. Without
/// --size, the shape of such an array decides the size of the domain.
class ProgramInputs {
public:
  /// Prepares to read the files that `arguments` names. If `readsSource` is false, files that only
  /// the source of the program names are not read.
  ProgramInputs(const ProgramDescription &program, const ResolvedRequest &arguments,
                bool readsSource = true)
      : program(program), arguments(arguments), readsSource(readsSource) {}

  /// Returns notes for the user about the files that open() has opened.
  const std::vector<std::string> &notes() const { return texts; }

  /// Opens and checks all files of initial values. Sets `size` to the number of cells along each
  /// axis of the domain.
  Status open(std::int64_t (&size)[3]);

  /// Copies the files of initial values into the fields of `instance`. If `instance` keeps its
  /// domain in files, arrays of the field's cell type are not copied. The run reads them when it
  /// needs them.
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

/// Returns notes for the user about result files. The notes are about names that suggest another
/// format, time levels that are missing to continue the run from the files, and a report file of a
/// program without reports.
std::vector<std::string> resultNotes(const ProgramDescription &program,
                                     const ProgramArguments &arguments);

} // namespace stencilc::inline STENCILC_SPACE
