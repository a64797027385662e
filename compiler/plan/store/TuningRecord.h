/// \file Measurement of a tuned program: plan, machine and measured rate.
#pragma once

#include "ir/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Key by which measurements are found in the tuning store. A measurement matches if all members
/// are equal.
struct TuningKey {
  std::string program;               // programKey(), a hash in hexadecimal digits
  std::string arch;                  // architecture of the plan: "sm_90", "x86-64-v3"
  std::string compiler;              // version of stencilc
  std::optional<std::string> device; // "NVIDIA H200", "8 threads of AMD EPYC"; nullopt: any
};

/// Measured rate of one program with one plan on one device.
struct TuningRecord {
  std::string program, arch, device, compiler; // the key (TuningKey)
  std::string schedule;               // plan with all options, in the syntax of --schedule=
  std::string name, precision, size;  // of the program, for display
  double predicted = 0, measured = 0; // 1e9 cell updates per second
  double nanojoules = 0;              // per cell update; 0: not known
  std::int64_t steps = 0;             // time steps of one timed run
  std::int64_t repetitions = 0;       // number of timed runs; `measured` is the median
  std::string builder;                // compiler that built the emitted code
  std::string date;                   // "2026-03-01T09:30:00Z"; empty: not known

  friend bool operator==(const TuningRecord &, const TuningRecord &) = default;
};

/// Returns the key of a program in the tuning store. It is a SHA-256 hash of the intermediate
/// representation (with precision) and of the planned grid size, in hexadecimal digits. Programs
/// with equal keys are assumed to have the same fastest plans. File name, line numbers, names of
/// expressions and the number of time steps do not change the key.
std::string programKey(const ir::Program &program);
/// Returns a hash of the intermediate representation (with precision) of a program. Programs that
/// compute different values have different hashes. Grid size, file name, line numbers and the
/// number of time steps do not change the hash.
std::uint64_t programIdentity(const ir::Program &program);

/// Returns the precision of a program as text. It is "f64", for example, or "f32:f64" if fields are
/// stored in f32 and computations are in f64.
std::string precisionName(const ir::Program &program);

/// Returns measurements as JSON: `{"format": "stencilc-tuning", "version": 1, "records": [...],
/// "runs": [...]}`. `records` are measurements by `stencilc tune`, and `runs` those by `stencilc
/// run`. Each list element has the members of TuningRecord. Unknown `date` and `nanojoules` are
/// left out, and so is an empty list `runs`.
llvm::json::Value recordsToJson(const std::vector<TuningRecord> &records,
                                const std::vector<TuningRecord> &runs = {});

/// Parses `text`, JSON in the format "stencilc-tuning", and returns the measurements in its list
/// `records`. If `text` is not valid, returns an error with a text for the user.
llvm::Expected<std::vector<TuningRecord>> recordsFromJson(llvm::StringRef text);
/// Parses `text`, JSON in the format "stencilc-tuning", and returns the measurements in its list
/// `runs`. Returns an empty list if `runs` is missing. If `text` is not valid, returns an error
/// with a text for the user.
llvm::Expected<std::vector<TuningRecord>> runsFromJson(llvm::StringRef text);

} // namespace stencilc::plan
