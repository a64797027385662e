/// \file Facts of small programs for tests of planning.
#pragma once

#include "Programs.h"
#include "analysis/Facts.h"
#include "plan/search/Planner.h"
#include <string>

namespace stencilc::test {

enum class Shape { Star, Box };

/// One field updated with the sum over a star or box, planned for `extents`.
inline analysis::Facts factsOf(int rank, int radius, Shape shape, ScalarType type,
                               Extents extents) {
  Draft d(rank, type);
  const FieldId u = d.field("u");
  ExprId total = d.read(u);
  Offset offset;
  const int r[] = {radius, rank > 1 ? radius : 0, rank > 2 ? radius : 0};
  for (offset[2] = -r[2]; offset[2] <= r[2]; ++offset[2])
    for (offset[1] = -r[1]; offset[1] <= r[1]; ++offset[1])
      for (offset[0] = -r[0]; offset[0] <= r[0]; ++offset[0]) {
        const int used = (offset[0] != 0) + (offset[1] != 0) + (offset[2] != 0);
        if (used == 1 || (used > 1 && shape == Shape::Box))
          total = d.add(total, d.read(u, offset));
      }
  d.stage(u, total);
  d.program.sizeHint = extents;
  return analysis::gatherFacts(d.program);
}

/// The 7-point stencil of the examples.
inline analysis::Facts heat3d(ScalarType type = ScalarType::F64,
                              Extents extents = {{512, 512, 512}}) {
  return factsOf(3, 1, Shape::Star, type, extents);
}

inline plan::Target cuda(const std::string &name = "sm_90") {
  return *machine::findTarget(plan::TargetKind::Cuda, name);
}
inline plan::Target cpu(const std::string &name = "x86-64-v3") {
  return *machine::findTarget(plan::TargetKind::Cpu, name);
}

/// The planning for `request` as a user writes it; empty: the planner chooses.
inline plan::Planning planning(const analysis::Facts &facts, const plan::Target &target,
                               const std::string &request = "") {
  if (request.empty())
    return plan::choosePlan(facts, target, std::nullopt);
  return plan::choosePlan(facts, target, llvm::cantFail(plan::parseScheduleRequest(request)));
}

} // namespace stencilc::test
