/// \file Emits the code that gives each block or warp a tile and a range of planes.
#pragma once

#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

/// Declares the parameters of a wavefront kernel, which become members of its `Sweep` struct.
class KernelParams {
public:
  KernelParams(kernel::Builder &k, const Wave &wave);
  /// Template parameter of the kernel with the kind of its tiles: inner tiles, tiles that end
  /// exactly with the grid, or other edge tiles.
  std::optional<kernel::Term> kind;
  /// Declares a parameter with a tensor map (descriptor for tensor loads) for each ring buffer that
  /// tensor loads fill.
  void declareMaps();
  /// Declares the shared memory of the kernel and its `Sweep` variable, which is initialised from
  /// the parameters. Returns the variable.
  kernel::Term makeSweep();
  kernel::Term shared = 0;

private:
  void add(kernel::VarId member, const kernel::Term &value) { members.emplace_back(member, value); }

  kernel::Builder &k;
  const Wave &wave;
  std::vector<std::pair<kernel::VarId, kernel::Term>> members;
};

/// Parameters of a wavefront kernel: the numbers of tiles along x and y, and the chunks (ranges of
/// planes) into which the swept axis is cut.
struct TileParams {
  TileParams(kernel::Builder &k, const Wave &wave);

  kernel::Term columns = 0, rowsOfTiles = 0, chunks = 0;
  kernel::Term faces = 0;                 // tiles of the boundary kernel
  kernel::Term shares = 0, endChunks = 0; // of warps: inner tiles, edge tiles
};

/// Indices of a tile, and the range of planes that it stores. Planes are counted from the first
/// plane of the launch.
struct TileTerms {
  kernel::Term column;
  std::optional<kernel::Term> row;
  kernel::Term begin, end;
};
/// Emits the code that computes the tile and the planes of a block, with three axes. Returns them.
TileTerms placeOfBlock(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                       const TileParams &params);
/// Emits the code that computes the tile and the planes of a warp, with two axes. Returns them. A
/// warp without a tile leaves the kernel.
TileTerms placeOfWarp(kernel::Builder &k, const Wave &wave, const TileParams &params);

/// Emits code that numbers the columns of tiles of a grid with two axes. A column is a range of x,
/// in all rows. Edge columns hold cells beyond an end of x. All others are inner columns.
class EndColumns {
public:
  EndColumns(kernel::Builder &k, const Wave &wave, const TileParams &params);
  /// Returns the index, among all columns of tiles, of edge column `number`, at an end of the rows.
  kernel::Term at(const kernel::Term &number) const;
  /// Returns the index, among all columns of tiles, of inner column `number` (counted from 0,
  /// without edge columns).
  kernel::Term inner(const kernel::Term &number) const;

private:
  const kernel::Term alongX, columns;

public:
  const kernel::Term count; // edge columns
};

/// Emits code that divides a grid with two axes among all warps of a launch. A column of tiles is a
/// range of x, in all rows. The kernel of inner columns gives each warp an equal share of them, the
/// kernel of edge columns one part of a column.
class SharedColumns {
public:
  /// Emits the code with which a warp leaves the kernel if it has no tile.
  SharedColumns(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                const TileParams &params);
  /// Calls `sweep` for each tile and range of planes that the warp computes, in order to emit their
  /// sweeps.
  void forEachPart(const std::function<void(const TileTerms &)> &sweep);

private:
  void inner(const std::function<void(const TileTerms &)> &sweep);

  kernel::Builder &k;
  const Wave &wave;
  const TileParams &params;
  const kernel::Term isInside, warp;
  const EndColumns ends;
};

} // namespace stencilc::schedules
