/// \file The longest paths through the kernels of a step.
#include "analysis/StepReach.h"
#include "analysis/KernelFacts.h"
#include "ir/Locals.h"
#include <algorithm>
#include <optional>

namespace stencilc::analysis {

namespace {

/// A kernel's use of one buffer, in the first of some steps.
struct Access {
  std::size_t kernel;
  ir::FieldId field;
  int level; // of the buffer, in its own step
  bool isWrite;
  int low = 0, high = 0;
  int buffers = 1; // of the field

  int most() const { return std::max(low, high); }
};

class Paths {
public:
  Paths(const Facts &facts, int axis) : facts(facts), axis(axis) {
    step.kernels.resize(facts.dependence.kernels.size());
    for (std::size_t kernel = 0; kernel < step.kernels.size(); ++kernel)
      kernels.emplace_back(facts, kernel);
  }

  StepReach find() {
    for (std::size_t kernel = kernels.size(); kernel-- > 0;)
      reachBack(kernel);
    findLags();
    return std::move(step);
  }

private:
  /// The kernels before `kernel` that make what it reads have to make it as far as it reads.
  void reachBack(std::size_t kernel) {
    KernelReach &its = step.kernels[kernel];
    step.low = std::max(step.low, its.beyondLow);
    step.high = std::max(step.high, its.beyondHigh);
    for (const auto &[fieldLevel, read] : kernels[kernel].fieldLevels) {
      const int low = read.reach.low[axis], high = read.reach.high[axis];
      its.low = std::max(its.low, low);
      its.high = std::max(its.high, high);
      if (fieldLevel.level < 1) {
        step.low = std::max(step.low, its.beyondLow + low);
        step.high = std::max(step.high, its.beyondHigh + high);
        continue;
      }
      for (std::size_t maker = 0; maker < kernel; ++maker)
        if (kernels[maker].stores(fieldLevel.field)) {
          KernelReach &made = step.kernels[maker];
          made.beyondLow = std::max(made.beyondLow, its.beyondLow + low);
          made.beyondHigh = std::max(made.beyondHigh, its.beyondHigh + high);
        }
    }
  }

  /// The access with the buffer that it is in.
  Access inBuffer(Access access) const {
    for (auto local = facts.dependence.locals.find(access.field);
         local != facts.dependence.locals.end() && local->second.field != access.field;
         local = facts.dependence.locals.find(access.field)) {
      access.field = local->second.field;
      access.level = local->second.level;
    }
    access.buffers = std::max(1, facts.dependence.buffers.at(access.field));
    return access;
  }

  void listAccesses() {
    for (std::size_t kernel = 0; kernel < kernels.size(); ++kernel) {
      for (const auto &[fieldLevel, read] : kernels[kernel].fieldLevels)
        accesses.push_back(inBuffer({kernel, fieldLevel.field, fieldLevel.level, false,
                                     read.reach.low[axis], read.reach.high[axis]}));
      for (const ir::FieldId field : kernels[kernel].stored)
        accesses.push_back(inBuffer({kernel, field, 1, true}));
    }
  }

  /// Whether the buffer of `a` is that of `b`, `steps` steps later.
  static bool isSameBuffer(const Access &a, const Access &b, int steps) {
    return a.field == b.field && (b.level + steps - a.level) % a.buffers == 0;
  }

  /// How far `b` has to trail `a`, which comes first; nothing if neither matters to the other.
  static std::optional<int> distance(const Access &a, const Access &b) {
    if (a.isWrite)
      return b.isWrite ? 0 : b.most();
    return b.isWrite ? std::optional(a.low) : std::nullopt;
  }

  /// Calls `use(a, b, distance)` where `b` comes after `a`, `steps` steps later.
  template <class Use> void forEachPair(int steps, Use use) const {
    for (const Access &a : accesses)
      for (const Access &b : accesses)
        if (steps > 0 || a.kernel < b.kernel)
          if (isSameBuffer(a, b, steps))
            if (const auto far = distance(a, b))
              use(a, b, *far);
  }

  /// The last kernel ends a step: it trails as far as the step does.
  void findLags() {
    listAccesses();
    const std::size_t last = kernels.size() - 1;
    for (KernelReach &kernel : step.kernels) // what a step begins with is there up to lag 0
      kernel.lag = kernel.most();
    forEachPair(1, [&](const Access &a, const Access &b, int far) {
      if (a.kernel == last)
        step.kernels[b.kernel].lag = std::max(step.kernels[b.kernel].lag, far);
    });
    for (std::size_t kernel = 0; kernel <= last; ++kernel) {
      int &lag = step.kernels[kernel].lag;
      forEachPair(0, [&](const Access &a, const Access &b, int far) {
        if (b.kernel == kernel)
          lag = std::max(lag, step.kernels[a.kernel].lag + far);
      });
      step.lag = std::max(step.lag, lag);
    }
    int most = 1;
    for (const Access &access : accesses)
      most = std::max(most, access.buffers);
    for (int steps = 1; steps <= most; ++steps)
      forEachPair(steps, [&](const Access &a, const Access &b, int far) {
        const int from = a.kernel == last ? 0 : step.kernels[a.kernel].lag;
        const int to = b.kernel == last ? 0 : step.kernels[b.kernel].lag;
        const int counted = steps + (b.kernel == last) - (a.kernel == last);
        if (counted > 0)
          step.lag = std::max(step.lag, (from + far - to + counted - 1) / counted);
      });
    step.kernels[last].lag = step.lag;
  }

  const Facts &facts;
  const int axis;
  std::vector<KernelFacts> kernels;
  std::vector<Access> accesses;
  StepReach step;
};

} // namespace

StepReach stepReach(const Facts &facts, int axis) { return Paths(facts, axis).find(); }

} // namespace stencilc::analysis
