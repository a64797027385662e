/// \file Which buffer holds a field at a level while a step is done piece by piece: as Step.h has
/// it for a step that is done by one call, but as numbers.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/slabs/SlabTask.h"
#include <optional>
#include <utility>

namespace stencilc::inline STENCILC_SPACE {

/// A field, or a local one, whose buffers are its own or `heldBy` another at `heldLevel`.
struct BufferedField {
  TraversedField use;
  int heldBy = -1, heldLevel = 1;
};

/// All fields of a program, local ones behind the others.
std::vector<BufferedField> bufferedFields(const ProgramDescription &program);

class StepBuffers {
public:
  explicit StepBuffers(std::vector<BufferedField> all) : fields(std::move(all)) { restart(); }

  SlabBuffer of(int field, int level) const;
  /// Before each of `count` iterations, and after the last one, as Step::carry and Step::endCarry:
  /// what the last one has made may have to be copied, from the first buffer to the second.
  void carry(const CarryDescription &carry, std::int64_t iteration, std::int64_t count);
  std::optional<std::pair<SlabBuffer, SlabBuffer>> endCarry(const CarryDescription &carry);
  /// The step is over: t+1 is t.
  void rotate();
  /// Before the first step.
  void restart();

  int count() const { return static_cast<int>(fields.size()); }
  const TraversedField &use(int field) const { return at(field).use; }
  /// Field by field: the buffer of t; that of t+1 while iterations run.
  const std::vector<int> &current() const { return now; }
  const std::vector<SlabBuffer> &iterates() const { return made; }

private:
  const BufferedField &at(int field) const { return fields[static_cast<std::size_t>(field)]; }
  SlabBuffer &iterate(int field) { return made[static_cast<std::size_t>(field)]; }
  /// The buffer of a level, whatever iteration there is.
  SlabBuffer placeOf(int field, int level) const;

  const std::vector<BufferedField> fields;
  std::vector<int> now;
  std::vector<SlabBuffer> made;
};

} // namespace stencilc::inline STENCILC_SPACE
