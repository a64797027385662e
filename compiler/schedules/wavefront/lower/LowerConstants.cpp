/// \file Emits the constants of a wavefront kernel.
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the constants of one wavefront kernel, and sets `wave.c` to the expressions that read
/// them.
class ConstantList {
public:
  explicit ConstantList(Wave &wave)
      : wave(wave), module(wave.module), shape(wave.shape), plan(shape.plan), rank(wave.rank()),
        planes(wave.planeName() + std::string("s")), c(wave.c) {}

  void build() {
    sweep();
    tile();
    rings();
    for (const auto &method : wave.methods)
      method->declareConstants();
    exchange();
    c.tilesX =
        axis("kTilesX", shape.tile.x, shape.tile.isUniform ? Term(shape.tile.x.tile) : c.tileX);
    c.tilesY =
        axis("kTilesY", shape.tile.y, shape.tile.isUniform ? Term(shape.tile.y.tile) : c.tileY);
  }

private:
  Term number(NameHint hint, const Term &value, std::string note = "") {
    return moduleConstant(module, std::move(hint), {Type::Int}, value, std::move(note));
  }
  Term braced(InitList node) { return {module, module.make(std::move(node))}; }

  void sweep() {
    c.steps = number("kSteps", plan.steps, "time steps in one sweep");
    c.lag = shape.skew->lag == 1
                ? Term(1)
                : number("kLag", shape.skew->lag,
                         "lag of each time step behind the one before, in " + planes);
    c.cells = number("kCells", plan.cells, "cells of a row per thread");
    c.rows = number("kRows", plan.rows, "rows per thread");
    c.warps = number("kWarps", plan.warps, "warps per block");
    c.lanes = plan.lanes;
    c.teams = c.warps;
    if (wave.hasTeams()) {
      c.lanes =
          number("kLanes", plan.width(), "lanes of a team along a row; a warp has several teams");
      c.teams = number("kTeams", c.warps * plan.teams, "teams per block");
    }
    c.ahead = number("kAhead", plan.ahead, planes + " loaded ahead of their use");
    if (plan.tensors())
      c.arrivals = number("kArrivals", arrivals(), "most tensor loads in flight, a power of two");
    c.group = number("kGroup", std::min(plan.group, plan.steps),
                     "time steps whose sums over older planes are computed together");
  }
  /// Returns the number of barriers for tensor-map loads (TMA). It is the smallest power of two
  /// that is at least 2 and greater than the number of planes that are loaded ahead of their use.
  int arrivals() const {
    int power = 2;
    while (power < plan.ahead + 1)
      power *= 2;
    return power;
  }

  void tile() {
    const Term threadsX = c.lanes * c.cells, threadsY = rank == 3 ? c.teams * c.rows : Term(1);
    if (shape.tile.isUniform) {
      together([&] {
        c.haloX = number("kHaloX", shape.tile.x.halo);
        c.haloY = number("kHaloY", shape.tile.y.halo,
                         "loaded cells before the first one that threads compute");
      });
      together([&] {
        c.tileX = number("kTileX", threadsX + (shape.tile.planeX - shape.tile.x.stride));
        c.tileY = number("kTileY", threadsY + (shape.tile.planeY - shape.tile.y.stride),
                         "loaded cells, in whole cache lines");
      });
    } else {
      together([&] {
        c.tileX = number("kTileX", threadsX);
        c.tileY = number("kTileY", threadsY);
      });
    }
    if (rank == 2 && !wave.sharesColumns())
      c.endChunks = number("kEndChunks", shape.pace.chunksAtEnds,
                           "chunks of an edge tile for one of an inner tile");
  }

  void rings() {
    for (const Ring &ring : shape.loads.rings)
      c.ring.emplace(ring.field,
                     number(NameHint("kRing", NameOfField{ring.field}), ring.slots,
                            planes + " of " + nameOf(ring.field) + " in shared memory"));
    for (const PrivateRing &own : shape.loads.privateRings) {
      const auto [field, level] = own.fieldLevel;
      const std::string back = level < 0 ? "Prev" + std::to_string(-level) : "";
      c.own.emplace(own.fieldLevel,
                    number(NameHint("kOwn", NameOfField{field}, back), own.slots,
                           planes + " of " + nameOf(field) +
                               " in shared memory that each warp loads for itself"));
    }
  }
  const std::string &nameOf(ir::FieldId field) const { return wave.program.fields[field].name; }

  void exchange() {
    if (rank == 3 && shape.exchange.steps > 0) {
      c.exchanged = number("kExchanged", shape.exchange.steps,
                           "time steps whose new cells other threads read");
      together([&] {
        c.rowsLow = number("kRowsLow", shape.exchange.rowsLow);
        c.rowsHigh = number("kRowsHigh", shape.exchange.rowsHigh, "rows they read on each side");
      });
    }
    c.edgeRows = number("kEdgeRows", std::max(shape.exchange.rowsLow, shape.exchange.rowsHigh));
  }

  Term axis(const char *name, const TileAxis &tiles, const Term &tile) {
    InitList node{.members = {"tile", "halo", "stride", "first"}};
    std::vector<Term> parts = {tile, Term(tiles.halo), Term(tiles.stride), Term(tiles.first)};
    if (tiles.ghost || tiles.ghostHigh) {
      node.members.insert(node.members.end(), {"ghost", "ghostHigh"});
      parts.insert(parts.end(), {Term(tiles.ghost), Term(tiles.ghostHigh)});
    }
    for (const Term &part : parts)
      node.parts.push_back(part.in(module));
    return moduleConstant(module, name, {Type::TileAxis}, braced(std::move(node)));
  }

  /// Calls `constants`, which emits several constants of one type, and combines their declarations
  /// into one line of the emitted text.
  void together(const std::function<void()> &constants) {
    const std::size_t first = module.constants.size();
    constants();
    Stmt all = module.stmts[module.constants.back()];
    auto &vars = std::get<Declare>(all.node).vars;
    for (std::size_t at = module.constants.size() - 1; at-- > first;) {
      const auto &before = std::get<Declare>(module.stmts[module.constants[at]].node).vars;
      vars.insert(vars.begin(), before.begin(), before.end());
    }
    module.constants.resize(first);
    module.constants.push_back(module.stmts.add(std::move(all)));
  }

  Wave &wave;
  Module &module;
  const WavefrontShape &shape;
  const WavefrontOptions &plan;
  const int rank;
  const std::string planes;
  WaveConstants &c;
};

} // namespace

void lowerConstants(Wave &wave) { ConstantList(wave).build(); }

} // namespace stencilc::schedules
