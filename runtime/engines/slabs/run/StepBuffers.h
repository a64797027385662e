/// \file Buffers that hold each field at each time level while the actions of a time step, such as
/// kernels, run one by one. They follow the rules of Step.h, with buffer numbers instead of
/// addresses.
#pragma once

#include "runtime/engines/slabs/run/SlabTask.h"
#include "stencilc/Description.h"
#include <optional>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

/// A field, or a temporary field of a time step. It has buffers of its own if `heldBy` is negative.
/// Otherwise it shares the buffers of field `heldBy` at time level `heldLevel`.
struct BufferedField {
  TraversedField use;
  int heldBy = -1, heldLevel = 1;
};

/// Returns all fields of a program, followed by the temporary fields of its time step.
std::vector<BufferedField> bufferedFields(const ProgramDescription &program);

class StepBuffers {
public:
  explicit StepBuffers(std::vector<BufferedField> all) : fields(std::move(all)) { restart(); }

  SlabBuffer of(int field, int level) const;
  /// Selects the buffers that one iteration of a repeat (a loop within a time step) reads and
  /// writes. `iteration` counts from 0, and there are at most `count` iterations. Results alternate
  /// between two buffers, so that iteration `count` - 1 writes the buffer of t+1. Must be called
  /// before each iteration.
  void carry(const CarryDescription &carry, std::int64_t iteration, std::int64_t count);
  /// Ends the iterations of a repeat (a loop within a time step). Returns a pair of buffers if the
  /// last result must be copied from the first to the second, else `nullopt`.
  std::optional<std::pair<SlabBuffer, SlabBuffer>> endCarry(const CarryDescription &carry);
  /// Ends the time step: in each updated field, the buffer of time level t+1 becomes that of t.
  void rotate();
  /// Begins a new run: buffer 0 of each field holds time level t, and no repeat (a loop within a
  /// time step) is running.
  void restart();

  int count() const { return static_cast<int>(fields.size()); }
  const TraversedField &use(int field) const { return at(field).use; }
  /// Returns for each field the number of the buffer that holds time level t.
  const std::vector<int> &current() const { return now; }
  /// Returns for each field the buffer that is used as time level t+1 in the current iteration of a
  /// repeat (a loop within a time step). If no repeat iterates a field, the field number in its
  /// entry is -1.
  const std::vector<SlabBuffer> &iterates() const { return made; }

private:
  const BufferedField &at(int field) const { return fields[static_cast<std::size_t>(field)]; }
  SlabBuffer &iterate(int field) { return made[static_cast<std::size_t>(field)]; }
  /// Returns the buffer of a field at time level `level` (0 is t, 1 is t+1), without regard to a
  /// running repeat (a loop within a time step). A repeat uses other buffers for some fields until
  /// it ends.
  SlabBuffer placeOf(int field, int level) const;

  const std::vector<BufferedField> fields;
  std::vector<int> now;
  std::vector<SlabBuffer> made;
};

} // namespace stencilc::inline STENCILC_SPACE
