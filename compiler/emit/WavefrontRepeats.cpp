/// \file What a wavefront does about cells beyond faces that repeat others (mirror, copy): as soon
/// as a new cell is there, so is every cell it stands for.
#include "emit/Spelling.h"
#include "emit/WavefrontStage.h"
#include "ir/Walk.h"
#include "plan/Repeats.h"

namespace stencilc::emit {

using ir::BoundaryKind;
using llvm::json::Array;
using llvm::json::Object;

const char *mappingName(BoundaryKind kind) {
  switch (kind) {
  case BoundaryKind::Periodic:
    return "wrap";
  case BoundaryKind::MirrorCell:
    return "mirrorCell";
  case BoundaryKind::MirrorNode:
    return "mirrorNode";
  default:
    return "clamp";
  }
}

/// Of each face of an axis within planes: how the cell k beyond it is found, and what it repeats.
static Array facesAlong(ContextState &state, ir::FieldId field, int axis, const char *first,
                        const char *cells) {
  Array faces;
  const std::string n = std::string("g.n") + axisName(axis);
  for (Side side : {Side::Low, Side::High}) {
    const int reach = plan::repeatedReach(state.facts, field, axis, side);
    if (!reach)
      continue;
    const std::string c = side == Side::Low ? "-at" : n + " - 1 + at";
    const std::string map = mappingName(state.program().fields[field].at(axis, side).kind);
    faces.push_back(
        Object{{"outside", side == Side::Low ? std::string(first) + " < 0"
                                             : std::string(first) + " + " + cells + " > " + n},
               {"reach", reach},
               {"cell", c},
               {"source", "stencilc::" + map + "(" + c + ", " + n + ")"}});
  }
  return faces;
}

llvm::json::Value repeatsContext(ContextState &state, const plan::WavefrontShape &shape,
                                 ir::StageId stage, const std::string &still,
                                 const std::string &stillRow) {
  const ir::Program &program = state.program();
  const ir::FieldId field = program.stages[stage].target;
  const int along = plan::sweptAxis(program);
  // New cells that are only stored have nobody to read beyond them.
  bool isReadNew = false;
  for (const ir::Stage &other : program.stages)
    for (ir::ExprId id : ir::reachableFrom(program, {other.value}))
      if (const auto *read = std::get_if<ir::Read>(&program[id].node))
        isReadNew |= read->level == 1 && read->field == field;
  const int steps = shape.plan.steps - 1 + isReadNew;
  const bool isLine = state.rank() == 1;
  const char *left = isLine ? "tile.left(plane)" : "tile.left";
  Array columns = facesAlong(state, field, 0, left, "kTileX"), rows, high, low;
  if (along == 2)
    rows = facesAlong(state, field, 1, "tile.bottom", "kTileY");
  const ir::FieldDecl &decl = program.fields[field];
  const BoundaryKind atHigh = decl.at(along, Side::High).kind,
                     atLow = decl.at(along, Side::Low).kind;
  for (int k = 1; k <= plan::repeatedReach(state.facts, field, along, Side::High); ++k)
    high.push_back(Object{{"plane", displaced(std::string("g.n") + axisName(along), k - 1)},
                          {"age", plan::ageOfRepeated(atHigh, k)}});
  for (int k = 1; k <= plan::repeatedReach(state.facts, field, along, Side::Low); ++k) {
    const int source = plan::standsFor(atLow, k);
    if (k + source <= shape.pipeline.ages.at(field)) // else never read
      low.push_back(Object{{"plane", source}, {"age", k + source}});
  }
  if (steps == 0 || (columns.empty() && rows.empty() && high.empty() && low.empty()))
    return false;
  std::string outsideRows;
  for (Side side : {Side::Low, Side::High})
    if (along == 2 && plan::repeatedReach(state.facts, field, 1, side))
      outsideRows += (outsideRows.empty() ? "" : " || ") +
                     std::string(side == Side::Low ? "y < 0" : "y >= g.ny");
  const bool hasPlanes = !high.empty() || !low.empty(), hasRows = !rows.empty();
  return Object{{"steps", steps},
                {"left", left},
                {"edge", isLine ? "kEdge" : "kEdgeTile"},
                {"columns", std::move(columns)},
                {"rows", std::move(rows)},
                {"high", std::move(high)},
                {"low", std::move(low)},
                {"hasPlanes", hasPlanes},
                {"hasRows", hasRows},
                {"outsideRows", outsideRows},
                {"still", still.empty() ? "0u" : still},
                {"moving", (stillRow.empty() ? "" : stillRow + " ? 0u : ") +
                               (still.empty() ? "~0u" : "~" + still)}};
}

} // namespace stencilc::emit
