/// \file Frozen cells, which keep their values, that are in memory already before a sweep. Tiles
/// need not store them.
#pragma once

#include "schedules/wavefront/faces/FaceMethod.h"

namespace stencilc::schedules {

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
