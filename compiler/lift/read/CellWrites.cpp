/// \file Collects the values that the body of a loop nest assigns to cells.
#include "lift/read/CellWrites.h"
#include "lift/Values.h"

namespace stencilc::lift {

using namespace clang;

/// Turns an assignment to an element of a local C array into a local variable, such as `in_3` for
/// `in[3]`. Returns the variable. Reports an index that is not constant.
Value CellWrites::named(const ArrayRead &cell, Value value, SourceLocation at) {
  const std::string array = state.step.arrays[cell.array].name;
  const auto &extents = state.step.arrays[cell.array].extents;
  std::string name = array;
  for (const Polynomial &index : cell.indices) {
    const auto place = index.constant();
    const auto &extent = extents[&index - cell.indices.data()];
    if (place && (*place < 0 || (extent && *place >= extent->constant().value_or(*place + 1)))) {
      state.fail(at, diag::LiftIndex,
                 "'" + array + "' is written outside of the array: an index is " +
                     std::to_string(*place),
                 "C leaves undefined what this does: let the loops end inside the array");
      return value;
    }
    if (!place) {
      state.fail(at, diag::LiftIndex, "an index of '" + array + "', a local array, is not known",
                 "loop over it with bounds that are numbers");
      return value;
    }
    name += "_" + std::to_string(*place);
  }
  const Type type = state.step.arrays[cell.array].type;
  value = withPoint(rounded(std::move(value), type, at), type);
  if (value->kind == Node::Number || value->kind == Node::Read || value->kind == Node::Temporary)
    return value;
  return state.addLocal(std::move(name), value);
}

Value CellWrites::rounded(Value value, Type type, SourceLocation at) {
  if (type == Type::F64 || value->type != Type::F64)
    return widened(value, type);
  if (const Value narrow = narrowed(value))
    return narrow;
  if (state.isInStep && !state.loops.empty())
    return roundedByStoring(std::move(value), at);
  state.fail(at, diag::LiftUnsupported,
             "a 'double' value is rounded to 'float' before it is stored",
             "make the variable 'double', or the expression 'float'");
  return value;
}

/// Stores the f64 value in an additional f32 field, which rounds it as an assignment to a C `float`
/// does. Returns a read of this field.
Value CellWrites::roundedByStoring(Value value, SourceLocation at) {
  Step &step = state.step;
  Array array;
  array.name = "rounded";
  if (value->kind == Node::Temporary)
    array.name = step.locals[value->local].name + "_f32";
  array.type = Type::F32;
  array.isRounding = true;
  array.place = state.place(at);
  ArrayRead cell{int(step.arrays.size()), 0, {}};
  for (const Loop &loop : state.loops)
    cell.indices.push_back(Polynomial::symbol(loop.variable));
  array.extents.assign(cell.indices.size(), std::nullopt);
  step.arrays.push_back(std::move(array));
  roundings.push_back(
      {cell, std::move(value), state.nest, ++state.writes, state.loops, state.place(at)});
  return make({.kind = Node::Read,
               .type = Type::F32,
               .read = cell,
               .order = state.writes,
               .local = state.nest,
               .place = state.place(at)});
}

void CellWrites::write(const ArrayRead &cell, Value value, SourceLocation at) {
  // The store rounds the value once, so no conversion to f64 is needed before it.
  const bool isLocal = state.step.arrays[cell.array].isLocal;
  if (isLocal)
    value = named(cell, std::move(value), at);
  if (state.loops.empty()) {
    state.step.writes.push_back(
        {cell, std::move(value), ++state.nest, ++state.writes, {}, state.place(at)});
    return;
  }
  for (std::size_t i = 0; i < pending.size(); ++i)
    if (pending[i].cell == cell) {
      if (isReadElsewhere[i] && !isLocal)
        return state.fail(at, diag::LiftWrite,
                          "'" + state.step.arrays[cell.array].name +
                              "' is assigned twice, and read by other cells in between",
                          "use two arrays, or a local variable for the first value");
      pending[i].value = std::move(value);
      pending[i].order = ++state.writes;
      return;
    }
  pending.push_back(
      {cell, std::move(value), state.nest, ++state.writes, state.loops, state.place(at)});
  isReadElsewhere.push_back(false);
}

Value CellWrites::assigned(const ArrayRead &cell, SourceLocation at) {
  for (std::size_t i = 0; i < pending.size(); ++i)
    if (pending[i].cell.array == cell.array && pending[i].cell.version == cell.version) {
      if (pending[i].cell.indices == cell.indices)
        return rounded(pending[i].value, state.step.arrays[cell.array].type, at);
      isReadElsewhere[i] = true;
    }
  return nullptr;
}

void CellWrites::takeBack(const std::vector<Write> &before) {
  pending = before;
  isReadElsewhere.resize(pending.size());
}

static const Write *find(const std::vector<Write> &in, const Write &write) {
  const auto found = llvm::find_if(in, [&](const Write &w) { return w.cell == write.cell; });
  return found == in.end() ? nullptr : &*found;
}

/// Returns the value of a cell in the branch of an `if` that does not assign it. This is the value
/// that `before` assigns, or otherwise the value in memory.
Value CellWrites::valueBefore(const Write &write, const std::vector<Write> &before) const {
  if (const Write *older = find(before, write))
    return older->value;
  const Array &array = state.step.arrays[write.cell.array];
  if (array.isLocal) // has no value in the other branch
    return write.value;
  return make({.kind = Node::Read,
               .type = array.type,
               .read = write.cell,
               .order = write.order - 1,
               .local = state.nest,
               .place = write.place});
}

void CellWrites::join(const Value &condition, const std::vector<Write> &before,
                      const std::vector<Write> &whenTrue) {
  for (Write &write : pending) {
    const Write *other = find(whenTrue, write);
    const Value yes = other ? other->value : valueBefore(write, before);
    if (yes != write.value)
      write.value = choose(condition, yes, write.value);
  }
  for (Write write : whenTrue)
    if (!find(pending, write)) {
      write.value = choose(condition, write.value, valueBefore(write, before));
      pending.push_back(write);
    }
  isReadElsewhere.resize(pending.size());
}

void CellWrites::finish() {
  llvm::stable_sort(pending, [](const Write &a, const Write &b) { return a.order < b.order; });
  llvm::append_range(state.step.writes, roundings);
  for (const Write &write : pending)
    if (!state.step.arrays[write.cell.array].isLocal)
      state.step.writes.push_back(write);
  roundings.clear();
  pending.clear();
  isReadElsewhere.clear();
}

} // namespace stencilc::lift
