/// \file All output files of fields that a run writes.
#pragma once

#include "runtime/files/FieldFiles.h"
#include "runtime/program/Arguments.h"
#include <deque>

namespace stencilc::inline STENCILC_SPACE {

/// The output files of a run, one for each field or plane that the user wants.
class FieldOutputs {
public:
  /// Opens a file for each entry of `wanted`: for one plane if `isPlane` and the field has three
  /// axes, otherwise for the whole field. With `writes` false another process writes the files, and
  /// this process only takes part in the copies.
  Status open(const ProgramDescription &program, const std::int64_t (&size)[3],
              const std::vector<FileArgument> &wanted, bool isPlane, bool writes = true);
  /// Sets the planes of the files that were opened last to those in `last`, one for each file, in
  /// order. It is called after the files were opened. If the user asks for the plane whose values
  /// vary most, that plane is known only then.
  void setPlanes(const std::vector<FileArgument> &last) {
    for (std::size_t i = 0; i < last.size(); ++i)
      files[files.size() - last.size() + i].plane = last[i].plane;
  }
  /// Writes the cells of `instance` to all files.
  Status write(const Instance &instance);
  /// Writes the files to disk under temporary names. commit() then gives them their names.
  Status finish() { return each(&NpyOutput::finish); }
  Status commit() { return each(&NpyOutput::commit); }

private:
  /// Calls `act` for all files. Stops at the first file for which it fails, and returns the error.
  Status each(bool (NpyOutput::*act)());

  std::deque<FieldOutput> files; // a deque, because files cannot be moved
};

} // namespace stencilc::inline STENCILC_SPACE
