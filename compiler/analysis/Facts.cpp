/// \file All facts about a program, computed once after semantic analysis, for planning and code
/// generation.
#include "analysis/Facts.h"

namespace stencilc::analysis {

Facts gatherFacts(ir::Program program) {
  Facts facts;
  facts.footprint = computeFootprint(program);
  facts.faces = Faces(program, facts.footprint);
  facts.dependence = computeDependence(program);
  facts.cost = computeCost(program, facts.dependence);
  facts.stability = analyseStability(program);
  facts.program = std::move(program);
  return facts;
}

} // namespace stencilc::analysis
