/// \file Faces of the grid at which cells keep their old values in all time steps, and the code
/// that leaves these cells out if they are in memory already.
#pragma once

#include "schedules/wavefront/faces/FaceMethod.h"

namespace stencilc::schedules {

/// A face of the grid at which a stage keeps old values: in the `width` cells next to the face, and
/// in ghost cells beyond the face. Ghost cells of a mirror or copy face are excepted, because the
/// cells with the same values may lie farther inside and change.
struct FrozenFace {
  int axis;
  Side side;
  int width;
  bool isRepeated; // ghost cells beyond this face repeat cells of the grid
};

/// Returns the faces at which a wavefront kernel restores old values of `stage`. They have a frozen
/// layer (cells that keep their values), or a boundary value in ghost cells that later time steps
/// read. Some restored cells may never be read.
std::vector<FrozenFace> frozenFaces(const analysis::Facts &facts, const WavefrontShape &shape,
                                    ir::StageId stage);

/// Returns the width in cells, on each side of each axis, of the layer of frozen cells, which keep
/// their values. It is the largest width of all stages.
Reach frozenLayer(const ir::Program &program);

/// Emits the code that leaves out frozen cells where tiles store results, and that copies them to
/// the output once.
class CellsInMemory {
public:
  explicit CellsInMemory(Wave &wave) : wave(wave) {}
  /// Declares the constant with the widths of the frozen layer at all faces.
  void declare();
  /// Emits, in the function that finds the position of a tile, the constant with the widths that
  /// the tile leaves out. They are 0 unless `isLeftOut`, a constant, is true. Without `isLeftOut`,
  /// all tiles leave frozen cells out.
  void choose(kernel::Builder &k, const std::optional<kernel::Term> &isLeftOut);
  /// Returns `bound`, the begin (low side) or the end (high side) of the cells that a tile stores
  /// along `axis`, without cells of the frozen layer.
  kernel::Term cut(kernel::Builder &k, const kernel::Term &bound, int axis, Side side) const;
  /// Emits the launch of a kernel that copies frozen cells to the output.
  void copy(const HostLaunch &host) const;

private:
  kernel::FunctionId copyOf(ir::FieldId field) const;

  Wave &wave;
  kernel::Term widths = 0; // the constant of the kernel
  kernel::Term chosen = 0; // of a tile
};

} // namespace stencilc::schedules
