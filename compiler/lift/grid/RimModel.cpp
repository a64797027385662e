/// \file Simulates the loops of a C program on a small grid. Cell values are names in place of
/// numbers: equal names mean equal values for all initial data.
#include "lift/grid/RimModel.h"
#include "lift/grid/Fields.h"
#include "lift/read/ValueFacts.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace stencilc::lift {

namespace {

class Model {
public:
  Model(const Step &step, const SmallGrid &grid, const Rim &rim)
      : step(step), grid(grid), rim(rim) {}

  bool run(bool isAssumed) {
    begin(isAssumed);
    std::vector<int> order(step.writes.size());
    std::iota(order.begin(), order.end(), 0);
    llvm::stable_sort(order, [&](int a, int b) {
      return std::pair(step.writes[a].nest, step.writes[a].order) <
             std::pair(step.writes[b].nest, step.writes[b].order);
    });
    for (now = 0; now < kSteps; ++now) {
      for (std::size_t first = 0; first < order.size();) {
        std::size_t last = first;
        while (last < order.size() &&
               step.writes[order[last]].nest == step.writes[order[first]].nest)
          ++last;
        if (!runNest(llvm::ArrayRef(order).slice(first, last - first)))
          return false;
        first = last;
      }
      if (!rimsAgree())
        return false;
      std::vector<int> after = memoryOf;
      for (std::size_t array = 0; array < memoryOf.size(); ++array)
        after[array] = memoryOf[step.rotation[array]];
      memoryOf = after;
    }
    return true;
  }

private:
  static constexpr int kSteps = 6;
  using Cell = SmallGrid::Cell;
  using Turn = SmallGrid::Turn;

  int name(const std::vector<std::int64_t> &key) {
    return names.try_emplace(key, int(names.size()) + 1).first->second;
  }
  int nameOf(const Node &number) {
    const auto [entry, isNew] = texts.try_emplace(number.text, int(texts.size()));
    return name({-1, number.kind, entry->second});
  }

  /// Sets every cell of the small grid to a name of its own (names are used in place of numbers).
  /// If `isAssumed`, each cell of the rim (at the faces) gets the name that the boundary conditions
  /// give.
  void begin(bool isAssumed) {
    memoryOf.resize(step.arrays.size());
    for (int array = 0; array < int(step.arrays.size()); ++array) {
      memoryOf[array] = int(memory.size());
      for (std::int64_t buffer = 0; buffer < step.arrays[array].buffers; ++buffer) {
        std::vector<int> content(grid.cells());
        for (std::size_t cell = 0; cell < content.size(); ++cell)
          content[cell] = name({-2, std::int64_t(memory.size()), std::int64_t(cell)});
        memory.push_back(std::move(content));
      }
    }
    if (!isAssumed)
      return;
    for (int array = 0; array < int(step.arrays.size()); ++array)
      for (std::int64_t buffer = 0; buffer < step.arrays[array].buffers; ++buffer)
        forAllCells([&](const Cell &cell) {
          std::vector<int> &content = memory[std::size_t(memoryOf[array] + buffer)];
          if (const auto given = beyond(array, cell, content); given && !isInside(cell))
            content[grid.number(cell)] = *given;
        });
  }

  void forAllCells(const std::function<void(const Cell &)> &use) const {
    Cell cell(grid.rank(), 0);
    for (std::size_t index = 0;;) {
      use(cell);
      for (index = grid.rank(); index-- > 0;) {
        if (++cell[index] < grid.size(index))
          break;
        cell[index] = 0;
      }
      if (index == std::size_t(-1))
        return;
    }
  }

  bool isInside(const Cell &cell) const {
    for (std::size_t index = 0; index < grid.rank(); ++index)
      if (cell[index] < rim.widths[index][0] ||
          cell[index] >= grid.size(index) - rim.widths[index][1])
        return false;
    return true;
  }

  std::vector<int> &content(const ArrayRead &read) {
    const std::int64_t buffers = step.arrays[read.array].buffers;
    const std::int64_t buffer = ((read.version + now) % buffers + buffers) % buffers;
    return memory[std::size_t(memoryOf[read.array] + buffer)];
  }

  /// Returns the name (symbolic value) that boundary conditions give to `cell` of array number
  /// `array`, a cell of the rim (cells at the faces). `of` has the names of all cells of one time
  /// level. The conditions are applied axis by axis, x first. Returns `nullopt` if a face has no
  /// condition, or the grid is too narrow.
  std::optional<int> beyond(int array, Cell cell, const std::vector<int> &of) {
    for (std::size_t index = grid.rank(); index-- > 0;) {
      const std::int64_t low = rim.widths[index][0], high = grid.size(index) - rim.widths[index][1];
      std::int64_t &at = cell[index];
      if (at >= low && at < high)
        continue;
      const auto faces = rim.faces.find(array);
      if (faces == rim.faces.end())
        return std::nullopt;
      const RimFace &face = faces->second[grid.rank() - 1 - index][at < low ? 0 : 1];
      if (face.word == "fixed")
        return nameOf(*face.value);
      const auto inside = brought(face.word, at, low, high);
      if (!inside || *inside < low || *inside >= high)
        return std::nullopt;
      at = *inside;
    }
    return of[grid.number(cell)];
  }

  /// Returns the coordinate of the cell that gives its value to the coordinate `at`, which is
  /// outside of [`low`, `high`), by the condition `boundary`. Example: `high` - 1 for `periodic`
  /// and `at` = `low` - 1. On a narrow grid the result may be outside, too. Returns `nullopt` for
  /// an unknown condition.
  static std::optional<std::int64_t> brought(llvm::StringRef boundary, std::int64_t at,
                                             std::int64_t low, std::int64_t high) {
    const bool isLow = at < low;
    if (boundary == "periodic")
      return at + (isLow ? high - low : low - high);
    if (boundary == "copy")
      return isLow ? low : high - 1;
    if (boundary == "mirror(cell)")
      return (isLow ? 2 * low - 1 : 2 * high - 1) - at;
    if (boundary == "mirror(node)")
      return (isLow ? 2 * low : 2 * (high - 1)) - at;
    return std::nullopt;
  }

  bool runNest(llvm::ArrayRef<int> writes) {
    const Write &first = step.writes[writes[0]];
    for (int index : writes)
      if (!sameLoops(step.writes[index].loops, first.loops))
        return false;
    return grid.forTurns(first.loops, first.cell, [&](const Turn &turn) {
      return llvm::all_of(writes, [&](int index) { return carryOut(step.writes[index], turn); });
    });
  }

  static bool sameLoops(const std::vector<Loop> &a, const std::vector<Loop> &b) {
    return llvm::equal(a, b, [](const Loop &x, const Loop &y) { return x.variable == y.variable; });
  }

  bool carryOut(const Write &write, const Turn &turn) {
    const auto cell = grid.cell(write.cell, turn);
    if (!cell || !grid.holds(*cell))
      return false;
    const bool isKept = isInside(*cell);
    const Node &value = plainNode(step, write.value);
    std::vector<std::int64_t> key{std::int64_t(reinterpret_cast<std::intptr_t>(&value))};
    bool isFine = true;
    forAllNodes(step, write.value, [&](const Node &node) {
      if (node.kind == Node::Carried || node.kind == Node::Reduced)
        isFine = false;
      if (node.kind == Node::Position) {
        key.insert(key.end(), cell->begin(), cell->end());
        key.push_back(now);
      }
      if (node.kind == Node::Read && isFine)
        isFine = read(node, turn, isKept, key);
    });
    if (!isFine)
      return false;
    int result = 0;
    if (value.kind == Node::Number || value.kind == Node::Scalar)
      result = nameOf(value);
    else
      result = value.kind == Node::Read ? int(key.back()) : name(key);
    content(write.cell)[grid.number(*cell)] = result;
    auto &[isInsideWritten, isRimWritten] = written[&write];
    (isKept ? isInsideWritten : isRimWritten) = true;
    return true;
  }

  /// Checks assignments that write both the rim (cells at the faces) and cells that are not in the
  /// rim. Returns true if the rim then has the values that boundary conditions would give.
  bool rimsAgree() {
    bool agree = true;
    for (const auto &[write, where] : written) {
      if (!where.first || !where.second)
        continue;
      const std::vector<int> &of = content(write->cell);
      forAllCells([&](const Cell &cell) {
        if (!isInside(cell) && agree)
          agree = beyond(write->cell.array, cell, of) == of[grid.number(cell)];
      });
    }
    return agree;
  }

  bool read(const Node &node, const Turn &turn, bool isKept, std::vector<std::int64_t> &key) {
    if (node.read.indices.size() != grid.rank()) { // a constant table: the same value for all cells
      key.push_back(-3);
      return llvm::all_of(node.read.indices, [](const auto &index) { return index.constant(); });
    }
    const auto cell = grid.cell(node.read, turn);
    if (!cell)
      return false;
    if (!grid.holds(*cell)) { // a condition prevents its use
      key.push_back(-4);
      return true;
    }
    const std::vector<int> &of = content(node.read);
    const int found = of[grid.number(*cell)];
    key.push_back(found);
    return !isKept || isInside(*cell) || beyond(node.read.array, *cell, of) == found;
  }

  const Step &step;
  const SmallGrid &grid;
  const Rim &rim;
  int now = 0;
  // Whether it wrote cells inside, and cells of the rim.
  std::map<const Write *, std::pair<bool, bool>> written;
  std::vector<int> memoryOf; // number of each array's first buffer in `memory`
  std::vector<std::vector<int>> memory;
  std::map<std::vector<std::int64_t>, int> names;
  std::map<std::string, int> texts;
};

} // namespace

bool readsAgree(const Step &step, const SmallGrid &grid, const Rim &rim, bool isAssumed) {
  return Model(step, grid, rim).run(isAssumed);
}

} // namespace stencilc::lift
