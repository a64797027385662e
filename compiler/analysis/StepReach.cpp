/// \file How far a time step reads along an axis, and how far its kernels trail each other.
#include "analysis/StepReach.h"
#include "analysis/KernelFacts.h"
#include "ir/Locals.h"
#include <algorithm>
#include <optional>

namespace stencilc::analysis {

namespace {

/// Access of a kernel to a buffer: the field and its time level. For a read also how many planes it
/// reads to the low and to the high side along the analysed axis.
struct Access {
  std::size_t kernel;
  ir::FieldId field;
  int level; // time level, relative to the step of the access
  bool isWrite;
  int low = 0, high = 0;
  int buffers = 1; // number of buffers of the field

  int most() const { return std::max(low, high); }
};

/// Computes the longest paths of reads through the kernels of a time step, along one axis.
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
  /// Enlarges the number of planes that the time step reads by the reads of kernel number `kernel`.
  /// Also enlarges the range of planes that earlier kernels must compute, if `kernel` reads their
  /// values. Must be called for later kernels first.
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

  /// Returns `access` with the field and time level to which its buffer belongs. A local field
  /// (within a time step) may use a buffer of another field.
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

  /// Returns true if access `a` uses the same buffer as access `b`, which is `steps` time steps
  /// later.
  static bool isSameBuffer(const Access &a, const Access &b, int steps) {
    return a.field == b.field && (b.level + steps - a.level) % a.buffers == 0;
  }

  /// Returns by how many planes access `b` must trail the earlier access `a`, so that reads find
  /// the right values. Returns nullopt if both are reads.
  static std::optional<int> distance(const Access &a, const Access &b) {
    if (a.isWrite)
      return b.isWrite ? 0 : b.most();
    return b.isWrite ? std::optional(a.low) : std::nullopt;
  }

  /// Calls `use(a, b, distance)` for each two accesses to the same buffer of which one is a write.
  /// `b` is executed `steps` time steps later and must trail `a` by `distance` planes.
  template <class Use> void forEachPair(int steps, Use use) const {
    for (const Access &a : accesses)
      for (const Access &b : accesses)
        if (steps > 0 || a.kernel < b.kernel)
          if (isSameBuffer(a, b, steps))
            if (const auto far = distance(a, b))
              use(a, b, *far);
  }

  /// Computes the lag of each kernel: by how many planes it trails the input of its time step. Also
  /// computes the lag of the time step: by how many planes it trails the step before. The last
  /// kernel gets the lag of the step.
  void findLags() {
    listAccesses();
    const std::size_t last = kernels.size() - 1;
    for (KernelReach &kernel : step.kernels) // the input of the step has lag 0
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
