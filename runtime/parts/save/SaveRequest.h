/// \file Requests to save: a field or a window (part) of a field, the interval in steps, and the
/// file.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Version.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Range of cells along an axis: `first`, `first` + `by`, and so on up to `last`. `isPlace` is true
/// for a single cell, given as one number and not as a range.
struct SaveRange {
  std::int64_t first = 0, last = 0, by = 1;
  bool isPlace = false;
};

/// Request to save one field, or a window (part) of one field.
struct SaveRequest {
  int field = 0;                                 // index in the program's list of fields
  std::array<std::optional<SaveRange>, 3> along; // window along each axis; none: all cells
  std::optional<Scalar> as;                      // type in the file; none: see savedAs()
  std::int64_t every = 0;                        // interval in steps
  std::string path;   // .h5 file, or .npy files with the step number in their names
  int level = 0;      // compression level, 0 (none) to 9
  bool isOwn = false; // from the program's source, not the command line
  /// One snapshot, not a series: a .npy file has the name `path`, without a step number.
  bool isSingle = false;
};

/// Parsed text of a save option: `p`, `p[z = 64]` or `p[x = 0 .. 511 by 2, z = 64]`.
struct SaveText {
  std::string field;
  std::vector<std::pair<std::string, SaveRange>> along; // axis name and its cells
};
/// Parses the text of a save option, such as `p[z = 64]`, into `parsed`. Returns false if it has
/// another form.
bool parseSaveText(const std::string &text, SaveText &parsed);
/// Returns the position of the '=' before the file name in a text such as `p[z=64]=run.h5`. Returns
/// npos if there is no file name.
std::size_t fileOfSave(const std::string &text);

/// Returns true if `path` ends in .npy, which means one file for each saved step.
bool isSequence(const std::string &path);
/// Returns the file name for step number `step`: replaces the pattern in a path such as
/// "p_%06d.npy" by the number.
std::string fileOfStep(const std::string &path, std::int64_t step);
/// Returns the step number in the file name `name`, for a pattern `path` such as "p_%06d.npy".
/// Returns `nullopt` if the name does not match the pattern.
std::optional<std::int64_t> stepOfFile(const std::string &path, const std::string &name);
/// Returns an error message if `path` is no valid pattern for .npy files, such as "p_%06d.npy".
/// Returns "" if it is.
std::string sequenceError(const std::string &path);

} // namespace stencilc::inline STENCILC_SPACE
