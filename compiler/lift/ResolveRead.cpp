/// \file At what distance and of what time a read is, seen from the cell that is computed.
#include "lift/Fields.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

std::optional<FieldRead> resolveRead(const Step &step, const Fields &fields, const Node &node,
                                     const Spot &spot, Diagnostics &diags) {
  const Array &array = step.arrays[node.read.array];
  const auto fail = [&](const diag::Kind<std::string> &kind, std::string what,
                        llvm::StringRef hint) {
    diags.report({node.place, node.place}, kind, std::move(what)).note({}, diag::Hint, hint);
    return std::nullopt;
  };
  FieldRead read;
  read.field = fields.levels[node.read.array].field;
  read.age = fields.levels[node.read.array].age;
  bool isElsewhere = false; // in another plane than the one that is written
  for (int index = 0; index < fields.rank; ++index) {
    const auto offset = (node.read.indices[index] - spot.cell[index]).constant();
    if (!offset)
      return fail(diag::LiftIndex,
                  "the distance from the cell to '" + array.name + "' differs from cell to cell",
                  "read at fixed distances from the cell that is written");
    const bool isLooped = llvm::any_of(
        *spot.loops, [&](const Loop &loop) { return spot.cell[index].uses(loop.variable); });
    isElsewhere |= !isLooped && *offset != 0;
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
      if (!isNew && sign < 0)
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
