/// \file The arrays that the fields of a run start from, the size of the domain, and what is noted
/// of results beforehand.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/Instance.h"
#include "stencilc/Npy.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// The files that --init gives, or the source names. They decide the size if --size does not.
class ProgramInputs {
public:
  ProgramInputs(const ProgramDescription &program, const ProgramArguments &arguments)
      : program(program), arguments(arguments) {}

  /// For people, after open().
  const std::vector<std::string> &notes() const { return texts; }

  /// Opens and checks all; sets `size`.
  Status open(std::int64_t (&size)[3]);

  /// Sets the fields. A domain in files reads arrays of its own type itself, when it needs them.
  Status load(Instance &instance);

  /// The first NaN or infinity in each array that load() has read, for people.
  std::vector<std::string> notFinite() const;

private:
  struct OpenInput {
    int field = 0, age = kAllLevels;
    std::string path;
    NpyInput file;
  };

  Status add(int field, int age, const std::string &path);

  /// What the source names for levels that the command line does not.
  Status addFilesOfSource();
  std::string sizeNames() const;

  const ProgramDescription &program;
  const ProgramArguments &arguments;
  std::deque<OpenInput> inputs; // a deque: files cannot be moved
  std::vector<std::string> texts;
};

/// What is wrong with the results asked for and does not stop a run: names that promise another
/// format, levels that are missing to go on, reports where there are none.
std::vector<std::string> resultNotes(const ProgramDescription &program,
                                     const ProgramArguments &arguments);

} // namespace stencilc::inline STENCILC_SPACE
