/// \file Emits the code that gives each block or warp a tile and a range of planes.
#pragma once

#include "schedules/wavefront/Lower.h"

namespace stencilc::schedules {

/// Declares the parameters of a wavefront kernel that become members of its `Sweep` struct.
class KernelParams {
public:
  KernelParams(kernel::Builder &k, const Wave &wave);
  /// Parameter of the kernel with the kind of tiles: inside, flush (end with the grid) or at faces.
  std::optional<kernel::Term> kind;
  /// Declares a tensor map parameter for each ring buffer that tensor loads fill.
  void declareMaps();
  /// Declares the kernel's `Sweep` variable, initialised from the parameters, and its shared
  /// memory. Returns the variable.
  kernel::Term makeSweep();
  kernel::Term shared = 0;

private:
  void add(kernel::VarId member, const kernel::Term &value) { members.emplace_back(member, value); }

  kernel::Builder &k;
  const Wave &wave;
  std::vector<std::pair<kernel::VarId, kernel::Term>> members;
};

/// Parameters of a wavefront kernel: the numbers of tiles, and the chunks of the swept axis.
struct TileParams {
  TileParams(kernel::Builder &k, const Wave &wave);

  kernel::Term columns = 0, rowsOfTiles = 0, chunks = 0;
  kernel::Term faces = 0;                 // tiles of the boundary kernel
  kernel::Term shares = 0, endChunks = 0; // of warps: inner tiles, edge tiles
};

/// A tile and the range of planes that it stores, counted from the first plane of the launch.
struct TileTerms {
  kernel::Term column;
  std::optional<kernel::Term> row;
  kernel::Term begin, end;
};
/// Emits the code that finds the tile of a block, with three axes.
TileTerms placeOfBlock(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                       const TileParams &params);
/// Emits the code that finds the tile of a warp, with two axes. Warps without a tile leave the
/// kernel.
TileTerms placeOfWarp(kernel::Builder &k, const Wave &wave, const TileParams &params);

/// Emits code that numbers the columns of tiles of a plane (two axes). Edge columns hold cells
/// beyond the ends of rows; all others are inner columns.
class EndColumns {
public:
  EndColumns(kernel::Builder &k, const Wave &wave, const TileParams &params);
  /// Returns the index, among all columns of tiles, of column `number` of those at the ends of
  /// rows.
  kernel::Term at(const kernel::Term &number) const;
  /// Returns the index, among all columns of tiles, of column `number` of those not at the ends of
  /// rows.
  kernel::Term inner(const kernel::Term &number) const;

private:
  const kernel::Term alongX, columns;

public:
  const kernel::Term count; // edge columns
};

/// Emits code that divides the columns of tiles among all warps of a launch in equal shares (two
/// axes). Edge tiles and inner tiles have separate kernels.
class SharedColumns {
public:
  /// Emits the code by which warps without any tile leave the kernel.
  SharedColumns(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                const TileParams &params);
  /// Calls `sweep` to emit the sweep of each tile and range of planes that the warp computes.
  void forEachPart(const std::function<void(const TileTerms &)> &sweep);

private:
  void inner(const std::function<void(const TileTerms &)> &sweep);

  kernel::Builder &k;
  const Wave &wave;
  const TileParams &params;
  const kernel::Term isInside, warp;
  const EndColumns ends;
};

/// Steps of the sweep whose planes come to shared memory by tensor loads: all steps if `areAll`,
/// else from step `first` to step nz + `last`. The axis has nz planes.
struct TensorSteps {
  int first, last;
  bool areAll, everywhere; // everywhere: in all tiles, not only in those within the grid
  const char *why;         // end of the emitted comment: why zeros beyond the grid are right
};
TensorSteps tensorSteps(const Wave &wave);

} // namespace stencilc::schedules
