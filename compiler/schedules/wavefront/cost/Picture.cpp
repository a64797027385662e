/// \file Draws a step of the sweep in text: the planes of all time steps, and the planes kept.
#include "schedules/wavefront/cost/Cost.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

/// Returns the text for the plane that lies `behind` planes behind the newest plane s: "s", "s-3"
/// or, if `behind` is negative, "s+1".
std::string stepText(int behind) {
  return behind == 0 ? "s" : (behind > 0 ? "s-" : "s+") + std::to_string(std::abs(behind));
}

/// Builder of lines of text that show one step of the sweep.
class Picture {
public:
  Picture(const analysis::Facts &facts, const WavefrontShape &shape)
      : program(facts.program), shape(shape), plan(shape.plan), isSpace(program.rank() == 3),
        isLine(program.rank() == 1) {}

  std::vector<std::string> draw() {
    add(llvm::formatv("One step of {0} along {1}; s is the newest {2} from memory:",
                      isLine ? "a warp" : "the sweep", program.axes[program.lastAxis()], unit()));
    addRings();
    for (int t = 1; t <= plan.steps; ++t)
      addStep(t);
    const std::string waits = waiting();
    add(llvm::formatv("  in registers, per cell and time step: {0}",
                      waits.empty() ? "nothing" : waits));
    addExchange();
    addReplays();
    return std::move(lines);
  }

private:
  /// Returns the word for the cells that a step of the sweep loads: "plane" with three axes, "row"
  /// with two, "tile" with one.
  const char *unit() const {
    if (isSpace)
      return "plane";
    return isLine ? "tile" : "row";
  }

  template <class Line> void add(const Line &line) { lines.push_back(line.str()); }

  void addRings() {
    for (const Ring &ring : shape.loads.rings)
      add(llvm::formatv("  {0,-12} shared memory: {1}s {2} (arriving) to {3} of {4}, {5} slots",
                        "memory", unit(), stepText(ring.arrival - plan.ahead),
                        stepText(ring.ages + ring.arrival), program.fields[ring.field].name,
                        ring.slots));
    for (const PrivateRing &ring : shape.loads.privateRings) {
      const int level = ring.fieldLevel.level;
      add(llvm::formatv("  {0,-12} private to each warp, in shared memory: {1} {2} (arriving) to "
                        "{3} of {4}{5}, {6} slots",
                        "memory", std::string(unit()) + "s", stepText(ring.arrival - plan.ahead),
                        stepText(ring.ages + ring.arrival),
                        program.fields[ring.fieldLevel.field].name,
                        level < 0 ? llvm::formatv(" at t{0}", level).str() : "", ring.slots));
    }
  }

  /// Adds the line of text for time step `t`, counted from 1, to `lines`. If there are more than 6
  /// time steps, a line with "..." replaces those in the middle.
  void addStep(int t) {
    if (plan.steps > 6 && t > 3 && t < plan.steps - 1) {
      if (t == 4)
        lines.emplace_back("  ...");
      return;
    }
    std::string made;
    for (const StageSkew &stage : shape.skew->stages)
      made += (made.empty() ? "" : ", ") + program.fields[program.stages[stage.stage].target].name +
              " at " + stepText((t - 1) * shape.skew->lag + stage.out);
    add(llvm::formatv("  {0,-12} {1}{2}", "t+" + std::to_string(t), made,
                      t == plan.steps ? " -> memory" : ""));
  }

  /// Returns text that lists the planes and partial sums that stay in registers, or "" if there are
  /// none.
  std::string waiting() const {
    std::string waits;
    const auto include = [&](const std::string &what) {
      waits += (waits.empty() ? "" : ", ") + what;
    };
    if (!shape.tile.isUniform) // else all planes stay in shared memory
      for (const auto &[field, age] : shape.skew->ages)
        if (age > 0)
          include(counted(age, unit()) + " of " + program.fields[field].name);
    int parts = 0;
    for (const StageSkew &stage : shape.skew->stages)
      for (const Waiting &value : stage.waiting)
        parts += value.depth;
    if (parts)
      include(counted(parts, "partial sum"));
    return waits;
  }

  void addExchange() {
    if (isSpace)
      add(llvm::formatv("  through shared memory: {0}; one barrier per plane",
                        plan.isWhole     ? "the newest plane of each time step"
                        : plan.teams > 1 ? "rows at the edges of half-warps"
                                         : "rows at the edges of warps"));
    else if (isLine)
      add(llvm::formatv("  a tile of {0} cells stores {1}, the others are its halo; each warp has "
                        "tiles of its own: no barrier",
                        shape.tile.x.tile, shape.tile.x.stride));
    else
      lines.emplace_back("  each warp has a tile of its own: no barrier");
  }

  void addReplays() {
    for (const Replay &replay : shape.sweep.replays)
      add(llvm::formatv(
          "  near {0}.low: replays {1} for {2}, when the planes at the wrapped indices are loaded",
          program.axes[program.lastAxis()],
          replay.steps == 1 ? "the step before" : counted(replay.steps, "step") + " before",
          program.fields[program.stages[replay.stage].target].name));
  }

  const ir::Program &program;
  const WavefrontShape &shape;
  const WavefrontOptions &plan;
  const bool isSpace, isLine;
  std::vector<std::string> lines;
};

} // namespace

std::vector<std::string> pictureOf(const analysis::Facts &facts, const WavefrontShape &shape) {
  return Picture(facts, shape).draw();
}

} // namespace stencilc::schedules
