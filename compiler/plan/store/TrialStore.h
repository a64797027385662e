/// \file The store of trials: rates of kernels that a run has timed on its first steps, for later
/// runs of the same program.
///
/// Each trial is a small JSON file of its own. The name of the file is a checksum of its key. The
/// file contains the whole key, so that two keys with one checksum are told apart:
///
///     {"format": "stencilc-trial", "version": 1,
///      "key": {"program": "...", "sizes": "36x36x36", "arch": "sm_90", "device": "NVIDIA H200",
///              "compiler": "0.1.0", "plan": "sweep:block=32x4,...", "options": "..."},
///      "fused": true, "name": "heat3d", "precision": "f64", "size": "512 x 512 x 512",
///      "date": "2026-03-01T09:30:00Z",
///      "rates": [{"schedule": "wavefront", "steps": 4, "glups": 720.5}, ...]}
#pragma once

#include "ir/Program.h"
#include "plan/search/Alternatives.h"
#include "runtime/core/stepping/SplitSteps.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Properties of a run that must be equal for the rates of an earlier trial to be used.
struct TrialKey {
  std::string program;  // programIdentity(), in hexadecimal digits
  std::string sizes;    // sizeClass()
  std::string arch;     // planned for: "sm_90", "x86-64-v3"
  std::string device;   // "NVIDIA H200", "8 threads of AMD EPYC"
  std::string compiler; // version of stencilc
  std::string plan;     // the chosen plan as a request for --schedule=; without `rest`
  std::string options;  // other options that change the kernels or the memory

  friend bool operator==(const TrialKey &, const TrialKey &) = default;
};

/// Rates that a trial has measured.
struct TrialRecord {
  TrialKey key;
  TrialPlans plans = TrialPlans::All; // the plans that the program contained
  std::string name, precision, size;  // of the program, for display
  std::string date;                   // "2026-03-01T09:30:00Z"
  std::vector<KernelRate> rates;      // fastest first; at least two

  friend bool operator==(const TrialRecord &, const TrialRecord &) = default;
};

/// Returns the size class of `extents` along the first `rank` axes, such as "36x36x36". Each number
/// is 4 log2(cells), rounded to the nearest whole number. So two sizes are of one class only if
/// each extent of one is less than 2^(1/4) = 1.19 times that of the other. Powers of two lie in the
/// middle of their class.
std::string sizeClass(const Extents &extents, int rank);

/// The folder with the files of all trials.
class TrialStore {
public:
  /// Creates a store in the folder `folder`, which need not exist.
  explicit TrialStore(std::string folder) : folder(std::move(folder)) {}

  /// Returns the rates of the last trial for `key`. Returns `nullopt` if there is none. A damaged
  /// file counts as none; the next trial replaces it.
  std::optional<TrialRecord> find(const TrialKey &key) const;
  /// Stores `record` in place of earlier rates for its key. Other processes see the old file or the
  /// new one, never a part. An error has a text for the user.
  llvm::Error put(const TrialRecord &record) const;

private:
  std::string pathOf(const TrialKey &key) const;

  std::string folder;
};

} // namespace stencilc::plan
