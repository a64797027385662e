/// \file Joins launches on the pieces of a slab (its two ends and the planes between them) into one
/// boundary-first launch.
///
/// The program's launch function is called once for each piece. The launches of the first calls are
/// stored and not made. The call for the last piece must make the same launches. Each of them is
/// joined with the stored ones into one launch on all pieces, which goes to the device.
#pragma once

#include "runtime/core/device/LaunchQueue.h"
#include "runtime/core/support/Status.h"
#include "stencilc/Launch.h"
#include <vector>

namespace stencilc::inline STENCILC_SPACE {

class PieceLaunches final : public LaunchJoiner {
public:
  /// Constructs an object that joins launches. `done` is the address, in device memory, of the two
  /// counts of finished blocks at the ends of the slab.
  explicit PieceLaunches(UInt32 *done) : done(done) {}

  /// Starts to collect the launches on `piece` of a slab (0: low end, 1: high end, 2: planes
  /// between). With `isLast` false they are only stored. With `isLast` true each is joined with the
  /// stored launches on the other pieces, and goes to the device. If the last piece has stored
  /// launches already, the caller must make the same ones again.
  void begin(int piece, bool isLast);
  /// Stores a launch on one piece of a slab (an end, or the planes between). For the last piece, it
  /// turns `launch` into a joined launch on all pieces. Sets `isWhole` to true if `launch` is
  /// joined and must be enqueued. Fails if the pieces have launched different kernels.
  Status take(KernelLaunch &launch, bool &isWhole) override;
  /// Sets blocks[0] to the number of blocks at the low end of the slab, and blocks[1] to that at
  /// the high end, summed over all launches stored so far.
  void count(UInt32 (&blocks)[2]) const;

private:
  /// Kernel, grid and argument values of a launch on one piece of a slab (an end, or the planes
  /// between).
  struct Kept {
    const void *kernel;
    unsigned grid[3];
    std::vector<unsigned char> values; // values of these arguments, one after the other
  };
  static Kept keep(const KernelLaunch &launch, int piece);

  UInt32 *done;
  std::vector<Kept> kept[kPlanePieces];
  int piece = 0;
  bool isLast = false;
  std::size_t next = 0;
};

} // namespace stencilc::inline STENCILC_SPACE
