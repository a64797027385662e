/// \file Decides which planes of a sweep are in shared memory, and which cells in registers.
#include "schedules/sweep/staged/Staging.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/cost/Points.h"
#include <algorithm>
#include <map>

namespace stencilc::schedules {

using namespace plan;

/// Registers of a thread for addresses, extents and ring buffers, fitted to compiled kernels.
static constexpr int kRowRegisters = 16, kStagedRegisters = 24; // two axes; three axes
static constexpr int kSequenceRegisters = 24;
/// Maximum number of loaded 32-bit words that a compiler has in registers at once, besides cells
/// kept from plane to plane.
static constexpr int kTurnWords = 96;
/// Number of 32-bit words of cells around the thread's own, in registers, above which compilers
/// need about two registers for each further word, as for wide boxes. With two axes this number is
/// 0.
static constexpr int kFewAround = 64;
/// Additional registers of a thread in programs of two axes, for the margin cells (left and right
/// of the thread's own cells) of all its rows together. Counted if threads keep margin cells in
/// registers.
static constexpr int kEndRegisters = 16;
/// Bytes that a thread copies into shared memory by one access. Rows of tiles are rounded up to
/// such accesses. For tensor loads they are rounded up to memory sectors of 32 bytes, because rows
/// that began inside a sector took up to twice as long.
static constexpr int kPieceBytes = 16;

/// Upper bound of the threads of a block along an axis. It prevents overflow in plans that the
/// verifier rejects later.
static constexpr int kMostThreads = 1 << 12;

static int roundUp(int value, int unit) { return (value + unit - 1) / unit * unit; }

Window StagedLevel::moved(int plane) const {
  const Window &here = window(plane), &after = window(plane + 1);
  return {std::min(here.low, after.low), std::min(here.high, after.high),
          std::min(here.left, after.left), std::min(here.right, after.right)};
}

/// Returns the window (cells in registers) of a thread in each plane of each field level (a field
/// at one time level). The cells left and right of its own are rounded up to whole accesses.
static std::vector<StagedLevel> windowsOf(const analysis::Facts &facts,
                                          const analysis::Kernel &kernel, int cells) {
  std::map<analysis::FieldLevel, StagedLevel> fieldLevels;
  const auto include = [&](const analysis::FieldLevel &fieldLevel, int plane, int row,
                           const Row &margins) {
    auto [entry, isNew] = fieldLevels.try_emplace(fieldLevel);
    StagedLevel &staged = entry->second;
    if (isNew) {
      staged.fieldLevel = fieldLevel;
      staged.bytes = bytesOf(facts.program.fields[fieldLevel.field].storage);
      staged.first = staged.last = plane;
      staged.windows.resize(1);
    }
    for (; plane < staged.first; --staged.first)
      staged.windows.insert(staged.windows.begin(), Window());
    for (; plane > staged.last; ++staged.last)
      staged.windows.emplace_back();
    Window &window = staged.windows[plane - staged.first];
    window.low = std::max(window.low, -row);
    window.high = std::max(window.high, row);
    window.left = std::max(window.left, roundUp(margins.low, cells));
    window.right = std::max(window.right, roundUp(margins.high, cells));
  };
  for (const Column &column : columnsOf(facts, kernel))
    for (int plane = 0; plane < column.planes(); ++plane)
      include(column.fieldLevel, column.first + plane, column.row, column.rows[plane]);
  for (ir::StageId id : kernel.stages) // frozen cells need their old value
    if (const ir::Stage &stage = facts.program.stages[id]; !stage.frozen.isZero())
      include({stage.target, 0}, 0, 0, {});
  std::vector<StagedLevel> list;
  for (auto &[fieldLevel, staged] : fieldLevels)
    list.push_back(std::move(staged));
  return list;
}

/// Decides which planes take over cells in registers from the next plane when the sweep advances.
/// Finds the oldest plane that is read from shared memory.
static void decideMoves(StagedLevel &staged, const KernelPlan &kernel) {
  const int planes = staged.last - staged.first + 1;
  staged.isMoved.assign(planes, false);
  staged.feeds.assign(planes, false);
  staged.firstLoaded = staged.last;
  for (int plane = staged.last; plane >= staged.first; --plane) {
    const int index = plane - staged.first;
    staged.isMoved[index] = stagedParameters(kernel).keepsColumn && plane < staged.last;
    if (!staged.isMoved[index] || staged.moved(plane) != staged.window(plane))
      staged.firstLoaded = plane;
  }
  for (int plane = staged.first; plane < staged.last; ++plane) {
    const bool takesLoaded = plane + 1 == staged.last ||
                             !(staged.moved(plane) == staged.moved(plane + 1)) ||
                             !staged.isMoved[plane + 1 - staged.first];
    staged.feeds[plane + 1 - staged.first] = staged.isMoved[plane - staged.first] && takesLoaded;
  }
}

/// Sets the tile, the halo and the ring buffer (planes in shared memory) of a field level (a field
/// at one time level). Updates read this level at cells of other threads.
static void placeInShared(StagedLevel &staged, const KernelPlan &kernel) {
  const int piece =
      (kernel.engine == CopyEngine::Tensor ? kSectorBytes : kPieceBytes) / staged.bytes;
  for (const Window &window : staged.windows) {
    staged.inRing |= !(window == Window());
    staged.halo[1][0] = std::max(staged.halo[1][0], window.low);
    staged.halo[1][1] = std::max(staged.halo[1][1], window.high);
    if (kernel.staging != Staging::Rows) {
      staged.halo[0][0] = std::max(staged.halo[0][0], roundUp(window.left, piece));
      staged.halo[0][1] = std::max(staged.halo[0][1], roundUp(window.right, piece));
    }
  }
  if (!staged.inRing)
    return;
  staged.width = staged.halo[0][0] +
                 std::min(kernel.block[0], kMostThreads) * kernel.cellsPerThread +
                 staged.halo[0][1];
  staged.height = staged.halo[1][0] +
                  std::min(kernel.block[1], kMostThreads) * kernel.rowsPerThread() +
                  staged.halo[1][1];
  staged.onePlane = kernel.staging == Staging::Plane;
  staged.slots = staged.onePlane
                     ? 1 + stagedParameters(kernel).ahead
                     : staged.last - staged.firstLoaded + 1 + stagedParameters(kernel).ahead;
}

namespace {

/// Numbers of 32-bit words of cells that a thread has in registers, by the time for which they stay
/// there.
struct ReadWords {
  int held = 0;   // from plane to plane, and new cells
  int turn = 0;   // read for one row of a thread after the other
  int around = 0; // of those held, cells around the thread's own
  int points = 0; // for the weights of points
};

} // namespace

/// Adds to `words` the 32-bit words of cells that a thread has in registers, for one plane of a
/// field level (a field at one time level).
static void addPlane(const KernelPlan &kernel, const StagedLevel &level, int plane,
                     const Reach &reach, ReadWords &words) {
  const Window &window = level.window(plane);
  const bool isHeld = stagedParameters(kernel).keepsColumn;
  const Window kept = isHeld && plane < level.last ? level.moved(plane) : Window();
  const int rows = kernel.rowsPerThread() + kept.low + kept.high;
  // Margins are loaded in whole accesses, but only the cells that are read stay in registers.
  const int across = kernel.cellsPerThread + std::min(kept.left, reach.low[0]) +
                     std::min(kept.right, reach.high[0]);
  (isHeld ? words.held : words.turn) += rows * across * level.bytes / 4;
  if (isHeld)
    words.around +=
        (rows * across - kernel.rowsPerThread() * kernel.cellsPerThread) * level.bytes / 4;
  if (!(kept == window))
    words.turn +=
        (kernel.cellsPerThread * (window.low + window.high) + window.left + window.right) *
        level.bytes / 8;
}

/// Returns the predicted number of registers of a thread that has `words` of cells in registers.
static int registersFor(const analysis::Facts &facts, std::size_t index, const ReadWords &words) {
  const analysis::Operations &operations = facts.cost.kernels[index].operations;
  const bool isPlane = facts.program.rank() == 2;
  int registers = (isPlane ? kRowRegisters : kStagedRegisters) + words.held +
                  std::min(words.turn, kTurnWords) +
                  std::max(0, words.around - (isPlane ? 0 : kFewAround)) + words.points;
  if (isPlane && words.around > 0) // rows of boxes, with their ends
    registers += kEndRegisters;
  if (operations.divide + operations.sqrt + operations.special > 0)
    registers += kSequenceRegisters;
  return registers;
}

void setStagedParameters(KernelPlan &kernel, const StagedParameters &parameters) {
  const auto shape = std::make_shared<StagedShape>();
  shape->parameters = parameters;
  kernel.shape = shape;
}

const StagedParameters &stagedParameters(const KernelPlan &kernel) {
  return kernel.shapeAs<StagedShape>().parameters;
}

StagedShape stagedShape(const analysis::Facts &facts, std::size_t index, const KernelPlan &kernel) {
  StagedShape staged;
  staged.parameters = stagedParameters(kernel);
  staged.fieldLevels = windowsOf(facts, facts.dependence.kernels[index], kernel.cellsPerThread);
  ReadWords words;
  words.held = kernel.rowsPerThread() * kernel.cellsPerThread *
               (bytesOf(facts.program.compute) / 4) *
               static_cast<int>(facts.dependence.kernels[index].stages.size());
  words.points = pointRegisters(facts, index, kernel.rowsPerThread(), kernel.cellsPerThread);
  bool usesRing = false;
  for (StagedLevel &level : staged.fieldLevels) {
    decideMoves(level, kernel);
    placeInShared(level, kernel);
    usesRing |= level.inRing;
    staged.sharedBytes += level.slots * level.slotBytes();
    // Otherwise no plane waits in registers or in the ring.
    if (stagedParameters(kernel).keepsColumn || kernel.staging != Staging::Plane)
      staged.lead = std::max(staged.lead, level.last - level.first);
    const Reach reach = facts.footprint.reachOf(level.fieldLevel.field);
    for (int plane = level.first; plane <= level.last; ++plane)
      addPlane(kernel, level, plane, reach, words);
  }
  if (usesRing)
    staged.sharedBytes += std::int64_t(8) * stagedParameters(kernel).ahead;
  // Tensor loads give zero beyond the grid.
  const auto isByTensors = [&](const StagedLevel &level) {
    return level.inRing &&
           facts.faces[level.fieldLevel.field].zeroFillSuffices(facts.program.rank());
  };
  staged.isPaced = kernel.engine == CopyEngine::Tensor &&
                   stagedParameters(kernel).ahead >= kLeastPaced && usesRing &&
                   std::all_of(staged.fieldLevels.begin(), staged.fieldLevels.end(), isByTensors);
  staged.registers = registersFor(facts, index, words);
  return staged;
}

bool hasNeighboursInPlane(const analysis::Facts &facts, std::size_t index) {
  for (const Column &column : columnsOf(facts, facts.dependence.kernels[index])) {
    if (column.row != 0)
      return true;
    for (const Row &row : column.rows)
      if (row.low || row.high)
        return true;
  }
  return false;
}

} // namespace stencilc::schedules
