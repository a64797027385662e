/// \file Decides which planes of a sweep are in shared memory, and which cells in registers.
#include "schedules/sweep/staged/Staging.h"
#include "plan/cost/Column.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/cost/Points.h"
#include "schedules/sweep/ColumnCost.h"
#include <algorithm>
#include <map>

namespace stencilc::schedules {

using namespace plan;

/// Numbers of registers of a thread for addresses, extents and ring buffers: kRowRegisters with two
/// axes, kStagedRegisters with three. kSequenceRegisters is added if the kernel has divisions,
/// roots or special functions. Fitted to compiled kernels.
static constexpr int kRowRegisters = 16, kStagedRegisters = 24; // two axes; three axes
static constexpr int kSequenceRegisters = 24;
/// Number of 32-bit words above which a word of cells takes two registers instead of one. Only
/// cells around the thread's own cells count. Kernels of wide boxes exceed this number. With two
/// axes, each such word takes two registers.
static constexpr int kFewAround = 64;
/// Additional registers of a thread in programs with two axes, if it keeps cells left and right of
/// its own cells in registers. Counted in compiled kernels.
static constexpr int kEndRegisters = 16;
/// Bytes that a thread copies into shared memory by one access. The halo of a tile along x is
/// rounded up to a multiple of this size. With TMA loads, it is rounded up to memory sectors of 32
/// bytes, because rows that began inside a sector took up to twice as long.
static constexpr int kPieceBytes = 16;

/// Upper limit of the threads of a block along an axis, in computations of the shared memory. It
/// prevents overflow for plans that are refused later.
static constexpr int kMostThreads = 1 << 12;

static int roundUp(int value, int unit) { return (value + unit - 1) / unit * unit; }

Window StagedLevel::moved(int plane) const {
  const Window &here = window(plane), &after = window(plane + 1);
  return {std::min(here.low, after.low), std::min(here.high, after.high),
          std::min(here.left, after.left), std::min(here.right, after.right)};
}

/// Returns all field levels (fields at one time level) that `kernel` reads, with the window of each
/// of their planes. A window has a thread's cells of one plane, in registers. Its numbers of cells
/// left and right of the thread's own cells are multiples of `cells`, the cells per thread.
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

/// Decides which cells move from plane to plane in registers. Sets three members of `staged`.
/// `isMoved` says for each plane whether its window (a thread's cells of the plane) takes over
/// cells of the next plane. `feeds` says whether cells loaded for the plane move on later.
/// `firstLoaded` is the lowest plane that is read from shared memory.
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

/// Sets the halo and the ring buffer (planes in shared memory) of `staged`, a field at one time
/// level, for the tile of `kernel`. It gets no ring buffer if updates read it only at the thread's
/// own cells.
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
  int held = 0;   // cells kept from plane to plane, and new cells
  int turn = 0;   // cells that are loaded for one row at a time
  int around = 0; // the words of `held` for cells around the thread's own
  int points = 0; // weights of point sources and receivers
};

} // namespace

/// Adds to the counts in `words` the number of 32-bit registers with which a thread of `kernel`
/// holds its cells of one plane of `level` (a field at one time level). `plane` is relative to the
/// plane being updated. `reach` has the largest offsets at which the field is read.
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

/// Returns the predicted number of registers of a thread of kernel number `index`. `words` counts
/// the registers that contain cells.
static int registersFor(const analysis::Facts &facts, std::size_t index, const ReadWords &words) {
  const analysis::Operations &operations = facts.cost.kernels[index].operations;
  const bool isPlane = facts.program.rank() == 2;
  int registers = (isPlane ? kRowRegisters : kStagedRegisters) + words.held +
                  std::min(words.turn, kWordsLoadedAtOnce) +
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
