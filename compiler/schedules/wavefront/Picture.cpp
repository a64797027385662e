/// \file How a wavefront looks: its time steps, and what waits where.
#include "schedules/wavefront/Cost.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::plan {

/// "s", "s-3" or "s+1".
static std::string stepText(int behind) {
  return behind == 0 ? "s" : (behind > 0 ? "s-" : "s+") + std::to_string(std::abs(behind));
}

std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape) {
  const ir::Program &program = facts.program;
  const FusedPlan &plan = shape.plan;
  const bool isSpace = program.rank() == 3, isLine = program.rank() == 1;
  const std::string axis = program.axes[program.lastAxis()];
  const char *unit = isSpace ? "plane" : isLine ? "tile" : "row";
  std::vector<std::string> lines;
  const auto add = [&](const std::string &line) { lines.push_back(line); };
  add(llvm::formatv("One step of {0} along {1}; s is the newest {2} from memory:",
                    isLine ? "a warp" : "the sweep", axis, unit)
          .str());
  for (const Ring &ring : shape.rings)
    add(llvm::formatv("  {0,-12} shared memory: {1}s {2} (arriving) to {3} of {4}, {5} slots",
                      "memory", unit, stepText(ring.arrival - plan.ahead),
                      stepText(ring.ages + ring.arrival), program.fields[ring.field].name,
                      ring.slots)
            .str());
  for (const OwnRing &ring : shape.ownRings)
    add(llvm::formatv(
            "  {0,-12} shared memory, each warp its own cells: {1} {2} (arriving) to {3} "
            "of {4}{5}, {6} slots",
            "memory", std::string(unit) + "s", stepText(ring.arrival - plan.ahead),
            stepText(ring.ages + ring.arrival), program.fields[ring.fieldLevel.field].name,
            ring.fieldLevel.level < 0 ? llvm::formatv(" at t{0}", ring.fieldLevel.level).str() : "",
            ring.slots)
            .str());
  for (int t = 1; t <= plan.steps; ++t) {
    std::string made;
    for (const StageSkew &stage : shape.skew.stages)
      made += (made.empty() ? "" : ", ") + program.fields[program.stages[stage.stage].target].name +
              " at " + stepText((t - 1) * shape.skew.lag + stage.out);
    if (plan.steps > 6 && t > 3 && t < plan.steps - 1) {
      if (t == 4)
        add("  ...");
      continue;
    }
    add(llvm::formatv("  {0,-12} {1}{2}", "t+" + std::to_string(t), made,
                      t == plan.steps ? " -> memory" : "")
            .str());
  }
  std::string waits;
  for (const auto &[field, age] : shape.skew.ages)
    if (age > 0 && !shape.isUniform) // where all planes wait in shared memory
      waits += llvm::formatv("{0}{1} {2}{3} of {4}", waits.empty() ? "" : ", ", age, unit,
                             age == 1 ? "" : "s", program.fields[field].name)
                   .str();
  int parts = 0;
  for (const StageSkew &stage : shape.skew.stages)
    for (const Waiting &value : stage.waiting)
      parts += value.depth;
  if (parts)
    waits += llvm::formatv("{0}{1} partial result{2}", waits.empty() ? "" : ", ", parts,
                           parts == 1 ? "" : "s")
                 .str();
  add(llvm::formatv("  waiting in registers, per cell and time step: {0}",
                    waits.empty() ? "nothing" : waits)
          .str());
  if (isSpace)
    add(llvm::formatv("  through shared memory: {0}; one barrier per plane",
                      plan.isWhole ? "the newest plane of each time step"
                                   : "rows at the edges of warps")
            .str());
  else if (isLine)
    add(llvm::formatv("  a tile of {0} cells stores {1}, the others are its neighbours' too; each "
                      "warp has tiles of its own: no barrier",
                      shape.x.tile, shape.x.stride)
            .str());
  else
    add("  each warp has a tile of its own: no barrier");
  return lines;
}

} // namespace stencilc::plan
