/// \file Evaluates C indices and loop bounds on the small grid on which the lifter simulates the
/// loops of a C program.
#include "lift/grid/Fields.h"
#include "lift/grid/RimModel.h"

namespace stencilc::lift {

static constexpr std::int64_t kCells = 22; // enough for rims and reaches of both sides

SmallGrid::SmallGrid(const Step &step, const std::vector<Polynomial> &extents)
    : step(step), extents(extents) {
  for (const Polynomial &extent : extents) {
    const auto number = extent.constant();
    sizes.push_back(number && *number < kCells ? *number : kCells);
  }
}

std::optional<std::int64_t> SmallGrid::nearFace(const Polynomial &place, std::size_t index) const {
  const auto low = place.constant(), high = (extents[index] - place).constant();
  if (low && (!high || *low <= *high))
    return low;
  return high ? std::optional(sizes[index] - *high) : std::nullopt;
}

std::optional<std::int64_t> SmallGrid::at(const Polynomial &place, std::size_t index,
                                          const Turn &turn) const {
  if (const Symbol *near = neighbourIn(step, place)) {
    const auto target = place.symbols().size() == 1 ? at(near->target, index, turn) : std::nullopt;
    if (!target)
      return std::nullopt;
    const std::int64_t size = sizes[index];
    return near->rim == Symbol::Around ? (*target % size + size) % size
                                       : std::clamp<std::int64_t>(*target, 0, size - 1);
  }
  Polynomial rest = place;
  std::int64_t sum = 0;
  bool isLooped = false;
  for (const auto &[variable, value] : turn)
    if (place.uses(variable)) {
      if (place.coefficient(variable) != Polynomial(1))
        return std::nullopt;
      rest = rest - Polynomial::symbol(variable);
      sum += value;
      isLooped = true;
    }
  if (!isLooped)
    return nearFace(place, index);
  std::optional<std::int64_t> nearest;
  std::int64_t turns = 0;
  for (std::int64_t times = -1; times <= 1; ++times)
    if (const auto distance = (rest - Polynomial(times) * extents[index]).constant();
        distance && (!nearest || std::abs(*distance) < std::abs(*nearest)))
      nearest = distance, turns = times;
  return nearest ? std::optional(sum + *nearest + turns * sizes[index]) : std::nullopt;
}

std::optional<SmallGrid::Cell> SmallGrid::cell(const ArrayRead &read, const Turn &turn) const {
  Cell result;
  if (read.indices.size() != rank())
    return std::nullopt;
  for (std::size_t index = 0; index < rank(); ++index) {
    const auto place = at(read.indices[index], index, turn);
    if (!place)
      return std::nullopt;
    result.push_back(*place);
  }
  return result;
}

std::optional<std::pair<std::int64_t, std::int64_t>> SmallGrid::range(const Write &write,
                                                                      std::size_t index) const {
  Turn first, last;
  for (const Loop &loop : write.loops)
    if (write.cell.indices[index].uses(loop.variable)) {
      const auto low = nearFace(loop.low, index), high = nearFace(loop.high, index);
      if (!low || !high)
        return std::nullopt;
      first[loop.variable] = *low, last[loop.variable] = *high - 1;
    }
  const auto low = at(write.cell.indices[index], index, first),
             high = at(write.cell.indices[index], index, last);
  return low && high ? std::optional(std::pair(*low, *high + 1)) : std::nullopt;
}

bool SmallGrid::forTurns(const std::vector<Loop> &loops, const ArrayRead &cell,
                         const std::function<bool(const Turn &)> &use) const {
  Turn turn;
  const std::function<bool(std::size_t)> run = [&](std::size_t depth) {
    if (depth == loops.size())
      return use(turn);
    for (std::size_t index = 0; index < cell.indices.size(); ++index) {
      if (!cell.indices[index].uses(loops[depth].variable))
        continue;
      const auto low = nearFace(loops[depth].low, index), high = nearFace(loops[depth].high, index);
      if (!low || !high)
        return false;
      for (std::int64_t value = *low; value < *high; ++value) {
        turn[loops[depth].variable] = value;
        if (!run(depth + 1))
          return false;
      }
      return true;
    }
    return false; // the loop selects no cell
  };
  return run(0);
}

std::size_t SmallGrid::number(const Cell &cell) const {
  std::size_t result = 0;
  for (std::size_t index = 0; index < rank(); ++index)
    result = result * std::size_t(sizes[index]) + std::size_t(cell[index]);
  return result;
}

std::size_t SmallGrid::cells() const {
  std::size_t result = 1;
  for (std::int64_t size : sizes)
    result *= std::size_t(size);
  return result;
}

bool SmallGrid::holds(const Cell &cell) const {
  for (std::size_t index = 0; index < rank(); ++index)
    if (cell[index] < 0 || cell[index] >= sizes[index])
      return false;
  return true;
}

} // namespace stencilc::lift
