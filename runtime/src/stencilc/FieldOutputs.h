/// \file The files of fields that a run writes, as it starts or when it is over.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/FieldFiles.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// The order of calls is open ..., write, finish, commit.
class FieldOutputs {
public:
  /// Opens a file for each of `wanted`; `plane`: for the middle plane alone.
  Status open(const ProgramDescription &program, const std::int64_t (&size)[3],
              const std::vector<FileArgument> &wanted, bool plane);
  /// Writes the cells as they are now.
  Status write(const Instance &instance);
  /// All files are complete on disk.
  Status finish() { return each(&NpyOutput::finish); }
  Status commit() { return each(&NpyOutput::commit); }
  /// The fields of which something that is not finite was written as they are at t.
  std::vector<int> notFinite() const;

private:
  Status each(bool (NpyOutput::*act)());

  std::deque<FieldOutput> files; // a deque: files cannot be moved
};

} // namespace stencilc::inline STENCILC_SPACE
