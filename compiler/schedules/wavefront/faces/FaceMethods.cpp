/// \file Makes the methods that a kernel uses for its faces, and combines what they answer.
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

void FaceMethods::around(const std::function<void(const FaceMethod &, const Emit &)> &wrap,
                         const Emit &plain) const {
  Emit inner = plain;
  for (const auto &method : llvm::reverse(methods))
    inner = [&wrap, &method = *method, inside = std::move(inner)] { wrap(method, inside); };
  inner();
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
