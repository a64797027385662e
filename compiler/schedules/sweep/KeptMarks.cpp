/// \file Cells that keep their values, in a sweep through shared memory.
#include "schedules/sweep/KeptMarks.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

KeptMarks::KeptMarks(StagedState &state, const analysis::PassFacts &pass) : s(state), pass(pass) {
  for (ir::StageId id : pass.stages) {
    const ir::Stage &stage = s.facts.program.stages[id];
    if (stage.rim.isZero() || (pass.commonRim && !all.empty()))
      continue;
    const NameOfView old{stage.target, 0};
    all.push_back({stage.target, pass.commonRim ? Wish("kept") : Wish("", old, "_kept"),
                   pass.commonRim ? Wish("rim") : Wish("", old, "_rim"), stage.rim});
  }
}

void KeptMarks::declareAcross() {
  Builder &k = s.k;
  const Term cells = s.sizes.rows * s.sizes.cells;
  for (Marks &marks : all) {
    const Type type = instance(k.module, Template::Marks, {cells});
    marks.across =
        k.array(marks.rimName, type, {}, std::string("cells that are kept in every ") + s.unit());
    const Reach across = marks.rim.across(s.along());
    if (across.isZero())
      continue;
    s.forEachRow([&](const Term &j) {
      k.forEach("i", 0, s.sizes.cells, Repeat::Unrolled, [&](const Term &i) {
        std::optional<Term> y;
        if (s.isSpace())
          y = *s.y + j;
        const Term isKept = *s.body.near(s.cell(*s.x + i, y, i), across);
        k.run(marks.across->invoke("set", {j * s.sizes.cells + i, isKept}));
      });
    });
  }
}

void KeptMarks::declareNow() {
  for (Marks &marks : all) {
    const auto inPlane =
        s.body.near(s.cell(*s.plane, s.plane, *s.plane), marks.rim.along(s.along()));
    marks.now = s.k.define(marks.name, {Type::Auto},
                           marks.across->invoke("orAll", {inPlane ? *inPlane : s.k.truth(false)}));
  }
}

void KeptMarks::at(const Term &j, const Term &i) {
  for (Marks &marks : all)
    marks.cell = (*marks.now)[j * s.sizes.cells + i];
}

const Term *KeptMarks::of(const ir::Stage &stage) const {
  if (stage.rim.isZero())
    return nullptr;
  return &*llvm::find_if(all, [&](const Marks &marks) {
             return pass.commonRim || marks.target == stage.target;
           })->cell;
}

} // namespace stencilc::schedules
