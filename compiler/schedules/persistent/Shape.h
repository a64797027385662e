/// \file Sizes of a kernel that keeps tiles of the grid in shared memory for many time steps.
#pragma once

#include "plan/interface/Schedule.h"

namespace stencilc::schedules {

/// Field that is stored in shared memory. It has `levels` time levels, and `slots` arrays of the
/// size of one tile with its halo. In each time step, slotOf() maps time levels to these arrays
/// cyclically.
struct TileField {
  ir::FieldId field;
  int bytes = 0;  // bytes of a cell
  int slots = 1;  // number of arrays, the same as its number of buffers in memory
  int levels = 1; // time levels that updates read: 1 for t only, 2 for t and t-1
  /// True if a stage computes time level t+1 of the field. False for a constant
  /// field, and for a local field, whose values are used only within the time step that computes
  /// them.
  bool isUpdated = false;
  bool isLocal = false; // exists within a time step only

  /// Returns the index of the array that has time level `level` (0 is t, 1 is t+1) in time step
  /// `step` of a launch.
  int slotOf(int step, int level) const { return (step + level + levels - 1) % slots; }
};

/// Sizes of a persistent kernel, as a part of its plan. Each block keeps one tile of the grid with
/// a halo. Along an axis that is not divided, the tile has the whole axis, and the halo has only
/// cells beyond the faces.
struct PersistentShape : plan::Shape {
  int rank = 3;
  int parts[3] = {1, 1, 1}; // tiles along each axis
  int tile[3] = {1, 1, 1};  // most cells of a tile along each axis, without the halo
  bool isRound[3] = {};     // the axis is divided and periodic
  Reach step;               // cells that a time step reads on each side
  /// Width of the border of the tile that a kernel also computes, because later kernels of the step
  /// read it. One entry for each kernel.
  std::vector<Reach> beyond;
  Reach halo; // cells around the tile in shared memory
  std::vector<TileField> fields;
  int steps = 1024; // most time steps of a launch
  int exchange = 8; // time steps between two exchanges of cells with neighbouring blocks
  int warps = 16;   // of a block
  int rows = 4;     // cells along the last axis that a thread computes together

  bool isWhole(int axis) const { return parts[axis] == 1; }
  int threads() const { return 32 * warps; }
  int blocks() const { return parts[0] * parts[1] * parts[2]; }
  /// Returns the number of cells along `axis` of one array in shared memory: the tile and its halo
  /// on both sides.
  int extent(int axis) const {
    return axis < rank ? tile[axis] + halo.low[axis] + halo.high[axis] : 1;
  }
  std::int64_t sharedBytes() const;
  /// Returns the number of exchanges of cells between blocks in a launch of `steps` time steps, the
  /// longest one.
  int mostExchanges() const { return (steps + exchange - 1) / exchange - 1; }
  const TileField &of(ir::FieldId field) const;
  void describe(llvm::json::Object &kernel) const override;
  std::vector<std::string> verify(const analysis::Facts &facts) const override;
};

/// Computes the sizes of persistent kernels of one program. Analyses the program once, in the
/// constructor.
class TileShapes {
public:
  explicit TileShapes(const analysis::Facts &facts);

  /// Returns the sizes of a persistent kernel that divides axis a of the planned grid into
  /// `parts[a]` tiles. Blocks exchange cells after every `exchange` time steps. The options
  /// `steps`, `warps` and `rows` keep their defaults. Does not check whether tiles fit into shared
  /// memory.
  PersistentShape make(const std::vector<int> &parts, int exchange) const;

private:
  const analysis::Facts &facts;
  const Extents extents;                  // of the planned grid
  Reach reads;                            // cells that some kernel reads on each side
  std::vector<analysis::StepReach> steps; // by axis
  std::vector<TileField> fields;
};

/// Returns the sizes of a persistent kernel, as TileShapes::make() does.
PersistentShape persistentShape(const analysis::Facts &facts, const std::vector<int> &parts,
                                int exchange);

} // namespace stencilc::schedules
