/// \file Rejects combinations of options for which no wavefront kernel can be emitted, or whose
/// kernel the GPU cannot run.
#include "schedules/wavefront/shape/Limits.h"
#include "plan/cost/Column.h"
#include "schedules/wavefront/faces/Repeats.h"
#include "schedules/wavefront/skew/Replay.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace plan;

std::optional<std::string> whyNoKernel(const analysis::Facts &facts, const Target &target,
                                       const WavefrontOptions &plan) {
  const ir::Program &program = facts.program;
  const int widest = widestCell(facts), bytes = plan.cells * widest;
  if (plan.tensors() && (!target.has.tensorLoads || program.rank() != 3))
    return "load=tensor loads planes of three axes on sm_90; use load=async";
  if (plan.tensors() && bytes > kTensorLaneBytes)
    return llvm::formatv("with load=tensor a thread reads {0} bytes of a row at once, and {1} "
                         "cells have {2}; use cells={3} or load=async",
                         kTensorLaneBytes, plan.cells, bytes, kTensorLaneBytes / widest)
        .str();
  // Lanes that store several pieces (16 bytes each) of a row exchange them with the whole warp at
  // once.
  if (plan.teams > 1 && bytes > kTensorLaneBytes)
    return llvm::formatv("teams={0} gives rows to parts of a warp, which store them by one access "
                         "of {1} bytes per lane, and {2} cells have {3}; use cells={4} or teams=1",
                         plan.teams, kTensorLaneBytes, plan.cells, bytes, kTensorLaneBytes / widest)
        .str();
  if (program.rank() == 3 && !plan.isWhole && !repeatsOutermost(facts, 1))
    return "rows beyond the faces of " + program.axes[1] +
           " are copies of rows that may be in any other thread; use exchange=planes";
  if (!plan.isWhole && llvm::any_of(program.fields.ids(),
                                    [&](ir::FieldId field) { return isReplayed(facts, field); }))
    return "it reads other rows of planes beyond " + program.axes[2] +
           ".low, which are copies of later planes; use exchange=planes";
  return {};
}

double leastSharedBytes(const analysis::Facts &facts, const WavefrontOptions &plan) {
  // Each ring buffer has the newest plane and the planes that are being loaded. With less than
  // three axes each warp has tiles, and ring buffers, of its own.
  std::set<ir::FieldId> fields;
  for (const ir::Stage &stage : facts.program.stages)
    if (!facts.program.fields[stage.target].isLocal)
      fields.insert(stage.target);
  double bytes = 0;
  for (ir::FieldId field : fields)
    bytes += bytesOf(facts.program.fields[field].storage);
  return bytes * (1.0 + plan.ahead) * plan.threads() * plan.cells * plan.rows;
}

std::optional<std::string> whyNotOfShape(const Target &target, const WavefrontShape &shape) {
  constexpr int kMostOfBox = 256; // cells of a tensor load along each axis
  const WavefrontOptions &plan = shape.plan;
  if (shape.block.sharedBytes > target.sharedBytesPerBlock)
    return llvm::formatv("its planes need {0} bytes of shared memory, and a block of {1} has "
                         "{2}; use fewer steps or {3}",
                         shape.block.sharedBytes, target.name, target.sharedBytesPerBlock,
                         shape.tile.y.tile > 1 ? "rows" : "warps")
        .str();
  if (shape.faces.frozen.saves() && plan.rows > plan.width() / 2)
    return llvm::formatv("each of {0} lanes saves one end of a row that keeps its value, and a "
                         "thread has {1} rows; use rows={2}",
                         plan.width(), plan.rows, plan.width() / 2)
        .str();
  if (plan.tensors() && std::max(shape.tile.planeX, shape.tile.planeY) > kMostOfBox)
    return llvm::formatv("load=tensor loads planes of at most {0} x {0} cells, and those of the "
                         "tiles have {1} x {2}; use fewer rows or load=async",
                         kMostOfBox, shape.tile.planeX, shape.tile.planeY)
        .str();
  return {};
}

} // namespace stencilc::schedules
