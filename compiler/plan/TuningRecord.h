/// \file One measurement of a tuned program: what was measured, where, and how fast it was.
#pragma once

#include "ir/Program.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace stencilc::plan {

/// What a plan is looked up by.
struct TuningKey {
  std::string program;               // programKey()
  std::string arch;                  // "sm_90", "x86-64-v3": what was planned for
  std::string compiler;              // version of stencilc
  std::optional<std::string> device; // "NVIDIA H200", "8 threads of AMD EPYC"; nothing: any
};

struct TuningRecord {
  std::string program, arch, device, compiler; // the key
  std::string schedule;                        // as --schedule= takes it, with every option
  std::string name, precision, size;           // of the program, for people
  double predicted = 0, measured = 0;          // 1e9 updates per second
  double nanojoules = 0;                       // of an update; 0: not known
  std::int64_t steps = 0;                      // of one timed run
  std::int64_t repetitions = 0;                // timed runs, of which `measured` is the median
  std::string builder;                         // compiler that built the emitted text
  std::string date;                            // "2026-03-01T09:30:00Z"; empty: not known

  friend bool operator==(const TuningRecord &, const TuningRecord &) = default;
};

/// A name for everything about a program that decides how fast its plans are: SHA-256, in
/// hexadecimal digits, of the IR as text with precision and the size planned for. File name, line
/// numbers, names of lets and the number of steps do not count.
std::string programKey(const ir::Program &program);
/// A hash of what it computes, with its precision, whatever its size: two programs of different
/// bits have different numbers.
std::uint64_t programIdentity(const ir::Program &program);

/// "f64"; "f32:f64" where storage and compute differ.
std::string precisionName(const ir::Program &program);

/// `{"format": "stencilc-tuning", "version": 1, "records": [...], "runs": [...]}`, members named as
/// above; `date` and `nanojoules` may be absent, and so may the list of runs.
llvm::json::Value recordsToJson(const std::vector<TuningRecord> &records,
                                const std::vector<TuningRecord> &runs = {});

/// The error says, for people, what the text is instead.
llvm::Expected<std::vector<TuningRecord>> recordsFromJson(llvm::StringRef text);
llvm::Expected<std::vector<TuningRecord>> runsFromJson(llvm::StringRef text);

} // namespace stencilc::plan
