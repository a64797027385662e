/// \file The shapes of many plans of one program, with what they share.
#pragma once

#include "schedules/wavefront/Shape.h"
#include <map>

namespace stencilc::schedules {

/// Makes the shapes of many plans of one program. Keeps what they share: the skew, which is the
/// same for all plans with the same Neighbours, and the last shape.
class ShapeMaker {
public:
  /// `facts` outlives this.
  explicit ShapeMaker(const analysis::Facts &facts) : facts(facts) {}
  /// Returns the shape of `plan`; nothing with the reason if there is none.
  std::optional<WavefrontShape> make(const plan::FusedPlan &plan, std::string &reason);

private:
  struct Skewed {
    std::optional<TimeSkew> skew;
    std::string reason; // why there is none
  };
  const Skewed &skewFor(const plan::FusedPlan &plan);

  const analysis::Facts &facts;
  std::map<Neighbours, Skewed> skews;
  std::optional<WavefrontShape> last;
};

} // namespace stencilc::schedules
