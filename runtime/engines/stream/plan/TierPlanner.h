/// \file Plan of a run with a domain in files. It consists of three numbers: `chained`, `depth`,
/// and the planes of a window (range of planes in host memory). Each time the files are read, all
/// planes pass through the device `chained` times, and each pass computes `depth` time steps.
///
/// The time for reading and writing all files once is the longest of three times: for the disk, for
/// copies to the device, and for kernels. Each pass copies all windows. Between two windows it also
/// copies planes of the device's ring buffers to the host, and back later. With more time steps per
/// reading, the disk takes less time per step.
#pragma once

#include "runtime/engines/stream/plan/TierShape.h"
#include "runtime/engines/stream/plan/TraversalPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// Rate of a disk in bytes per second, while files are read and written at the same time.
struct DiskRates {
  double bytes = 2e9; // bytes per second
  bool isMeasured = false, isDirect = true;
};

/// Sizes in bytes of the areas of host memory that a run with a domain in files uses.
struct TierMemory {
  /// Bytes of host memory for one window (range of planes), for the planes that are kept from the
  /// device's ring buffers between two windows, and for planes of constant fields.
  std::uint64_t window = 0, state = 0, constants = 0;
  std::uint64_t pieces = 0; // bytes of the buffers for files

  static TierMemory of(const TierShape &shape, const OutOfCoreDomain &domain, std::uint64_t pieces);
  std::uint64_t allocated(const TierShape &shape) const {
    return window * std::uint64_t(shape.windows()) + state + constants;
  }
};

struct TierChoice {
  TraversalChoice traversal; // one traversal of the device
  TierShape shape;
  TierMemory memory;
  std::uint64_t hostBytes = 0, piece = 0; // all host memory; one buffer for files
  /// Predicted seconds of one reading and writing of all files: for the disk, for copies between
  /// host and device, for kernels, and in total.
  double secondsFiles = 0, secondsLink = 0, secondsCompute = 0, seconds = 0;

  int steps() const { return shape.steps(); }
};

class TierPlanner {
public:
  TierPlanner(const OutOfCoreDomain &domain, const TraversalRates &rates, const DiskRates &disk)
      : domain(domain), rates(rates), disk(disk), inner(domain, rates) {}

  /// Returns the reason why a program's domain cannot be kept in files, or "" if it can.
  static std::string refusal(const ProgramDescription &program);

  /// Sets `best` to the plan with the least time per time step that needs at most the given bytes
  /// of device and host memory. The run has `steps` time steps; 0 means that their number is not
  /// known. If no plan fits, the error says how much memory is needed.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TierChoice &best,
                std::int64_t steps) const;

  /// Returns a description of the plan for the user.
  std::string text(const TierChoice &choice, const std::string &folder) const;

private:
  static std::vector<int> counts(int given);
  TierChoice choice(const TraversalChoice &traversal, int chained, int window,
                    std::uint64_t hostBytes) const;

  /// Tries all numbers of chained traversals (passes through the device per reading of the files)
  /// with the device plan `traversal`. Replaces `best` by a better plan that fits into `hostBytes`.
  /// Returns the bytes of host memory of the plan that needs least.
  std::uint64_t tryTraversal(const TraversalChoice &traversal, std::uint64_t hostBytes,
                             std::int64_t steps, TierChoice &best) const;

  /// Returns the plan with `chained` traversals (passes through the device per reading of the
  /// files). Its windows (ranges of planes in host memory) have as many planes as `hostBytes` bytes
  /// of host memory allow, but at least one.
  TierChoice widest(const TraversalChoice &traversal, int chained, std::uint64_t hostBytes) const;

  /// Returns the bytes that all fields need in files for one plane index, at all their time levels.
  /// If `written` is true, only fields that time steps change count, because other fields are never
  /// written.
  double fileBytes(bool written) const;
  void predict(TierChoice &choice) const;

  const OutOfCoreDomain &domain;
  TraversalRates rates;
  DiskRates disk;
  TraversalPlanner inner;
};

} // namespace stencilc::inline STENCILC_SPACE
