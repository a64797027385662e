/// \file Lowering of schedule inplace: time steps with one buffer for each field.
///
/// In-place time steps have three kernels. The first one stores each new value in a cell of the
/// partner field, with which the field shares memory. The second one reads values there and stores
/// the next values in their own cells. The third one moves values back to their own cells if no
/// second time step follows the first.
#include "schedules/inplace/Lower.h"
#include "kernel/build/MemoryReads.h"
#include "schedules/inplace/PairedPlaces.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace kernel;

namespace {

const char *const kAway = "One step of {0}: a cell reads values that no other cell reads, and "
                          "overwrites each with the new value of its partner field.";
const char *const kBack =
    "The next step of {0}: a cell finds its inputs at its own position in the buffers of the "
    "partner fields, and stores new values in their own buffers.";
const char *const kExchange =
    "Moves new values from the buffers of partner fields to their own buffers.";

/// Base class of the builders of the three in-place kernels: two that update cells, and one that
/// exchanges values between two fields that share memory. Each thread of these kernels computes one
/// cell.
class CellKernel {
protected:
  CellKernel(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
             const char *name, const char *doc)
      : facts(facts), kernel(facts, 0), shape(plan.shapeAs<InPlaceShape>()),
        k(module, Kind::Kernel, name, llvm::formatv(doc, kernel.title).str()),
        body(k, facts, kernel) {
    k.function().bounds.threads = plan.block[0] * plan.block[1] * plan.block[2];
  }

  /// Emits variables with the coordinates of the thread's cell, and stores them in `cell`. Also
  /// emits a return for threads whose cell lies beyond the grid or is frozen. Frozen cells keep
  /// their values, so that nothing is written there.
  void takeCell() {
    cell = body.takeCell();
    if (kernel.commonFrozen)
      k.when(*body.near(cell, *kernel.commonFrozen), [&] { k.leave(); }, "keep");
  }
  /// Returns the condition that the thread's cell is at least `margin` cells away from each face.
  /// On the first call with this `margin`, emits a variable for it.
  Term inside(const Reach &margin) {
    if (margin.isZero())
      return k.truth(true);
    for (const auto &[known, term] : asked)
      if (known == margin)
        return term;
    asked.emplace_back(margin, k.define("inside", {Type::Bool}, *body.inside(cell, margin)));
    return asked.back().second;
  }
  /// Emits a branch with two versions of the code that `write` emits: one for cells far from all
  /// faces, and one for cells near a face. `write` is called once for each version. Its argument
  /// has the coordinates of the cells that the update reads. In the first version, all of them lie
  /// in the grid.
  void atPlaces(const std::function<void(const PairedPlaces &)> &write) {
    const auto writeFor = [&](bool isInside) {
      write(PairedPlaces(k, facts, shape, cell, isInside));
    };
    k.when(
        inside(marginOf(facts, shape, false)), [&] { writeFor(true); }, [&] { writeFor(false); });
  }

  const analysis::Facts &facts;
  const analysis::KernelFacts kernel;
  const InPlaceShape &shape;
  Builder k;
  KernelBody body;
  std::vector<Term> cell;

private:
  std::vector<std::pair<Reach, Term>> asked;
};

/// Builder of one of the two kernels that update cells in place. Fields share memory in pairs
/// (partners). The kernel `Away` writes each new value to a cell of the partner field. The kernel
/// `Back` writes it to its own field and cell.
class UpdateKernel : CellKernel {
public:
  enum class Way : std::uint8_t { Away, Back };
  UpdateKernel(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan,
               const Readers &readers, Way way)
      : CellKernel(module, facts, plan, way == Way::Away ? "stepAway" : "stepBack",
                   way == Way::Away ? kAway : kBack),
        readers(readers), way(way), reads(kernel, [this](const MemoryReads::Place &read) {
          return !isPaired(read) || shape.fields.at(read.fieldLevel.field).read == read.offset;
        }) {}

  FunctionId build() {
    const int number = way == Way::Back ? 1 : 0;
    body.declareParams(
        {.usesUniforms = kernelUsesUniforms(facts, kernel, readers, kernel.leavesGrid),
         .steps = number + 1,
         .isInPlace = true});
    body.setStep(number);
    takeCell();
    reads.declare(k, facts.program);
    if (way == Way::Away)
      reads.load(k, body, readers, cell, inside(kernel.beyondFrozen(kernel.reach)));
    else
      loadBack();
    body.update({.read = [&](const ir::Read &read) { return *reads.find(read); },
                 .position = [&](int axis) { return cell[axis]; },
                 .store = [&](const auto &news) { store(news); }});
    return k.id;
  }

private:
  bool isPaired(const MemoryReads::Place &read) const {
    return kernel.stores(read.fieldLevel.field);
  }

  /// Emits the loads of the second of two in-place time steps. Fields share memory in pairs
  /// (partners). The first step has written most values that a cell reads into the partner fields,
  /// at the index of this cell. A value near a face that the first step has not updated is still in
  /// its own field and cell.
  void loadBack() {
    Reach margin = marginOf(facts, shape, true), constants;
    for (const auto &[fieldLevel, footprint] : kernel.fieldLevels)
      if (!kernel.stores(fieldLevel.field))
        constants.include(footprint.reach);
    margin.include(kernel.beyondFrozen(constants));
    std::optional<PairedPlaces> places; // near faces
    reads.load(k, inside(margin), [&](const MemoryReads::Place &read, bool isInside) {
      const analysis::FieldLevel &fieldLevel = read.fieldLevel;
      const std::vector<Term> at = displaced(cell, read.offset);
      const auto fromFace = [&] { return body.readBeyond(readers, fieldLevel, at); };
      if (!isPaired(read))
        return isInside || read.offset.isCentre() ? body.view(fieldLevel).cell(at) : fromFace();
      const Term here = body.target(shape.fields.at(fieldLevel.field).partner).cell(cell);
      if (isInside)
        return here;
      if (!places)
        places.emplace(k, facts, shape, cell, false);
      const std::optional<Term> isMade = places->isUpdated(fieldLevel.field);
      return isMade ? select(*isMade, here, fromFace()) : here;
    });
  }

  void store(const KernelBody::Access::NewValues &news) {
    if (way == Way::Back || !shape.isDisplaced())
      for (const auto &[field, value] : news)
        k.assign(body.target(field).cell(cell), value);
    else
      atPlaces([&](const PairedPlaces &places) {
        for (const auto &[field, value] : news)
          storeAway(places, field, value);
      });
  }
  /// Emits the store of `value`, the new value of `field`, into its partner (the field with which
  /// it shares memory). It overwrites the cell of the partner that the update has read. `places`
  /// has the coordinates of this cell. If the time step does not update that cell, the value is
  /// stored in its own field and cell instead.
  void storeAway(const PairedPlaces &places, ir::FieldId field, const Term &value) {
    const ir::FieldId partner = shape.fields.at(field).partner;
    const auto away = [&, value = value] {
      k.assign(body.target(partner).cell(places.of(partner)), value);
    };
    if (const std::optional<Term> isUpdated = places.isUpdated(partner))
      k.when(*isUpdated, away, [&] { k.assign(body.target(field).cell(cell), value); });
    else
      away();
  }

  const Readers &readers;
  const Way way;
  MemoryReads reads;
};

/// Builder of the kernel that exchanges values between two fields that share memory, so that each
/// value is in its own field and cell again. A launch executes it if it computes only one time
/// step.
class ExchangeKernel : CellKernel {
public:
  ExchangeKernel(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan)
      : CellKernel(module, facts, plan, "exchange", kExchange) {}

  FunctionId build() {
    body.declareParams({.isInPlace = true});
    takeCell();
    atPlaces([&](const PairedPlaces &places) {
      std::vector<ir::FieldId> together;
      for (const auto &[field, pair] : shape.fields) {
        if (!(field < pair.partner))
          continue;
        const std::optional<Term> isUpdated = places.isUpdated(pair.partner);
        if (isUpdated)
          k.when(*isUpdated, [&, field = field] { exchange(places, {field}); });
        else
          together.push_back(field);
      }
      exchange(places, together);
    });
    return k.id;
  }

private:
  /// Emits the exchange of values between each of `fields`, at the thread's cell, and its partner
  /// (the field with which it shares memory). `places` has the coordinates of the partner's cell.
  /// All loads precede the first store.
  void exchange(const PairedPlaces &places, const std::vector<ir::FieldId> &fields) {
    std::vector<std::pair<Term, Term>> stores; // target and value
    for (const ir::FieldId field : fields) {
      const ir::FieldId partner = shape.fields.at(field).partner;
      const Term here = body.target(field).cell(cell),
                 there = body.target(partner).cell(places.of(partner));
      stores.emplace_back(there, loaded(field, "_here", here));
      stores.emplace_back(here, loaded(partner, "_there", there));
    }
    for (const auto &[to, value] : stores)
      k.assign(to, value);
  }
  Term loaded(ir::FieldId field, const char *tail, const Term &place) {
    return k.define(NameHint("", NameOfView{field, 0}, tail),
                    {Type::Value, facts.program.fields[field].storage}, place);
  }
};

void launchCells(Builder &k, FunctionId kernel, const plan::KernelPlan &plan, int rank) {
  std::vector<Term> blocks;
  for (int axis = 0; axis < rank; ++axis)
    blocks.push_back(blocksAlong(k, axis, plan.block[axis]));
  k.launch(kernel, {.threads = {plan.block, plan.block + rank}, .blocks = blocks});
}

} // namespace

void lowerInPlaceStep(Module &module, const analysis::Facts &facts, const plan::Plan &plan,
                      const Readers &readers) {
  const plan::KernelPlan &kernel = plan.kernels.front();
  std::vector<FunctionId> kernels = {
      UpdateKernel(module, facts, kernel, readers, UpdateKernel::Way::Away).build()};
  if (kernel.shapeAs<InPlaceShape>().isDisplaced())
    kernels.push_back(ExchangeKernel(module, facts, kernel).build());
  lowerStep(module, facts, [&](Builder &k, const Term &, std::size_t) {
    for (const FunctionId function : kernels)
      launchCells(k, function, kernel, facts.program.rank());
  });
}

void lowerInPlacePair(Module &module, const analysis::Facts &facts, const plan::KernelPlan &plan) {
  Readers readers(module, facts.faces);
  for (ir::FieldId field : facts.program.fields.ids())
    readers.add(field, {.reach = readBeyond(facts, field, [](std::size_t) { return false; })});
  std::vector<FunctionId> kernels;
  for (const auto way : {UpdateKernel::Way::Away, UpdateKernel::Way::Back})
    kernels.push_back(UpdateKernel(module, facts, plan, readers, way).build());
  Builder k(module, Kind::Host, "launch", "Launches 2 fused time steps.");
  const Term step = k.stepParam(false);
  k.define("g", {Type::Grid}, step.invoke("grid"));
  for (const FunctionId function : kernels)
    launchCells(k, function, plan, facts.program.rank());
}

} // namespace stencilc::schedules
