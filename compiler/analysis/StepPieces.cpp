/// \file The parts of a time step in the order of execution.
#include "analysis/StepPieces.h"
#include "analysis/KernelFacts.h"
#include "ir/Locals.h"
#include <algorithm>

namespace stencilc::analysis {

namespace {

using Act = StepPiece::Act;

/// Adds to the parts of a time step the in-step reductions (over the grid, within the step) that
/// run before `stage`. Only those in the `repeat` with index `repeat` are added, or those outside
/// of all repeats if it is nullopt.
void addGlobalReductions(const ir::Program &program, ir::StageId stage,
                         std::optional<std::size_t> repeat, std::vector<StepPiece> &pieces) {
  for (std::size_t index = 0; index < program.globalReductions.size(); ++index)
    if (program.globalReductions[index].before == stage &&
        program.globalReductions[index].repeat == repeat)
      pieces.push_back({Act::GlobalReduction, index});
}

} // namespace

std::vector<StepPiece> stepPieces(const ir::Program &program, const Dependence &dependence) {
  std::vector<StepPiece> pieces;
  const auto stageOf = [&](std::size_t kernel) {
    return dependence.kernels[kernel].stages.front();
  };
  std::size_t loop = 0;
  for (std::size_t kernel = 0; kernel < dependence.kernels.size(); ++kernel) {
    addGlobalReductions(program, stageOf(kernel), {}, pieces);
    if (loop == dependence.loops.size() || dependence.loops[loop].first != kernel) {
      pieces.push_back({Act::Kernel, kernel});
      continue;
    }
    pieces.push_back({Act::Begin, loop});
    for (; kernel <= dependence.loops[loop].last; ++kernel) {
      addGlobalReductions(program, stageOf(kernel), loop, pieces);
      pieces.push_back({Act::Kernel, kernel});
    }
    --kernel;
    addGlobalReductions(program, {program.repeats[loop].last.index + 1}, loop, pieces);
    pieces.push_back({Act::End, loop++});
  }
  addGlobalReductions(program, {static_cast<std::uint32_t>(program.stages.size())}, {}, pieces);
  return pieces;
}

bool meetsWithin(const ir::Program &program) {
  return !program.repeats.empty() || !program.globalReductions.empty() || !program.kept.empty();
}

std::map<FieldLevel, LevelFootprint> readsOf(const Facts &facts, const StepPiece &piece) {
  if (piece.act == Act::Kernel)
    return KernelFacts(facts, piece.number).fieldLevels;
  std::map<FieldLevel, LevelFootprint> reads;
  if (piece.act == Act::GlobalReduction)
    for (ir::ReductionId id : facts.program.globalReductions[piece.number].reductions)
      for (const auto &[fieldLevel, read] : facts.footprint.reductions.at(id).fieldLevels)
        reads[fieldLevel].reach.include(read.reach);
  return reads;
}

int reachOf(const Facts &facts, const StepPiece &piece, int axis) {
  int reach = 0;
  for (const auto &[fieldLevel, read] : readsOf(facts, piece))
    reach = std::max({reach, read.reach.low[axis], read.reach.high[axis]});
  return reach;
}

} // namespace stencilc::analysis
