/// \file Frozen layers: cells next to faces that keep their old values in all time steps. Also
/// emits the code that leaves these cells out of stores, if they are in the output already.
#pragma once

#include "schedules/wavefront/faces/FaceMethod.h"

namespace stencilc::schedules {

/// Face of the grid at which updates of one stage keep old values: in the `width` cells next to the
/// face, and in ghost cells beyond it. If `isRepeated`, ghost cells are excluded, because they have
/// the values of cells of the grid that may change.
struct FrozenFace {
  int axis;
  Side side;
  int width;
  bool isRepeated; // the face is a mirror or copy face of the updated field
};

/// Returns the faces at which a wavefront kernel with `shape` must restore old values after `stage`
/// (an update statement). Near these faces cells keep their values, or ghost cells beyond them have
/// a fixed boundary value that later time steps or stages read. Returns no faces if all tiles run
/// the same code, because frozen cells are then not stored.
std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage);

/// Returns the width in cells, at each face, of the layer of frozen cells (which keep their
/// values). It is the largest width of all stages.
Reach frozenLayer(const ir::Program &program);

/// Emits the code for frozen cells (which keep their values) whose values are in the output
/// already. Tiles leave them out when they store results. A separate kernel copies them to the
/// output once.
class CellsInMemory {
public:
  explicit CellsInMemory(Wave &wave) : wave(wave) {}
  /// Declares the emitted constant `kFrozen`, which has the width in cells of the frozen layer
  /// (cells that keep their values) at each face.
  void declare();
  /// Emits, in the function that sets the position of a tile, the constant `frozen`. It has the
  /// widths of the frozen layer (cells that keep their values) that the tile leaves out when it
  /// stores results. `isLeftOut` is a condition known at compile time. If it is false, the widths
  /// are 0. If it is `nullopt`, all tiles leave out the frozen layer.
  void choose(kernel::Builder &k, const std::optional<kernel::Term> &isLeftOut);
  /// Returns a bound of the cells that a tile stores along `axis`, moved inwards so that the frozen
  /// layer (cells that keep their values) is left out. `bound` is the bound with this layer: the
  /// first cell for the low `side`, and the cell after the last for the high `side`.
  kernel::Term cut(kernel::Builder &k, const kernel::Term &bound, int axis, Side side) const;
  /// Emits host code that launches the kernel `copyFrozen` for each updated field. It copies frozen
  /// cells (which keep their values) to the output, and is launched only while the output lacks
  /// their values.
  void copy(const HostLaunch &host) const;

private:
  kernel::FunctionId copyOf(ir::FieldId field) const;

  Wave &wave;
  kernel::Term widths = 0; // widths of the frozen layer at all faces
  kernel::Term chosen = 0; // widths that the tile leaves out
};

} // namespace stencilc::schedules
