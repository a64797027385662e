/// \file Resolves index lists such as `[t+1/2, x-1]`, and checks and lowers the reads with them.
#include "sema/Accesses.h"
#include "sema/ReadLowering.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/names/Groups.h"
#include "sema/steps/Moments.h"
#include "sema/values/Cells.h"

namespace stencilc::sema {

/// Returns the position that an index entry with an odd number of half cells denotes, in half
/// cells: -3 for `x-3/2`. Returns nullopt for all other entries.
static std::optional<int> halvesOf(const Unit &unit, const ast::Shift &shift) {
  const auto part =
      shift.amount.value.valid() ? quotientOf(unit.stencil, shift.amount.value) : std::nullopt;
  const bool isHalf = part && part->by == 2 && std::abs(part->of) <= std::int64_t{2} * kMaxRadius;
  return isHalf ? std::optional(static_cast<int>(part->of)) : std::nullopt;
}

std::optional<Displacement> resolveShifts(Unit &unit, const std::vector<ast::Shift> &shifts,
                                          const Frame *frame) {
  Displacement result;
  std::map<std::string, llvm::SMRange> seen;
  bool isFine = true;
  for (const ast::Shift &shift : shifts) {
    const auto [first, isNew] = seen.emplace(shift.axis.text, shift.range);
    if (!isNew) {
      if (unit.isFirst(shift.range, diag::DuplicateAxis.id))
        unit.diags.report(shift.range, diag::DuplicateAxis, shift.axis.text)
            .note(first->second, diag::Hint,
                  "the first is here; write one entry with the sum of both");
      isFine = false;
      continue;
    }
    if (shift.axis.text == "t" || isIterationOf(unit, shift.axis)) {
      isFine &= resolveMoment(unit, shift, result, frame);
      continue;
    }
    const std::optional<int> axis = unit.axisOf(shift.axis);
    if (const auto halves = axis ? halvesOf(unit, shift) : std::nullopt) {
      const Displacement along = Displacement::ofHalves({{*halves, 0, 0}});
      result.offset[*axis] = along.offset[0];
      result.half[*axis] = along.half[0];
      continue;
    }
    const auto amount = evaluateCells(unit, shift.amount, shift.range, "an offset", frame);
    if (!amount || !axis) {
      isFine = false;
    } else if (std::abs(*amount) > kMaxRadius) {
      if (unit.isFirst(shift.range, diag::OffsetTooFar.id)) {
        auto report =
            unit.diags.report(shift.range, diag::OffsetTooFar, *amount, kMaxRadius, "in an index");
        noteFrames(report, frame);
      }
      isFine = false;
    } else {
      result.offset[*axis] = static_cast<int>(*amount);
    }
  }
  return isFine ? std::optional(result) : std::nullopt;
}

bool ReadLowering::checkLevel(SymbolId id, ir::FieldId field, int level, llvm::SMRange range,
                              const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  if (level > 1) {
    errorWithHint(place, range, range,
                  "write '" + spelt(symbol, "t+1") + "' for the value just computed",
                  diag::FutureLevel, spelt(symbol, "t+" + std::to_string(level)));
    return false;
  }
  if (level == 1 && !symbol.isUpdated) {
    errorWithHint(place, range, symbol.declared,
                  "write '" + symbol.name + "' for its value at t, or add a statement '" +
                      spelt(symbol, "t+1") + " = ...;' above",
                  diag::ReadWithoutUpdate, spelt(symbol, "t+1"));
    return false;
  }
  if (level == 1 && !updated.contains(field)) {
    refuseReadBeforeUpdate(id, range, place);
    return false;
  }
  if (level < 1 - unit.program.fields[field].levels) {
    refuseLevelNotKept(symbol, unit.program.fields[field].levels, level, range, place);
    return false;
  }
  return true;
}

void ReadLowering::refuseReadBeforeUpdate(SymbolId id, llvm::SMRange range, const UseSite &place) {
  const Symbol &symbol = unit.symbols[id];
  const bool isNeighbour = place.shift.offset != Offset();
  llvm::SMRange update = symbol.declared;
  bool isOwn = false;
  for (const Update &each : unit.updates) {
    if (each.target != id)
      continue;
    update = each.node->targetRange;
    isOwn = each.statement->range.Start.getPointer() <= range.Start.getPointer() &&
            range.Start.getPointer() < each.statement->range.End.getPointer();
  }
  std::string hint =
      "it is computed here; move that statement up, or read '" + symbol.name + "', the value at t";
  if (isOwn)
    hint = "this update cannot read its own result: all cells are computed independently; read '" +
           symbol.name + "', the value at t";
  if (isOwn && isNeighbour)
    hint += ", which is another method (Jacobi instead of Gauss-Seidel); line solves and "
            "recursive filters, in which cells follow one another, cannot be written as a stencil";
  errorWithHint(place, range, update, hint, diag::ReadBeforeUpdate, spelt(symbol, "t+1"));
}

void ReadLowering::refuseLevelNotKept(const Symbol &symbol, int levels, int level,
                                      llvm::SMRange range, const UseSite &place) {
  const std::string kept =
      levels == 1 ? "the level t" : "the levels t to t-" + std::to_string(levels - 1);
  const std::string declared =
      symbol.member < 0 ? symbol.name : symbol.name.substr(0, symbol.name.find('[')) + "[...]";
  errorWithHint(place, range, symbol.declared,
                "declare 'field " + declared + " levels " + std::to_string(1 - level) +
                    "' to keep it",
                diag::LevelNotKept, spelt(symbol, "t" + std::to_string(level)), symbol.name, kept);
}

bool ReadLowering::checkReach(Offset offset, llvm::SMRange range, const UseSite &place) {
  for (int axis = 0; axis < unit.rank(); ++axis) {
    if (std::abs(offset[axis]) > kMaxReach) {
      error(place, range, diag::OffsetTooFar, offset[axis], kMaxReach,
            "a read may add up through neighbourhoods, lets and functions");
      return false;
    }
  }
  return true;
}

/// Returns the index text for a displacement of `halves` half cells along `axis`, such as
/// "[x-1/2]", or an empty string for 0.
static std::string halfIndex(const std::string &axis, int halves) {
  if (halves == 0)
    return "";
  const std::string sign = halves < 0 ? "-" : "+";
  const std::string amount = std::to_string(std::abs(halves) / (halves % 2 ? 1 : 2));
  return "[" + axis + sign + amount + (halves % 2 ? "/2]" : "]");
}

/// Lowers a read of a profile (values along some of the axes only). Its value is the same in all
/// time steps, and along the axes that it lacks.
ReadLowering::Result ReadLowering::lowerProfile(ir::ProfileId profile, llvm::SMRange range,
                                                const UseSite &place) {
  if (!checkReach(place.shift.offset, range, place))
    return std::nullopt;
  Offset halves = place.shift.halves();
  for (int axis = 0; axis < unit.rank(); ++axis)
    if (!unit.program.profiles[profile].along[axis])
      halves[axis] = 0;
  const ir::ProfileDecl &declared = unit.program.profiles[profile];
  const auto landed = cellAt(halves, unit.placeOf(profile), declared.field.name, range, place);
  if (!landed)
    return std::nullopt;
  const Offset offset = *landed;
  ReadSite read{{}, 0, offset, range};
  read.profile = profile;
  read.faces = seenFrom;
  readSites.push_back(read);
  return lowerProfileFrom(profile, offset, 0);
}

ReadLowering::Result ReadLowering::lowerProfileFrom(ir::ProfileId profile, const Offset &offset,
                                                    int axis) {
  if (axis == unit.rank())
    return builder.profileRead(profile, offset);
  const Result inside = lowerProfileFrom(profile, offset, axis + 1);
  const Side side = offset[axis] < 0 ? Side::Low : Side::High;
  const auto rule = unit.profileRules.find({profile, axis, side});
  if (!inside || rule == unit.profileRules.end() || !leavesProfile(profile, offset, axis))
    return inside;
  const Result fixed = lowerProfileFace(profile, offset, axis, rule->second);
  if (!fixed)
    return std::nullopt;
  const Value cell = builder.position(axis, offset[axis]);
  const Value outside = side == Side::Low
                            ? builder.binary(ir::BinaryOp::Less, cell, builder.constant(0))
                            : builder.binary(ir::BinaryOp::GreaterEqual, cell, cellsAlong(axis));
  return builder.outsideOf(outside, *fixed, *inside, unit.program.profiles[profile].field.storage);
}

bool ReadLowering::leavesProfile(ir::ProfileId profile, const Offset &offset, int axis) const {
  const ir::ProfileDecl &declared = unit.program.profiles[profile];
  return declared.along[axis] &&
         (offset[axis] != 0 || (declared.field.shorter[axis] && (seenFrom >> axis & 1)));
}

ReadLowering::Result ReadLowering::lowerProfileFace(ir::ProfileId profile, const Offset &offset,
                                                    int axis, const GhostRule &rule) {
  const ir::FieldDecl &field = unit.program.profiles[profile].field;
  Replaced before; // a fixed face is not combined with others
  for (int b = 0; b < axis; ++b) {
    const Side side = offset[b] < 0 ? Side::Low : Side::High;
    if (leavesProfile(profile, offset, b) && !unit.profileRules.contains({profile, b, side}))
      before[b] = {field.at(b, side).kind, side, offset[b], field.shorter[b]};
  }
  const Frame member = Frame::ofIndex(rule.index, rule.member, nullptr);
  const Displacement there = Displacement::ofHalves(offset + offset + unit.placeOf(profile));
  const Replaced around = replace(before);
  const Result fixed = lowerNumber(rule.value, {there, rule.member >= 0 ? &member : nullptr},
                                   "the value of a boundary");
  replace(around);
  return fixed;
}

std::optional<Offset> ReadLowering::cellAt(const Offset &halves, const Offset &own,
                                           const std::string &name, llvm::SMRange range,
                                           const UseSite &place) {
  Offset cells;
  for (int axis = 0; axis < unit.rank(); ++axis) {
    const int away = halves[axis] - own[axis];
    cells[axis] = away / 2;
    if (away % 2 == 0)
      continue;
    const std::string &along = unit.stencil.axes[axis].text;
    const int here = halves[axis] - start[axis]; // relative to the computed value, as an index is
    errorWithHint(place, range, range,
                  "the nearest are '" + name + halfIndex(along, here - 1) + "' and '" + name +
                      halfIndex(along, here + 1) + "', relative to the computed value",
                  diag::OffPlace, name, along);
    return std::nullopt;
  }
  return cells;
}

void ReadLowering::noteRead(ir::FieldId field, int level, const Offset &offset,
                            llvm::SMRange range) {
  ReadSite read{field, level, offset, range};
  read.faces = seenFrom;
  read.inside = inside.of(offset);
  read.resolved = inside.resolvedOf(offset);
  readSites.push_back(read);
}

bool ReadLowering::hasAxis(int axis, llvm::SMRange range, const UseSite &place) {
  if (!restricted.valid() || unit.program.profiles[restricted].along[axis])
    return true;
  const ir::ProfileDecl &profile = unit.program.profiles[restricted];
  error(place, range, diag::NotAvailable, quoted(unit.stencil.axes[axis].text),
        purpose == Purpose::Initial ? "this initial value" : "the value of this boundary",
        "'" + profile.field.name + "' is a field along " + unit.axesOf(profile) + " alone");
  return false;
}

ReadLowering::Result ReadLowering::lowerRead(SymbolId id, llvm::SMRange range,
                                             const UseSite &place) {
  if (const auto profile = unit.profiles.find(id); profile != unit.profiles.end())
    return lowerProfile(profile->second, range, place);
  const auto found = unit.fields.find(id);
  if (found == unit.fields.end())
    return std::nullopt;
  const Symbol &symbol = unit.symbols[id];
  const ir::FieldId field = found->second;
  if (!checkReach(place.shift.offset, range, place))
    return std::nullopt;
  const auto landed = cellAt(place.shift.halves(), unit.placeOf(field), symbol.name, range, place);
  if (!landed)
    return std::nullopt;
  if (const auto within = readWithinStep(id, field, range, place)) {
    if (within->valid()) // otherwise it was reported
      noteRead(*within, 1, *landed, range);
    return within->valid() ? Result(builder.read(*within, seen(1, *landed), *landed))
                           : std::nullopt;
  }
  // A constant field is the same at all times, also if a let that contains it is shifted in time.
  const bool isTimeless = unit.program.fields[field].isConstant || (ghostsOf && !symbol.isUpdated);
  const int level = isTimeless ? 0 : place.shift.time;
  if (!checkLevel(id, field, level, range, place))
    return std::nullopt;
  // All levels of a field without update are the same. Such a field has one buffer.
  const int kept = symbol.isUpdated ? level : 0;
  noteRead(field, kept, *landed, range);
  return builder.read(field, seen(kept, *landed), *landed);
}

int ReadLowering::seen(int level, const Offset &offset) const {
  return unit.ghosts.levels.numberOf(
      {level, 0, seenFrom, inside.of(offset), inside.resolvedOf(offset)});
}

/// Returns the number of cells along `axis` that the user has chosen. The grid of the kernels has
/// one cell more if some field has values at both ends of each cell.
Value ReadLowering::cellsAlong(int axis) {
  const Value all = builder.extent(axis);
  return unit.program.wider[axis] ? builder.binary(ir::BinaryOp::Subtract, all, builder.constant(1))
                                  : all;
}

Value ReadLowering::positionAt(int axis, int halves) {
  const std::optional<ReplacedAlong> &along = replaced[axis];
  if (!along)
    return builder.position(axis, 0.5 * halves);
  using enum ir::BinaryOp;
  using Kind = ir::BoundaryKind;
  const auto number = [&](int value) { return builder.literal(value, 0, /*isWhole=*/true); };
  const Value cell = builder.position(axis, along->offset);
  const Value cells = along->isShort ? cellsAlong(axis) : builder.extent(axis);
  const bool isLow = along->side == Side::Low;
  const Value last = builder.binary(Subtract, cells, number(1));
  const Value atFace = isLow ? number(0) : last;
  Value inside = atFace; // the value for Copy
  if (along->by == Kind::Periodic)
    inside = builder.binary(isLow ? Add : Subtract, cell, cells);
  else if (along->by == Kind::MirrorNode)
    inside = builder.binary(Subtract, builder.binary(Multiply, number(2), atFace), cell);
  else if (along->by == Kind::MirrorCell)
    inside = builder.binary(
        Subtract,
        isLow ? number(-1)
              : builder.binary(Add, builder.binary(Multiply, number(2), last), number(1)),
        cell);
  const Value outside =
      isLow ? builder.binary(Less, cell, number(0)) : builder.binary(Greater, cell, last);
  const Value there = builder.select(outside, inside, cell);
  const int beside = halves - 2 * along->offset;
  return beside == 0 ? there : builder.binary(Add, there, builder.constant(0.5 * beside));
}

} // namespace stencilc::sema
