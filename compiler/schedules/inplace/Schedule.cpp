/// \file Schedule inplace: updates with one buffer for each field.
///
/// Fields form pairs, and the new values of a field are stored in cells of its partner.
///
///     Example: an update of cell x reads a[x-1] and b[x+1] and computes a[x] and b[x].
///
///                 x-1   x   x+1
///     t        a   *    .    .      each value is in its own cell; cell x reads the two values
///              b   .    .    *      marked *, which no other cell reads, and may overwrite them
///     t+1      a  b[x]  .    .      step "away": the new b[x] is stored where a was read, and the
///              b   .    .   a[x]    new a[x] where b was read
///     t+2      a   .   a[x]  .      step "back": the values a[x-1] and b[x+1] of t+1 are now at
///              b   .   b[x]  .      cell x, where the new values are stored as well
///
/// The method is the AA pattern (Bailey, Myre, Walsh, Lilja and Saar, Accelerating lattice
/// Boltzmann fluid flow simulations using graphics processors, 2009). It applies to any fields that
/// updates read at one cell each, in pairs of opposite offsets. A launch computes two time steps,
/// or one and then an exchange between partners. Between launches each value is therefore in its
/// own cell, and code outside the kernels is unaffected.
///
/// The schedule is good for large domains, because updated fields need one buffer, not two. Two
/// steps in a launch move as many bytes as schedule naive. A single step moves twice as many.
///
/// The schedule is legal because only one update reads each cell of a field, in the kernel that
/// also overwrites it. For a periodic field this holds for all cells. In other fields, cells that
/// no update reads are not overwritten. Values that would go beyond a face, or to a frozen cell,
/// are stored in their own cell, where no update reads them.
#include "plan/interface/Schedule.h"
#include "ir/StorageTypes.h"
#include "plan/cost/CachedKernel.h"
#include "plan/cost/FusedSteps.h"
#include "plan/cost/LaunchGrid.h"
#include "plan/interface/Options.h"
#include "schedules/inplace/Fit.h"
#include "schedules/inplace/Lower.h"
#include "support/Counted.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::schedules {

using namespace plan;

namespace {

constexpr int kThreads = 256; // threads of a block by default
/// Instructions of a thread, besides its loads and stores, in the kernel that exchanges values
/// between fields that share memory.
constexpr int kExchangeInstructions = 25;

/// Returns the default number of threads of a block along each axis, x first. Blocks are as wide as
/// possible along x. Reads and writes at an offset along x transfer the first and the last memory
/// sector of a row only in part, so that long rows waste less.
std::vector<int> standardBlock(const analysis::Facts &facts, const Target &target) {
  const Extents extents = plannedExtents(facts.program);
  int width = target.warpWidth;
  while (width < kThreads && width < extents[0])
    width *= 2;
  std::vector<int> block(static_cast<std::size_t>(facts.program.rank()), 1);
  block[0] = width;
  if (block.size() > 1)
    block[1] = kThreads / width;
  return coveringBlock(block, extents, target);
}

class Inplace : public Schedule {
public:
  llvm::StringRef name() const override { return "inplace"; }
  llvm::StringRef summary() const override {
    return "one buffer per field: new values overwrite old ones that have been read";
  }
  ScheduleTraits traits() const override { return {.isOnRequest = true, .savesMemory = true}; }

  std::vector<OptionSpec> options() const override {
    return {{"block", "threads along the axes, such as 256x1x1", {}, OptionForm::Block}};
  }

  Fit fit(const analysis::Facts &facts, const Target &,
          const ScheduleRequest &request) const override {
    const int rank = facts.program.rank();
    if (Fit block = blockFitsAxes(request, rank, rank); !block.legal)
      return block;
    return fitInPlace(facts).fit;
  }
  void lower(kernel::Module &module, const analysis::Facts &facts, const Plan &plan,
             kernel::Readers &readers) const override {
    lowerInPlaceStep(module, facts, plan, readers);
  }
  void lowerFused(kernel::Module &module, const analysis::Facts &facts, const Plan &,
                  const KernelPlan &kernel) const override {
    lowerInPlacePair(module, facts, kernel);
  }

  std::vector<Plan> candidates(const analysis::Facts &facts, const Target &target,
                               const ScheduleRequest &request) const override {
    if (!fit(facts, target, request).legal)
      return {};
    const auto shape = std::make_shared<InPlaceShape>(fitInPlace(facts).shape);
    std::vector<int> block = blockOption(request, "block").value_or(standardBlock(facts, target));
    block.resize(facts.program.rank(), 1);
    Plan plan = findSchedule("naive")
                    ->candidates(facts, target, {"naive", {{"block", blockText(block)}}})
                    .front();
    plan.schedule = name().str();
    plan.isInPlace = true;
    KernelPlan &kernel = plan.kernels.front();
    kernel.shape = shape;
    plan.notes = {noteOf(*shape)};
    if (!shape->isDisplaced())
      return {plan};
    kernel.registers += static_cast<int>(shape->fields.size());
    const Estimate away = estimateUpdate(facts, kernel, kernel.estimate.cacheBytes, target),
                   back = estimateUpdate(facts, kernel, 0, target);
    plan.fusedKernel = kernel;
    plan.fusedKernel.estimate = sumOf({away, back}, 0.5);
    plan.fused = FusedPlan{.steps = 2, .isSequential = true};
    kernel.estimate = sumOf({away, estimateExchange(facts, kernel, target)}, 1);
    plan.cost = costOfSteps(facts, 2, plan.fusedKernel.estimate.seconds, kernel.estimate.seconds);
    plan.notes.push_back(
        llvm::formatv("two steps per launch, {0:F1} bytes through memory per update; a single step "
                      "exchanges partner fields, {1:F1} bytes",
                      plan.fusedKernel.estimate.memoryBytes, kernel.estimate.memoryBytes)
            .str());
    return {plan};
  }

private:
  /// Returns the predicted counts and times of one of two in-place time steps, per cell update.
  /// `cacheBytes` is the number of bytes per cell update that are read again from a cache. The
  /// other counts are those of schedule naive, whose estimate is in `kernel`.
  static Estimate estimateUpdate(const analysis::Facts &facts, const KernelPlan &kernel,
                                 double cacheBytes, const Target &target) {
    Traffic traffic;
    traffic.memoryBytes = kernel.estimate.memoryBytes;
    traffic.cacheBytes = cacheBytes;
    traffic.instructions = kernel.estimate.instructions;
    countArithmetic(traffic, facts, arithmeticInstructions(facts, 0));
    return estimateCached(kernel, traffic, target, plannedExtents(facts.program));
  }

  static Estimate estimateExchange(const analysis::Facts &facts, const KernelPlan &kernel,
                                   const Target &target) {
    Traffic traffic;
    traffic.instructions = kExchangeInstructions;
    for (const auto &[field, pair] : kernel.shapeAs<InPlaceShape>().fields)
      if (pair.partner != field) {
        traffic.memoryBytes += 2 * bytesOf(facts.program.fields[field].storage);
        traffic.instructions += 2;
      }
    return estimateCached(kernel, traffic, target, plannedExtents(facts.program));
  }

  /// Returns the predicted counts and times of `kernels` that run one after the other, per time
  /// step. They are sums over the kernels, multiplied by `share`: 1 divided by the number of time
  /// steps that the kernels compute together. Members that cannot be added are those of the first
  /// kernel.
  static Estimate sumOf(std::initializer_list<Estimate> kernels, double share) {
    Estimate sum = *kernels.begin();
    for (double Estimate::*part :
         {&Estimate::memoryBytes, &Estimate::cacheBytes, &Estimate::sharedBytes,
          &Estimate::arithmetic, &Estimate::instructions, &Estimate::memory, &Estimate::cache,
          &Estimate::waiting, &Estimate::pipe, &Estimate::issue, &Estimate::shared,
          &Estimate::inside, &Estimate::seconds}) {
      sum.*part = 0;
      for (const Estimate &kernel : kernels)
        sum.*part += share * kernel.*part;
    }
    return sum;
  }

  static std::string noteOf(const InPlaceShape &shape) {
    std::size_t pairs = 0, atCell = 0;
    for (const auto &[field, pair] : shape.fields)
      (field < pair.partner ? pairs : atCell) += pair.partner == field || field < pair.partner;
    std::string text = "one buffer per field";
    if (pairs)
      text += ": " + counted(pairs, "pair") + " that " + (pairs == 1 ? "exchanges" : "exchange") +
              " places";
    if (atCell)
      text += std::string(pairs ? ", " : ": ") + std::to_string(atCell) +
              " read only at the cell itself";
    return text;
  }
};

} // namespace

const Schedule &scheduleInplace() {
  static const Inplace inplace;
  return inplace;
}

} // namespace stencilc::schedules
