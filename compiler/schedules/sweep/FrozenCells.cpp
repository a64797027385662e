/// \file Emits the conditions under which cells are frozen (keep their values) in a sweep.
#include "schedules/sweep/FrozenCells.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

/// Returns the coordinates of a cell, x first. `y` is set if the program has three axes. `plane` is
/// the coordinate along the last axis.
static std::vector<Term> cellAt(const Term &x, const std::optional<Term> &y, const Term &plane) {
  return y ? std::vector{x, *y, plane} : std::vector{x, plane};
}

void FrozenCells::declareAcross(const Term &x, const std::optional<Term> &y) {
  const std::string unit = along == 2 ? "plane" : "row";
  for (ir::StageId id : kernel.stages) {
    const ir::Stage &stage = program.stages[id];
    if (stage.frozen.isZero() || (kernel.commonFrozen && !all.empty()))
      continue;
    const NameOfView old{stage.target, 0};
    Frozen frozen{stage.target,
                  kernel.commonFrozen ? NameHint("frozen") : NameHint("", old, "_frozen"),
                  stage.frozen};
    const Reach across = stage.frozen.across(along);
    if (!across.isZero()) {
      frozen.across = k.array(kernel.commonFrozen ? NameHint("frozenAcross")
                                                  : NameHint("", old, "_frozen_across"),
                              {Type::Bool}, {cells}, "cells that are frozen in every " + unit);
      k.forEach("i", 0, cells, Repeat::Unrolled, [&](const Term &i) {
        k.assign((*frozen.across)[i], *body.near(cellAt(x + i, y, x), across));
      });
    }
    all.push_back(std::move(frozen));
  }
}

void FrozenCells::declareNow(const Term &i, const std::optional<Term> &y, const Term &plane) {
  for (Frozen &frozen : all) {
    std::vector<Term> any;
    if (frozen.across)
      any.push_back((*frozen.across)[i]);
    if (const auto faces = body.near(cellAt(plane, y, plane), frozen.widths.along(along)))
      any.push_back(*faces);
    frozen.now = k.define(frozen.name, {Type::Bool}, *anyOf(any));
  }
}

const Term *FrozenCells::of(const ir::Stage &stage) const {
  if (stage.frozen.isZero())
    return nullptr;
  return &*llvm::find_if(all, [&](const Frozen &frozen) {
             return kernel.commonFrozen || frozen.target == stage.target;
           })->now;
}

} // namespace stencilc::schedules
