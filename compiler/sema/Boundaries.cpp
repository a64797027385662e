/// \file Boundaries of fields.
#include "sema/Boundaries.h"
#include "sema/Constants.h"
#include "sema/GhostCells.h"
#include "sema/Groups.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

namespace {

using FaceKey = std::pair<int, Side>;

/// What the boundaries of textbooks and of numpy's `pad` are called here; empty for others.
std::string meantBoundary(llvm::StringRef kind) {
  struct Meaning {
    llvm::StringLiteral words, text; // words between blanks, in lower case
  };
  static constexpr Meaning table[] = {
      {" dirichlet constant value zero const ",
       "; 'fixed(0)' gives cells beyond the face that value, 'face(0)' gives it to the face "
       "itself, and 'keep' leaves the cells at the face as they are"},
      {" neumann zerogradient noflux zeroflux insulated outflow open edge nearest clamp "
       "replicate gradient flux ",
       "; 'copy' gives cells beyond the face the value of the last one, and 'mirror' reflects "
       "them: no flux either way; 'slope(g)' gives the gradient"},
      {" reflect reflective reflecting symmetric symmetry slip ",
       "; 'mirror' reflects at the face, 'mirror(node)' at the first cell"},
      {" noslip wall antisymmetric odd ",
       "; 'mirror(-1)' reflects with the other sign: a wall for the velocity across it, or along "
       "it without slip; 'mirror' is one for all else"},
      {" linear extrapolated ", "; it is called 'extrapolate(2)'"},
      {" wrap cyclic circular torus wraparound ", "; it is called 'periodic'"},
      {" robin mixed absorbing radiation sommerfeld pml sponge abc ",
       "; write it in the update, as in 'u[t+1] = select(x == 0, ..., ...);', and 'fixed', 'copy' "
       "or "
       "'mirror' here"},
  };
  for (const Meaning &meaning : table)
    if (meaning.words.contains(" " + kind.lower() + " "))
      return meaning.text.str();
  return "";
}

class BoundaryLowering {
public:
  explicit BoundaryLowering(Unit &unit)
      : unit(unit), lowering(unit, unit.program, Purpose::Boundary) {}

  /// What the statement says is checked with the first field that it declares.
  void lowerField(const DeclaredField &declared) {
    const ast::FieldStatement &field = *declared.statement;
    const bool isFirst = std::exchange(last, &field) != &field;
    if (isFirst)
      isWrong = false;
    if (isWrong) {
      unit.wrongBoundaries.insert(declared.field);
      return;
    }
    const Frame frame = Frame::ofIndex(indexNameOf(*declared.name), declared.member, nullptr);
    place.frame = declared.member >= 0 ? &frame : nullptr;
    lowerItems(field, declared.field, isFirst);
    isWrong = unit.wrongBoundaries.contains(declared.field);
  }

private:
  /// What lies beyond the faces of an item.
  struct Outside {
    ir::Boundary boundary;
    int rim = 0; // keep: cells at the face
    std::optional<GhostRule> ghosts = std::nullopt;
  };

  void lowerItems(const ast::FieldStatement &field, ir::FieldId id, bool isFirst) {
    ir::FieldDecl &declaration = unit.program.fields[id];
    std::map<FaceKey, const ast::BoundaryItem *> deciders = decide(field);
    std::map<const ast::BoundaryItem *, std::optional<Outside>> lowered;
    for (const ast::BoundaryItem &item : field.boundaries) {
      lowered[&item] = lowerItem(item, declaration.storage);
      if (!lowered[&item] || !namesFacesRight(item))
        unit.wrongBoundaries.insert(id);
    }
    for (const auto &[face, item] : deciders)
      if (lowered[item])
        decideFace(id, face, *lowered[item]);
    for (const ast::BoundaryItem &item : field.boundaries)
      if (isFirst &&
          llvm::none_of(deciders, [&](const auto &entry) { return entry.second == &item; }) &&
          lowered[&item] && namesFacesRight(item))
        unit.diags.report(item.range, diag::BoundaryWithoutEffect);
    if (isFirst)
      checkPeriodic(declaration, deciders);
  }

  void decideFace(ir::FieldId field, const FaceKey &face, const Outside &outside) {
    const auto [axis, side] = face;
    unit.program.fields[field].boundary[axis][static_cast<int>(side)] = outside.boundary;
    if (outside.ghosts)
      unit.ghostRules[field][axis][static_cast<int>(side)] = outside.ghosts;
    if (outside.rim > 0)
      (side == Side::Low ? unit.rims[field].low : unit.rims[field].high)[axis] = outside.rim;
  }

  std::vector<FaceKey> allFaces() const {
    std::vector<FaceKey> faces;
    for (int axis = 0; axis < unit.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        faces.push_back({axis, side});
    return faces;
  }

  bool namesFacesRight(const ast::BoundaryItem &item) {
    return llvm::all_of(item.faces, [&](const ast::Face &face) {
      return isElsewhere(face) || unit.axisOf(face.axis, /*isFace=*/true);
    });
  }

  /// The item that decides each face; faces that no item names are missing.
  std::map<FaceKey, const ast::BoundaryItem *> decide(const ast::FieldStatement &field) {
    std::map<FaceKey, const ast::BoundaryItem *> deciders;
    for (const ast::BoundaryItem &item : field.boundaries)
      for (const FaceKey &face : facesOf(item))
        deciders[face] = &item;
    for (const ast::BoundaryItem &item : field.boundaries)
      if (llvm::any_of(item.faces, isElsewhere))
        for (const FaceKey &face : allFaces())
          deciders.try_emplace(face, &item);
    return deciders;
  }

  static bool isElsewhere(const ast::Face &face) {
    return face.which == ast::Face::Which::Elsewhere;
  }

  /// The faces that an item names; all where it names none.
  std::vector<FaceKey> facesOf(const ast::BoundaryItem &item) {
    if (item.faces.empty())
      return allFaces();
    std::vector<FaceKey> faces;
    for (const ast::Face &face : item.faces) {
      if (isElsewhere(face))
        continue;
      const std::optional<int> axis = unit.axisOf(face.axis, /*isFace=*/true);
      if (axis && face.which != ast::Face::Which::High)
        faces.push_back({*axis, Side::Low});
      if (axis && face.which != ast::Face::Which::Low)
        faces.push_back({*axis, Side::High});
    }
    return faces;
  }

  std::optional<Outside> lowerItem(const ast::BoundaryItem &item, ir::ScalarType storage) {
    const llvm::StringRef kind = item.kind.text;
    if (isGhostRule(kind) || (kind == "mirror" && hasFactor(item))) {
      const auto rule = lowerGhostRule(unit, lowering, item, place);
      return rule ? std::optional(Outside{{rule->second, {}}, 0, rule->first}) : std::nullopt;
    }
    if (kind == "keep" && !item.arguments.empty())
      return lowerRim(item);
    const auto plain = lowerPlain(item, storage);
    return plain ? std::optional(Outside{*plain}) : std::nullopt;
  }

  /// Whether a mirror's arguments are more than the word that says where it stands.
  bool hasFactor(const ast::BoundaryItem &item) const {
    if (item.arguments.size() != 1)
      return item.arguments.size() > 1;
    const auto *name = std::get_if<ast::Name>(&unit.stencil.exprs[item.arguments.front()].node);
    return !name || (name->name.text != "cell" && name->name.text != "node" &&
                     unit.symbols.find(name->name.text));
  }

  /// `keep(4)`: a rim of cells that no update changes.
  std::optional<Outside> lowerRim(const ast::BoundaryItem &item) {
    const ast::ExprId argument = item.arguments.front();
    const llvm::SMRange range = unit.stencil.exprs[argument].range;
    if (item.arguments.size() > 1) {
      unit.diags.report(range, diag::BoundaryArguments,
                        "'keep' takes one number, the width of the rim in cells");
      return std::nullopt;
    }
    const auto width = evaluateConstant(unit, argument, "the width of a rim");
    if (!width)
      return std::nullopt;
    if (*width != std::trunc(*width) || *width < 1 || *width > kMaxReach) {
      unit.diags.report(range, diag::BoundaryArguments,
                        "the width of a rim is a whole number of cells from 1 to " +
                            std::to_string(kMaxReach) + ", not " + toText(*width));
      return std::nullopt;
    }
    return Outside{{ir::BoundaryKind::Keep, {}}, static_cast<int>(*width)};
  }

  std::optional<ir::Boundary> lowerPlain(const ast::BoundaryItem &item, ir::ScalarType storage) {
    const llvm::StringRef kind = item.kind.text;
    if (kind == "fixed")
      return lowerFixed(item, storage);
    if (kind == "mirror")
      return lowerMirror(item);
    std::optional<ir::BoundaryKind> plain;
    if (kind == "keep")
      plain = ir::BoundaryKind::Keep;
    else if (kind == "periodic")
      plain = ir::BoundaryKind::Periodic;
    else if (kind == "copy")
      plain = ir::BoundaryKind::Copy;
    if (!plain) {
      const std::string meant = meantBoundary(kind);
      const llvm::StringRef nearest =
          nearestName(kind, {"keep", "fixed", "periodic", "mirror", "copy", "face", "slope",
                             "extrapolate", "from"});
      auto report = unit.diags.report(item.kind.range, diag::UnknownBoundary, kind,
                                      meant.empty() ? didYouMean(nearest) : meant);
      if (!meant.empty())
        return std::nullopt;
      if (!nearest.empty())
        report.fixIt(item.kind.range, nearest);
      else
        report.note(item.kind.range, diag::Hint,
                    "there are keep, fixed(value), periodic, mirror, mirror(node), copy, "
                    "mirror(factor), face(value), slope(gradient), extrapolate(points) and "
                    "from(expression)");
      return std::nullopt;
    }
    if (!item.arguments.empty()) {
      unit.diags.report(unit.stencil.exprs[item.arguments.front()].range, diag::BoundaryArguments,
                        quoted(kind) + " takes no argument");
      return std::nullopt;
    }
    return ir::Boundary{*plain, {}};
  }

  std::optional<ir::Boundary> lowerFixed(const ast::BoundaryItem &item, ir::ScalarType storage) {
    if (item.arguments.size() != 1) {
      unit.diags
          .report(item.kind.range, diag::BoundaryArguments,
                  item.arguments.empty() ? "'fixed' needs the value outside the grid"
                                         : "'fixed' takes one value")
          .fixIt(item.arguments.empty() ? item.kind.range : llvm::SMRange(), "fixed(0)");
      return std::nullopt;
    }
    const auto value =
        lowering.lowerNumber(item.arguments.front(), place, "the value of a boundary");
    if (!value)
      return std::nullopt;
    return ir::Boundary{ir::BoundaryKind::Fixed, lowering.values().finish(*value, storage)};
  }

  std::optional<ir::Boundary> lowerMirror(const ast::BoundaryItem &item) {
    if (item.arguments.empty())
      return ir::Boundary{ir::BoundaryKind::MirrorCell, {}};
    const ast::Expr &argument = unit.stencil.exprs[item.arguments.front()];
    const auto *word = std::get_if<ast::Name>(&argument.node);
    if (item.arguments.size() == 1 && word && word->name.text == "cell")
      return ir::Boundary{ir::BoundaryKind::MirrorCell, {}};
    if (item.arguments.size() == 1 && word && word->name.text == "node")
      return ir::Boundary{ir::BoundaryKind::MirrorNode, {}};
    unit.diags.report(argument.range, diag::BoundaryArguments,
                      "'mirror' takes 'cell' (the face is the mirror) or 'node' (the first cell "
                      "is), not '" +
                          sourceText(argument.range).str() + "'");
    return std::nullopt;
  }

  void checkPeriodic(ir::FieldDecl &field,
                     const std::map<FaceKey, const ast::BoundaryItem *> &deciders) {
    for (int axis = 0; axis < unit.rank(); ++axis) {
      const bool isLow = field.at(axis, Side::Low).kind == ir::BoundaryKind::Periodic;
      const bool isHigh = field.at(axis, Side::High).kind == ir::BoundaryKind::Periodic;
      if (isLow == isHigh)
        continue;
      const std::string &name = unit.stencil.axes[axis].text;
      const auto item = deciders.find({axis, isLow ? Side::Low : Side::High});
      unit.diags
          .report(item->second->range, diag::PeriodicOneSide, field.name,
                  name + (isLow ? ".low" : ".high"), name + (isLow ? ".high" : ".low"))
          .note(item->second->range, diag::Hint, "write 'boundary periodic on " + name + ";'");
    }
  }

  Unit &unit;
  Lowering lowering;
  UseSite place;                             // with the member's number
  const ast::FieldStatement *last = nullptr; // the statement of the field before
  bool isWrong = false;                      // something in it was reported
};

} // namespace

void lowerBoundaries(Unit &unit) {
  BoundaryLowering lowering(unit);
  for (const DeclaredField &declared : unit.declaredFields)
    lowering.lowerField(declared);
}

Reach frozenLayerOf(const ir::Program &program, const std::vector<ReadSite> &reads) {
  Reach frozen;
  for (const ReadSite &read : reads)
    for (int axis = 0; axis < program.rank(); ++axis) {
      const ir::FieldDecl &field = program.fields[read.field];
      if (field.at(axis, Side::Low).kind == ir::BoundaryKind::Keep)
        frozen.low[axis] = std::max(frozen.low[axis], -read.offset[axis]);
      if (field.at(axis, Side::High).kind == ir::BoundaryKind::Keep)
        frozen.high[axis] = std::max(frozen.high[axis], read.offset[axis]);
    }
  return frozen;
}

/// "x.low, x.high and y.low".
static std::string listFaces(const ir::Program &program, const std::set<FaceKey> &faces) {
  std::string text;
  std::size_t left = faces.size();
  for (const auto &[axis, side] : faces) {
    text += program.axes[axis] + (side == Side::Low ? ".low" : ".high");
    if (--left > 0)
      text += left == 1 ? " and " : ", ";
  }
  return text;
}

/// Where a boundary can be added to a declaration, and the text to add.
static std::pair<llvm::SMRange, std::string> boundaryFixIt(const ast::Statement &declaration) {
  const llvm::StringRef text = sourceText(declaration.range);
  const std::size_t brace = text.rfind('}');
  const std::size_t place = brace != llvm::StringRef::npos ? brace : text.rfind(';');
  if (place == llvm::StringRef::npos)
    return {declaration.range, ""};
  const char *begin = text.data() + place;
  if (brace != llvm::StringRef::npos) {
    const auto at = llvm::SMLoc::getFromPointer(begin);
    return {{at, at}, "boundary fixed(0); "};
  }
  return {{llvm::SMLoc::getFromPointer(begin), llvm::SMLoc::getFromPointer(begin + 1)},
          " { boundary fixed(0); }"};
}

void checkReadsInsideGrid(Unit &unit, const std::vector<std::pair<ReadSite, Reach>> &reads) {
  std::map<ir::FieldId, std::set<FaceKey>> faces;
  std::map<ir::FieldId, llvm::SMRange> firstRead;
  for (const auto &[read, frozen] : reads) {
    const ir::FieldDecl &field = unit.program.fields[read.field];
    Reach reach;
    reach.include(read.offset);
    for (int axis = 0; axis < unit.rank(); ++axis)
      for (Side side : {Side::Low, Side::High})
        if (axis != read.insideAlong && reach.of(axis, side) > frozen.of(axis, side) &&
            field.at(axis, side).kind == ir::BoundaryKind::None &&
            !unit.wrongBoundaries.contains(read.field)) {
          faces[read.field].insert({axis, side});
          firstRead.try_emplace(read.field, read.range);
        }
  }
  for (const auto &[field, beyond] : faces) {
    const Symbol &symbol = unit.symbols[unit.symbolOf(field)];
    const auto &declaration = std::get<ast::FieldStatement>(symbol.statement->node);
    if (!unit.isFirst(symbol.declared, diag::ReadBeyondGrid.id))
      continue; // another member of the group
    auto report = unit.diags.report(firstRead.at(field), diag::ReadBeyondGrid, symbol.name,
                                    listFaces(unit.program, beyond));
    const auto [place, text] = boundaryFixIt(*symbol.statement);
    const bool hasSome = !declaration.boundaries.empty();
    report
        .note(place, diag::Hint,
              hasSome ? "say what lies there, for example 'boundary fixed(0) elsewhere;'"
                      : "say what lies outside, for example 'boundary fixed(0);'")
        .fixIt(place, hasSome ? "boundary fixed(0) elsewhere; " : text);
  }
}

} // namespace stencilc::sema
