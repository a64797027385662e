/// \file Emits the code that assigns to each block or warp a tile and the range of planes that it
/// sweeps.
#pragma once

#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

/// Declares those parameters of a wavefront kernel that become members of the emitted struct Sweep,
/// such as the views of the fields.
class KernelParams {
public:
  KernelParams(kernel::Builder &k, const Wave &wave);
  /// Template parameter of the kernel: the kind of its tiles. It is inner tiles, tiles of a grid
  /// whose last tiles end exactly with it, or other tiles at faces. Set by the caller, for programs
  /// of two or three axes.
  std::optional<kernel::Term> kind;
  /// Declares a kernel parameter with a tensor map (descriptor for TMA loads) for each field that
  /// has a ring buffer. Declares nothing if the plan uses no tensor-map loads.
  void declareMaps();
  /// Declares the shared memory of the kernel, and a variable of the emitted struct Sweep with the
  /// kernel parameters as members. Returns the variable, and sets `shared`.
  kernel::Term makeSweep();
  kernel::Term shared = 0;

private:
  void add(kernel::VarId member, const kernel::Term &value) { members.emplace_back(member, value); }

  kernel::Builder &k;
  const Wave &wave;
  std::vector<std::pair<kernel::VarId, kernel::Term>> members;
};

/// Emitted parameters of a wavefront kernel that describe the division of work: the numbers of
/// tiles along x (`columns`) and y (`rowsOfTiles`), and the division of the swept axis into ranges
/// of planes (`chunks`). Parameters that the kernel does not have are the constant 0.
struct TileParams {
  TileParams(kernel::Builder &k, const Wave &wave);

  kernel::Term columns = 0, rowsOfTiles = 0, chunks = 0;
  kernel::Term faces = 0;                 // number of tiles of the boundary kernel
  kernel::Term shares = 0, endChunks = 0; // WarpShares of inner tiles; chunks per edge tile
};

/// Indices of a tile along x (`column`) and y (`row`), and the range of planes that it stores.
/// `begin` and `end` (exclusive) are counted from the first plane of the launch.
struct TileTerms {
  kernel::Term column;
  std::optional<kernel::Term> row;
  kernel::Term begin, end;
};
/// Emits the code that computes which tile and planes a block sweeps, for programs of three axes.
/// Returns them. `kind` is the kind of tiles of the kernel, such as inner tiles.
TileTerms placeOfBlock(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                       const TileParams &params);
/// Emits the code that computes which tile and planes a warp sweeps, for programs of two axes.
/// Returns them. In the emitted code, a warp without a tile returns from the kernel.
TileTerms placeOfWarp(kernel::Builder &k, const Wave &wave, const TileParams &params);

/// Emits code that computes indices of columns of tiles, for programs of two axes. A column has the
/// tiles with one range of x. Edge columns contain cells beyond an end of the x axis, all others
/// are inner columns.
class EndColumns {
public:
  EndColumns(kernel::Builder &k, const Wave &wave, const TileParams &params);
  /// Returns the expression for the index, among all columns of tiles, of edge column `number`.
  /// Edge columns contain cells beyond an end of the x axis. They are counted from 0: first those
  /// at the low end, then those at the high end.
  kernel::Term at(const kernel::Term &number) const;
  /// Returns the expression for the index, among all columns of tiles, of inner column `number`.
  /// Inner columns contain no cells beyond the x axis, and are counted from 0.
  kernel::Term inner(const kernel::Term &number) const;

private:
  const kernel::Term alongX, columns;

public:
  const kernel::Term count; // number of edge columns
};

/// Emits code that divides the planes of all columns of tiles among the warps of a launch, for
/// programs of two axes. In the kernel of inner columns, each warp gets about the same number of
/// planes. In the kernel of edge columns, each warp gets one chunk (range of planes) of a column.
class SharedColumns {
public:
  /// Emits the code with which a warp returns from the kernel if it has no tile. `kind` is the kind
  /// of tiles of the kernel: inner or edge tiles.
  SharedColumns(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                const TileParams &params);
  /// Emits the code that visits each tile and range of planes of the executing warp. `sweep` emits
  /// the sweep of one of them. It is called more than once, because the kernels of inner and of
  /// edge columns have different code.
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
