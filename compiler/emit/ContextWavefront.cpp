/// \file The context of the wavefront: see Wavefront.cu.mustache.
#include "emit/Spelling.h"
#include "emit/WavefrontStage.h"
#include "ir/Walk.h"
#include "plan/Faces.h"
#include "plan/Repeats.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::emit {

using ir::BoundaryKind;
using llvm::json::Array;
using llvm::json::Object;

namespace {

class WavefrontBuilder {
public:
  WavefrontBuilder(ContextState &state, const plan::WavefrontShape &shape)
      : state(state), program(state.program()), shape(shape), along(plan::sweptAxis(program)) {}
  Object build();

private:
  Array facesOf(ir::FieldId field);
  Array fieldList();
  Array streamList() const;
  Array ownList() const;
  Array targetList() const;
  Array stageList();
  Object tiles(const TileAxis &tile) const {
    return Object{{"tile", tile.tile},   {"halo", tile.halo},   {"stride", tile.stride},
                  {"first", tile.first}, {"ghost", tile.ghost}, {"ghostHigh", tile.ghostHigh}};
  }
  bool usesUniforms() const;
  bool agesInRegisters() const;
  /// Planes at the low face that others beyond it repeat.
  int repeatedPlanes() const;
  /// How far cells inside the grid are from any that reads beyond or that are kept, by axis.
  Reach margin() const;

  ContextState &state;
  const ir::Program &program;
  const plan::WavefrontShape &shape;
  const int along;
  bool takesNewest = false; // a time step reads what the one before has just computed
};

/// Cells of a rim at the low or the high faces, as an initializer.
std::string widths(const Reach &rim, Side side) {
  return llvm::formatv("{{{0}, {1}, {2}}", rim.of(0, side), rim.of(1, side), rim.of(2, side)).str();
}

/// What each face does to coordinates beyond it, in the order the IR resolves axes.
Array WavefrontBuilder::facesOf(ir::FieldId id) {
  const ir::FieldDecl &field = program.fields[id];
  Array faces;
  for (int axis = 0; axis < state.rank(); ++axis)
    for (Side side : {Side::Low, Side::High}) {
      const ir::Boundary &boundary = field.at(axis, side);
      const bool wraps = plan::isPeriodic(state.facts, axis) && !state.goesOn(axis);
      const BoundaryKind kind = wraps ? BoundaryKind::Periodic : state.beyond(field, axis, side);
      const std::string c = axisName(axis), n = "g.n" + c;
      Object face{{"outside", side == Side::Low ? c + " < 0" : c + " >= " + n},
                  {"axis", c},
                  {"map", std::string("stencilc::") + mappingName(kind) + "(" + c + ", " + n + ")"},
                  {"fixed", false}};
      if (kind == BoundaryKind::Fixed)
        face["fixed"] = fixedContext(state, boundary.value);
      faces.push_back(std::move(face));
    }
  return faces;
}

Reach WavefrontBuilder::margin() const {
  Reach margin;
  for (const ir::Stage &stage : program.stages)
    margin.include(stage.rim);
  return margin;
}

int WavefrontBuilder::repeatedPlanes() const {
  int planes = 0;
  for (ir::FieldId id : program.fields.ids())
    if (const int reach = plan::repeatedReach(state.facts, id, along, Side::Low))
      planes = std::max(planes,
                        1 + plan::standsFor(program.fields[id].at(along, Side::Low).kind, reach));
  return planes;
}

/// Every field the kernel reads or writes.
Array WavefrontBuilder::fieldList() {
  Array list;
  for (ir::FieldId id : program.fields.ids()) {
    const ir::FieldDecl &field = program.fields[id];
    const auto arrival = shape.pipeline.arrival.find(id);
    const bool isUpdated = arrival != shape.pipeline.arrival.end();
    const plan::Ring *ring = shape.ringOf(id);
    const bool exchanges = isUpdated && exchangesRows(shape, id) && shape.exchangedSteps > 0;
    Object item{
        {"name", state.names.fields[id.index]},
        {"capital", state.names.capitals[id.index]},
        {"view", state.names.view(id, 0)},
        {"type", typeName(field.storage)},
        {"faces", facesOf(id)},
        {"usesUniforms", anyFaceUsesUniforms(state, id)},
        {"ring", false},
        {"held", ring && ring->isHeld},
        {"exchanged", exchanges},
        {"rim", rimContext(state, shape, id)},
        {"patch", false},
        {"skips", plan::keepsAlong(field, 0) && !plan::isPeriodic(state.facts, 0)},
        {"wrapsX", plan::isPeriodic(state.facts, 0)},
        {"fixes", plan::hasFixedFace(field)},
        {"line", false},
    };
    if (ring && plan::isPatched(state.facts, shape, id)) {
      const Reach reach = state.facts.footprint.reachOf(id);
      item["patch"] = Object{{"constant", "kRing" + state.names.capitals[id.index]},
                             {"arrival", ring->arrival},
                             {"lowX", reach.low[0]},
                             {"highX", reach.high[0]},
                             {"lowY", reach.low[1]},
                             {"highY", reach.high[1]}};
    }
    if (ring)
      item["ring"] = Object{{"slots", ring->slots},
                            {"arrival", ring->arrival},
                            {"constant", "kRing" + state.names.capitals[id.index]}};
    if (isUpdated) {
      const int oldest = std::max({shape.pipeline.ages.at(id),
                                   plan::needsOld(program, shape.plan.steps) && state.rank() > 1 &&
                                           !shape.stillFromRing && !shape.isUniform
                                       ? shape.pipeline.lag
                                       : 0,
                                   0});
      Array shifts;
      for (int age = oldest; age > 0; --age)
        shifts.push_back(Object{{"to", age}, {"from", age - 1}});
      item["line"] = Object{
          {"ages", oldest + 1}, {"shifts", std::move(shifts)}, {"raw", usesRaw(program, shape)}};
    }
    list.push_back(std::move(item));
  }
  return list;
}

Array WavefrontBuilder::streamList() const {
  std::set<analysis::Stream> streams;
  for (const auto &[stage, footprint] : state.facts.footprint.stages)
    for (const auto &[stream, reads] : footprint.streams)
      if (stream.level <= 0) // later time steps read the levels after it
        for (int level = stream.level; level <= std::min(0, stream.level + shape.plan.steps - 1);
             ++level)
          streams.insert({stream.field, level});
  for (const auto &[field, arrival] : shape.pipeline.arrival)
    streams.insert({field, 0});
  Array list;
  for (const analysis::Stream &stream : streams)
    list.push_back(Object{{"name", state.names.view(stream.field, stream.level)},
                          {"type", typeName(program.fields[stream.field].storage)},
                          {"field", stream.field.index},
                          {"level", stream.level}});
  return list;
}

/// Planes in shared memory that each warp brings for itself.
Array WavefrontBuilder::ownList() const {
  Array list;
  for (const plan::OwnRing &ring : shape.ownRings)
    list.push_back(Object{{"name", state.names.view(ring.stream.field, ring.stream.level)},
                          {"type", typeName(program.fields[ring.stream.field].storage)},
                          {"arrival", ring.arrival},
                          {"slots", ring.slots},
                          {"constant", ownConstant(state, ring.stream)}});
  return list;
}

/// The views written: the newest level of each field, and those before that users see.
Array WavefrontBuilder::targetList() const {
  Array list;
  for (const auto &[field, arrival] : shape.pipeline.arrival) {
    const int levels = std::min(program.fields[field].levels, shape.plan.steps);
    for (int older = 0; older < levels; ++older)
      list.push_back(
          Object{{"name", state.names.view(field, 1) +
                              (older ? "_prev" + (older > 1 ? std::to_string(older) : "") : "")},
                 {"type", typeName(program.fields[field].storage)},
                 {"field", field.index},
                 {"older", levels - older > 1 ? llvm::json::Value(Object{{"level", levels - older}})
                                              : llvm::json::Value(false)},
                 {"step", "kSteps - " + std::to_string(1 + older)},
                 {"stem", state.names.fields[field.index]}});
  }
  return list;
}

bool WavefrontBuilder::usesUniforms() const {
  for (const ir::Stage &stage : program.stages)
    if (contains<ir::UniformRef>(program, stage.value))
      return true;
  for (ir::FieldId id : program.fields.ids())
    if (anyFaceUsesUniforms(state, id))
      return true;
  return false;
}

/// Whether anything in registers is older after a step, without being replaced.
bool WavefrontBuilder::agesInRegisters() const {
  if (!shape.plan.isWhole || state.rank() != 3)
    return true;
  for (const auto &[field, age] : shape.pipeline.ages)
    if (shape.plan.steps > 1 && (age > 1 || !exchangesRows(shape, field) || !shape.endsFlush))
      return true;
  for (const plan::StagePipeline &stage : shape.pipeline.stages)
    for (const plan::Waiting &value : stage.waiting)
      if (value.depth > 1)
        return true;
  return shape.pipeline.stages.size() > 1;
}

Array WavefrontBuilder::stageList() {
  WaitingNames waiting;
  Names members = Names::ofCode(state.names.around); // Waiting has no member of its own name
  for (const std::string &field : state.names.fields)
    members.claim(field);
  for (const plan::StagePipeline &stage : shape.pipeline.stages)
    for (const plan::Waiting &value : stage.waiting)
      waiting.values[{stage.stage, value.value}] =
          members.claim(readableName(program, value.value), "Part");
  Names scope = state.names.scope;
  const NumberNames &numbers = state.numbers;
  const Array targets = targetList();
  Array list;
  for (const plan::StagePipeline &stage : shape.pipeline.stages) {
    WavefrontStage text(state, shape, stage, waiting, numbers, scope);
    Object item = text.context();
    for (const auto &[row, margins] : text.rowsRead())
      takesNewest |= row.age == 0 && row.level <= 0 && shape.pipeline.arrival.count(row.field);
    const std::string stem = state.names.fields[program.stages[stage.stage].target.index];
    Array stores;
    for (const llvm::json::Value &target : targets)
      if (target.getAsObject()->getString("stem") == stem)
        stores.push_back(target);
    item["stores"] = std::move(stores);
    item["publishes"] =
        exchangesRows(shape, program.stages[stage.stage].target) && shape.exchangedSteps > 0;
    list.push_back(std::move(item));
  }
  return list;
}

Object WavefrontBuilder::build() {
  const plan::FusedPlan &plan = shape.plan;
  const bool isRank3 = state.rank() == 3;
  Array stages = stageList();
  bool hasEarly = false, isRowwise = false;
  Array parts, waiting;
  for (const llvm::json::Value &stage : stages) {
    hasEarly |= stage.getAsObject()->getObject("early") != nullptr;
    isRowwise |= stage.getAsObject()->getObject("rowwise") != nullptr;
    for (const llvm::json::Value &part : *stage.getAsObject()->getArray("parts"))
      parts.push_back(part);
    for (const llvm::json::Value &value : *stage.getAsObject()->getArray("waiting"))
      waiting.push_back(value);
  }
  const Reach kept = margin();
  const bool leavesRim = shape.isUniform && !kept.isZero();
  const bool patches = plan::patchesFaces(state.facts, shape);
  const Reach reach = state.facts.footprint.reach;
  // Steps in which tensor loads find the planes of all rings inside the grid.
  int tensorFirst = shape.rings.front().arrival, tensorLast = tensorFirst;
  bool isKeptAround = true, isPlaneBeyond = false;
  Array tensors;
  for (const plan::Ring &ring : shape.rings) {
    tensorFirst = std::max(tensorFirst, ring.arrival);
    tensorLast = std::min(tensorLast, ring.arrival);
    const ir::FieldDecl &field = program.fields[ring.field];
    for (int axis = 0; axis < along; ++axis)
      isKeptAround &= plan::keepsAlong(field, axis);
    isPlaneBeyond |= !plan::keepsAlong(field, along);
    if (plan.tensors)
      tensors.push_back(Object{{"name", state.names.fields[ring.field.index]},
                               {"type", typeName(field.storage)},
                               {"index", ring.field.index},
                               {"arrival", ring.arrival},
                               {"constant", "kRing" + state.names.capitals[ring.field.index]},
                               {"first", tensors.empty()}});
  }
  int arrivals = 2;
  while (arrivals < plan.ahead + 1)
    arrivals *= 2;
  const int edgeRows = std::max(shape.rowsLow, shape.rowsHigh);
  const bool exchanges = isRank3 && shape.exchangedSteps > 0;
  return Object{
      {"hasNumbers", !numberList(state.numbers).empty()},
      {"steps", plan.steps},
      {"lag", shape.pipeline.lag},
      {"cells", plan.cells},
      {"rows", plan.rows},
      {"warps", plan.warps},
      {"ahead", plan.ahead},
      {"group", std::min(plan.group, plan.steps)},
      {"chunks", plan.chunks},
      {"hasChunks", plan.chunks > 0},
      {"isWhole", plan.isWhole && isRank3},
      {"isRank1", state.rank() == 1},
      {"takesNewest", takesNewest},
      {"isRank3", isRank3},
      {"teams", isRank3 ? 1 : plan.warps},
      {"tilesX", tiles(shape.x)},
      {"tilesY", tiles(shape.y)},
      {"haloLow", shape.haloLow},
      {"ghostLow", shape.ghostLow},
      {"extraSteps", shape.extraSteps},
      {"ghostHigh", shape.ghostHigh},
      {"firstArrival", shape.firstArrival},
      {"firstPart", shape.pipeline.firstPart},
      {"usesTensors", plan.tensors},
      {"tensors", std::move(tensors)},
      {"tensorsEverywhere",
       isKeptAround || shape.onlyTensors ||
           (!patches && !plan::isPeriodic(state.facts, 0) && !plan::isPeriodic(state.facts, 1))},
      {"onlyTensors", shape.onlyTensors},
      {"tensorsBeyond", shape.onlyTensors && (isPlaneBeyond || tensorFirst > tensorLast)},
      {"patches", patches},
      {"hasCopies", !shape.onlyTensors || !shape.ownRings.empty()},
      {"own", ownList()},
      {"hasOwn", !shape.ownRings.empty()},
      {"isUniform", shape.isUniform},
      {"inset", shape.isUniform
                    ? llvm::json::Value(Object{{"x", shape.x.halo},
                                               {"y", shape.y.halo},
                                               {"marginX", shape.planeX - shape.x.stride},
                                               {"marginY", shape.planeY - shape.y.stride}})
                    : llvm::json::Value(false)},
      {"tensorFirst", tensorFirst},
      {"tensorLast", tensorLast},
      {"arrivals", arrivals},
      {"lastOut", shape.pipeline.lastOut},
      {"sharedBytes", shape.sharedBytes},
      {"threads", plan.warps * 32},
      {"fields", fieldList()},
      {"streams", streamList()},
      {"targets", targetList()},
      {"isRowwise", isRowwise},
      {"stages", std::move(stages)},
      {"hasEarly", hasEarly},
      {"parts", std::move(parts)},
      {"waiting", std::move(waiting)},
      {"usesUniforms", usesUniforms()},
      {"exchanges", exchanges},
      {"exchangedSteps", shape.exchangedSteps},
      {"exchangesLast", isRank3 && shape.exchangedSteps == plan.steps},
      {"rowsLow", shape.rowsLow},
      {"rowsHigh", shape.rowsHigh},
      {"edgeRows", edgeRows},
      {"published", std::max(1, std::min(2 * edgeRows, plan.rows))},
      // Where no cell is kept or lies beyond the grid: distances of tiles and planes to the faces.
      {"keptLowX", kept.low[0]},
      {"keptHighX", kept.high[0]},
      {"keptLowY", isRank3 ? kept.low[1] : 0},
      {"keptHighY", isRank3 ? kept.high[1] : 0},
      {"plainLow", std::max({kept.low[along], reach.low[along], repeatedPlanes()})},
      {"plainHigh", std::max(kept.high[along], reach.high[along])},
      {"firstOut", shape.pipeline.firstOut},
      {"extent", std::string("g.n") + axisName(along)},
      {"endsFlush", shape.endsFlush},
      {"shiftsRims", shape.shiftsRims},
      {"shiftsCells", shape.shiftsCells},
      {"apart", plan.apart},
      {"repeatsAcross", shape.repeatsAcross},
      {"endChunks", shape.endChunks()},
      {"leavesRim", leavesRim},
      {"rimWidths", shape.endsFlush || leavesRim
                        ? llvm::json::Value(Object{{"low", widths(kept, Side::Low)},
                                                   {"high", widths(kept, Side::High)}})
                        : llvm::json::Value(false)},
      {"ages", agesInRegisters()},
      {"unit", shape.unit},
  };
}

} // namespace

Object wavefrontContext(ContextState &state, const plan::WavefrontShape &shape) {
  return WavefrontBuilder(state, shape).build();
}

} // namespace stencilc::emit
