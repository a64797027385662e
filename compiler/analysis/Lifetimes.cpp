/// \file Lifetimes of local fields, which exist only within a time step, and the buffers that hold
/// them.
#include "analysis/Lifetimes.h"
#include "analysis/Footprint.h"
#include "ir/Locals.h"
#include "ir/Walk.h"
#include <algorithm>
#include <climits>
#include <map>
#include <set>

namespace stencilc::analysis {

namespace {

/// Kernels of a time step during which a value is needed: `first` to `last`, both included. The
/// lifetime is empty if `last` is before `first`.
struct Life {
  int first = 0, last = -1;

  bool isEmpty() const { return last < first; }
  bool meets(const Life &other) const {
    return !isEmpty() && !other.isEmpty() && first <= other.last && other.first <= last;
  }
};

/// A buffer, and the lifetimes of the values in it.
struct Slot {
  LocalPlace place;
  ir::ScalarType storage;
  std::vector<Life> taken;

  /// Returns the index of the first kernel after `life` that needs the buffer for another value.
  /// Returns INT_MAX if there is none.
  int freeAfter(const Life &life) const {
    int next = INT_MAX;
    for (const Life &other : taken)
      if (!other.isEmpty() && other.first > life.last)
        next = std::min(next, other.first);
    return next;
  }
  bool isFree(const Life &life) const {
    return std::none_of(taken.begin(), taken.end(),
                        [&](const Life &other) { return other.meets(life); });
  }
};

/// Assigns buffers to the local fields of a program, which exist only within a time step.
class Placement {
public:
  Placement(const ir::Program &program, Dependence &dependence)
      : program(program), dependence(dependence) {
    for (std::size_t kernel = 0; kernel < dependence.kernels.size(); ++kernel)
      for (ir::StageId stage : dependence.kernels[kernel].stages)
        kernelOf[stage] = static_cast<int>(kernel);
    for (ir::StageId stage : program.stages.ids())
      for (ir::ExprId id : ir::reachableFrom(program, {program.stages[stage].value}))
        if (const auto *read = std::get_if<ir::Read>(&program[id].node))
          readers[{read->field, read->level}].insert(stage);
  }

  void run() {
    for (ir::FieldId field : program.fields.ids())
      if (program.fields[field].isLocal)
        lives.emplace(field, lifeOfLocal(field));
    stayInPlace();
    for (const bool longestFirst : {false, true})
      for (const bool ownFirst : {false, true}) {
        Dependence tried = dependence;
        const std::size_t own = give(longestFirst, ownFirst, tried);
        if (!found || own < fewest) {
          found = true;
          fewest = own;
          dependence.locals = tried.locals;
        }
      }
    for (const auto &[field, place] : dependence.locals)
      dependence.buffers[field] = place.isStored && place.field == field;
  }

private:
  const KernelLoop *loopOf(int kernel) const {
    for (const KernelLoop &loop : dependence.loops)
      if (static_cast<int>(loop.first) <= kernel && kernel <= static_cast<int>(loop.last))
        return &loop;
    return nullptr;
  }

  int computedIn(ir::FieldId field) const {
    for (ir::StageId stage : program.stages.ids())
      if (program.stages[stage].target == field)
        return kernelOf.at(stage);
    return -1;
  }

  static bool reads(const ir::Program &program, ir::ExprId value, ir::FieldId field, int level) {
    return ir::contains<ir::Read>(program, value, [&](const ir::Read &read) {
      return read.field == field && read.level == level;
    });
  }

  /// Returns the index of the kernel until which a value of kernel `from` must be stored for its
  /// reader `kernel`. This is `kernel` itself. If a loop contains `kernel` but not `from`, it is
  /// the last kernel of the loop, because each iteration reads the value.
  int endOfNeed(int kernel, int from) const {
    const KernelLoop *const loop = loopOf(kernel);
    return loop && loop != loopOf(from) ? static_cast<int>(loop->last) : kernel;
  }

  bool looksAt(const ir::GlobalReduction &globalReduction, ir::FieldId field, int level) const {
    return std::any_of(globalReduction.reductions.begin(), globalReduction.reductions.end(),
                       [&](ir::ReductionId id) {
                         return reads(program, program.reductions[id].value, field, level);
                       });
  }

  /// Returns the index of the last kernel that reads the value of `field` at time level `level`
  /// that kernel `from` computed (-1: an earlier time step). Kernels that copy frozen cells (cells
  /// that keep their values) and reductions within the step count as readers. Returns -1 if there
  /// is no reader.
  int lastRead(ir::FieldId field, int level, int from) const {
    int last = -1;
    if (const auto found = readers.find({field, level}); found != readers.end())
      for (ir::StageId id : found->second)
        last = std::max(last, endOfNeed(kernelOf.at(id), from));
    for (ir::StageId id : program.stages.ids())
      if (const ir::Stage &stage = program.stages[id];
          level == 0 && stage.target == field && !stage.frozen.isZero())
        last = std::max(last, endOfNeed(kernelOf.at(id), from));
    for (const ir::GlobalReduction &globalReduction : program.globalReductions)
      if (looksAt(globalReduction, field, level))
        last = std::max(last, endOfNeed(kernelAt(globalReduction), from));
    return last;
  }

  /// Returns the index of the last kernel that needs the value of `field` at time level `level`
  /// that kernel `from` computed (-1: an earlier time step). A value with which a `repeat` loop
  /// starts is needed until the last kernel of the loop. Returns -1 if no kernel needs the value.
  int lastNeed(ir::FieldId field, int level, int from) const {
    int last = lastRead(field, level, from);
    for (const ir::Repeat &repeat : program.repeats)
      for (const ir::Carry &carry : repeat.carries)
        if (carry.from == field && carry.level == level)
          last = std::max(last, kernelOf.at(repeat.last));
    return last;
  }

  /// Returns the index of the kernel before which an in-step reduction (over the grid, within a
  /// time step) runs. If it runs at the end of an iteration, returns the kernel after which it
  /// runs.
  int kernelAt(const ir::GlobalReduction &globalReduction) const {
    if (globalReduction.repeat &&
        !ir::isWithin(program.repeats[*globalReduction.repeat], globalReduction.before))
      return kernelOf.at(program.repeats[*globalReduction.repeat].last);
    const auto kernel = kernelOf.find(globalReduction.before);
    return kernel == kernelOf.end() ? static_cast<int>(dependence.kernels.size()) : kernel->second;
  }
  bool isReducedWithinStep(ir::FieldId field) const {
    return std::any_of(program.globalReductions.begin(), program.globalReductions.end(),
                       [&](const ir::GlobalReduction &globalReduction) {
                         return looksAt(globalReduction, field, 1);
                       });
  }

  /// Returns the lifetime of a local field (within a time step): the kernels that need it. If a
  /// `repeat` with several iterations reads the value of its previous iteration, the field lives
  /// during the whole `repeat`.
  Life lifeOfLocal(ir::FieldId field) const {
    if (const auto carried = ir::carryInto(program, field); carried.repeat)
      return carried.repeat->count > 1
                 ? Life{kernelOf.at(carried.repeat->first), kernelOf.at(carried.repeat->last)}
                 : Life();
    const int first = computedIn(field);
    Life life{first, std::max(first, lastNeed(field, 1, first))};
    for (const ir::Repeat &repeat : program.repeats)
      for (const ir::Carry &carry : repeat.carries)
        if (carry.target == field) {
          life.first = std::min(life.first, kernelOf.at(repeat.first));
          life.last = std::max(life.last, kernelOf.at(repeat.last));
        }
    return life;
  }
  bool isCarriedTarget(ir::FieldId field) const {
    for (const ir::Repeat &repeat : program.repeats)
      for (const ir::Carry &carry : repeat.carries)
        if (carry.target == field || carry.from == field)
          return true;
    return false;
  }

  bool isReduced(ir::FieldId field) const {
    const auto ids = program.reductions.ids();
    return std::any_of(ids.begin(), ids.end(), [&](ir::ReductionId id) {
      return reads(program, program.reductions[id].value, field, 0);
    });
  }

  /// Sets the number of buffers to 1 for fields that a `repeat` loop updates an even number of
  /// times. Iterations write in turn to a temporary buffer and to the buffer of t+1, the last one
  /// to t+1. So t+1 may use the buffer of t, if nothing but the start of the loop reads t.
  void stayInPlace() {
    for (const ir::Repeat &repeat : program.repeats)
      for (const ir::Carry &carry : repeat.carries)
        if (carry.level == 0 && repeat.count % 2 == 0 && !repeat.until.valid() &&
            program.fields[carry.target].levels == 1 && !isReduced(carry.target) &&
            lastRead(carry.target, 0, -1) < kernelOf.at(repeat.first) && fromOnce(carry.target))
          dependence.buffers[carry.target] = 1;
  }
  bool fromOnce(ir::FieldId field) const {
    int count = 0;
    for (const ir::Repeat &repeat : program.repeats)
      for (const ir::Carry &carry : repeat.carries)
        count += carry.from == field && carry.level == 0;
    return count == 1;
  }

  /// Returns the buffers of stored fields that local fields (within a time step) may use while
  /// their contents are not needed.
  std::vector<Slot> slotsOfFields() const {
    std::vector<Slot> slots;
    const int end = static_cast<int>(dependence.kernels.size());
    for (ir::StageId id : program.stages.ids()) {
      const ir::FieldId field = program.stages[id].target;
      const ir::FieldDecl &declared = program.fields[field];
      // Kernels skip frozen cells once all buffers have them, so that other values must not
      // overwrite them.
      if (declared.isLocal || declared.levels != 1 || dependence.buffers.at(field) != 2 ||
          !program.stages[id].frozen.isZero())
        continue;
      const ir::Repeat *const repeat = ir::repeatOf(program, id);
      const int written = repeat ? kernelOf.at(repeat->first) : kernelOf.at(id);
      slots.push_back({{true, field, 1}, declared.storage, {{written, end}}});
      if (!isReduced(field))
        slots.push_back({{true, field, 0}, declared.storage, {{-1, lastNeed(field, 0, -1)}}});
    }
    return slots;
  }

  /// Returns any stored field with the storage type of `field`, or nullopt if there is none. A
  /// local field that stays in registers gets the buffer of the returned field as a formal entry,
  /// and never accesses that buffer.
  std::optional<ir::FieldId> anyLike(ir::FieldId field) const {
    for (ir::FieldId other : ir::storedFields(program))
      if (program.fields[other].storage == program.fields[field].storage)
        return other;
    return std::nullopt;
  }

  /// Returns the local fields (within a time step) in the order in which they get buffers. Fields
  /// that are needed by earlier kernels come first, or fields with longer lifetimes if
  /// `longestFirst` is true.
  std::vector<ir::FieldId> orderOfChoice(bool longestFirst) const {
    std::vector<ir::FieldId> order;
    for (const auto &[field, life] : lives)
      order.push_back(field);
    std::stable_sort(order.begin(), order.end(), [&](ir::FieldId a, ir::FieldId b) {
      const Life &x = lives.at(a), &y = lives.at(b);
      const int longer = (x.last - x.first) - (y.last - y.first);
      return longestFirst && longer ? longer > 0 : x.first < y.first;
    });
    return order;
  }

  /// Returns true if `field` stays in registers or is not used: no kernel other than the one that
  /// computes it reads it.
  bool isNeverStored(ir::FieldId field) const {
    const Life &life = lives.at(field);
    const bool isPassing = life.first >= life.last && !isCarriedTarget(field) &&
                           !isReducedWithinStep(field) && !ir::carryInto(program, field).repeat;
    return life.isEmpty() || isPassing;
  }

  /// Reserves a free buffer in `slots` for the lifetime of `field` and returns it. If several are
  /// free, takes the one that is needed again soonest. Returns nullopt if none is free.
  std::optional<LocalPlace> take(std::vector<Slot> &slots, ir::FieldId field) const {
    const Life &life = lives.at(field);
    Slot *tightest = nullptr;
    for (Slot &slot : slots)
      if (slot.storage == program.fields[field].storage && slot.isFree(life) &&
          (!tightest || slot.freeAfter(life) < tightest->freeAfter(life)))
        tightest = &slot;
    if (!tightest)
      return std::nullopt;
    tightest->taken.push_back(life);
    return tightest->place;
  }

  /// Assigns a buffer in `into` to each local field, which exists only within a time step. Returns
  /// how many of them get a buffer of their own. With `longestFirst`, fields with longer lifetimes
  /// are placed first, otherwise those of earlier kernels. With `ownFirst`, a free buffer of a
  /// local field is preferred to one of a stored field.
  std::size_t give(bool longestFirst, bool ownFirst, Dependence &into) const {
    std::vector<Slot> slots = slotsOfFields(), own;
    for (ir::FieldId field : orderOfChoice(longestFirst)) {
      const std::optional<ir::FieldId> other = anyLike(field);
      if (other && isNeverStored(field)) {
        into.locals[field] = {false, *other, 0};
        continue;
      }
      std::optional<LocalPlace> place = take(ownFirst ? own : slots, field);
      if (!place)
        place = take(ownFirst ? slots : own, field);
      if (!place) {
        place = {true, field, 1};
        own.push_back({*place, program.fields[field].storage, {lives.at(field)}});
      }
      into.locals[field] = *place;
    }
    return own.size();
  }

  const ir::Program &program;
  Dependence &dependence;
  std::map<ir::StageId, int> kernelOf;
  std::map<FieldLevel, std::set<ir::StageId>> readers;
  std::map<ir::FieldId, Life> lives;
  bool found = false;
  std::size_t fewest = 0;
};

} // namespace

void placeLocals(const ir::Program &program, Dependence &dependence) {
  Placement(program, dependence).run();
}

} // namespace stencilc::analysis
