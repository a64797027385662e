/// \file Finds pairs of fields that can share memory for in-place updates.
#include "schedules/inplace/Pairs.h"
#include "kernel/build/Readers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <set>

namespace stencilc::schedules {

using namespace plan;

namespace {

Offset opposite(const Offset &offset) { return {{-offset[0], -offset[1], -offset[2]}}; }

/// Returns `offset` as text for messages, such as "[x-1, y+1]". Returns "" if it is zero.
std::string offsetText(const ir::Program &program, const Offset &offset) {
  std::string inside;
  for (int axis = 0; axis < program.rank(); ++axis)
    if (offset[axis])
      inside += (inside.empty() ? "" : ", ") + program.axes[axis] + (offset[axis] > 0 ? "+" : "") +
                std::to_string(offset[axis]);
  return inside.empty() ? "" : "[" + inside + "]";
}

/// Returns the text of a read of `field` at `offset` for messages, such as "f1[x-1, y+1]".
std::string placeText(const ir::Program &program, ir::FieldId field, const Offset &offset) {
  return program.fields[field].name + offsetText(program, offset);
}

/// Returns the offsets at which updates of any field read `field` at time level t, the values of
/// the previous time step.
std::set<Offset, MemoryOrder> readsOf(const analysis::Facts &facts, ir::FieldId field) {
  std::set<Offset, MemoryOrder> offsets;
  for (const auto &[stage, footprint] : facts.footprint.stages)
    if (const auto read = footprint.fieldLevels.find({field, 0});
        read != footprint.fieldLevels.end())
      offsets.insert(read->second.offsets.begin(), read->second.offsets.end());
  return offsets;
}

/// Returns the only offset at which updates read `field`, or the zero offset if no update reads it.
/// Returns nullopt if updates read it at several offsets.
std::optional<Offset> readOf(const analysis::Facts &facts, ir::FieldId field) {
  const std::set<Offset, MemoryOrder> offsets = readsOf(facts, field);
  if (offsets.size() > 1)
    return std::nullopt;
  return offsets.empty() ? Offset() : *offsets.begin();
}

/// Returns true if the fields `one` and `other` can share memory. They must have the same storage
/// type, and updates must read them at opposite offsets, such as a[x-1] and b[x+1]. Then only one
/// update reads these two cells, and it can write its new values there.
bool arePartners(const analysis::Facts &facts, ir::FieldId one, ir::FieldId other) {
  const std::optional<Offset> read = readOf(facts, one), back = readOf(facts, other);
  if (!read || !back || *back != opposite(*read) ||
      facts.program.fields[one].storage != facts.program.fields[other].storage)
    return false;
  for (int axis = 0; axis < facts.program.rank(); ++axis)
    if ((*read)[axis] && wraps(facts, one, axis) != wraps(facts, other, axis))
      return false;
  return true;
}

Fit fitReads(const analysis::Facts &facts, ir::FieldId field) {
  const ir::FieldDecl &declared = facts.program.fields[field];
  if (declared.levels != 1)
    return Fit::no(
        llvm::formatv(
            "'{0}' is read two steps back, and one buffer stores one time level; use sweep",
            declared.name)
            .str());
  const std::set<Offset, MemoryOrder> reads = readsOf(facts, field);
  if (reads.size() > 1)
    return Fit::no(
        llvm::formatv("an update reads {0} and {1}: a new value can only overwrite an old one that "
                      "a single cell reads, and {3} cells read each value of '{2}'; use sweep",
                      placeText(facts.program, field, *reads.begin()),
                      placeText(facts.program, field, *std::next(reads.begin())), declared.name,
                      reads.size())
            .str());
  return Fit::yes();
}

/// Checks that no update reads `field` beyond a mirror or copy face, and returns the reason if one
/// does. Such a face repeats cells of the grid, so that two updates would read the same cell.
/// `reach` has the offset at which updates read `field`.
Fit fitFaces(const analysis::Facts &facts, ir::FieldId field, const Reach &reach) {
  const analysis::KernelFacts kernel(facts, 0);
  const Reach open = kernel.beyondFrozen(reach);
  for (int axis = 0; axis < facts.program.rank(); ++axis)
    for (Side side : {Side::Low, Side::High})
      if (open.of(axis, side) && facts.faces.at(field, axis, side).repeats())
        return Fit::no(
            llvm::formatv("beyond {0} the boundary of '{1}' reads cells again, which then have two "
                          "readers; give it boundary periodic, fixed or keep there, or use sweep",
                          kernel::faceText(facts.program, axis, side),
                          facts.program.fields[field].name)
                .str());
  return Fit::yes();
}

Fit fitField(const analysis::Facts &facts, ir::FieldId field) {
  if (Fit fit = fitReads(facts, field); !fit.legal)
    return fit;
  const Offset read = *readOf(facts, field);
  if (read.isCentre())
    return Fit::yes();
  if (llvm::is_contained(facts.program.fields[field].shorter, true))
    return Fit::no(llvm::formatv("'{0}' is shorter than the grid, and cells beyond its end have no "
                                 "partners; use sweep",
                                 facts.program.fields[field].name)
                       .str());
  Reach reach;
  reach.include(read);
  return fitFaces(facts, field, reach);
}

std::string whyNoPartner(const analysis::Facts &facts, ir::FieldId field) {
  const Offset read = *readOf(facts, field);
  return llvm::formatv(
             "updates read {0}, and no field of the same size and kind of boundary is left that "
             "they read at {1} and that the new value could overwrite; use sweep",
             placeText(facts.program, field, read), offsetText(facts.program, opposite(read)))
      .str();
}

} // namespace

bool wraps(const analysis::Facts &facts, ir::FieldId field, int axis) {
  return facts.faces.at(field, axis, Side::Low).isPeriodic();
}

bool InPlaceShape::isDisplaced() const {
  return llvm::any_of(fields, [](const auto &field) { return !field.second.read.isCentre(); });
}

Reach InPlaceShape::reach() const {
  Reach all;
  for (const auto &[field, pair] : fields)
    all.include(pair.read);
  return all;
}

std::vector<std::string> InPlaceShape::verify(const analysis::Facts &facts) const {
  std::vector<std::string> wrong;
  const auto nameOf = [&](ir::FieldId field) {
    return "'" + facts.program.fields[field].name + "'";
  };
  for (ir::FieldId field : analysis::KernelFacts(facts, 0).stored) {
    const auto found = fields.find(field);
    if (found == fields.end()) {
      wrong.push_back("no place is known for the new values of " + nameOf(field));
      continue;
    }
    const auto &[read, partner] = found->second;
    if (readOf(facts, field) != read)
      wrong.push_back("updates read " + nameOf(field) + " at another cell");
    const auto back = fields.find(partner);
    if (back == fields.end() || back->second.partner != field ||
        !arePartners(facts, field, partner))
      wrong.push_back("new values of " + nameOf(field) + " have no place where " + nameOf(partner) +
                      " is read");
  }
  return wrong;
}

Pairing pairFields(const analysis::Facts &facts) {
  Pairing pairing;
  /// Fields that share memory with no other field so far, in the order of their updates.
  std::vector<ir::FieldId> alone;
  for (ir::FieldId field : analysis::KernelFacts(facts, 0).stored) {
    pairing.fit = fitField(facts, field);
    if (!pairing.fit.legal)
      return pairing;
    const Offset read = *readOf(facts, field);
    const auto partner =
        read.isCentre() ? alone.end() : llvm::find_if(alone, [&](ir::FieldId other) {
          return arePartners(facts, field, other);
        });
    if (!read.isCentre() && partner == alone.end()) {
      alone.push_back(field);
      pairing.shape.fields[field] = {read, field};
      continue;
    }
    const ir::FieldId other = read.isCentre() ? field : *partner;
    pairing.shape.fields[field] = {read, other};
    if (other != field) {
      pairing.shape.fields[other].partner = field;
      alone.erase(partner);
    }
  }
  if (!alone.empty())
    pairing.fit = Fit::no(whyNoPartner(facts, alone.front()));
  return pairing;
}

} // namespace stencilc::schedules
