/// \file Schedule wavefront as functions: which tile and which planes are whose.
#pragma once

#include "schedules/wavefront/Lower.h"

namespace stencilc::schedules {

/// Parameters of the kernel beside those of all functions: how many tiles there are, how the swept
/// axis is cut, and where tensor loads read.
struct TileParams {
  TileParams(kernel::Builder &k, const Wave &wave);

  kernel::Term columns = 0, rowsOfTiles = 0, chunks = 0;
  kernel::Term faces = 0; // tiles of the kernel of those at faces
  std::vector<kernel::Term> maps;
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
TileTerms placeOfWarp(kernel::Builder &k, const Wave &wave, const TileParams &params,
                      const kernel::Term &tile);

/// In which steps tensor loads bring planes: from `first` on, counted from the first plane, to
/// `last` behind the last one, or in all; in all tiles, or those within the grid. `why` that does.
struct TensorSteps {
  int first, last;
  bool areAll, everywhere;
  const char *why;
};
TensorSteps tensorSteps(const Wave &wave);

} // namespace stencilc::schedules
