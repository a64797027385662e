/// \file Uniform faces: tensor-map loads (TMA) give all cells beyond faces, so that all tiles run
/// the same code and test for no face. Frozen cells, which keep their values, are in the output
/// already.
#include "schedules/wavefront/faces/Frozen.h"
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;
namespace {

/// Boundary method for kernels whose tiles all run the same code, if some cells are frozen (keep
/// their values). Tiles leave frozen cells out when they store results.
class Uniform : public FaceMethod {
public:
  explicit Uniform(Wave &wave) : FaceMethod(wave), cells(wave) {}

  void declareConstants() override { cells.declare(); }
  void place(Builder &k) override { cells.choose(k, {}); }
  Term storedBound(Builder &k, const Term &bound, int axis, Side side) const override {
    return cells.cut(k, bound, axis, side);
  }
  void launch(const HostLaunch &host) const override { cells.copy(host); }
  bool splitsLanes() const override { return true; }

private:
  CellsInMemory cells;
};

} // namespace

std::unique_ptr<FaceMethod> makeUniform(Wave &wave) {
  if (!wave.shape.tile.isUniform || frozenLayer(wave.program).isZero())
    return nullptr;
  return std::make_unique<Uniform>(wave);
}

} // namespace stencilc::schedules
