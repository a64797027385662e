/// \file Finds the fields of a step, the time level of each array, and the cells of each update.
#include "lift/grid/Fields.h"
#include "lift/grid/Components.h"
#include "lift/grid/Extents.h"
#include "lift/grid/FirstCells.h"
#include "lift/grid/RepeatedWrites.h"
#include "lift/grid/Rims.h"
#include "lift/memory/Aliases.h"
#include "lift/memory/Layout.h"
#include "lift/memory/OutOfRange.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::lift {

namespace {

class Finder {
public:
  Finder(Step &step, const LiftOptions &options, Diagnostics &diags)
      : step(step), options(options), diags(diags) {}

  std::optional<Fields> run() {
    if (!checkRotation() || !checkIndices(step, diags) || !separateIndices(step, diags) ||
        !checkRows(step, diags))
      return std::nullopt;
    splitComponents(step);
    if (!checkRepeatedWrites(step, diags))
      return std::nullopt;
    orderRoundings(step);
    findShape();
    if (result.rank < 1 || result.rank > 3) {
      fail(step.writes.front().place, diag::LiftShape,
           "the cells have " + std::to_string(result.rank) + " indices",
           "a grid has one to three axes");
      return std::nullopt;
    }
    if (!checkProfiles() || !findGrid())
      return std::nullopt;
    isFine = isFine && (options.isNoAlias || checkAliases(step, uses, diags));
    foldCopies();
    findLevels();
    findFaces();
    for (const Write &write : step.writes)
      result.boxes.push_back(boxOf(write.cell.indices, write.loops, write.place));
    for (const Reduction &reduction : step.reductions)
      result.reductionBoxes.push_back(
          boxOf(cellOf(step, result, reduction), reduction.loops, reduction.place));
    return isFine ? std::optional(result) : std::nullopt;
  }

private:
  void fail(llvm::SMLoc place, const diag::Kind<std::string> &kind, const std::string &what,
            llvm::StringRef hint) {
    if (isFine)
      diags.report({place, place}, kind, what).note({}, diag::Hint, hint);
    isFine = false;
  }

  /// Returns true if all pointers point to different arrays after a step. Otherwise reports it.
  bool checkRotation() {
    std::map<int, int> holders;
    for (int array = 0; array < int(step.rotation.size()); ++array) {
      const auto [other, isNew] = holders.try_emplace(step.rotation[array], array);
      if (!isNew)
        fail(step.arrays[array].place, diag::LiftShape,
             "'" + step.arrays[other->second].name + "' and '" + step.arrays[array].name +
                 "' point to the same memory after a step",
             "exchange the pointers, so that each array has one pointer");
    }
    return isFine;
  }

  /// Finds the number of axes of the grid, the arrays that the step uses, and the constant tables.
  void findShape() {
    result.isTable.assign(step.arrays.size(), true);
    uses.assign(step.arrays.size(), false);
    result.rank = 0;
    for (const Write &write : step.writes) {
      result.isTable[write.cell.array] = false;
      see(write.cell);
      result.rank = std::max(result.rank, int(write.cell.indices.size()));
      seeAll(write.value);
    }
    for (const Reduction &reduction : step.reductions)
      seeAll(reduction.value);
  }

  /// Sets the grid's extents, without a removed rim of face cells. Returns false after a report.
  bool findGrid() {
    moveToFirstCells(step, result.rank, result.isTable);
    auto extents = findExtents(step, result.rank, result.isTable, result.profiles, diags);
    if (!extents)
      return false;
    if (auto inner = withoutRims(step, *extents)) {
      const auto added = inner->notes;
      step = std::move(*inner);
      extents = findExtents(step, result.rank, result.isTable, result.profiles, diags);
      findShape();
      step.notes = added;
    }
    result.extents.assign(extents->rbegin(), extents->rend());
    return true;
  }

  void see(const ArrayRead &cell) {
    uses[cell.array] = true;
    for (const Polynomial &index : cell.indices)
      if (!index.constant())
        result.isTable[cell.array] = false;
  }
  void seeAll(const Value &value) {
    forAllNodes(step, value, [&](const Node &node) {
      if (node.kind == Node::Read)
        see(node.read);
    });
  }

  std::vector<int> writesOf(int array) const {
    std::vector<int> result;
    for (int i = 0; i < int(step.writes.size()); ++i)
      if (step.writes[i].cell.array == array)
        result.push_back(i);
    return result;
  }

  /// Merges B = f(A) and A = B over the same cells into one update of A, if nothing else uses B.
  void foldCopies() {
    for (int back = 0; back < int(step.writes.size()); ++back) {
      const Write &copy = step.writes[back];
      const Node &value = *copy.value;
      if (value.kind != Node::Read || value.read.array == copy.cell.array)
        continue;
      const int from = value.read.array, to = copy.cell.array;
      const std::vector<int> sources = writesOf(from), targets = writesOf(to);
      if (sources.size() != 1 || targets.size() != 1 || sources[0] > back ||
          step.arrays[from].buffers != 1 || step.rotation[from] != from ||
          step.rotation[to] != to || step.arrays[from].type != step.arrays[to].type)
        continue;
      const Write &made = step.writes[sources[0]];
      if (!sameCells(made, copy) || !(value.read.indices == copy.cell.indices) ||
          isReadElsewhere(from, copy, made.order))
        continue;
      step.notes.push_back("'" + step.arrays[from].name + "' is a second buffer of '" +
                           step.arrays[to].name + "'; its contents after a step are left out");
      foldedInto[from] = to;
      result.copiedAt[to] = {copy.nest, copy.order};
      step.writes.erase(step.writes.begin() + back);
      --back;
    }
  }

  /// Returns true if another assignment than `copy` (`A = B`) reads `array`, the second buffer B.
  /// Reads at the assigned cell itself, after assignment number `madeAt` to B, do not count.
  bool isReadElsewhere(int array, const Write &copy, int madeAt) {
    bool isFound = false;
    const auto look = [&](const Value &value, const ArrayRead *own) {
      forAllNodes(step, value, [&](const Node &node) {
        if (node.kind == Node::Read && node.read.array == array)
          isFound |= !own || !(node.read.indices == own->indices) || node.order < madeAt;
      });
    };
    for (const Write &write : step.writes)
      if (&write != &copy)
        look(write.value, &write.cell);
    return isFound;
  }

  bool sameCells(const Write &a, const Write &b) {
    if (a.cell.indices.size() != b.cell.indices.size())
      return false;
    for (std::size_t axis = 0; axis < a.cell.indices.size(); ++axis)
      if (!(rangeOf(a.cell.indices[axis], a.loops) == rangeOf(b.cell.indices[axis], b.loops)))
        return false;
    return true;
  }

  void findLevels() {
    result.levels.assign(step.arrays.size(), {});
    for (int array = 0; array < int(step.arrays.size()); ++array) {
      if (!uses[array] || result.isTable[array] || result.levels[array].field >= 0 ||
          foldedInto.count(array))
        continue;
      if (!placeCycle(cycleOf(array)))
        return;
    }
    for (const auto &[from, to] : foldedInto)
      result.levels[from] = result.levels[to];
    for (int i = 0; i < int(step.writes.size()); ++i) {
      Field &field = result.fields[result.levels[step.writes[i].cell.array].field];
      field.updates.push_back(i);
      field.isConstant = false;
    }
    for (int array = 0; array < int(step.arrays.size()); ++array)
      if (step.arrays[array].buffers > 1 && result.levels[array].field >= 0)
        noteRims(result.levels[array].field);
  }

  int addField(int array) {
    Field field;
    field.name = step.arrays[array].name;
    field.type = step.arrays[array].type;
    result.fields.push_back(field);
    return int(result.fields.size()) - 1;
  }

  /// Returns `array`, then the array whose memory it gets after a step, and so on along the cycle.
  std::vector<int> cycleOf(int array) const {
    std::vector<int> cycle{array};
    while (step.rotation[cycle.back()] != array && int(cycle.size()) <= 8)
      cycle.push_back(step.rotation[cycle.back()]);
    return cycle;
  }

  /// Makes one field with several time levels from arrays that C pointers exchange. Reports a
  /// diagnostic and returns false unless the step writes exactly one of these arrays.
  bool placeCycle(const std::vector<int> &cycle) {
    if (cycle.size() == 1) {
      result.levels[cycle[0]] = {addField(cycle[0]), 1};
      return true;
    }
    std::vector<int> written;
    for (int member : cycle)
      if (!writesOf(member).empty())
        written.push_back(member);
    if (written.size() != 1) {
      fail(step.arrays[cycle[0]].place, diag::LiftShape,
           "of the arrays that are exchanged with '" + step.arrays[cycle[0]].name + "', " +
               (written.empty() ? "none is" : "several are") + " written in a step",
           "exchange the array that is written with those that are read");
      return false;
    }
    // The pointer that gets the written memory reads it in the next step: age 1.
    int member = written[0], field = -1;
    for (int age = 1; age <= int(cycle.size()); ++age) {
      member = *llvm::find_if(cycle, [&](int a) { return step.rotation[a] == member; });
      if (field < 0)
        field = addField(member);
      result.levels[member] = {field, age};
    }
    noteRims(field);
    return true;
  }

  void noteRims(int field) {
    step.notes.push_back("the buffers of '" + result.fields[field].name +
                         "' are taken to begin with the same values in cells that no loop writes");
  }

  bool checkProfiles() {
    result.profiles = findProfiles(step, result.rank, result.isTable);
    const auto check = [&](const ArrayRead &cell, llvm::SMLoc place) {
      if (!result.isTable[cell.array] && int(cell.indices.size()) != result.rank &&
          !result.profiles.count(cell.array))
        fail(place, diag::LiftShape,
             "'" + step.arrays[cell.array].name + "' has " + std::to_string(cell.indices.size()) +
                 (cell.indices.size() == 1 ? " index" : " indices") + ", the grid has " +
                 std::to_string(result.rank) + " axes",
             "give it the shape of the grid; an array with fewer indices may be read, at indices "
             "of the loops");
    };
    for (const Write &write : step.writes) {
      check(write.cell, write.place);
      forAllNodes(step, write.value, [&](const Node &node) {
        if (node.kind == Node::Read)
          check(node.read, node.place);
      });
    }
    for (const auto &[array, along] : result.profiles) {
      std::string axes;
      for (int index : along)
        axes += (axes.empty() ? "" : " and ") + std::string(1, "xyz"[result.rank - 1 - index]);
      step.facts.push_back("'" + step.arrays[array].name + "' has cells along " + axes +
                           " in C; its field repeats them along the other axes");
    }
    return isFine;
  }

  /// Sets boundary conditions, from C loops over cells at faces and from indices like `(i+1) % n`.
  void findFaces() {
    result.faces.assign(result.fields.size(), RimFaces(result.rank));
    for (const auto &[array, faces] : step.boundaries)
      if (const int field = result.levels[array].field; field >= 0)
        for (int axis = 0; axis < result.rank; ++axis)
          for (int side = 0; side < 2; ++side)
            if (!faces[axis][side].word.empty())
              result.faces[field][axis][side] = faces[axis][side];
    const auto look = [&](const Node &node) {
      if (node.kind == Node::Read && result.levels[node.read.array].field >= 0 &&
          int(node.read.indices.size()) == result.rank)
        for (int axis = 0; axis < result.rank; ++axis)
          findFace(node, axis);
    };
    for (const Write &write : step.writes)
      forAllNodes(step, write.value, look);
    for (const Reduction &reduction : step.reductions)
      forAllNodes(step, reduction.value, look);
  }

  /// Sets the boundaries along `axis` if the index of the array read `node` is like `(i+1) % n`.
  void findFace(const Node &node, int axis) {
    const Symbol *symbol = neighbourIn(step, node.read.indices[result.rank - 1 - axis]);
    if (!symbol)
      return;
    if (symbol->extent && isFine && !(*symbol->extent == result.extents[axis]))
      fail(node.place, diag::LiftIndex,
           "an index wraps around after " + text(*symbol->extent) + " cells, but the grid has " +
               text(result.extents[axis]),
           "wrap around at the faces of the array");
    const bool isAround = symbol->rim == Symbol::Around;
    const char *const word = isAround ? "periodic" : "copy";
    if (isAround || symbol->rim == Symbol::AtLowFace)
      setFace(node, axis, 0, word);
    if (isAround || symbol->rim == Symbol::AtHighFace)
      setFace(node, axis, 1, word);
  }

  void setFace(const Node &node, int axis, int side, const char *word) {
    RimFace &face = result.faces[result.levels[node.read.array].field][axis][side];
    if (!face.word.empty() && face.word != word)
      fail(node.place, diag::LiftShape,
           "'" + step.arrays[node.read.array].name +
               "' wraps around in one read and stays at the same face in another",
           "give every read of an array the same boundary");
    face = {word, nullptr};
  }

  std::optional<Edge> edgeOf(const Polynomial &bound, int axis) {
    const Polynomial &extent = result.extents[axis];
    const auto fromLow = bound.constant(), fromHigh = (extent - bound).constant();
    if (fromHigh && (!fromLow || *fromLow * 2 > *extent.constant()))
      return Edge{true, *fromHigh};
    if (fromLow)
      return Edge{false, *fromLow};
    return std::nullopt;
  }

  Box boxOf(const std::vector<Polynomial> &cell, const std::vector<Loop> &loops,
            llvm::SMLoc place) {
    Box box(result.rank);
    if (int(cell.size()) != result.rank)
      return box;
    for (int axis = 0; axis < result.rank; ++axis) {
      const Polynomial &index = cell[result.rank - 1 - axis];
      int variables = 0;
      for (const Loop &loop : loops)
        if (index.uses(loop.variable)) {
          ++variables;
          if (!(index.coefficient(loop.variable) == Polynomial(1))) {
            fail(place, diag::LiftWrite, "not every cell is written: an index is a multiple",
                 "write all cells of a box, and choose values with 'if'");
            return box;
          }
        }
      const auto [low, high] = rangeOf(index, loops);
      const auto first = edgeOf(low, axis), last = edgeOf(high, axis);
      if (variables > 1 || !first || !last) {
        fail(place, diag::LiftBounds,
             variables > 1 ? "two loops share an index"
                           : "the bounds " + text(low) + " to " + text(high) +
                                 " are not at a fixed distance from the faces of a grid of " +
                                 text(result.extents[axis]),
             "loop from a number to the size less a number");
        return box;
      }
      box[axis] = {*first, *last};
    }
    return box;
  }
  std::string text(const Polynomial &of) const {
    return of.text([&](auto symbol) { return step.nameOf(symbol); });
  }

  Step &step;
  const LiftOptions &options;
  Diagnostics &diags;
  Fields result;
  std::vector<bool> uses;
  std::map<int, int> foldedInto;
  bool isFine = true;
};

} // namespace

std::vector<Polynomial> cellOf(const Step &step, const Fields &fields, const Reduction &reduction) {
  std::vector<Polynomial> cell;
  forAllNodes(step, reduction.value, [&](const Node &node) {
    if (cell.empty() && node.kind == Node::Read && !fields.isTable[node.read.array])
      cell = node.read.indices;
  });
  for (const Write &write : step.writes)
    if (write.nest == reduction.nest)
      cell = write.cell.indices;
  return cell;
}

std::optional<Fields> findFields(Step &step, const LiftOptions &options, Diagnostics &diags) {
  return Finder(step, options, diags).run();
}

} // namespace stencilc::lift
