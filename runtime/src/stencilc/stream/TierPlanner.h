/// \file Plan of a run with a domain in files: temporal degree of a traversal of the device, number
/// of traversals that are chained through host memory, and height of the windows in host memory.
///
/// The time of a traversal of the files is the longest of three times: for the files, for copies to
/// the device, and for kernels. Each of the `chained` traversals of `depth` steps copies its
/// windows. Between rounds it also copies the planes of its state. More steps per traversal of the
/// files hide the time for files, and windows must be higher than states.
#pragma once

#include "stencilc/stream/TierShape.h"
#include "stencilc/stream/TraversalPlanner.h"

namespace stencilc::inline STENCILC_SPACE {

/// Rates of a disk that is read and written at once, in each direction.
struct DiskRates {
  double bytes = 2e9; // bytes per second
  bool isMeasured = false, isDirect = true;
};

/// Sizes of the areas of host memory for a domain in files.
struct TierMemory {
  /// Bytes of one window, of the states of all traversals, and of the planes of constant fields.
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
  /// Predicted seconds of a traversal of the files: for files, link and kernels, and in all.
  double secondsFiles = 0, secondsLink = 0, secondsCompute = 0, seconds = 0;

  int steps() const { return shape.steps(); }
};

class TierPlanner {
public:
  TierPlanner(const OutOfCoreDomain &domain, const TraversalRates &rates, const DiskRates &disk)
      : domain(domain), rates(rates), disk(disk), inner(domain, rates) {}

  /// Returns the reason why a program's domain cannot be in files, or "" if it can.
  static std::string refusal(const ProgramDescription &program);

  /// Chooses the traversals with the least time per step, for a run of `steps` steps (0: many). If
  /// none fits, the error says how much memory is needed.
  Status choose(std::uint64_t deviceBytes, std::uint64_t hostBytes, TierChoice &best,
                std::int64_t steps) const;

  /// Returns a description of the plan for the user.
  std::string text(const TierChoice &choice, const std::string &folder) const;

private:
  static std::vector<int> counts(int given);
  TierChoice choice(const TraversalChoice &traversal, int chained, int window,
                    std::uint64_t hostBytes) const;

  /// Tries different numbers of chained traversals and stores the best choice in `best`. Returns
  /// the least host memory in bytes that one of them needs.
  std::uint64_t tryTraversal(const TraversalChoice &traversal, std::uint64_t hostBytes,
                             std::int64_t steps, TierChoice &best) const;

  /// Returns the choice with the longest window that fits into `hostBytes` bytes.
  TierChoice widest(const TraversalChoice &traversal, int chained, std::uint64_t hostBytes) const;

  /// Returns the bytes of one plane in the files that a traversal reads, or writes if `written`.
  double fileBytes(bool written) const;
  void predict(TierChoice &choice) const;

  const OutOfCoreDomain &domain;
  TraversalRates rates;
  DiskRates disk;
  TraversalPlanner inner;
};

} // namespace stencilc::inline STENCILC_SPACE
