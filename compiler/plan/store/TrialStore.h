/// \file Store of trials. A trial measures the rates of several kernels on the first time steps of
/// a run. The store keeps these rates for later runs of the same program.
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

/// Key of a trial (a measurement of the rates of several kernels on the first time steps of a run).
/// A later run may use its rates if all members are equal.
struct TrialKey {
  std::string program;  // programIdentity(), a hash in hexadecimal digits
  std::string sizes;    // class of grid sizes, from sizeClass()
  std::string arch;     // architecture of the plan: "sm_90", "x86-64-v3"
  std::string device;   // measured on: "NVIDIA H200", "8 threads of AMD EPYC"
  std::string compiler; // version of stencilc
  std::string plan;     // best plan, in the syntax of --schedule=, without option `rest`
  std::string options;  // other command-line options that change the kernels or the memory

  friend bool operator==(const TrialKey &, const TrialKey &) = default;
};

/// Result of a trial (measurement of the rates of several kernels on the first time steps of a
/// run): the rates, the key of the trial, and names to display.
struct TrialRecord {
  TrialKey key;
  TrialPlans plans = TrialPlans::All; // kinds of plans that the program contained
  std::string name, precision, size;  // of the program, for display
  std::string date;                   // "2026-03-01T09:30:00Z"
  std::vector<KernelRate> rates;      // sorted by falling rate; at least two

  friend bool operator==(const TrialRecord &, const TrialRecord &) = default;
};

/// Returns the class of a grid size `extents` along its first `rank` axes, such as "36x36x36". Each
/// number is 4 * log2(cells), rounded to the nearest integer. Two sizes in one class differ by a
/// factor of less than 2^(1/4) = 1.19 along each axis. Powers of two are in the middle of their
/// class.
std::string sizeClass(const Extents &extents, int rank);

/// Store of trials (measurements of the rates of several kernels on the first time steps of a run):
/// a folder with one file for each trial.
class TrialStore {
public:
  /// Creates a store in the folder with path `folder`. If the folder does not exist, the first
  /// `put` creates it.
  explicit TrialStore(std::string folder) : folder(std::move(folder)) {}

  /// Returns the record of the last trial with this `key`. Returns `nullopt` if there is none, or
  /// if its file is damaged. The next trial overwrites a damaged file.
  std::optional<TrialRecord> find(const TrialKey &key) const;
  /// Writes `record` to the store, and replaces a record with the same key. Other processes read
  /// either the old or the new file, never an incomplete one. Returns an error with a text for the
  /// user if the file cannot be written.
  llvm::Error put(const TrialRecord &record) const;

private:
  std::string pathOf(const TrialKey &key) const;

  std::string folder;
};

} // namespace stencilc::plan
