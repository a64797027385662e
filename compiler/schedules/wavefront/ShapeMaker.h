/// \file Makes the wavefront shapes of many plans of one program.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <map>

namespace stencilc::schedules {

/// Makes the wavefront shapes of many plans of one program. It caches the time skew, which is the
/// same for all plans with equal Neighbours, and the last shape.
class ShapeMaker {
public:
  /// `facts` must outlive this object.
  explicit ShapeMaker(const analysis::Facts &facts) : facts(facts) {}
  /// Returns the shape of `plan`. Returns `nullopt` and sets `reason` if there is none.
  std::optional<WavefrontShape> make(const plan::FusedPlan &plan, std::string &reason);

private:
  /// A time skew, or the reason why there is none.
  struct Skewed {
    std::optional<TimeSkew> skew;
    std::string reason;
  };
  /// Returns the time skew of `plan`, computed at the first call with its Neighbours.
  const Skewed &skewFor(const plan::FusedPlan &plan);

  const analysis::Facts &facts;
  std::map<Neighbours, Skewed> skews;
  std::optional<WavefrontShape> last;
};

} // namespace stencilc::schedules
