/// \file Finds pointers that have exchanged arrays at the end of a step.
#include "lift/memory/Rotation.h"

namespace stencilc::lift {

using namespace clang;

/// Returns the number of the array to which the C pointer `pointer` points. Returns `nullopt` if it
/// does not point to an array.
static std::optional<int> arrayHeld(const Bindings &bindings, const ArrayTable &arrays,
                                    const Name &pointer) {
  const auto bound = bindings.find(pointer);
  if (bound != bindings.end() && bound->second.kind == Binding::Pointer)
    return bound->second.pointer.array;
  const auto own = arrays.all().find(pointer);
  return own == arrays.all().end() ? std::nullopt : std::optional(own->second);
}

/// Records which arrays exchange their memory because the C objects that contain them are
/// exchanged. Each array gets the memory of the member with the same name in the other object.
static void rotateMembers(SymbolicState &state, const ArrayTable &arrays) {
  for (const auto &[name, array] : arrays.all()) {
    const Binding *bound = name.object ? state.find(name.object, Binding::Object) : nullptr;
    if (!bound || bound->object == name.object)
      continue;
    const auto other = arrays.all().find(Name(bound->object, name.variable));
    if (other != arrays.all().end())
      state.step.rotation[array] = other->second;
    state.origin.exchangesObjects = true;
  }
}

void findRotation(SymbolicState &state, const ArrayTable &arrays, const Bindings &before) {
  Step &step = state.step;
  step.rotation.resize(step.arrays.size());
  for (int array = 0; array < int(step.arrays.size()); ++array)
    step.rotation[array] = array;
  for (const auto &[pointer, binding] : state.bindings) {
    if (const auto old = before.find(pointer);
        binding.kind == Binding::Lost && old != before.end() &&
        (old->second.kind == Binding::Pointer || old->second.kind == Binding::Object))
      return state.fail(binding.lostAt, diag::LiftUnsupported,
                        "'" + pointer.variable->getNameAsString() +
                            "' is changed here in a way that cannot be analysed",
                        "pointers may point to an array or be exchanged with each other");
    if (binding.kind != Binding::Pointer || !(before.count(pointer) || arrays.all().count(pointer)))
      continue;
    const auto held = arrayHeld(before, arrays, pointer);
    const int holds = binding.pointer.array;
    if (!held || *held < 0 || *held == holds)
      continue;
    step.rotation[*held] = holds;
    state.origin.exchanges.push_back({pointer.variable, *held, holds});
    state.origin.exchangesObjects |= pointer.object != nullptr;
  }
  rotateMembers(state, arrays);
}

} // namespace stencilc::lift
