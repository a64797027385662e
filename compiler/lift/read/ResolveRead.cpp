/// \file Finds offset and time level of an array read, relative to the cell that is computed.
#include "lift/grid/Fields.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

static constexpr std::int64_t kFarthest = 16; // largest offset of a read, in cells

const Symbol *neighbourIn(const Step &step, const Polynomial &index) {
  for (Polynomial::Symbol name : index.symbols())
    if (step.symbols[name].kind == Symbol::Neighbour)
      return &step.symbols[name];
  return nullptr;
}

namespace {

/// Finder of the offset, the time level and the update number of one array read.
class ReadResolver {
public:
  ReadResolver(const Step &step, const Fields &fields, const Node &node, const Spot &spot,
               Diagnostics &diags)
      : step(step), fields(fields), node(node), spot(spot), diags(diags),
        array(step.arrays[node.read.array]) {
    read.field = fields.levels[node.read.array].field;
    read.age = fields.levels[node.read.array].age;
  }

  std::optional<FieldRead> run() {
    for (int index = 0; index < fields.rank; ++index)
      if (!findOffset(index))
        return std::nullopt;
    findOrder();
    const Field &field = fields.fields[read.field];
    for (std::size_t i = 0; i < field.updates.size(); ++i)
      if (!compareWith(step.writes[field.updates[i]], int(i)))
        return std::nullopt;
    return read;
  }

private:
  bool fail(const diag::Kind<std::string> &kind, const std::string &what, llvm::StringRef hint) {
    diags.report({node.place, node.place}, kind, what).note({}, diag::Hint, hint);
    return false;
  }

  /// Returns the index along grid axis `index` (0 is the outermost) at which the array is read. If
  /// the array lacks this axis (a profile), returns the index of the computed cell.
  Polynomial placeAlong(int index) const {
    const auto profile = fields.profiles.find(node.read.array);
    if (profile == fields.profiles.end())
      return node.read.indices[index];
    const auto own = llvm::find(profile->second, index);
    return own == profile->second.end() ? spot.cell[index]
                                        : node.read.indices[own - profile->second.begin()];
  }

  bool findOffset(int index) {
    Polynomial place = placeAlong(index);
    if (const Symbol *near = neighbourIn(step, place); near && place.symbols().size() == 1) {
      isAround |= near->rim == Symbol::Around;
      place = place.substitute(place.symbols()[0], near->target);
    }
    const auto offset = (place - spot.cell[index]).constant();
    if (!offset)
      return fail(diag::LiftIndex,
                  "the distance from the cell to '" + array.name + "' differs from cell to cell",
                  "read at fixed distances from the cell that is written");
    const bool isLooped = llvm::any_of(
        *spot.loops, [&](const Loop &loop) { return spot.cell[index].uses(loop.variable); });
    isElsewhere |= !isLooped && *offset != 0;
    if (std::abs(*offset) > kFarthest)
      return fail(diag::LiftIndex,
                  "'" + array.name + "' is read " + std::to_string(std::abs(*offset)) +
                      " cells away; the language reaches " + std::to_string(kFarthest),
                  "a stencil reads near cells; the far side of the grid is a periodic boundary");
    read.offset.insert(read.offset.begin(), *offset);
    return true;
  }

  void findOrder() {
    for (const Loop &loop : *spot.loops)
      for (int index = 0; index < fields.rank && sign == 0; ++index)
        if (spot.cell[index].uses(loop.variable))
          sign = read.offset[fields.rank - 1 - index];
  }

  /// Returns the number of the loop nest and the position in program order at which `write` assigns
  /// the array that is read. Returns `nullopt` if `write` assigns another time level than the read
  /// needs. For an array with a time index, also sets `read.age`, the age of the value in time
  /// steps.
  std::optional<std::pair<int, int>> nestAndOrder(const Write &write) {
    if (const std::int64_t modulus = array.buffers; modulus > 1) {
      const std::int64_t behind =
          ((write.cell.version - node.read.version) % modulus + modulus) % modulus;
      read.age = int(behind == 0 ? modulus : behind);
      return behind == 0 ? std::optional(std::pair(write.nest, write.order)) : std::nullopt;
    }
    if (write.cell.array == node.read.array)
      return std::pair(write.nest, write.order);
    const auto copied = fields.copiedAt.find(node.read.array);
    return copied == fields.copiedAt.end() ? std::nullopt // an older time level of exchanged arrays
                                           : std::optional<std::pair<int, int>>(copied->second);
  }

  /// Compares the read with `write`, update number `version` of the field. If the read sees the new
  /// value, stores age 0 (computed in this time step) and `version` in `read`. Reports a diagnostic
  /// and returns false if the value depends on the order in which the loops visit the cells.
  bool compareWith(const Write &write, int version) {
    const auto when = nestAndOrder(write);
    if (!when)
      return true;
    const auto [nest, order] = *when;
    bool isNew = order <= node.order;
    if (nest != spot.nest) {
      isNew = nest < spot.nest;
    } else if (!isElsewhere) {
      if ((!isNew && sign < 0) || (isAround && sign != 0))
        return fail(diag::LiftInPlace,
                    "'" + array.name +
                        "' is updated in place: this cell has its new value when it is read",
                    "write into a second array and exchange the two after the step (Gauss-Seidel "
                    "and line solves depend on the order of the cells)");
      isNew = isNew && sign <= 0;
    }
    if (isNew) {
      read.age = 0;
      read.version = version;
    }
    return true;
  }

  const Step &step;
  const Fields &fields;
  const Node &node;
  const Spot &spot;
  Diagnostics &diags;
  const Array &array;
  FieldRead read;
  bool isAround = false;    // the index wraps around at a face
  bool isElsewhere = false; // reads another plane than the one that a single-plane write sets
  /// Order in which the C loops visit two cells. Negative: the cell that is read comes first.
  /// Positive: the computed cell comes first. 0: both are the same cell.
  std::int64_t sign = 0;
};

} // namespace

std::optional<FieldRead> resolveRead(const Step &step, const Fields &fields, const Node &node,
                                     const Spot &spot, Diagnostics &diags) {
  return ReadResolver(step, fields, node, spot, diags).run();
}

} // namespace stencilc::lift
