/// \file Emits bit masks of frozen cells (they keep their values) for sweeps in shared memory.
#include "schedules/sweep/FrozenMarks.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

FrozenMarks::FrozenMarks(StagedState &state, const analysis::KernelFacts &kernel)
    : s(state), kernel(kernel) {
  for (ir::StageId id : kernel.stages) {
    const ir::Stage &stage = s.facts.program.stages[id];
    if (stage.frozen.isZero() || (kernel.commonFrozen && !all.empty()))
      continue;
    const NameOfView old{stage.target, 0};
    all.push_back(
        {stage.target, kernel.commonFrozen ? NameHint("frozen") : NameHint("", old, "_frozen"),
         kernel.commonFrozen ? NameHint("frozenAcross") : NameHint("", old, "_frozen_across"),
         stage.frozen});
  }
}

void FrozenMarks::declareAcross() {
  Builder &k = s.k;
  const Term cells = s.sizes.rows * s.sizes.cells;
  for (Marks &marks : all) {
    const Type type = instance(k.module, Template::Marks, {cells});
    marks.across = k.array(marks.acrossName, type, {},
                           std::string("cells that are frozen in every ") + s.unit());
    const Reach across = marks.widths.across(s.along());
    if (across.isZero())
      continue;
    s.forEachRow([&](const Term &j) {
      k.forEach("i", 0, s.sizes.cells, Repeat::Unrolled, [&](const Term &i) {
        std::optional<Term> y;
        if (s.isSpace())
          y = *s.y + j;
        const Term isFrozen = *s.body.near(s.cell(*s.x + i, y, i), across);
        k.run(marks.across->invoke("set", {j * s.sizes.cells + i, isFrozen}));
      });
    });
  }
}

void FrozenMarks::declareNow() {
  for (Marks &marks : all) {
    const auto inPlane =
        s.body.near(s.cell(*s.plane, s.plane, *s.plane), marks.widths.along(s.along()));
    marks.now = s.k.define(marks.name, {Type::Auto},
                           marks.across->invoke("orAll", {inPlane ? *inPlane : s.k.truth(false)}));
  }
}

void FrozenMarks::at(const Term &j, const Term &i) {
  for (Marks &marks : all)
    marks.cell = (*marks.now)[j * s.sizes.cells + i];
}

const Term *FrozenMarks::of(const ir::Stage &stage) const {
  if (stage.frozen.isZero())
    return nullptr;
  return &*llvm::find_if(all, [&](const Marks &marks) {
             return kernel.commonFrozen || marks.target == stage.target;
           })->cell;
}

} // namespace stencilc::schedules
