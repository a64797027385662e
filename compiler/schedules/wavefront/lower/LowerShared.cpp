/// \file Emits the struct `Shared` of a wavefront kernel: the shared memory of a block.
#include "schedules/wavefront/lower/Lower.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

/// Emits the struct Shared, the layout of the shared memory of a block: ring buffers, new cells for
/// other threads, members of boundary methods, and barriers.
class SharedStruct {
public:
  explicit SharedStruct(Wave &wave)
      : wave(wave), c(wave.c), state(wave.state),
        s(wave.module, "Shared", "Shared memory of a block.") {
    state.shared.type = s.type();
  }

  void declare() {
    declareRings();
    for (ir::FieldId field : wave.program.fields.ids())
      if (exchanges(field))
        declareExchanged(field);
    for (const auto &method : wave.methods)
      method->declareShared(s);
    if (!wave.isRank3())
      return;
    state.shared.turn = s.member("turn", {Type::Mbarrier}, "plane barrier: one phase per plane");
    if (wave.shape.plan.tensors())
      state.shared.arrived = s.member("arrived", {Type::Mbarrier}, {.extents = {c.arrivals}},
                                      "one phase per plane of tensor loads");
  }

private:
  void declareRings() {
    for (const auto &[field, slots] : c.ring) {
      std::vector<Term> extents = {slots, c.tileY, c.tileX};
      if (!wave.isRank3())
        extents.insert(extents.begin(), c.warps);
      state.shared.ring[field] =
          s.member(NameHint("", NameOfView{field, 0}, "_ring"), wave.cellOf(field),
                   {.extents = extents, .alignment = 128},
                   std::string("newest ") + wave.planeName() + "s from memory");
    }
    for (const auto &[fieldLevel, slots] : c.own)
      state.shared.own[fieldLevel] =
          s.member(NameHint("", NameOfView{fieldLevel.field, fieldLevel.level}, "_own"),
                   wave.cellOf(fieldLevel.field),
                   {.extents = {slots, c.teams * c.rows, c.lanes * c.cells}, .alignment = 16},
                   "cells that no other warp reads");
  }
  /// Returns true if threads pass new cells of `field` to other threads through shared memory,
  /// because these read them.
  bool exchanges(ir::FieldId field) const {
    return wave.shape.skew->arrival.count(field) && exchangesRows(wave.shape, field) &&
           wave.shape.exchange.steps > 0;
  }
  void declareExchanged(ir::FieldId field) {
    const bool isWhole = wave.shape.plan.isWhole && wave.isRank3();
    state.shared.exchanged[field] =
        isWhole ? s.member(NameHint("", NameOfView{field, 0}, "_planes"), wave.cellOf(field),
                           {.extents = {3 * c.exchanged, c.tileY, c.tileX}, .alignment = 16},
                           "newest plane of each time step")
                : s.member(NameHint("", NameOfView{field, 0}, "_edges"), wave.cellOf(field),
                           {.extents = {2, c.exchanged, c.teams, c.rowsHigh + c.rowsLow, c.tileX},
                            .alignment = 16},
                           "rows that other warps read, new and old");
  }

  Wave &wave;
  const WaveConstants &c;
  WaveState &state;
  StructBuilder s;
};

} // namespace

void lowerShared(Wave &wave) { SharedStruct(wave).declare(); }

} // namespace stencilc::schedules
