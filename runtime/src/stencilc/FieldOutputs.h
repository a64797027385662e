/// \file The fields that a run writes into files, all of them together.
#pragma once

#include "stencilc/Arguments.h"
#include "stencilc/FieldFiles.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

class FieldOutputs {
public:
  /// Opens a file for each of `wanted`; `isPlane`: for a plane of a field with three axes. Where
  /// another process `writes` them, cells are asked for alone.
  Status open(const ProgramDescription &program, const std::int64_t (&size)[3],
              const std::vector<FileArgument> &wanted, bool isPlane, bool writes = true);
  /// Takes the planes of `last`, which were the last to be opened and are known by now.
  void setPlanes(const std::vector<FileArgument> &last) {
    for (std::size_t i = 0; i < last.size(); ++i)
      files[files.size() - last.size() + i].plane = last[i].plane;
  }
  /// Writes the cells as they are now.
  Status write(const Instance &instance);
  /// All files are on disk after finish(), and have their names after commit().
  Status finish() { return each(&NpyOutput::finish); }
  Status commit() { return each(&NpyOutput::commit); }

private:
  /// Does `act` to all files, up to the first that fails.
  Status each(bool (NpyOutput::*act)());

  std::deque<FieldOutput> files; // a deque: files cannot be moved
};

} // namespace stencilc::inline STENCILC_SPACE
