/// \file Lowers reads of values within a time step: fractions of a step, iterations of a `repeat`,
/// and ghost cells (beyond the grid) of both.
#include "sema/ReadLowering.h"
#include "sema/steps/Moments.h"
#include "llvm/Support/FormatVariadic.h"

namespace stencilc::sema {

/// Returns the values of a field that exist within the time step, as text for messages: "u[t+1/3],
/// u[t+1/2] and u[t+1]".
static std::string valuesOf(const Unit &unit, const Symbol &symbol, ir::FieldId field) {
  std::vector<Part> parts;
  for (const auto &[key, value] : unit.within.values)
    if (key.first == field)
      parts.push_back({key.second.first, key.second.second});
  std::sort(parts.begin(), parts.end());
  std::string text;
  for (const Part &part : parts)
    text += (text.empty()           ? ""
             : part == parts.back() ? " and "
                                    : ", ") +
            quoted(momentText(symbol, part));
  return text.empty() ? quoted(symbol.name) + ", the value at t" : text;
}

/// Lowers the value of `id` that a cell keeps if no condition of its update holds. `id` is a field,
/// or a member of a group of fields. The value is the latest one that this step has computed for
/// the cell before the update, or else the value at t. In a `repeat` it is that of the preceding
/// iteration.
std::optional<Value> ReadLowering::lowerCarriedScalar(SymbolId id, llvm::SMRange range,
                                                      const UseSite &place) {
  const auto field = unit.fields.find(id);
  if (field == unit.fields.end())
    return std::nullopt;
  UseSite kept = place;
  if (unit.within.repeat) {
    kept.shift.iterate = 1;
  } else if (const auto newest = unit.within.newest.find(field->second);
             newest != unit.within.newest.end()) {
    noteRead(newest->second, 1, {}, range);
    return builder.read(newest->second, 1, {});
  }
  return lowerRead(id, range, kept);
}

std::optional<ir::FieldId> ReadLowering::readWithinStep(SymbolId id, ir::FieldId field,
                                                        llvm::SMRange range, const UseSite &place) {
  if (const auto own = readForGhost(field, place))
    return own;
  const ir::FieldDecl &declaration = unit.program.fields[field];
  const Displacement &shift = place.shift;
  if (declaration.isConstant || (!shift.iterate && !shift.part.of && !declaration.isLocal))
    return std::nullopt;
  const Symbol &symbol = unit.symbols[id];
  if (unit.within.isOver) {
    errorWithHint(place, range, {},
                  "store it in a number of the whole grid: 'global m = max(" +
                      sourceText(range).str() +
                      ");' after its update, and 'report m every 100 steps;'",
                  diag::NotAvailable, quoted(sourceText(range)), "a report or a rule",
                  "it exists within a step only");
    return ir::FieldId();
  }
  return shift.iterate ? readIterate(symbol, field, range, place)
                       : readMoment(symbol, field, range, place);
}

std::optional<ir::FieldId> ReadLowering::readForGhost(ir::FieldId field,
                                                      const UseSite &place) const {
  if (!ghostsOf || place.shift.time != 1 || place.shift.part.of || place.shift.iterate)
    return std::nullopt;
  const auto base = unit.within.baseOf.find(*ghostsOf);
  const bool isOwn = field == (base == unit.within.baseOf.end() ? *ghostsOf : base->second);
  return isOwn ? ghostsOf : std::nullopt;
}

ir::FieldId ReadLowering::readMoment(const Symbol &symbol, ir::FieldId field, llvm::SMRange range,
                                     const UseSite &place) {
  const Displacement &shift = place.shift;
  const bool isLocal = unit.program.fields[field].isLocal;
  if (isLocal && !shift.part.of && shift.time != 1) {
    const std::string when =
        shift.time == 0 ? "t"
                        : llvm::formatv("t{0}{1}", shift.time > 0 ? "+" : "", shift.time).str();
    errorWithHint(place, range, symbol.declared,
                  "declared here; it has " + valuesOf(unit, symbol, field), diag::LocalLevel,
                  symbol.name, when);
    return {};
  }
  const Part part{shift.part.of + shift.time * shift.part.by, shift.part.by};
  const auto value = unit.within.values.find({field, {part.of, part.by}});
  const std::string text =
      part.of > 0 ? momentText(symbol, part) : spelt(symbol, "t" + partText(part));
  if (value == unit.within.values.end()) {
    errorWithHint(place, range, symbol.declared,
                  quoted(symbol.name) + " has " + valuesOf(unit, symbol, field),
                  diag::SubstepUnknown, text);
    return {};
  }
  if (updated.contains(value->second))
    return value->second;
  errorWithHint(place, range, range, "move the statement that computes it up", diag::SubstepBefore,
                text);
  return {};
}

/// Returns the IR field for a read of `p[k]` or `p[k+1]` in a `repeat`. `p[k+1]` is t+1 of the
/// declared field. `p[k]` is a local field, to which each iteration copies its result. Returns an
/// invalid id after it has reported an error.
ir::FieldId ReadLowering::readIterate(const Symbol &symbol, ir::FieldId field, llvm::SMRange range,
                                      const UseSite &place) {
  WithinStep &within = unit.within;
  const std::string k = within.repeat ? within.repeat->index.text : "k";
  const bool isNew = place.shift.iterate == 2;
  const std::string text = spelt(symbol, k + (isNew ? "+1" : ""));
  const auto refuse = [&](const std::string &why) {
    error(place, range, diag::IterateIndex, text, why);
    return ir::FieldId();
  };
  if (place.shift.time || place.shift.part.of || place.shift.iterate > 2)
    return refuse("an index names an iteration or a time, once");
  const auto iterated = within.iterated.find(field);
  if (iterated == within.iterated.end())
    return refuse("no update of this 'repeat' computes it; leave out '" + k + "'");
  if (isNew && !iterated->second) {
    errorWithHint(place, range, range, "read '" + spelt(symbol, k) + "', which the iteration finds",
                  diag::SubstepBefore, text);
    return {};
  }
  if (isNew)
    return field;
  if (const auto known = within.carries.find(field); known != within.carries.end())
    return known->second.previous;
  const auto newest = within.newest.find(field);
  if (newest == within.newest.end() && unit.program.fields[field].isLocal)
    return refuse("the local field has no value before the 'repeat'; compute '" +
                  momentText(symbol, {1, 2}) + "' above it");
  const bool isAtT = newest == within.newest.end();
  const ir::Carry carry{addWithinStep(unit, field, k), field, isAtT ? field : newest->second,
                        isAtT ? 0 : 1};
  within.carries.emplace(field, carry);
  return carry.previous;
}

} // namespace stencilc::sema
