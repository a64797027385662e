/// \file Makes the wavefront shapes of many plans of one program.
#pragma once

#include "schedules/wavefront/shape/Shape.h"
#include <map>

namespace stencilc::schedules {

/// Makes the wavefront shapes of many plans of one program. It caches the last shape, and the time
/// skew of each combination of Neighbours (delays until new cells can be read).
class ShapeMaker {
public:
  /// Stores a reference to `facts`, which must outlive this object.
  explicit ShapeMaker(const analysis::Facts &facts) : facts(facts) {}
  /// Returns the shape of `plan`. Returns `nullopt` and sets `reason` if there is none.
  std::optional<WavefrontShape> make(const plan::FusedPlan &plan, std::string &reason);

private:
  /// A time skew, or the reason why there is none.
  struct Skewed {
    std::optional<TimeSkew> skew;
    std::string reason;
  };
  /// Returns the time skew of `plan`. It is computed for the first plan with the same delays and
  /// found in a cache for all others.
  const Skewed &skewFor(const plan::FusedPlan &plan);

  const analysis::Facts &facts;
  std::map<Neighbours, Skewed> skews;
  std::optional<WavefrontShape> last;
};

} // namespace stencilc::schedules
