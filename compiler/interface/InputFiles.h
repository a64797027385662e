/// \file Files with initial values, series and points that an instance reads.
#pragma once

#include "interface/RequestJson.h"
#include "runtime/program/files/ProgramInputs.h"

namespace stencilc::interface {

/// Files with initial values, series and points that an instance reads: those of its request, and
/// those that the source of its program names.
class InputFiles {
public:
  /// Prepares the files of `request` for an instance of `program`. Both must outlive this object.
  InputFiles(const ProgramDescription &program, const ResolvedRequest &request);

  /// Opens the files of initial values and checks their shapes. Sets `size` to the grid size.
  Status open(std::int64_t (&size)[3]) { return arrays.open(size); }
  /// Reads all files into `instance`, which has been created for the same request.
  Status load(Instance &instance);
  /// Reads the files of initial values again, after a reset of `instance`.
  Status loadArrays(Instance &instance) { return arrays.load(instance); }
  /// Records that a call has set the series `name`, which the program has.
  void markSeries(const char *name);
  /// Records that a call has set the points of the source or receiver `name`, which the program
  /// has.
  void markPoints(const char *name);
  /// Fails if a series or a set of points has no numbers: its file does not exist, and no call has
  /// set them.
  Status checkAllSet() const;

private:
  const ProgramDescription &program;
  const ResolvedRequest &request;
  ProgramInputs arrays;
  std::vector<bool> isSeriesSet, arePointsSet; // by index in the program
};

} // namespace stencilc::interface
