/// \file Lowers the values that boundaries compute for ghost cells (beyond the grid).
#include "sema/boundaries/GhostCells.h"
#include "sema/boundaries/GhostCorners.h"
#include "sema/names/Groups.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

using Kind = GhostRule::Kind;

/// Maximum number of ghost cells (beyond the grid) whose values a program computes. The limit ends
/// the search if each ghost cell reads another one further outside.
static constexpr std::size_t kMostGhosts = 4096;

/// Smallest number that represents a SeenFrom value (time level of a read, and axes along which it
/// cannot leave the grid). An IR read carries the number in place of its time level. Smaller
/// numbers are plain time levels.
static constexpr int kFirstSeen = 1000;

int SeenLevels::numberOf(const SeenFrom &from) {
  if (from == SeenFrom{from.level})
    return from.level;
  const auto [known, isNew] = numbers.try_emplace(from, kFirstSeen + static_cast<int>(all.size()));
  if (isNew)
    all.push_back(from);
  return known->second;
}

SeenFrom SeenLevels::at(int number) const {
  return number < kFirstSeen ? SeenFrom{number}
                             : all[static_cast<std::size_t>(number - kFirstSeen)];
}

namespace {

/// Builds the values that replace one read in those cells in which it reaches ghost cells (beyond
/// the grid).
class GhostBuilder {
public:
  GhostBuilder(Unit &unit, Lowering &lowering, const ReadSite &read)
      : unit(unit), lowering(lowering), read(read), corners(unit, lowering, read) {}

  /// Returns the values that replace the read, each with the cells in which it applies. Reads of
  /// the same field in these values are appended to `ownReads`, reads of other fields to the list
  /// in `lowering`.
  Ghost build(std::vector<ReadSite> &ownReads) {
    Ghost ghost;
    for (int axis = read.firstAxis; axis < unit.rank(); ++axis) {
      const Side side = read.offset[axis] < 0 ? Side::Low : Side::High;
      const GhostRule *const rule = ruleOf(axis, side);
      if (rule && !(read.inside >> axis & 1) &&
          (read.offset[axis] != 0 || firstCell(axis, side) < 0))
        addFace(ghost, *rule, axis, side, ownReads);
    }
    return ghost;
  }

private:
  /// Returns the rule that computes the value of a read beyond the face `side` of `axis`, or null
  /// if the boundary in the IR gives the value. A face with a fixed value has a rule only for reads
  /// beyond a corner whose other axis has been handled first. The other axis has then replaced the
  /// read cell by a cell of the grid.
  const GhostRule *ruleOf(int axis, Side side) const {
    if (const auto rules = unit.ghostRules.find(read.field); rules != unit.ghostRules.end())
      if (const auto &rule = rules->second[axis][static_cast<int>(side)])
        return &*rule;
    const auto fixed = unit.fixedRules.find({read.field, axis, side});
    return read.resolved && fixed != unit.fixedRules.end() ? &fixed->second : nullptr;
  }
  /// Returns whether `side` is the high side and the field has no value in the last cell of the
  /// grid along `axis`. The grid has this cell because other fields have one value more than there
  /// are cells.
  bool isShort(int axis, Side side) const {
    return side == Side::High && unit.program.fields[read.field].shorter[axis];
  }
  /// Returns the smallest distance, in cells, from the face to a cell that makes the read: 0, the
  /// cell next to the face. At a high face it is -1 if the reading expression has one value more
  /// than the field, so that its last value is beyond the field.
  int firstCell(int axis, Side side) const {
    return isShort(axis, side) && (lowering.facesSeen() >> axis & 1) ? -1 : 0;
  }
  /// Returns the offset at which the read finds the cell that the boundary `kind` (a mirror or
  /// copy) repeats. Offsets are from the reading cell, which is `cell` cells from the face (0: next
  /// to it). Where the IR itself applies the boundary, this is the offset of the ghost cell (beyond
  /// the grid).
  Offset repeated(ir::BoundaryKind kind, int axis, Side side, int cell) const {
    Offset there = read.offset;
    if (isShort(axis, side)) // the IR only has faces of the kernels' grid
      there[axis] = kind == ir::BoundaryKind::Copy         ? cell
                    : kind == ir::BoundaryKind::MirrorNode ? 2 * cell - read.offset[axis]
                                                           : 2 * cell + 1 - read.offset[axis];
    return there;
  }

  void addFace(Ghost &ghost, const GhostRule &rule, int axis, Side side,
               std::vector<ReadSite> &ownReads) {
    const int reach = std::abs(read.offset[axis]);
    // Ghost cells that repeat a cell with a factor or a face value have the same form at each
    // distance.
    const bool isFixed = rule.kind == Kind::Plain && rule.repeats == ir::BoundaryKind::Fixed;
    const bool isAlike =
        isFixed || (!isShort(axis, side) && (rule.kind == Kind::Factor || rule.kind == Kind::Face));
    ghost.range = rule.range;
    for (int cell = isAlike ? reach - 1 : firstCell(axis, side); cell < reach; ++cell) {
      const std::size_t first = lowering.reads().size();
      const auto value = valueOf(rule, axis, side, cell, ownReads);
      // Reads of `from` are inside along the axis, or beyond the other face of a tiny grid.
      lowering.markInside(first, axis);
      if (!value)
        continue;
      const NearFace here{axis, side, cell + 1};
      if (rule.kind == Kind::From)
        for (const GhostCorner &corner : corners.of(axis, first, *value)) {
          const std::size_t own = lowering.reads().size();
          const auto there = valueFrom(rule, axis, side, cell, corner.offset, corner.replaced);
          lowering.markInside(own, axis);
          if (there)
            addCase(ghost, {here, 0, corner.near}, *there);
        }
      addCase(ghost, {here, 0}, *value);
    }
  }

  void addCase(Ghost &ghost, GhostCase added, Value value) {
    added.value = unit.ghosts.values.size();
    ghost.cases.push_back(std::move(added));
    unit.ghosts.values.emplace_back(
        read.field, lowering.values().finish(value, unit.program.fields[read.field].storage));
  }

  /// Returns the value of the ghost cell (beyond the face) that the read reaches from the cell
  /// `cell` cells inside the face (0: next to it). Field reads in this value are appended to
  /// `ownReads`. Returns nullopt after it has reported an error.
  std::optional<Value> valueOf(const GhostRule &rule, int axis, Side side, int cell,
                               std::vector<ReadSite> &ownReads) {
    ValueBuilder &values = lowering.values();
    const Frame member = Frame::ofIndex(rule.index, rule.member, nullptr);
    const Frame *const frame = rule.member >= 0 ? &member : nullptr;
    const auto given = [&] {
      const Replaced around = lowering.replace(corners.replacedBefore(axis));
      const auto value =
          lowering.lowerNumber(rule.value, {placeAt(read.offset), frame}, "this value");
      lowering.replace(around);
      return value;
    };
    switch (rule.kind) {
    case Kind::Factor: {
      const auto factor = given();
      if (!factor)
        return std::nullopt;
      const Value there = readRaw(repeated(rule.repeats, axis, side, cell), axis, ownReads);
      if (values.known(*factor) == -1.0)
        return values.unary(ir::UnaryOp::Negate, there);
      return values.binary(ir::BinaryOp::Multiply, *factor, there);
    }
    case Kind::Face: {
      const auto value = given();
      if (!value)
        return std::nullopt;
      const Value twice = values.binary(ir::BinaryOp::Multiply, values.literal(2, 0, true), *value);
      return values.binary(ir::BinaryOp::Subtract, twice,
                           readRaw(repeated(rule.repeats, axis, side, cell), axis, ownReads));
    }
    case Kind::Plain:
      if (rule.repeats == ir::BoundaryKind::Fixed)
        return given();
      return readRaw(repeated(rule.repeats, axis, side, cell), axis, ownReads);
    case Kind::Slope:
      return slope(given(), axis, side, cell, ownReads);
    case Kind::Extrapolate:
      return extrapolation(rule.points, axis, side, cell, ownReads);
    case Kind::From:
      return valueFrom(rule, axis, side, cell, read.offset, 0);
    }
    llvm_unreachable("unknown kind of ghost cells");
  }

  /// Returns the value of a boundary `from`, evaluated in the grid cell next to the face. The
  /// reading cell is `cell` cells from the face. `offset` leads from it to the cell that is read.
  /// In corners, `inside` is a bit mask of the other axes along which a boundary has already moved
  /// `offset` into the grid.
  std::optional<Value> valueFrom(const GhostRule &rule, int axis, Side side, int cell,
                                 const Offset &offset, unsigned inside) {
    const Frame member = Frame::ofIndex(rule.index, rule.member, nullptr);
    Offset atFace = offset;
    atFace[axis] = side == Side::Low ? -cell : cell;
    Replaced round = corners.replacedBefore(axis);
    for (std::optional<ReplacedAlong> &along : round)
      if (along && along->by != ir::BoundaryKind::Periodic)
        along.reset(); // corners are separate cases
    const Replaced replaced = lowering.replace(round);
    const unsigned alike = (read.inside | inside) & ~unit.facesOf(read.field);
    const SeenInside before =
        lowering.seeInside({1u << axis, alike, offset, resolvedFor(axis) & ~inside});
    const auto value =
        lowering.lowerNumber(rule.value, {placeAt(atFace), rule.member >= 0 ? &member : nullptr},
                             "the value of a boundary");
    lowering.seeInside(before);
    lowering.replace(replaced);
    return value;
  }

  /// Returns a bit mask of the axes whose boundaries apply before that of `axis`, if this boundary
  /// puts a grid cell in place of the cell that is read.
  unsigned resolvedFor(int axis) const {
    unsigned all = read.resolved;
    const Replaced replaced = corners.replacedBefore(axis);
    for (int before = 0; before < kMaxAxes; ++before)
      all |= replaced[before] ? 1u << before : 0;
    return all;
  }

  /// Returns the distance in cells from the cell whose update reads the field to the value of the
  /// field at `cell`, a relative offset. A staggered field, whose values lie between cells, adds
  /// halves.
  Displacement placeAt(const Offset &cell) const {
    Displacement there = Displacement::ofHalves(cell + cell + unit.placeOf(read.field));
    there.time = read.level;
    return there;
  }

  /// Returns the value that the boundary `slope` gives to a ghost cell (beyond the grid): the value
  /// of the mirrored cell, plus `gradient` times the distance between the two cells.
  std::optional<Value> slope(const std::optional<Value> &gradient, int axis, Side side, int cell,
                             std::vector<ReadSite> &ownReads) {
    const auto spacing = ir::spacingAlong(unit.program, axis);
    if (!gradient || !spacing)
      return std::nullopt;
    ValueBuilder &values = lowering.values();
    const int beyond = std::abs(read.offset[axis]) - cell; // 1 for the first ghost cell
    const Value way = values.constant((2 * beyond - 1) * *spacing);
    return values.binary(
        side == Side::Low ? ir::BinaryOp::Subtract : ir::BinaryOp::Add,
        readRaw(repeated(ir::BoundaryKind::MirrorCell, axis, side, cell), axis, ownReads),
        values.binary(ir::BinaryOp::Multiply, *gradient, way));
  }

  /// Returns the value that the boundary `extrapolate` gives to a ghost cell (beyond the grid). It
  /// is that of the polynomial through the first `points` cells at the face. The weights (Lagrange)
  /// are integers.
  std::optional<Value> extrapolation(int points, int axis, Side side, int cell,
                                     std::vector<ReadSite> &ownReads) {
    ValueBuilder &values = lowering.values();
    const int beyond = std::abs(read.offset[axis]) - cell;
    std::optional<Value> sum;
    for (int point = 0; point < points; ++point) {
      double weight = 1;
      for (int other = 0; other < points; ++other)
        weight *= other == point ? 1 : -beyond - other;
      for (int other = 0; other < points; ++other)
        weight /= other == point ? 1 : point - other;
      Offset there = read.offset;
      there[axis] = side == Side::Low ? point - cell : cell - point;
      const Value term = values.binary(ir::BinaryOp::Multiply, values.literal(weight, 0, true),
                                       readRaw(there, axis, ownReads));
      sum = sum ? values.binary(ir::BinaryOp::Add, *sum, term) : term;
    }
    return sum;
  }

  /// Returns a read of the field at `offset`, and appends it to `ownReads`. Along `axis` and the
  /// axes before it, no rule for ghost cells (beyond the grid) applies to this read. Beyond their
  /// faces, the boundary stored in the IR gives the value.
  Value readRaw(const Offset &offset, int axis, std::vector<ReadSite> &ownReads) {
    ReadSite own{read.field, read.level, offset, read.range, axis + 1, axis};
    own.faces = lowering.facesSeen();
    own.inside = read.inside;
    if (offset[axis] != read.offset[axis]) // chosen for the cells that make this read
      own.inside |= 1u << axis;
    own.resolved = read.resolved & ~own.inside;
    ownReads.push_back(own);
    return lowering.values().read(
        read.field,
        unit.ghosts.levels.numberOf({read.level, axis + 1, own.faces, own.inside, own.resolved}),
        offset);
  }

  Unit &unit;
  Lowering &lowering;
  const ReadSite &read;
  GhostCorners corners;
};

} // namespace

void addPlainRules(Unit &unit, const DeclaredField &declared, int axis,
                   const ast::BoundaryItem &item) {
  ir::FieldDecl &field = unit.program.fields[declared.field];
  if (!field.shorter[axis])
    return;
  ir::Boundary &face = field.boundary[axis][static_cast<int>(Side::High)];
  std::optional<GhostRule> &rule =
      unit.ghostRules[declared.field][axis][static_cast<int>(Side::High)];
  if (rule || face.kind == ir::BoundaryKind::Keep)
    return;
  rule = GhostRule{Kind::Plain};
  rule->repeats = face.kind;
  rule->range = item.range;
  rule->index = indexNameOf(*declared.name);
  rule->member = declared.member;
  if (face.kind == ir::BoundaryKind::Fixed)
    rule->value = item.arguments.front();
  face = {ir::BoundaryKind::Copy, {}}; // reads there always use the rule
}

static GhostKey keyOf(const ReadSite &read) {
  return {read.field,
          read.offset,
          {read.level, read.firstAxis, read.faces, read.inside, read.resolved}};
}

std::vector<ReadSite> lowerGhosts(Unit &unit, Lowering &lowering) {
  if (unit.ghostRules.empty())
    return {};
  std::vector<ReadSite> open = lowering.reads(), extra;
  std::set<GhostKey> seen;
  while (!open.empty()) {
    const ReadSite read = open.back();
    open.pop_back();
    const GhostKey key = keyOf(read);
    if ((!unit.ghostRules.contains(read.field) && !read.resolved) || !seen.insert(key).second)
      continue;
    auto known = unit.ghosts.ghosts.find(key);
    if (known == unit.ghosts.ghosts.end()) {
      if (unit.ghosts.ghosts.size() >= std::size_t(kMostGhosts)) {
        if (!std::exchange(unit.ghosts.isWrong, true))
          unit.diags.report(read.range, diag::GhostLimit, unit.program.fields[read.field].name,
                            kMostGhosts);
        break;
      }
      const std::size_t first = lowering.reads().size();
      std::vector<ReadSite> reads;
      lowering.readForGhostsOf(read.field);
      const unsigned around = lowering.facesSeen();
      lowering.seeFaces(read.faces);
      Ghost ghost = GhostBuilder(unit, lowering, read).build(reads);
      lowering.seeFaces(around);
      reads.insert(reads.end(), lowering.reads().begin() + static_cast<std::ptrdiff_t>(first),
                   lowering.reads().end());
      ghost.reads = std::move(reads);
      known = unit.ghosts.ghosts.emplace(key, std::move(ghost)).first;
    }
    for (const ReadSite &next : known->second.reads) {
      extra.push_back(next);
      open.push_back(next);
    }
  }
  lowering.readForGhostsOf({});
  return extra;
}

namespace {

/// Depth-first search for ghost cells (beyond the grid) whose value depends on itself.
class GhostCycles {
public:
  explicit GhostCycles(Unit &unit) : unit(unit) {}

  void follow(const GhostKey &key) {
    const auto ghost = unit.ghosts.ghosts.find(key);
    if (ghost == unit.ghosts.ghosts.end() || ghost->second.cases.empty() || done.contains(key))
      return;
    if (!onPath.insert(key).second) {
      if (!std::exchange(unit.ghosts.isWrong, true))
        unit.diags
            .report(ghost->second.range, diag::GhostCycle, unit.program.fields[key.field].name)
            .note(ghost->second.range, diag::Hint,
                  "in a corner this value reads cells beyond another face, whose values read "
                  "these; read no neighbours along other axes");
      return;
    }
    for (const ReadSite &read : ghost->second.reads)
      follow(keyOf(read));
    onPath.erase(key);
    done.insert(key);
  }

private:
  Unit &unit;
  std::set<GhostKey> onPath, done;
};

} // namespace

void checkGhostCycles(Unit &unit) {
  GhostCycles cycles(unit);
  for (const auto &[key, ghost] : unit.ghosts.ghosts)
    if (!unit.ghosts.isWrong)
      cycles.follow(key);
}

} // namespace stencilc::sema
