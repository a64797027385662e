/// \file Plan of what a run saves: files, the arrays in each, and the intervals in steps.
#pragma once

#include "runtime/core/support/Status.h"
#include "runtime/parts/save/SaveRequest.h"
#include "stencilc/Grid.h"
#include <limits>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Description of a run that is stored in its files. Compiled programs and the interpreter fill it
/// in identically.
struct SavedRun {
  bool isAnothers = false; // another process writes the files
  std::string program, source;
  std::uint64_t identity = 0; // hash of what the program computes
  int rank = 1;
  std::string axes[3];
  double spacing[3] = {1, 1, 1};
  double timestep = std::numeric_limits<double>::quiet_NaN(); // NaN: not known
  std::string parameters;                                     // "d=0.15, c=2"
};

/// A field as the program's source declares it, with the properties that saving needs.
struct SavedField {
  std::string name;
  Scalar storage = Scalar::F64;
  bool isUpdated = true;
  std::int64_t extents[3] = {1, 1, 1};
  int halves[3] = {0, 0, 0}; // offset of its values in half cells along each axis
};

/// A window (saved part) of a field. Along axis a it has `count[a]` cells, starting at `first[a]`,
/// `by[a]` cells apart.
struct SavedArray {
  int field = 0;
  std::string name;
  Scalar from = Scalar::F64, to = Scalar::F64;
  std::int64_t first[3] = {0, 0, 0}, count[3] = {1, 1, 1}, by[3] = {1, 1, 1};
  /// True for each axis along which the window (saved part of a field) is a single cell, given as
  /// `x = 7` and not as a range.
  bool isPlace[3] = {false, false, false};
  int halves[3] = {0, 0, 0}; // offset of its values in half cells along each axis

  /// Returns the axes that the array has in a file, the fastest first. These are the axes along
  /// which the window (saved part of a field) is a range and not a single cell, or the first axis
  /// if there is no such axis.
  std::vector<int> keptAxes(int rank) const;
  std::int64_t cells() const { return count[0] * count[1] * count[2]; }
  /// Returns the number of cells along the first axis from the first to the last saved one. A
  /// snapshot in memory includes the cells between them, because it copies contiguous rows.
  std::int64_t span() const { return (count[0] - 1) * by[0] + 1; }
  /// Returns the size in bytes of the window (saved part of a field) in a snapshot in memory. Along
  /// the first axis, a snapshot also has the cells between saved ones.
  std::uint64_t snapshotBytes() const {
    return static_cast<std::uint64_t>(span() * count[1] * count[2]) * sizeOf(from);
  }
  /// Returns the size in bytes of the window (saved part of a field) in a file without compression.
  std::uint64_t bytes() const { return static_cast<std::uint64_t>(cells()) * sizeOf(to); }
};

struct SavedFile {
  std::string path;
  std::int64_t every = 1;
  int level = 0; // compression level, 0 to 9
  std::vector<SavedArray> arrays;
  bool isOwn = false;     // named by the program's source
  std::int64_t times = 1; // number of snapshots, if it is known
  bool isSingle = false;  // one snapshot: a .npy file has the name `path`, without a step number

  /// Returns the name of the .npy file for the snapshot after step `step`.
  std::string nameAt(std::int64_t step) const { return isSingle ? path : fileOfStep(path, step); }
  std::uint64_t snapshotBytes() const;
  std::uint64_t bytes() const;
  /// Returns true if fields are saved after step `number`. Number 0 means before the first step.
  bool isDue(std::int64_t number) const { return number % every == 0; }
};

struct SavePlan {
  SavedRun run;
  std::vector<SavedFile> files;

  /// Returns the number of the next time step above `step` after which a file is saved, or
  /// Event::kNever.
  std::int64_t next(std::int64_t step) const;
};

/// Sets `plan` to the files that `requests` ask for, with requests for the same path in one file.
/// Returns an error for a window (saved part) outside of its field, or for a field that no step
/// changes. Fields in one file must have the same interval and the same window.
Status planSaves(const SavedRun &run, const std::vector<SavedField> &fields,
                 const std::vector<SaveRequest> &requests, SavePlan &plan);

} // namespace stencilc::inline STENCILC_SPACE
