/// \file Schedule wavefront as functions: what a thread keeps in registers from step to step.
#include "schedules/wavefront/Advance.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

int oldestKept(const Wave &wave, ir::FieldId field) {
  const plan::WavefrontShape &shape = wave.shape;
  const bool keepsOld = plan::needsOld(wave.program, shape.plan.steps) && wave.rank() > 1 &&
                        !shape.stillFromRing && !shape.isUniform;
  return std::max({shape.pipeline.ages.at(field), keepsOld ? shape.pipeline.lag : 0, 0});
}

WaveWaiting declareWaiting(Wave &wave) {
  const WaveConstants &c = wave.c;
  const std::string plane = wave.planeName();
  StructBuilder s(wave.module, "Waiting",
                  "What a thread keeps in registers: new cells by age in " + plane +
                      "s and time step, and parts of updates that wait for " + plane +
                      "s to come.");
  wave.state.waiting = s.type();
  WaveWaiting all{.type = s.type(), .line = {}, .raw = {}, .held = {}, .values = {}};
  for (ir::FieldId field : wave.program.fields.ids()) {
    const plan::Ring *ring = wave.shape.ringOf(field);
    const Type cell = wave.cellOf(field);
    if (wave.shape.pipeline.arrival.count(field)) {
      all.line[field] =
          s.member(Wish("", NameOfView{field, 0}), cell,
                   {.extents = {oldestKept(wave, field) + 1, c.steps + 1, c.rows, c.cells}});
      if (plan::usesRaw(wave.program, wave.shape))
        all.raw[field] = s.member(Wish("", NameOfView{field, 0}, "_raw"), cell,
                                  {.extents = {c.steps + 1, c.rows, c.cells}},
                                  "new cells before those that stay are put back");
    }
    if (ring && ring->isHeld)
      all.held[field] =
          s.member(Wish("", NameOfView{field, 0}, "_held"), cell, {.extents = {c.rows, c.cells}},
                   "of the " + plane + " that has left the ring");
  }
  for (const plan::StagePipeline &stage : wave.shape.pipeline.stages)
    for (const plan::Waiting &value : stage.waiting)
      all.values[{stage.stage, value.value}] = s.member(
          Wish("", NameOfValue{value.value}), {Type::Value, wave.program[value.value].type},
          {.extents = {value.depth, c.steps, c.rows, c.cells}});
  return all;
}

} // namespace stencilc::schedules
