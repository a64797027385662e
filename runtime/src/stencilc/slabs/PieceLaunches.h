/// \file Launches on the pieces of some planes, joined to one that does the ends first.
///
/// A function of the program is called for each piece in turn; what it launches is kept, and goes
/// to the device when the last call brings the same kernels again.
#pragma once

#include "stencilc/Launch.h"
#include "stencilc/Status.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class PieceLaunches {
public:
  /// `done`: where blocks of the two ends are counted, in memory of the device.
  explicit PieceLaunches(UInt32 *done) : done(done) {}

  /// A call for `piece` begins. With `isLast` what it launches goes to the device, with the blocks
  /// of all pieces; then this piece may have been there before.
  void begin(int piece, bool isLast);
  /// Keeps a launch, or makes it the one of all pieces. Whether it is to be enqueued; a failure if
  /// the calls did not launch the same.
  Status take(KernelLaunch &launch, bool &isWhole);
  /// Blocks of each end that will be counted, by the calls so far.
  void count(UInt32 (&blocks)[2]) const;

private:
  /// What a launch has of its own, on one piece.
  struct Kept {
    const void *kernel;
    unsigned grid[3];
    std::vector<unsigned char> values; // that differ from piece to piece, argument by argument
  };
  static Kept keep(const KernelLaunch &launch, int piece);

  UInt32 *done;
  std::vector<Kept> kept[kPlanePieces];
  int piece = 0;
  bool isLast = false;
  std::size_t next = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
