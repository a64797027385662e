/// \file Schedule wavefront as functions: which tile and which planes are whose.
#pragma once

#include "schedules/wavefront/Lower.h"

namespace stencilc::schedules {

/// Parameters of the kernel that the sweep takes over.
class KernelParams {
public:
  KernelParams(kernel::Builder &k, const Wave &wave);
  /// The kind of tiles, which the launch chooses.
  std::optional<kernel::Term> kind;
  /// Declares where tensor loads read.
  void declareMaps();
  /// Declares the sweep, which has them.
  kernel::Term makeSweep();
  kernel::Term shared = 0;

private:
  void add(kernel::VarId member, const kernel::Term &value) { members.emplace_back(member, value); }

  kernel::Builder &k;
  const Wave &wave;
  std::vector<std::pair<kernel::VarId, kernel::Term>> members;
};

/// The parameters that say how many tiles there are, and how the swept axis is cut.
struct TileParams {
  TileParams(kernel::Builder &k, const Wave &wave);

  kernel::Term columns = 0, rowsOfTiles = 0, chunks = 0;
  kernel::Term faces = 0;                 // tiles of the kernel of those at faces
  kernel::Term shares = 0, endChunks = 0; // where warps share columns, those at ends in chunks
};

/// A tile, and the planes to store, counted from the first of the launch.
struct TileTerms {
  kernel::Term column;
  std::optional<kernel::Term> row;
  kernel::Term begin, end;
};
/// With three axes, where a block has a tile.
TileTerms placeOfBlock(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                       const TileParams &params);
/// With two, where each warp has one.
TileTerms placeOfWarp(kernel::Builder &k, const Wave &wave, const TileParams &params);

/// The columns of tiles at the ends of rows: which they are, and which are the others.
class EndColumns {
public:
  EndColumns(kernel::Builder &k, const Wave &wave, const TileParams &params);
  kernel::Term at(const kernel::Term &number) const;
  kernel::Term inner(const kernel::Term &number) const;

private:
  const kernel::Term alongX, columns;

public:
  const kernel::Term count;
};

/// Where warps share columns: what a warp of the kernel has of tiles at the ends of rows, or of the
/// others.
class SharedColumns {
public:
  /// Warps that have nothing leave the kernel.
  SharedColumns(kernel::Builder &k, const Wave &wave, const kernel::Term &kind,
                const TileParams &params);
  /// Calls `sweep` for each part of the warp.
  void forEachPart(const std::function<void(const TileTerms &)> &sweep);

private:
  void inner(const std::function<void(const TileTerms &)> &sweep);

  kernel::Builder &k;
  const Wave &wave;
  const TileParams &params;
  const kernel::Term isInside, warp;
  const EndColumns ends;
};

/// In which steps tensor loads bring planes: from `first` on, counted from the first plane, to
/// `last` behind the last one, or in all; in all tiles, or those within the grid. `why` that does.
struct TensorSteps {
  int first, last;
  bool areAll, everywhere;
  const char *why;
};
TensorSteps tensorSteps(const Wave &wave);

} // namespace stencilc::schedules
