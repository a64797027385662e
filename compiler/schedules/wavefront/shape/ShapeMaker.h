/// \file Makes the wavefront shapes of many plans of one program.
#pragma once

#include "schedules/wavefront/cost/KnownShapes.h"
#include "schedules/wavefront/shape/Shape.h"
#include <map>

namespace stencilc::schedules {

/// Makes the wavefront shapes of many plans of one program. It computes the time skew of each
/// combination of Neighbours (delays until new cells can be read) once.
class ShapeMaker {
public:
  /// Stores a reference to `facts`, which must outlive this object.
  explicit ShapeMaker(const analysis::Facts &facts) : facts(facts), known(knownShapes(facts)) {}
  /// Returns the shape of `plan`. Returns `nullopt` and sets `reason` if there is none.
  std::optional<WavefrontShape> make(const WavefrontOptions &plan, std::string &reason);
  /// Returns the tiles along x of `plan`. Returns `nullopt` if tiles would store no cell.
  std::optional<TileAxis> tilesAcross(const WavefrontOptions &plan);

private:
  /// A time skew, or null and the reason why there is none.
  struct Skewed {
    std::shared_ptr<const TimeSkew> skew;
    std::string reason;
  };
  /// Returns the time skew of `plan`. It is computed for the first plan with the same delays and
  /// found in a cache for all others.
  const Skewed &skewFor(const WavefrontOptions &plan);

  const analysis::Facts &facts;
  std::map<Neighbours, Skewed> skews;
  std::vector<KnownShape> known; // compiled kernels of the same updates
};

} // namespace stencilc::schedules
