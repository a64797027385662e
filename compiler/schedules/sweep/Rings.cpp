/// \file Emits the ring buffers of planes in shared memory that a sweep uses.
#include "schedules/sweep/Rings.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::schedules {

using namespace kernel;

constexpr int kPlaneAlignment = 128; // bytes; TMA loads require it

Rings::Rings(StagedState &state) : s(state), k(state.k) {
  for (const StagedLevel &level : s.staged.fieldLevels)
    if (level.inRing)
      rings.emplace_back().level = &level;
}

bool Rings::isAsync() const {
  return s.plan.engine != plan::CopyEngine::Plain &&
         !(isTensor() && llvm::all_of(rings, [](const Ring &ring) { return ring.isAlways; }));
}

/// Returns true if TMA loads (one thread copies a whole tile) of `level` give the right values
/// beyond face `side` of `axis`. They give zero there. Zero is right for some boundary conditions,
/// and if no update reads beyond the face.
bool Rings::givesZero(const StagedLevel &level, int axis, Side side) const {
  return !s.reachOf(level).of(axis, side) ||
         s.facts.faces.at(level.fieldLevel.field, axis, side).zeroFillSuffices();
}

// --- declarations -------------------------------------------------------------------------------

void Rings::declareMaps() {
  if (isTensor())
    for (Ring &ring : rings)
      ring.map = k.constantParam(StagedState::named(*ring.level, "_map"), {Type::TensorMap});
}

void Rings::declareShared(std::size_t index, const std::string &title) {
  StructBuilder planes(k.module, NameHint("Planes", NameOfKernel{index}),
                       "Shared memory of a block that sweeps " + title + ": " + s.unit() +
                           "s of its tile with the halo.");
  for (Ring &ring : rings) {
    const StagedLevel &level = *ring.level;
    const int slotCells = static_cast<int>(level.slotBytes() / level.bytes);
    ring.slots = planes.member(
        StagedState::named(level, "_ring"), {Type::Value, s.storageOf(level)},
        {.extents = {k.number(level.slots), k.number(slotCells)}, .alignment = kPlaneAlignment},
        std::to_string(level.slots) + " of " + std::to_string(level.width) + " x " +
            std::to_string(level.height) + " cells");
  }
  if (isTensor())
    arrivals = planes.member("arrived", {Type::Mbarrier}, {.extents = {s.sizes.ahead}},
                             std::string("one phase per ") + s.unit());
  sharedType = planes.type();
  shared = k.sharedMemory("shared", sharedType);
}

void Rings::declarePlaces() {
  Term number = k.thread(Builtin::ThreadIndex, 0);
  if (s.isSpace())
    number = number + k.thread(Builtin::BlockSize, 0) * k.thread(Builtin::ThreadIndex, 1);
  thread = k.define("thread", {Type::Int}, number);
  k.note(std::string("First cell of this thread in each ") + s.unit() + " of the ring buffer.");
  for (Ring &ring : rings) {
    const StagedLevel &level = *ring.level;
    Term at = k.number(level.halo[0][0]) + k.thread(Builtin::ThreadIndex, 0) * s.sizes.cells;
    if (s.isSpace())
      at = (k.thread(Builtin::ThreadIndex, 1) * s.sizes.rows + level.halo[1][0]) * level.width + at;
    ring.at = k.define(StagedState::named(level, "_at"), {Type::Int}, at);
    if (isTensor())
      askTile(ring);
  }
}

void Rings::askTile(Ring &ring) {
  const Reach reach = s.reachOf(*ring.level);
  for (int axis = 0; axis < s.along(); ++axis) {
    const Term first = axis == 0 ? *s.xTile : *s.yTile, cells = axis == 0 ? *s.tileX : *s.tileY;
    for (Side side : {Side::Low, Side::High})
      if (!givesZero(*ring.level, axis, side))
        ring.tile.push_back(k.face(side == Side::Low ? first : first + cells - 1, axis, side,
                                   reach.of(axis, side), true));
  }
  ring.isAlways = ring.tile.empty() && givesZero(*ring.level, s.along(), Side::Low) &&
                  givesZero(*ring.level, s.along(), Side::High);
  if (const auto isWhole = allOf(ring.tile))
    ring.isWhole = k.define(StagedState::named(*ring.level, "_whole"), {Type::Bool}, *isWhole,
                            "tensor loads copy the whole tile");
}

Term Rings::arrived(const Term &count) const {
  return shared->dot(arrivals)[count % s.sizes.ahead];
}

void Rings::prepareArrivals() {
  if (!isTensor())
    return;
  k.when(*thread == 0, [&] {
    k.forEach("phase", 0, s.sizes.ahead, Repeat::Plain, [&](const Term &phase) {
      k.run(k.call(Primitive::InitBarrier, {shared->dot(arrivals)[phase], 1}));
    });
    k.run(k.call(Primitive::FenceBarrierInit, {}));
  });
  k.run(k.call(Primitive::Barrier, {}));
}

// --- loads of planes ----------------------------------------------------------------------------

void Rings::defineFetch() {
  k.note("Starts the copies that step `count` of the sweep is the first to need.");
  fetchPlanes = k.define(
      "fetch", {Type::Auto},
      k.closure({"count"}, {Type::Int}, [&](const std::vector<Term> &params) {
        const Term &count = params[0];
        const Term newest = k.define("newest", {Type::Int}, *s.begin - *s.lead + count);
        for (Ring &ring : rings) {
          const int last = ring.level->newest();
          const Term plane = newest + last;
          k.when(plane >= *s.begin + ring.level->firstBrought() && plane < *s.end + last,
                 [&] { fetchPlane(ring, plane, count); });
        }
        if (isTensor())
          k.when(*thread == 0, [&] { k.run(k.call(Primitive::Arrive, {arrived(count)})); });
        if (isAsync())
          k.run(k.call(Primitive::CommitCopies, {}));
      }));
}

std::vector<Term> Rings::firstCell(const Ring &ring, const Term &plane) const {
  std::optional<Term> y;
  if (s.isSpace())
    y = *s.yTile - ring.level->halo[1][0];
  return s.cell(*s.xTile - ring.level->halo[0][0], y, plane);
}

void Rings::fetchPlane(Ring &ring, const Term &number, const Term &count) {
  const StagedLevel &level = *ring.level;
  const Term plane = k.define("plane", {Type::Int}, number);
  const Term slot = k.variable("slot", {Type::Pointer, s.storageOf(level)},
                               shared->dot(ring.slots)[count % level.slots]);
  const auto byThreads = [&] {
    std::vector<Term> arguments = {slot};
    llvm::append_range(arguments, s.fieldArguments(level));
    arguments.push_back(*thread);
    llvm::append_range(arguments, firstCell(ring, plane));
    k.run(k.call(s.loads.plane(level.fieldLevel.field), arguments,
                 {level.width, level.height, *s.threads, k.truth(isAsync())}));
  };
  if (!isTensor())
    return byThreads();
  if (ring.isAlways)
    return loadTensor(ring, slot, plane, count);
  std::vector<Term> gives;
  if (ring.isWhole)
    gives.push_back(*ring.isWhole);
  for (Side side : {Side::Low, Side::High})
    if (!givesZero(level, s.along(), side))
      gives.push_back(k.face(plane, s.along(), side, 0, true));
  k.when(*allOf(gives), [&] { loadTensor(ring, slot, plane, count); }, byThreads);
}

void Rings::loadTensor(Ring &ring, const Term &slot, const Term &plane, const Term &count) {
  const StagedLevel &level = *ring.level;
  k.when(*thread == 0, [&] {
    k.run(k.call(Primitive::ExpectBytes,
                 {arrived(count), k.number(std::int64_t{level.width} * level.height) *
                                      k.sizeOf({Type::Value, s.storageOf(level)})}));
    std::vector<Term> arguments = {slot, *ring.map, arrived(count)};
    llvm::append_range(arguments, firstCell(ring, plane));
    k.run(k.call(Primitive::LoadTensor, arguments));
  });
}

void Rings::fetchFirst() {
  k.forEach("ahead", 0, s.sizes.ahead, Repeat::Rolled, [&](const Term &ahead) { fetch(ahead); });
  if (s.staged.isPaced)
    fetched = k.variable("fetched", {Type::Int}, s.sizes.ahead);
}

void Rings::fetchNext() {
  if (!s.staged.isPaced)
    return fetch(*s.count + s.sizes.ahead);
  k.note("A block that is ahead of the others keeps fewer planes in flight.");
  k.when(*thread == 0, [&] {
    const Term until = k.define("until", {Type::Int},
                                *s.count + k.call(Primitive::ReachOf, {*pace, s.sizes.ahead}));
    k.repeatWhile(until >= *fetched, Repeat::Rolled, [&] {
      fetch(*fetched);
      k.change(*fetched, AssignOp::Add, 1);
    });
  });
}

void Rings::joinPace() {
  if (s.staged.isPaced)
    pace = k.variable("pace", {Type::Pace}, k.call(Primitive::JoinPace, {*thread == 0}));
}

void Rings::leavePace() {
  if (s.staged.isPaced)
    k.when(*thread == 0, [&] { k.run(k.call(Primitive::LeavePace, {*pace})); });
}

void Rings::fetch(const Term &count) { k.run(k.call(*fetchPlanes, {count})); }

void Rings::wait() {
  if (isTensor())
    k.run(k.call(Primitive::Wait, {arrived(*s.count), *s.count / s.sizes.ahead}));
  if (isAsync())
    k.run(k.call(Primitive::WaitCopies, {}, {s.sizes.ahead - 1}));
  k.run(k.call(Primitive::Barrier, {}),
        std::string("the newest ") + s.unit() + " is there, and the oldest is no longer read");
}

Term Rings::cells(const StagedLevel &level, int plane) const {
  const Ring &ring = *llvm::find_if(rings, [&](const Ring &ring) { return ring.level == &level; });
  const int age = level.slots - (level.newest() - plane);
  return shared->dot(ring.slots)[(*s.count + age) % level.slots] + *ring.at;
}

} // namespace stencilc::schedules
