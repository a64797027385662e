/// \file What a run saves, by files: each with its arrays and the steps after which they come.
#pragma once

#include "stencilc/Grid.h"
#include "stencilc/Status.h"
#include "stencilc/save/SaveRequest.h"
#include <limits>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// What files say of the run that they are from, as the program and the interpreter know it alike.
struct SavedRun {
  bool isAnothers = false; // another process writes the files
  std::string program, source;
  std::uint64_t identity = 0; // of what the program computes
  int rank = 1;
  std::string axes[3];
  double spacing[3] = {1, 1, 1};
  double timestep = std::numeric_limits<double>::quiet_NaN(); // NaN: time is not told
  std::string parameters;                                     // "d=0.15, c=2"
};

/// A field as its users see it.
struct SavedField {
  std::string name;
  Scalar storage = Scalar::F64;
  bool isUpdated = true;
  std::int64_t extents[3] = {1, 1, 1};
  int halves[3] = {0, 0, 0}; // its cells lie so many half cells further along each axis
};

/// A window of a field: along axis a `count[a]` cells from `first[a]` on, each `by[a]` further.
struct SavedArray {
  int field = 0;
  std::string name;
  Scalar from = Scalar::F64, to = Scalar::F64;
  std::int64_t first[3] = {0, 0, 0}, count[3] = {1, 1, 1}, by[3] = {1, 1, 1};
  bool isPlace[3] = {false, false, false}; // a single place along an axis, no range of one
  int halves[3] = {0, 0, 0};

  /// The axes that files have, the first one first: those that are no single place, but one at
  /// least.
  std::vector<int> keptAxes(int rank) const;
  std::int64_t cells() const { return count[0] * count[1] * count[2]; }
  /// Cells from the first to the last one along the first axis: snapshots have all of them, because
  /// they are copied as they lie.
  std::int64_t span() const { return (count[0] - 1) * by[0] + 1; }
  /// Bytes of a snapshot, and of what is written of it.
  std::uint64_t snapshotBytes() const {
    return static_cast<std::uint64_t>(span() * count[1] * count[2]) * sizeOf(from);
  }
  std::uint64_t bytes() const { return static_cast<std::uint64_t>(cells()) * sizeOf(to); }
};

struct SavedFile {
  std::string path;
  std::int64_t every = 1;
  int level = 0; // of compression
  std::vector<SavedArray> arrays;
  bool isOwn = false;     // the program names it
  std::int64_t times = 1; // how often it will be saved, if that is known

  std::uint64_t snapshotBytes() const;
  std::uint64_t bytes() const;
  /// Whether something is saved after step number `number`; the state before the first step is 0.
  bool isDue(std::int64_t number) const { return number % every == 0; }
};

struct SavePlan {
  SavedRun run;
  std::vector<SavedFile> files;

  /// Steps from step number `number` to the next one after which something is saved.
  std::int64_t stepsToNext(std::int64_t number) const;
  std::int64_t longestSegment() const { return stepsToNext(0); }
};

/// Joins requests with the same path to a file. Says what cannot be: windows outside of the field,
/// fields that no step changes, arrays in one file that come at other steps or have other extents.
Status planSaves(const SavedRun &run, const std::vector<SavedField> &fields,
                 const std::vector<SaveRequest> &requests, SavePlan &plan);

} // namespace stencilc::inline STENCILC_SPACE
