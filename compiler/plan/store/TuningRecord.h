/// \file A measurement of a tuned program: what was measured, on which machine, and its rate.
#pragma once

#include "ir/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// Key for finding measurements in the tuning store.
struct TuningKey {
  std::string program;               // programKey()
  std::string arch;                  // planned for: "sm_90", "x86-64-v3"
  std::string compiler;              // version of stencilc
  std::optional<std::string> device; // "NVIDIA H200", "8 threads of AMD EPYC"; nullopt: any
};

/// A measurement of one program with one schedule on one device.
struct TuningRecord {
  std::string program, arch, device, compiler; // the key
  std::string schedule;                        // request for --schedule=, with every option
  std::string name, precision, size;           // of the program, for display
  double predicted = 0, measured = 0;          // 1e9 cell updates per second
  double nanojoules = 0;                       // per cell update; 0: not known
  std::int64_t steps = 0;                      // time steps of one timed run
  std::int64_t repetitions = 0;                // number of timed runs; `measured` is their median
  std::string builder;                         // compiler that built the emitted code
  std::string date;                            // "2026-03-01T09:30:00Z"; empty: not known

  friend bool operator==(const TuningRecord &, const TuningRecord &) = default;
};

/// Returns the key of a program in the tuning store: a SHA-256 hash, in hexadecimal digits, of its
/// IR with precision and planned size. Programs with the same key have the same fast plans. File
/// name, line numbers, names of lets and the number of steps do not matter.
std::string programKey(const ir::Program &program);
/// Returns a hash of the program's computations and precision. It does not depend on the grid size.
/// Programs that compute different bits have different hashes.
std::uint64_t programIdentity(const ir::Program &program);

/// Returns the precision as text: "f64", or "f32:f64" if the types of storage and compute differ.
std::string precisionName(const ir::Program &program);

/// Returns `{"format": "stencilc-tuning", "version": 1, "records": [...], "runs": [...]}`. Members
/// are named as in TuningRecord. Unknown `date` and `nanojoules` are left out, and so is an empty
/// `runs`.
llvm::json::Value recordsToJson(const std::vector<TuningRecord> &records,
                                const std::vector<TuningRecord> &runs = {});

/// Reads the list `records` from JSON in the format "stencilc-tuning". An error has a text for the
/// user, which says what is wrong with `text`.
llvm::Expected<std::vector<TuningRecord>> recordsFromJson(llvm::StringRef text);
/// Reads the list `runs` from JSON in the format "stencilc-tuning". A missing list is empty. An
/// error has a text for the user, which says what is wrong with `text`.
llvm::Expected<std::vector<TuningRecord>> runsFromJson(llvm::StringRef text);

} // namespace stencilc::plan
