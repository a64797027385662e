/// \file Request (the options of a run) whose names have been replaced by indices in a program.
#pragma once

#include "runtime/core/fields/FieldLevels.h"
#include "runtime/files/FieldPlane.h"
#include "runtime/parts/save/SaveArguments.h"
#include "runtime/program/request/RunRequest.h"

namespace stencilc::inline STENCILC_SPACE {

/// Argument such as `--out T=file.npy`: the index of a field, a file, and the age of a time level
/// (0 for t, 1 for t-1, -1 for all levels).
struct FileArgument {
  int field;
  std::string path;
  int age = kAllLevels;
  FieldPlane plane = {}; // the plane to write, of a field with three axes
};

/// Reason why a request (the options of a run) cannot be fulfilled, with a message for the user.
/// `kind` is None if there is no such reason. It also selects the id of the message of `stencilc
/// run`.
struct Refusal {
  enum class Kind : std::uint8_t {
    None,
    Value,
    Name,
    Level,
    Range,
    Size,
    TooLarge,
    Save,
    Conflict
  };
  Kind kind = Kind::None;
  std::string text;

  explicit operator bool() const { return kind != Kind::None; }
};

/// Request (the options of a run) whose names have been looked up in a program. Texts are replaced
/// by indices of fields, parameters, series and points.
struct ResolvedRequest : RunRequest {
  std::int64_t extents[3] = {0, 0, 0}; // cells along each axis; 0 if no size is given
  std::vector<double> parameters;      // one value per parameter of the program, given or default
  std::vector<bool> isParameterGiven;
  std::vector<std::pair<int, std::string>>
      series; // index of a series, and the file that replaces the one named in the source
  /// Files with the positions of points: the index of a set of points (a source or a receiver), and
  /// the path of its file.
  std::vector<std::pair<int, std::string>> points;
  /// Files for traces (values of receivers over time): the index of a receiver, and the path to
  /// which its trace is written.
  std::vector<std::pair<int, std::string>> traces;
  std::vector<FileArgument> inputs, outputs, slices, initialSlices;
  std::vector<FileArgument> frames; // files to which frames of movies are written
  SaveArguments saves;

  bool hasSize() const { return extents[0] > 0; }
};

/// Looks up the names that `request` has as a RunRequest, and sets its members that hold indices.
/// Reads only names, axes, levels, ranges and files of `program`. A file for a group of fields (f0,
/// f1, ...), as in f=f*.npy, becomes one file for each field. Returns the first refusal (an error),
/// such as an unknown name, a value out of range, or two options that exclude each other.
Refusal resolveRequest(const ProgramDescription &program, ResolvedRequest &request);

/// Returns a refusal (an error message) if `size`, in cells along each axis, does not fit the axes
/// of `program`, or if it is too large. Otherwise returns an empty refusal.
Refusal refuseSize(const ProgramDescription &program, const std::vector<std::int64_t> &size);
/// Sets `request.parameters` to the defaults of `program`, replaced by the values in
/// `request.params`. Returns a refusal (an error) for an unknown name, or a value that is no number
/// or out of range.
Refusal resolveParameters(const ProgramDescription &program, ResolvedRequest &request);
/// Sets `request.saves` from the texts and options about saved fields. Returns a refusal (an error)
/// for a text that names no field of `program`, or that has a wrong form.
Refusal resolveSaves(const ProgramDescription &program, ResolvedRequest &request);

} // namespace stencilc::inline STENCILC_SPACE
