/// \file Finds rims, the cells at the faces that separate C loops set, and boundary conditions that
/// can replace these loops.
#include "lift/grid/Rims.h"
#include "lift/MapCells.h"
#include "lift/grid/Fields.h"
#include "lift/grid/RimModel.h"
#include "lift/read/ValueFacts.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

namespace {

class Finder {
public:
  Finder(const Step &step, const std::vector<Polynomial> &extents)
      : step(step), extents(extents), grid(step, extents), rank(extents.size()) {}

  std::optional<Step> run() {
    if (!step.reductions.empty() || !isRegular())
      return std::nullopt;
    Rim all = findRim();
    for (unsigned count = unsigned(rank); count > 0; --count)
      for (unsigned axes = 1; axes < 1u << rank; ++axes)
        if (unsigned(__builtin_popcount(axes)) == count)
          if (auto smaller = tryAxes(all, axes))
            return smaller;
    return std::nullopt;
  }

private:
  static constexpr std::int64_t kWidest = 4;

  bool isRegular() const {
    for (std::size_t index = 0; index < rank; ++index)
      if (grid.size(index) < 4 * kWidest && !extents[index].constant())
        return false;
    return llvm::all_of(step.writes,
                        [&](const Write &write) { return write.cell.indices.size() == rank; });
  }

  /// Returns the side along array index `index` at which an assignment sets the rim (cells at a
  /// face) by a copy or a number: 0 for low, 1 for high. Returns -1 if it sets no rim.
  int sideOf(const Write &write, std::size_t index) const {
    const Node &value = plainNode(step, write.value);
    const bool isNumber = value.kind == Node::Number;
    const bool isCopy = value.kind == Node::Read && value.read.array == write.cell.array &&
                        value.read.version == write.cell.version &&
                        value.read.indices.size() == rank;
    const auto range = grid.range(write, index);
    if ((!isNumber && !isCopy) || !range)
      return -1;
    if (isCopy)
      for (std::size_t other = 0; other < rank; ++other)
        if ((value.read.indices[other] == write.cell.indices[other]) == (other == index))
          return -1;
    if (range->second <= kWidest)
      return 0;
    return range->first >= grid.size(index) - kWidest ? 1 : -1;
  }

  Rim findRim() const {
    Rim rim;
    rim.widths.assign(rank, {0, 0});
    for (const Write &write : step.writes)
      for (std::size_t index = 0; index < rank; ++index)
        if (const int side = sideOf(write, index); side >= 0) {
          const auto range = *grid.range(write, index);
          std::int64_t &width = rim.widths[index][side];
          width = std::max(width, side == 0 ? range.second : grid.size(index) - range.first);
        }
    return rim;
  }

  /// Returns the boundary condition that gives the innermost rim cell (at a face) the value that
  /// `write` assigns to it. Returns a condition with an empty word if there is none.
  RimFace faceOf(const Rim &rim, const Write &write, std::size_t index, int side) const {
    const Node &value = plainNode(step, write.value);
    if (value.kind == Node::Number)
      return {"fixed", std::make_shared<const Node>(value)};
    const std::int64_t first = rim.widths[index][0],
                       last = grid.size(index) - rim.widths[index][1] - 1;
    const std::int64_t next = side == 0 ? first - 1 : last + 1;
    std::optional<std::int64_t> from;
    grid.forTurns(write.loops, write.cell, [&](const SmallGrid::Turn &turn) {
      if (!from && grid.at(write.cell.indices[index], index, turn) == next)
        from = grid.at(value.read.indices[index], index, turn);
      return true;
    });
    if (!from)
      return {};
    const std::int64_t distance = side == 0 ? *from - first : last - *from;
    if (*from == (side == 0 ? last : first))
      return {"periodic", nullptr};
    return distance == 0 ? RimFace{"copy", nullptr}
                         : RimFace{distance == 1 ? "mirror(node)" : "", nullptr};
  }

  /// Finds the boundary conditions at the faces of all arrays, along the axes in the bit mask
  /// `axes` (bit 0 is x), and stores them in `rim`. If `isMirrored` is true, `mirror(cell)` is used
  /// in place of `copy`. Arrays that are exchanged or copied get the same conditions. Returns false
  /// if two conditions conflict.
  bool findFaces(Rim &rim, unsigned axes, bool isMirrored) const {
    for (const Write &write : step.writes)
      if (!giveFaces(rim, write, axes, isMirrored))
        return false;
    for (int turns = 0; turns < 8; ++turns)
      if (!shareFaces(rim))
        return false;
    return true;
  }

  /// Adds to `rim` the boundary conditions that replace `write`, if it assigns the rim (cells at
  /// the faces) along an axis in the bit mask `axes` (bit 0 is x). If `isMirrored` is true,
  /// `mirror(cell)` is used in place of `copy`. Returns false if a condition conflicts with an
  /// earlier one.
  bool giveFaces(Rim &rim, const Write &write, unsigned axes, bool isMirrored) const {
    for (std::size_t index = 0; index < rank; ++index) {
      const std::size_t axis = rank - 1 - index;
      const int side = axes >> axis & 1 ? sideOf(write, index) : -1;
      if (side < 0)
        continue;
      RimFace face = faceOf(rim, write, index, side);
      if (isMirrored && face.word == "copy")
        face.word = "mirror(cell)";
      if (!face.word.empty() && !give(rim, write.cell.array, axis, side, face))
        return false;
    }
    return true;
  }

  bool shareFaces(Rim &rim) const {
    for (int array = 0; array < int(step.arrays.size()); ++array)
      if (step.rotation[array] != array && !share(rim, array, step.rotation[array]))
        return false;
    return llvm::all_of(step.writes, [&](const Write &write) {
      const Node &value = plainNode(step, write.value);
      return value.kind != Node::Read || value.read.array == write.cell.array ||
             share(rim, write.cell.array, value.read.array);
    });
  }

  static bool sameFace(const RimFace &a, const RimFace &b) {
    return a.word == b.word && (!a.value || a.value->text == b.value->text);
  }

  bool give(Rim &rim, int array, std::size_t axis, int side, const RimFace &face) const {
    RimFaces &faces = rim.faces[array];
    faces.resize(rank);
    if (faces[axis][side].word.empty())
      faces[axis][side] = face;
    return sameFace(faces[axis][side], face);
  }

  bool share(Rim &rim, int a, int b) const {
    for (std::size_t axis = 0; axis < rank; ++axis)
      for (int side = 0; side < 2; ++side)
        for (const auto &[from, to] : {std::pair(a, b), std::pair(b, a)})
          if (const auto own = rim.faces.find(from);
              own != rim.faces.end() && !own->second[axis][side].word.empty() &&
              !give(rim, to, axis, side, RimFace(own->second[axis][side])))
            return false;
    return true;
  }

  std::optional<Step> tryAxes(const Rim &all, unsigned axes) const {
    Rim rim = all;
    for (std::size_t index = 0; index < rank; ++index) {
      const std::size_t axis = rank - 1 - index;
      if (!(axes >> axis & 1))
        rim.widths[index] = {0, 0};
      else if (rim.widths[index] == std::array<std::int64_t, 2>{0, 0} || !hasPlainIndex(index))
        return std::nullopt;
    }
    for (const bool isMirrored : {false, true})
      for (const bool isAssumed : {false, true}) {
        Rim tried = rim;
        if (findFaces(tried, axes, isMirrored) && readsAgree(step, grid, tried, isAssumed))
          return smaller(tried, isAssumed);
      }
    return std::nullopt;
  }

  /// Returns true if all arrays have the extent of the grid along `index`, and no array index there
  /// wraps around or stops at a face.
  bool hasPlainIndex(std::size_t index) const {
    bool isPlain = true;
    const auto look = [&](const ArrayRead &cell) {
      const Array &array = step.arrays[cell.array];
      if (cell.indices.size() != rank) {
        for (const Polynomial &place : cell.indices)
          isPlain &= place.constant().has_value();
        return;
      }
      isPlain &= !neighbourIn(step, cell.indices[index]);
      if (array.extents.size() == rank && array.extents[index])
        isPlain &= *array.extents[index] == extents[index];
    };
    for (const Write &write : step.writes) {
      look(write.cell);
      forAllNodes(step, write.value, [&](const Node &node) {
        if (node.kind == Node::Read)
          look(node.read);
      });
    }
    return isPlain;
  }

  /// Returns the time step of the C program with boundary conditions in place of the assignments to
  /// `rim`, the cells at the faces. Array indices then count from the first cell that is not in the
  /// rim. If `isAssumed` is true, adds a note for the user: the rim must begin with the values that
  /// the loops for it set. Returns `nullopt` if no assignment is left.
  std::optional<Step> smaller(const Rim &rim, bool isAssumed) const {
    Step result = step;
    result.writes.clear();
    for (const Write &write : step.writes) {
      Write kept = write;
      bool isKept = true;
      for (std::size_t index = 0; index < rank && isKept; ++index)
        isKept = clip(kept, rim, index);
      if (!isKept)
        continue;
      result.writes.push_back(kept);
    }
    mapCells(result, [&](const ArrayRead &cell, llvm::SMLoc) { return shifted(cell, rim); });
    for (Array &array : result.arrays)
      if (array.extents.size() == rank)
        for (std::size_t index = 0; index < rank; ++index)
          array.extents[index] = inner(rim, index);
    result.boundaries = rim.faces;
    result.rims.assign(rank, {0, 0});
    for (std::size_t index = 0; index < rank; ++index)
      result.rims[rank - 1 - index] = {rim.widths[index][0], rim.widths[index][1]};
    tell(result, isAssumed);
    return result.writes.empty() ? std::nullopt : std::optional(result);
  }

  void tell(Step &result, bool isAssumed) const {
    std::string text = "the rim of the C arrays is left out, because boundaries replace it:";
    const char *separator = " ";
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const auto &[low, high] = result.rims[axis];
      if (low == 0 && high == 0)
        continue;
      text += separator + std::string(1, "xyz"[axis]) + " is without the first " +
              std::to_string(low) + " and the last " + std::to_string(high);
      separator = ", ";
    }
    result.facts.push_back(text);
    if (isAssumed)
      result.notes.push_back("the rim starts with the values that the loops for the rim set");
  }

  Polynomial inner(const Rim &rim, std::size_t index) const {
    return extents[index] - rim.widths[index][0] - rim.widths[index][1];
  }

  /// Restricts an assignment to cells that are not in the rim (the cells at the faces), along array
  /// index number `index` (0 is the outermost). Returns false if no cell is left.
  bool clip(Write &write, const Rim &rim, std::size_t index) const {
    const std::int64_t low = rim.widths[index][0], high = grid.size(index) - rim.widths[index][1];
    const auto range = *grid.range(write, index);
    if (range.second <= low || range.first >= high)
      return false;
    for (Loop &loop : write.loops)
      if (write.cell.indices[index].uses(loop.variable)) {
        const Polynomial rest = write.cell.indices[index] - Polynomial::symbol(loop.variable);
        if (range.first < low)
          loop.low = Polynomial(low) - rest;
        if (range.second > high)
          loop.high = extents[index] - rim.widths[index][1] - rest;
      }
    return true;
  }

  ArrayRead shifted(ArrayRead cell, const Rim &rim) const {
    if (cell.indices.size() == rank)
      for (std::size_t index = 0; index < rank; ++index)
        cell.indices[index] = cell.indices[index] - rim.widths[index][0];
    return cell;
  }

  const Step &step;
  const std::vector<Polynomial> &extents; // of the grid, outermost first
  SmallGrid grid;
  std::size_t rank;
};

} // namespace

std::optional<Step> withoutRims(const Step &step, const std::vector<Polynomial> &extents) {
  return Finder(step, extents).run();
}

} // namespace stencilc::lift
