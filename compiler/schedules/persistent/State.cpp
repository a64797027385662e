/// \file State of the builder of a persistent kernel: its parameters, the tile of the block, and
/// the cells in shared memory.
#include "schedules/persistent/State.h"
#include "kernel/build/IndexMaps.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Returns the boundary conditions that a block applies itself. Beyond the faces of a divided
/// periodic axis, its halo has cells of other blocks.
analysis::Faces ownFacesOf(const analysis::Facts &facts, const PersistentShape &shape) {
  analysis::Faces faces = facts.faces;
  for (int axis = 0; axis < shape.rank; ++axis)
    if (shape.isRound[axis])
      faces = faces.endless(axis);
  return faces;
}

std::string docOf(const PersistentShape &shape) {
  return "Computes `count` time steps, at most " + std::to_string(shape.steps) +
         ". Each block keeps its tile of the grid, with a halo, in shared memory.";
}

} // namespace

PersistentState::PersistentState(Module &module, const analysis::Facts &facts,
                                 const plan::KernelPlan &plan, bool recordsReceivers)
    : facts(facts), shape(plan.shapeAs<PersistentShape>()), recordsReceivers(recordsReceivers),
      readers(module, ownFacesOf(facts, shape)),
      k(module, Kind::Kernel, "persistent", docOf(shape)) {
  k.function().bounds = {shape.threads(), 1};
  for (std::size_t index = 0; index < facts.dependence.kernels.size(); ++index)
    kernels.emplace_back(facts, index);
  for (const analysis::KernelFacts &kernel : kernels)
    bodies.emplace_back(k, facts, kernel);
  addReaders();
}

void PersistentState::addReaders() {
  for (const TileField &field : shape.fields) {
    Reach reach;
    for (int axis = 0; axis < shape.rank; ++axis)
      for (Side side : {Side::Low, Side::High}) {
        const int cells = facts.faces.at(field.field, axis, side).reach;
        (side == Side::Low ? reach.low : reach.high)[axis] = shape.isRound[axis] ? 0 : cells;
      }
    readers.add(field.field, {.reach = reach, .beginning = "readTile"});
    readers.addPlace(field.field);
  }
}

UniformNeeds PersistentState::uniformNeeds() const {
  UniformNeeds needs;
  for (const analysis::KernelFacts &kernel : kernels)
    needs |= kernelUsesUniforms(facts, kernel, readers, true);
  needs.ofRun |= recordsReceivers;
  return needs;
}

void PersistentState::declareParams() {
  grid = k.gridParam();
  const StepsUniforms uniforms = StepsUniforms::params(k, uniformNeeds(), shape.steps);
  for (KernelBody &body : bodies)
    body.setUniforms(uniforms);
  for (const TileField &field : shape.fields) {
    const ir::ScalarType storage = facts.program.fields[field.field].storage;
    const auto add = [&](int level, const std::string &tail, HostValue value, bool isConst) {
      buffers.emplace(std::pair(field.field, level),
                      k.param(NameHint("", NameOfView{field.field, std::min(level, 0)}, tail),
                              {Type::View, storage, isConst}, value));
    };
    if (field.isLocal)
      continue;
    if (!field.isUpdated) {
      add(0, "_all", HostRead{field.field, 0}, true);
      continue;
    }
    for (int level = 0; level > -field.levels; --level)
      add(level, "_from", HostWrite{field.field, level}, false);
    for (int level = 1; level <= field.levels; ++level)
      add(level, field.levels == 1 ? "_to" : "_to" + std::to_string(level),
          HostWrite{field.field, level}, false);
  }
  tiles = k.param("tiles", {Type::TileGrid});
  meeting = k.param("meeting", {Type::Meeting});
  count = k.param("count", {Type::Int});
}

void PersistentState::declareTile() {
  StructBuilder all(k.module, "Tile", "Shared memory of a block: its tile of each field.");
  for (const TileField &field : shape.fields) {
    std::vector<Term> extents = arrayExtents();
    extents.insert(extents.begin(), k.number(field.slots));
    const Type cell{Type::Value, facts.program.fields[field.field].storage};
    members.emplace(field.field, all.member(NameHint("", NameOfView{field.field, 0}), cell,
                                            {.extents = extents, .alignment = 16}));
  }
  sharedType = all.type();
  shared = k.sharedMemory("shared", sharedType);
  thread = k.define("thread", {Type::Int}, k.thread(Builtin::ThreadIndex, 0));
  k.together([&] {
    lane = k.define("lane", {Type::Int}, *thread % 32);
    warp = k.define("warp", {Type::Int}, *thread / 32);
  });
  for (int axis = 0; axis < shape.rank; ++axis)
    shape.isWhole(axis) ? placeWhole(axis) : placeDivided(axis);
}

void PersistentState::placeWhole(int axis) {
  const int low = shape.halo.low[axis];
  first.emplace_back(k.number(-low));
  for (TileBox *box : {&own, &inGrid}) {
    box->low.emplace_back(k.number(low));
    box->high.push_back(k.extent(axis) + low);
  }
}

void PersistentState::placeDivided(int axis) {
  const std::string name = axisName(axis);
  const int low = shape.halo.low[axis], high = shape.halo.high[axis];
  const bool isFirst = axis == 0; // comments stand at the first axis only
  const Term block = k.thread(Builtin::BlockIndex, 0);
  std::optional<Term> size;
  k.together([&] {
    first.push_back(k.define(name + "First", {Type::Int},
                             tiles->invoke("begin", {axis, block}) - low,
                             isFirst ? "cell of the grid that is cell 0 of the tile" : ""));
    size = k.define(name + "Size", {Type::Int},
                    tiles->invoke("end", {axis, block}) - (first.back() + low));
  });
  own.low.emplace_back(k.number(low));
  own.high.push_back(*size + low);
  if (shape.isRound[axis]) {
    inGrid.low.emplace_back(k.number(0));
    inGrid.high.push_back(*size + low + high);
    return;
  }
  k.together([&] {
    inGrid.low.push_back(k.define(name + "Low", {Type::Int}, most(k, 0, k.number(0) - first.back()),
                                  isFirst ? "cells of the grid" : ""));
    inGrid.high.push_back(k.define(name + "High", {Type::Int},
                                   least(k, *size + low + high, k.extent(axis) - first.back())));
  });
}

Term PersistentState::array(ir::FieldId id, int level, const Term &step) {
  const TileField &field = shape.of(id);
  Term slot = 0;
  if (field.slots > 1) {
    const int ahead = level + field.levels - 1;
    slot = step.home() ? (ahead ? step + ahead : step) % field.slots
                       : Term(field.slotOf(static_cast<int>(step.value()), level));
  }
  return this->slot(id, slot, NameHint("", NameOfView{id, level}));
}

Term PersistentState::slot(ir::FieldId id, const Term &number, NameHint name) {
  return k.alias(std::move(name), {Type::Value, facts.program.fields[id].storage},
                 shared->dot(members.at(id))[number], arrayExtents());
}

std::vector<Term> PersistentState::arrayExtents() const {
  std::vector<Term> extents;
  for (int axis = shape.rank - 1; axis >= 0; --axis)
    extents.emplace_back(shape.extent(axis));
  return extents;
}

Term PersistentState::cell(const Term &array, const InTile &at, const Offset &offset) const {
  Term place = array;
  for (int axis = shape.rank - 1; axis >= 0; --axis)
    place = place[offset[axis] ? at[axis] + offset[axis] : at[axis]];
  return place;
}

std::vector<Term> PersistentState::inGridOf(const InTile &at) const {
  std::vector<Term> cell;
  for (int axis = 0; axis < shape.rank; ++axis)
    cell.push_back(first[axis] + at[axis]);
  return cell;
}

Term PersistentState::placeOf(int axis, const Term &at) {
  const Term place = first[axis] + at;
  return shape.isRound[axis] ? wrappedIndexOfAny(k, analysis::IndexMap::Periodic, axis, place)
                             : place;
}

void PersistentState::forRows(const TileBox &box,
                              const std::function<void(const InTile &row)> &each) {
  if (shape.rank == 1)
    return each({0});
  std::optional<Term> lines;
  Term rows = box.count(1);
  if (shape.rank == 3) {
    lines = k.define("lines", {Type::Int}, rows);
    rows = *lines * box.count(2);
  }
  k.forEachBy("row", *warp, rows, shape.warps, Repeat::Plain, [&](const Term &row) {
    if (!lines)
      return each({0, k.define("y", {Type::Int}, box.low[1] + row)});
    const Term y = k.define("y", {Type::Int}, box.low[1] + row % *lines);
    each({0, y, k.define("z", {Type::Int}, box.low[2] + row / *lines)});
  });
}

void PersistentState::forLanes(const Term &count, const std::function<void(const Term &)> &each) {
  if (shape.rank == 1)
    k.forEachBy("i", *thread, count, shape.threads(), Repeat::Plain, each);
  else
    k.forEachBy("i", *lane, count, 32, Repeat::Plain, each);
}

void PersistentState::forCells(const TileBox &box,
                               const std::function<void(const InTile &cell)> &each) {
  std::vector<Term> begins, counts;
  std::optional<Term> all;
  for (int axis = 0; axis < shape.rank; ++axis) {
    const std::string name = axisName(axis);
    k.together([&] {
      begins.push_back(k.define(name + "Begin", {Type::Int}, box.low[axis]));
      counts.push_back(
          k.define(name + "Count", {Type::Int}, most(k, box.high[axis] - begins.back(), 0)));
    });
    all = all ? *all * counts.back() : counts.back();
  }
  k.forEachBy(
      "i", *thread, *all, shape.threads(), Repeat::Rolled,
      [&](const Term &i) {
        InTile at;
        Term left = i;
        for (int axis = 0; axis < shape.rank; ++axis) {
          const bool isLast = axis + 1 == shape.rank;
          at.push_back(k.define(axisName(axis), {Type::Int},
                                begins[axis] + (isLast ? left : left % counts[axis])));
          left = isLast ? left : left / counts[axis];
        }
        each(at);
      },
      "few cells for each thread");
}

} // namespace stencilc::schedules
