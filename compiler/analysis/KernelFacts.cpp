/// \file Reads and writes of one kernel, and its frozen cells (near faces, they keep their values).
#include "analysis/KernelFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stencilc::analysis {

static bool covers(const Reach &outer, const Reach &inner) {
  Reach joined = outer;
  joined.include(inner);
  return joined == outer;
}

KernelFacts::KernelFacts(const Facts &facts, std::size_t index)
    : stages(facts.dependence.kernels[index].stages) {
  const ir::Program &program = facts.program;
  std::set<ir::FieldId> written;
  for (ir::StageId id : stages) {
    const ir::Stage &stage = program.stages[id];
    for (const auto &[fieldLevel, footprint] : facts.footprint.stages.at(id).fieldLevels) {
      if (fieldLevel.level == 1 && written.count(fieldLevel.field))
        continue;
      LevelFootprint &all = fieldLevels[fieldLevel];
      all.offsets.insert(footprint.offsets.begin(), footprint.offsets.end());
      all.reach.include(footprint.reach);
      reach.include(footprint.reach);
    }
    if (!stage.frozen.isZero())
      fieldLevels[{stage.target, 0}].offsets.insert(Offset());
    margin.include(stage.frozen);
    const auto local = facts.dependence.locals.find(stage.target);
    if (local == facts.dependence.locals.end() || local->second.isStored)
      stored.push_back(stage.target);
    written.insert(stage.target);
    if (id != stages.front())
      title += id == stages.back() ? " and " : ", ";
    title += program.fields[stage.target].name;
  }
  margin.include(reach);
  const Reach &frozen = program.stages[stages[0]].frozen;
  if (!frozen.isZero() &&
      llvm::all_of(stages, [&](ir::StageId id) { return program.stages[id].frozen == frozen; }))
    commonFrozen = frozen;
  leavesGrid = !covers(commonFrozen.value_or(Reach()), reach);
}

bool KernelFacts::stores(ir::FieldId field) const { return llvm::is_contained(stored, field); }

Reach KernelFacts::beyondFrozen(const Reach &all) const {
  const Reach frozen = commonFrozen.value_or(Reach());
  Reach open = all;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    open.low[axis] = open.low[axis] > frozen.low[axis] ? open.low[axis] : 0;
    open.high[axis] = open.high[axis] > frozen.high[axis] ? open.high[axis] : 0;
  }
  return open;
}

const ir::StageId *KernelFacts::forwardedFrom(const ir::Program &program,
                                              const ir::Read &read) const {
  if (read.level != 1 || fieldLevels.count({read.field, read.level}))
    return nullptr;
  const auto found = llvm::find_if(
      stages, [&](ir::StageId id) { return program.stages[id].target == read.field; });
  return found == stages.end() ? nullptr : &*found;
}

} // namespace stencilc::analysis
