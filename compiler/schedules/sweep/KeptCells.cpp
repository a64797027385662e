/// \file Cells that keep their values, in a sweep.
#include "schedules/sweep/KeptCells.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

/// A cell with coordinates that may be asked about; the others are never looked at.
static std::vector<Term> cellAt(const Term &x, const std::optional<Term> &y, const Term &plane) {
  return y ? std::vector{x, *y, plane} : std::vector{x, plane};
}

void KeptCells::declareAcross(const Term &x, const std::optional<Term> &y) {
  const std::string unit = along == 2 ? "plane" : "row";
  for (ir::StageId id : pass.stages) {
    const ir::Stage &stage = program.stages[id];
    if (stage.rim.isZero() || (pass.commonRim && !all.empty()))
      continue;
    const NameOfView old{stage.target, 0};
    Kept kept{stage.target, pass.commonRim ? Wish("kept") : Wish("", old, "_kept"), stage.rim};
    const Reach across = stage.rim.across(along);
    if (!across.isZero()) {
      kept.across = k.array(pass.commonRim ? Wish("rim") : Wish("", old, "_rim"), {Type::Bool},
                            {cells}, "cells that are kept in every " + unit);
      k.forEach("i", 0, cells, Repeat::Unrolled, [&](const Term &i) {
        k.assign((*kept.across)[i], *body.near(cellAt(x + i, y, x), across));
      });
    }
    all.push_back(std::move(kept));
  }
}

void KeptCells::declareNow(const Term &i, const std::optional<Term> &y, const Term &plane) {
  for (Kept &kept : all) {
    std::vector<Term> any;
    if (kept.across)
      any.push_back((*kept.across)[i]);
    if (const auto faces = body.near(cellAt(plane, y, plane), kept.rim.along(along)))
      any.push_back(*faces);
    kept.now = k.define(kept.name, {Type::Bool}, *anyOf(any));
  }
}

const Term *KeptCells::of(const ir::Stage &stage) const {
  if (stage.rim.isZero())
    return nullptr;
  return &*llvm::find_if(all, [&](const Kept &kept) {
             return pass.commonRim || kept.target == stage.target;
           })->now;
}

} // namespace stencilc::schedules
