/// \file At what distance and of what time a read is, seen from the cell that is computed.
#include "lift/Fields.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

static constexpr std::int64_t kFarthest = 16; // of an offset in an index

const Symbol *neighbourIn(const Step &step, const Polynomial &index) {
  for (Polynomial::Symbol name : index.symbols())
    if (step.symbols[name].kind == Symbol::Neighbour)
      return &step.symbols[name];
  return nullptr;
}

std::optional<FieldRead> resolveRead(const Step &step, const Fields &fields, const Node &node,
                                     const Spot &spot, Diagnostics &diags) {
  const Array &array = step.arrays[node.read.array];
  const auto fail = [&](const diag::Kind<std::string> &kind, std::string what,
                        llvm::StringRef hint) {
    diags.report({node.place, node.place}, kind, std::move(what)).note({}, diag::Hint, hint);
    return std::nullopt;
  };
  const auto profile = fields.profiles.find(node.read.array);
  FieldRead read;
  read.field = fields.levels[node.read.array].field;
  read.age = fields.levels[node.read.array].age;
  bool isAround = false;    // to the other end of the grid at a face
  bool isElsewhere = false; // in another plane than the one that is written
  for (int index = 0; index < fields.rank; ++index) {
    Polynomial place = spot.cell[index]; // which a profile repeats
    if (profile == fields.profiles.end())
      place = node.read.indices[index];
    else if (const auto own = llvm::find(profile->second, index); own != profile->second.end())
      place = node.read.indices[own - profile->second.begin()];
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
  }
  // Whether the loops come to the cell that is read before or after the one that is written.
  std::int64_t sign = 0;
  for (const Loop &loop : *spot.loops)
    for (int index = 0; index < fields.rank && sign == 0; ++index)
      if (spot.cell[index].uses(loop.variable))
        sign = read.offset[fields.rank - 1 - index];
  const Field &field = fields.fields[read.field];
  for (std::size_t i = 0; i < field.updates.size(); ++i) {
    const Write &write = step.writes[field.updates[i]];
    int nest = write.nest, order = write.order;
    if (const std::int64_t modulus = array.buffers; modulus > 1) {
      const std::int64_t behind =
          ((write.cell.version - node.read.version) % modulus + modulus) % modulus;
      read.age = int(behind == 0 ? modulus : behind);
      if (behind != 0)
        continue;
    } else if (write.cell.array != node.read.array) {
      const auto copied = fields.copiedAt.find(node.read.array);
      if (copied == fields.copiedAt.end())
        continue; // an older level of a rotation
      std::tie(nest, order) = copied->second;
    }
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
      read.version = int(i);
    }
  }
  return read;
}

} // namespace stencilc::lift
