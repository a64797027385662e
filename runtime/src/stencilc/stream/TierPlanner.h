/// \file How a domain in files is streamed: depth of a traversal on the device, how many traversals
/// are chained through host memory, and how many planes the host holds of it.
///
/// A traversal of the files takes the longest of reading or writing them, of copies to the device,
/// and of kernels: each of `chained` traversals of `depth` steps copies its windows and, between
/// its turns, the planes it keeps. So deeper traversals hide the files, and windows must be higher
/// than what traversals keep.
#pragma once

#include "stencilc/stream/TierShape.h"
#include "stencilc/stream/TraversalPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// What the disk gives each way, reading and writing at once.
struct DiskRates {
  double bytes = 2e9; // a second
  bool isMeasured = false, isDirect = true;
};

/// Where windows, states and constant planes lie in host memory.
struct TierMemory {
  std::uint64_t window = 0, state = 0,
                constants = 0; // bytes of one window, of all states, of those
  std::uint64_t pieces = 0;    // buffers of the files

  static TierMemory of(const TierShape &shape, const OutOfCoreDomain &domain, std::uint64_t pieces);
  std::uint64_t allocated(const TierShape &shape) const {
    return window * std::uint64_t(shape.windows()) + state + constants;
  }
};

struct TierChoice {
  TraversalChoice traversal; // on the device
  TierShape shape;
  TierMemory memory;
  std::uint64_t hostBytes = 0, piece = 0; // with buffers; of one of them
  double secondsFiles = 0, secondsLink = 0, secondsCompute = 0,
         seconds = 0; // of a traversal of files

  int steps() const { return shape.steps(); }
};

class TierPlanner {
public:
  TierPlanner(const OutOfCoreDomain &domain, const TraversalRates &rates, const DiskRates &disk)
      : domain(domain), rates(rates), disk(disk), inner(domain, rates) {}

  /// Why a program cannot be streamed from files; empty if it can.
  static std::string refusal(const StreamDescription &stream);

  /// The choice that takes the least time per step of a run of `steps` steps (0: many); refuses
  /// with what is needed at least.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TierChoice &best,
                std::int64_t steps) const;

  /// `text` for people, before anything is allocated.
  std::string text(const TierChoice &choice, const std::string &folder) const;

private:
  static std::vector<int> counts(int given);
  TierChoice choice(const TraversalChoice &traversal, int chained, int window,
                    std::uint64_t hostBytes) const;

  /// Keeps the best of so many traversals chained as are worth a try. Returns the host memory that
  /// the fewest windows need.
  std::uint64_t tryTraversal(const TraversalChoice &traversal, std::uint64_t hostBytes,
                             std::int64_t steps, TierChoice &best) const;

  /// With the longest window that host memory holds.
  TierChoice widest(const TraversalChoice &traversal, int chained, std::uint64_t hostBytes) const;

  /// Bytes of one plane in the files that a traversal reads, or writes.
  double fileBytes(bool written) const;
  void predict(TierChoice &choice) const;

  const OutOfCoreDomain &domain;
  TraversalRates rates;
  DiskRates disk;
  TraversalPlanner inner;
};

} // namespace stencilc::inline STENCILC_SPACE
