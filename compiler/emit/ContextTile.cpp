/// \file The context of schedules with a tile per block: arrays in shared memory with their halos,
/// and for several cells per thread the windows of them that a thread reads (plan/TileShape.h).
#include "emit/Pass.h"
#include "emit/Spelling.h"
#include "plan/TileShape.h"

namespace stencilc::emit {

using llvm::json::Array;
using llvm::json::Object;
using plan::TileStream;

namespace {

/// "4 + kRows + 1" without zeros.
std::string sum(int before, const std::string &middle, int behind) {
  return displaced(before ? std::to_string(before) + " + " + middle : middle, behind);
}

class TileBuilder {
public:
  TileBuilder(ContextState &state, const PassInfo &pass)
      : state(state), pass(pass), tiles(plan::tilePass(state.facts, pass.index, pass.plan)),
        overlaps(pass.plan.haloThreads[0] + pass.plan.haloThreads[1] + pass.plan.haloThreads[2] >
                 0) {}
  Object build();

private:
  std::string viewOf(const TileStream &tile) const {
    return state.names.view(tile.stream.field, tile.stream.level);
  }
  Object tileContext(const TileStream &tile) const;
  Array parts(const TileStream &tile) const;
  CellText cellText() const;

  ContextState &state;
  const PassInfo &pass;
  const plan::TilePass tiles;
  const bool overlaps;
};

/// What of a window comes from shared memory: all of it, or all around the own cells.
Array TileBuilder::parts(const TileStream &tile) const {
  const int left = tile.halo[0][0], right = tile.halo[0][1], low = tile.halo[1][0],
            high = tile.halo[1][1];
  const std::string all = sum(left, pass.cells, right);
  Array list;
  const auto add = [&](const std::string &row, const std::string &cell, const std::string &rows,
                       const std::string &cells) {
    list.push_back(Object{{"row", row}, {"cell", cell}, {"rows", rows}, {"cells", cells}});
  };
  if (!pass.plan.centreInRegister) {
    add("0", "0", sum(low, "kRows", high), all);
    return list;
  }
  if (low)
    add("0", "0", std::to_string(low), all);
  if (high)
    add(sum(low, "kRows", 0), "0", std::to_string(high), all);
  if (left)
    add(std::to_string(low), "0", "kRows", std::to_string(left));
  if (right)
    add(std::to_string(low), sum(left, pass.cells, 0), "kRows", std::to_string(right));
  return list;
}

Object TileBuilder::tileContext(const TileStream &tile) const {
  const std::string view = viewOf(tile);
  std::string extents, pitches, first;
  for (int axis = state.rank() - 1; axis >= 0; --axis)
    extents += "[" + std::to_string(tile.extents[axis]) + "]";
  std::string sizes, begin;
  for (int axis = 0; axis < state.rank(); ++axis) {
    sizes += (axis ? ", " : "") + std::to_string(tile.extents[axis]);
    // Where blocks overlap, all arrays are as large as the block.
    const int low = overlaps ? tiles.halo.low[axis] : tile.halo[axis][0];
    begin += (axis ? ", " : "") + displaced(std::string(axisName(axis)) + "Tile", -low);
  }
  Object item{
      {"name", view},
      {"capital", state.names.capitals[tile.stream.field.index]},
      {"type", typeName(state.program().fields[tile.stream.field].storage)},
      {"usesUniforms", boundaryUsesUniforms(state, tile.stream.field)},
      {"extents", extents},
      {"sizes", sizes},
      {"begin", begin},
      {"window", PassInfo::rowName(state, tile.stream, Offset())},
      {"windowRows", sum(tile.halo[1][0], "kRows", tile.halo[1][1])},
      {"windowCells", sum(tile.halo[0][0], pass.cells, tile.halo[0][1])},
      {"width", tile.extents[0]},
      {"left", tile.halo[0][0]},
      {"low", tile.halo[1][0]},
      {"ownRow", displaced("j", tile.halo[1][0])},
      {"parts", parts(tile)},
  };
  std::string here; // the own cell in the array
  for (int axis = state.rank() - 1; axis >= 0; --axis) {
    const int low = overlaps ? 0 : tile.halo[axis][0];
    here += "[" + displaced("threadIdx." + std::string(axisName(axis)), low) + " + d" +
            axisName(axis) + "]";
  }
  item["here"] = here;
  return item;
}

CellText TileBuilder::cellText() const {
  CellText cell;
  cell.choosesKept = true;
  if (state.rank() == 2) {
    cell.x = "x + i";
    cell.forwardedIndex = "[j][i]";
  }
  cell.read = [this](const ir::Read &read) {
    for (const TileStream &tile : tiles.streams) {
      if (!(tile.stream == analysis::Stream{read.field, read.level}))
        continue;
      if (state.rank() == 2)
        return PassInfo::rowName(state, tile.stream, Offset()) + "[" +
               displaced("j", tile.halo[1][0] + read.offset[1]) + "][" +
               displaced("i", tile.halo[0][0] + read.offset[0]) + "]";
      if (!tile.isShared)
        return viewOf(tile) + "(x, y, z)";
      return viewOf(tile) + "_at(" + std::to_string(read.offset[0]) + ", " +
             std::to_string(read.offset[1]) + ", " + std::to_string(read.offset[2]) + ")";
    }
    llvm_unreachable("every stream of a pass is among its tiles");
  };
  return cell;
}

Object TileBuilder::build() {
  Array shared, direct;
  for (const TileStream &tile : tiles.streams) {
    const std::string &capital = state.names.capitals[tile.stream.field.index];
    if (tile.isShared)
      state.helpers.insert({"beyond" + capital, "bring" + capital});
    (tile.isShared ? shared : direct).push_back(tileContext(tile));
  }
  Array kept;
  const CellText cell = cellText();
  for (const PassInfo::KeptCells &cells : pass.keptCells(state))
    kept.push_back(Object{{"name", cells.name},
                          {"condition", outsideCondition(state.rank(), cells.rim, cell.x)}});
  const plan::PassPlan &plan = pass.plan;
  Array axes;
  std::string loadsOnly;
  for (int axis = 0; axis < state.rank(); ++axis) {
    const std::string name = axisName(axis), thread = "threadIdx." + name;
    const std::int64_t cells = std::int64_t(plan.block[axis]) * (axis == 0   ? plan.cellsPerThread
                                                                 : axis == 1 ? plan.rowsPerThread
                                                                             : 1) -
                               plan.haloThreads[axis];
    const int low = tiles.halo.low[axis];
    axes.push_back(Object{
        {"axis", name}, {"cells", cells}, {"thread", overlaps ? displaced(thread, -low) : thread}});
    if (!overlaps)
      continue;
    if (low)
      loadsOnly += (loadsOnly.empty() ? "" : " || ") + thread + " < " + std::to_string(low);
    if (tiles.halo.high[axis])
      loadsOnly += (loadsOnly.empty() ? "" : " || ") + thread +
                   " >= " + std::to_string(plan.block[axis] - tiles.halo.high[axis]);
  }
  return Object{
      {"axes", std::move(axes)},
      {"shared", std::move(shared)},
      {"direct", std::move(direct)},
      {"isAsync", plan.engine == plan::CopyEngine::Async},
      {"keepsCentre", plan.centreInRegister},
      {"tileX", plan.block[0] * plan.cellsPerThread},
      {"tileY", plan.block[1] * plan.rowsPerThread},
      {"tiles", plan.tilesPerBlock},
      {"severalTiles", plan.tilesPerBlock > 1},
      {"overlaps", loadsOnly.empty() ? llvm::json::Value(false)
                                     : llvm::json::Value(Object{{"condition", loadsOnly}})},
      {"kept", std::move(kept)},
      {"stages", stagesContext(state, pass, cell)},
  };
}

} // namespace

Object tileContext(ContextState &state, const PassInfo &pass) {
  return TileBuilder(state, pass).build();
}

} // namespace stencilc::emit
