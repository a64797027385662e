/// \file Plan of a run with a domain in files. A reading of the files passes planes through the
/// device `chained` times, and each such traversal computes `depth` time steps. The third choice is
/// the height of the windows (ranges of planes in host memory).
///
/// Reading and writing of all files takes the longest of three times: for files, for copies to the
/// device, and for kernels. Each traversal copies all windows, and between windows the contents of
/// its ring buffers. More time steps per reading hide the time for files. Windows must have more
/// planes than the ring buffers keep.
#pragma once

#include "stencilc/stream/TierShape.h"
#include "stencilc/stream/TraversalPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// Rates of a disk that is read and written at once, in bytes per second.
struct DiskRates {
  double bytes = 2e9; // bytes per second
  bool isMeasured = false, isDirect = true;
};

/// Sizes in bytes of the areas of host memory for a domain in files.
struct TierMemory {
  /// Bytes of one window (range of planes), of planes saved between windows, and of planes of
  /// constant fields.
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

  /// Sets `best` to the plan with the least time per time step, for a run of `steps` steps (0:
  /// many), within the given bytes of memory. The error says how much memory is needed if no plan
  /// fits.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TierChoice &best,
                std::int64_t steps) const;

  /// Returns a description of the plan for the user.
  std::string text(const TierChoice &choice, const std::string &folder) const;

private:
  static std::vector<int> counts(int given);
  TierChoice choice(const TraversalChoice &traversal, int chained, int window,
                    std::uint64_t hostBytes) const;

  /// Tries different numbers of chained traversals (passes through the device per reading of the
  /// files) and stores the best plan in `best`. Returns the host memory in bytes of the plan that
  /// needs the least.
  std::uint64_t tryTraversal(const TraversalChoice &traversal, std::uint64_t hostBytes,
                             std::int64_t steps, TierChoice &best) const;

  /// Returns the plan with `chained` traversals (passes through the device per reading of the
  /// files) and the longest windows (ranges of planes) that fit into `hostBytes` bytes.
  TierChoice widest(const TraversalChoice &traversal, int chained, std::uint64_t hostBytes) const;

  /// Returns the bytes of one plane of all fields in the files that are read, or with `written` in
  /// those that are written.
  double fileBytes(bool written) const;
  void predict(TierChoice &choice) const;

  const OutOfCoreDomain &domain;
  TraversalRates rates;
  DiskRates disk;
  TraversalPlanner inner;
};

} // namespace stencilc::inline STENCILC_SPACE
