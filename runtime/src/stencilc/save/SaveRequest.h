/// \file What is asked to be saved: a field or a window of it, how often, and where.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/Version.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

/// Cells along an axis: `first`, `first` + `by`, ... up to `last`. One place alone is no range.
struct SaveRange {
  std::int64_t first = 0, last = 0, by = 1;
  bool isPlace = false;
};

/// One field that is saved.
struct SaveRequest {
  int field = 0;                                 // as the program numbers fields
  std::array<std::optional<SaveRange>, 3> along; // all cells along an axis that is not named
  std::optional<Scalar> as;                      // else as the field stores it
  std::int64_t every = 0;                        // steps
  std::string path;   // HDF5, or with a number of a step in it .npy files
  int level = 0;      // of compression, 0 to 9
  bool isOwn = false; // the program asks for it, not the command line
};

/// `p`, `p[z = 64]` or `p[x = 0 .. 511 by 2, z = 64]` of a command line.
struct SaveText {
  std::string field;
  std::vector<std::pair<std::string, SaveRange>> along; // by the name of an axis
};
/// False if it is nothing such.
bool parseSaveText(const std::string &text, SaveText &parsed);
/// Where in `p[z=64]=run.h5` the file begins behind its '='; npos if it names none.
std::size_t fileOfSave(const std::string &text);

/// Whether files of this name are .npy arrays, one for each step.
bool isSequence(const std::string &path);
/// The file of a step in a sequence: "p_%06d.npy" with the number in its place.
std::string fileOfStep(const std::string &path, std::int64_t step);
/// The step whose file in a sequence has this name; nothing if no step has.
std::optional<std::int64_t> stepOfFile(const std::string &path, const std::string &name);
/// Why a name is none of a sequence, or empty.
std::string sequenceError(const std::string &path);

} // namespace stencilc::inline STENCILC_SPACE
