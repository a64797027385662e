/// \file Creates the boundary methods that a kernel needs, and combines their results and the code
/// that they emit.
#include "schedules/wavefront/faces/FaceMethod.h"
#include "schedules/wavefront/lower/Lower.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace stencilc::schedules {

using namespace kernel;

void RowFetch::copy(const Term &to, const Term &from, const Term &size) const {
  k.run(k.call(Primitive::CopyAsync, {to, from.address()}, {size}));
}

FaceMethods::FaceMethods(Wave &wave) {
  for (const auto make : {makeUniform, makePatched, makeGathered, makeFrozen, makeMirrored})
    if (std::unique_ptr<FaceMethod> method = make(wave))
      methods.push_back(std::move(method));
}

void FaceMethods::declareKind(Wave &wave, StructBuilder &sweep) const {
  Module &module = wave.module;
  TilePlace &tile = wave.state.tile;
  const bool shifts = wave.shape.tile.shifts;
  const Term inside(module, module.make(KnownValue{Known::TilesInside}));
  const Term isAtFaces = wave.hasKind(Known::TilesAtFaces);
  if (!shifts)
    tile.isEdge = sweep.constant("kAtFaces", {Type::Bool}, isAtFaces);
  if (wave.shape.tile.endsFlush)
    tile.isFlush = sweep.constant(shifts ? "kSkipsFrozen" : "kIsFlush", {Type::Bool},
                                  shifts ? *wave.kind != inside : wave.hasKind(Known::TilesFlush));
  const Type shift = shifts ? instance(module, Template::Select,
                                       {isAtFaces, Type{Type::FrozenShift}, Type{Type::NoShift}})
                            : Type{Type::NoShift};
  tile.shift =
      sweep.member("shift", shift, "distance from the end of the grid to the end of the tile");
}

/// Emits the code of all boundary methods (each is the code for one kind of face), one nested in
/// the other, and `plain` innermost. wrap(method, inner) emits the code of one method. It calls
/// `inner` where nested code belongs.
void FaceMethods::around(const Wrap &wrap, const Emit &plain) const {
  Emit inner = plain;
  for (const auto &method : llvm::reverse(methods))
    inner = [&wrap, &method = *method, inside = std::move(inner)] { wrap(method, inside); };
  inner();
}

void FaceMethods::fetch(Builder &k, const Term &isEdge, const std::vector<Term> &stepAndCount,
                        const Emit &plain) const {
  around([&](const FaceMethod &method,
             const Emit &inner) { method.fetch(k, isEdge, stepAndCount, inner); },
         plain);
}
void FaceMethods::fetchRow(const RowFetch &row, const Emit &plain) const {
  around([&](const FaceMethod &method, const Emit &inner) { method.fetchRow(row, inner); }, plain);
}
void FaceMethods::readRow(const RowRead &row, const Emit &plain) const {
  around([&](const FaceMethod &method, const Emit &inner) { method.readRow(row, inner); }, plain);
}
void FaceMethods::publish(const NewRow &row, const Emit &plain) const {
  around([&](const FaceMethod &method, const Emit &inner) { method.publish(row, inner); }, plain);
}

/// Calls ask(method) for the boundary methods (each is the code for one kind of face) in their
/// order, until a result is not empty. Returns this result, or an empty one if there is none.
template <class Ask>
auto FaceMethods::first(Ask ask) const -> decltype(ask(std::declval<FaceMethod &>())) {
  for (const auto &method : methods)
    if (auto found = ask(*method))
      return found;
  return {};
}

std::optional<Term> FaceMethods::repeatsOwn(const WaveStep &step, const RowBeside &row) const {
  return first([&](const FaceMethod &method) { return method.repeatsOwn(step, row); });
}
std::optional<WaveRow> FaceMethods::oldRow(const StageSkew &stage) const {
  return first([&](const FaceMethod &method) { return method.oldRow(stage); });
}

std::optional<Term> FaceMethods::keptMask(const StageSkew &stage, int axis) const {
  return first([&](const FaceMethod &method) { return method.keptMask(stage, axis); });
}
std::optional<FunctionId> FaceMethods::preparation() const {
  return first([](const FaceMethod &method) { return method.preparation(); });
}
std::optional<FunctionId> FaceMethods::marking() const {
  return first([](const FaceMethod &method) { return method.marking(); });
}

int FaceMethods::oldestPlane() const {
  int oldest = 0;
  for (const auto &method : methods)
    oldest = std::max(oldest, method->oldestPlane());
  return oldest;
}

int FaceMethods::layer(int axis, Side side) const {
  int width = 0;
  for (const auto &method : methods)
    width = std::max(width, method->layer(axis, side));
  return width;
}

Term FaceMethods::storedBound(Builder &k, Term bound, int axis, Side side) const {
  for (const auto &method : methods)
    bound = method->storedBound(k, bound, axis, side);
  return bound;
}

bool FaceMethods::fillsPlanes() const {
  return llvm::any_of(methods, [](const auto &method) { return method->fillsPlanes(); });
}
bool FaceMethods::findsCells(ir::FieldId field) const {
  return llvm::any_of(methods, [&](const auto &method) { return method->findsCells(field); });
}
bool FaceMethods::splitsLanes() const {
  return llvm::any_of(methods, [](const auto &method) { return method->splitsLanes(); });
}
bool FaceMethods::storesOfOthers() const {
  return llvm::any_of(methods, [](const auto &method) { return method->storesOfOthers(); });
}

} // namespace stencilc::schedules
