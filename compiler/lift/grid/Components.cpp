/// \file Splits a C array with an index that is a number in all accesses, such as `f[9][NY][NX]`,
/// into several arrays.
#include "lift/grid/Components.h"
#include "lift/MapCells.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

namespace stencilc::lift {

namespace {

class Splitter {
public:
  explicit Splitter(Step &step) : step(step) {}

  void run() {
    arrays = step.arrays.size();
    forAllCells(step, [&](const ArrayRead &cell) { see(cell); });
    shareRotations();
    for (std::size_t array = 0; array < arrays; ++array)
      if (hasComponents(int(array)))
        for (const auto &numbers : seen[group(int(array))].numbers)
          addPart(int(array), numbers);
    if (parts.empty())
      return;
    for (const auto &[key, part] : parts)
      step.rotation[part] = parts.at({step.rotation[key.first], key.second});
    mapCells(step, [&](const ArrayRead &cell, llvm::SMLoc) { return renamed(cell); });
  }

private:
  using Numbers = std::vector<std::optional<std::int64_t>>;
  struct Seen {
    std::vector<bool> isNumber; // for each index: constant in all accesses
    std::vector<std::vector<Polynomial>> cells;
    std::set<Numbers> numbers;
  };

  /// Returns the smallest number (index in Step::arrays) of the arrays that exchange their memory
  /// with `array`. All these arrays must be split in the same way.
  int group(int array) const {
    int least = array;
    for (int other = step.rotation[array], turns = 0; other != array && turns < 64; ++turns) {
      least = std::min(least, other);
      other = step.rotation[other];
    }
    return least;
  }

  void see(const ArrayRead &cell) {
    Seen &of = seen[group(cell.array)];
    if (of.cells.empty())
      of.isNumber.assign(cell.indices.size(), true);
    if (of.isNumber.size() != cell.indices.size())
      of.isNumber.clear();
    for (std::size_t i = 0; i < of.isNumber.size(); ++i)
      if (!cell.indices[i].constant())
        of.isNumber[i] = false;
    of.cells.push_back(cell.indices);
  }

  void shareRotations() {
    for (auto &[array, of] : seen)
      for (const auto &cell : of.cells)
        if (cell.size() == of.isNumber.size())
          of.numbers.insert(numbersOf(of, cell));
  }

  static Numbers numbersOf(const Seen &of, const std::vector<Polynomial> &cell) {
    Numbers result(cell.size());
    for (std::size_t i = 0; i < cell.size(); ++i)
      if (of.isNumber[i])
        result[i] = cell[i].constant();
    return result;
  }

  bool hasComponents(int array) const {
    const auto of = seen.find(group(array));
    return of != seen.end() && llvm::is_contained(of->second.isNumber, true) &&
           llvm::is_contained(of->second.isNumber, false);
  }

  void addPart(int array, const Numbers &numbers) {
    Array part = step.arrays[array];
    part.whole = array;
    part.components = numbers;
    for (std::size_t i = numbers.size(); i-- > 0;)
      if (numbers[i] && i < part.extents.size())
        part.extents.erase(part.extents.begin() + long(i));
    for (const auto &number : numbers)
      if (number)
        part.name += (part.name.back() >= '0' && part.name.back() <= '9' ? "_" : "") +
                     std::to_string(*number);
    step.arrays.push_back(std::move(part));
    step.rotation.push_back(-1);
    parts[{array, numbers}] = int(step.arrays.size()) - 1;
  }

  ArrayRead renamed(ArrayRead cell) const {
    if (!hasComponents(cell.array))
      return cell;
    const Numbers numbers = numbersOf(seen.at(group(cell.array)), cell.indices);
    cell.array = parts.at({cell.array, numbers});
    for (std::size_t i = numbers.size(); i-- > 0;)
      if (numbers[i])
        cell.indices.erase(cell.indices.begin() + long(i));
    return cell;
  }

  Step &step;
  std::size_t arrays = 0;
  std::map<int, Seen> seen; // by the smallest array of each group of exchanged arrays
  std::map<std::pair<int, Numbers>, int> parts;
};

} // namespace

void splitComponents(Step &step) { Splitter(step).run(); }

} // namespace stencilc::lift
