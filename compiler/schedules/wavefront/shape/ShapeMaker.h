/// \file Computes the shapes (tile and buffer sizes) of the wavefront kernels of many plans of one
/// program.
#pragma once

#include "schedules/wavefront/cost/KnownShapes.h"
#include "schedules/wavefront/shape/Shape.h"
#include <map>

namespace stencilc::schedules {

/// Computes the shapes (tile and buffer sizes) of the wavefront kernels of many plans of one
/// program. The time skew (when each part of an update runs) is computed only once for plans with
/// the same delays (numbers of planes until new cells can be read).
class ShapeMaker {
public:
  /// Creates an object for the program of `facts`. Keeps a reference to `facts`, which must outlive
  /// this object.
  explicit ShapeMaker(const analysis::Facts &facts) : facts(facts), known(knownShapes(facts)) {}
  /// Returns the shape (tile and buffer sizes) of the kernel with the options `plan`. If no such
  /// kernel is possible, returns `nullopt` and sets `reason` to a text for the user.
  std::optional<WavefrontShape> make(const WavefrontOptions &plan, std::string &reason);
  /// Returns the division of the x axis into tiles, for the kernel with the options `plan`. Returns
  /// `nullopt` if such tiles are not possible, for example if their halos leave no cell to store.
  std::optional<TileAxis> tilesAcross(const WavefrontOptions &plan);

private:
  /// Returns the time skew (when each part of an update is computed) for the delays in `plan`: the
  /// numbers of planes until new cells can be read. It is computed for the first plan with these
  /// delays. Later calls find it in `skews`.
  std::shared_ptr<const TimeSkew> skewFor(const WavefrontOptions &plan);

  const analysis::Facts &facts;
  std::map<Neighbours, std::shared_ptr<const TimeSkew>> skews;
  std::vector<KnownShape> known; // table of measured compilations, for the same updates
};

} // namespace stencilc::schedules
