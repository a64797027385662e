/// \file Lowers the `boundary` items of fields, which give the values beyond the faces of the grid.
#include "sema/boundaries/Boundaries.h"
#include "sema/boundaries/GhostCells.h"
#include "sema/names/Groups.h"
#include "sema/values/Constants.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

namespace stencilc::sema {

namespace {

using FaceKey = std::pair<int, Side>;

/// Returns advice on a boundary whose name comes from textbooks or from numpy's `pad`, such as
/// "dirichlet". Returns an empty string for other names.
std::string meantBoundary(llvm::StringRef kind) {
  struct Meaning {
    llvm::StringLiteral words, text; // words separated by blanks, in lower case
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
      {" robin mixed ",
       "; 'from(expression)' computes cells beyond the face: with u + k * du/dn = g at the face, "
       "and cells of width h, 'from((g + (k / h - 1/2) * u) / (k / h + 1/2))'"},
      {" absorbing absorb sponge damping pml cpml abc ",
       "; layers at the faces absorb waves: 'import \"std/absorbing\";' and multiply by 'sponge(x, "
       "nx, 20, 0.015)' in the update, or 'import \"std/cpml\";'; beyond their faces 'fixed(0)'"},
      {" radiation sommerfeld radiating nonreflecting ",
       "; 'from(expression)' computes cells beyond the face from those inside; layers that absorb "
       "waves are in \"std/absorbing\" and \"std/cpml\""},
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

  /// Lowers the boundaries of one field. Fields of the same statement must be lowered one after the
  /// other, because only the first of them reports errors.
  void lowerField(const DeclaredField &declared) {
    const ast::FieldStatement &field = *declared.statement;
    const bool isFirst = std::exchange(last, &field) != &field;
    if (isFirst)
      isWrong = false;
    if (isWrong)
      return noteWrong(declared);
    const Frame frame = Frame::ofIndex(indexNameOf(*declared.name), declared.member, nullptr);
    place.frame = declared.member >= 0 ? &frame : nullptr;
    place.shift = Displacement::ofHalves(unit.placeOf(declared));
    lowering.restrictTo(declared.profile);
    lowerItems(field, declared, isFirst);
    lowering.restrictTo({});
  }

private:
  /// Boundary of the IR, or rule for ghost cells (beyond the grid), that one `boundary` item of a
  /// field describes.
  struct Outside {
    ir::Boundary boundary;
    int rim = 0; // keep: width of the frozen layer in cells
    std::optional<GhostRule> ghosts = std::nullopt;
  };

  void noteWrong(const DeclaredField &declared) {
    isWrong = true;
    if (declared.profile.valid())
      unit.wrongProfiles.insert(declared.profile);
    else
      unit.wrongBoundaries.insert(declared.field);
  }

  void lowerItems(const ast::FieldStatement &field, const DeclaredField &declared, bool isFirst) {
    ir::FieldDecl &declaration = unit.declarationOf(declared);
    std::map<FaceKey, const ast::BoundaryItem *> deciders = decide(field);
    std::map<const ast::BoundaryItem *, std::optional<Outside>> lowered;
    for (const ast::BoundaryItem &item : field.boundaries) {
      lowered[&item] = lowerItem(item, declaration.storage);
      if (!lowered[&item] || !namesFacesRight(item) || !fitsProfile(item, declared, lowered[&item]))
        noteWrong(declared);
    }
    for (const auto &[face, item] : deciders)
      if (lowered[item] && !isWrong)
        decideFace(declared, face, *lowered[item], *item);
    if (!declared.profile.valid())
      checkEnds(declared, deciders);
    if (!isWrong && !declared.profile.valid())
      for (const auto &[face, item] : deciders)
        if (face.second == Side::High)
          addPlainRules(unit, declared, face.first, *item);
    for (const ast::BoundaryItem &item : field.boundaries)
      if (isFirst &&
          llvm::none_of(deciders, [&](const auto &entry) { return entry.second == &item; }) &&
          lowered[&item] && namesFacesRight(item))
        unit.diags.report(item.range, diag::BoundaryWithoutEffect);
    if (isFirst)
      checkPeriodic(declaration, deciders);
  }

  void decideFace(const DeclaredField &declared, const FaceKey &face, const Outside &outside,
                  const ast::BoundaryItem &item) {
    const auto [axis, side] = face;
    if (declared.profile.valid() && !unit.program.profiles[declared.profile].along[axis])
      return; // an item without faces does not apply to missing axes
    ir::Boundary &boundary = unit.declarationOf(declared).boundary[axis][static_cast<int>(side)];
    boundary = outside.boundary;
    const ir::FieldId field = declared.field;
    if (boundary.kind == ir::BoundaryKind::Fixed) {
      GhostRule rule{GhostRule::Kind::Plain, item.arguments.front(), 0, item.range};
      rule.index = indexNameOf(*declared.name);
      rule.member = declared.member;
      rule.repeats = ir::BoundaryKind::Fixed;
      if (declared.profile.valid()) {
        unit.profileRules.insert_or_assign({declared.profile, axis, side}, rule);
        boundary = {ir::BoundaryKind::Copy, {}}; // reads select between the copy and the value
      } else {
        unit.fixedRules.insert_or_assign({field, axis, side}, rule);
      }
    }
    if (outside.ghosts)
      unit.ghostRules[field][axis][static_cast<int>(side)] = outside.ghosts;
    if (outside.rim > 0)
      (side == Side::Low ? unit.rims[field].low : unit.rims[field].high)[axis] =
          outside.rim + (side == Side::High && unit.program.fields[field].shorter[axis]);
  }

  /// Returns whether a profile (values along some of the axes only) can have the boundary in
  /// `item`, and has the axes that the item names. Reports an error if not.
  bool fitsProfile(const ast::BoundaryItem &item, const DeclaredField &declared,
                   const std::optional<Outside> &outside) {
    if (!declared.profile.valid() || !outside)
      return true;
    const ir::ProfileDecl &profile = unit.program.profiles[declared.profile];
    const std::string name = declared.name->name.text, axes = unit.axesOf(profile);
    if (outside->ghosts || outside->boundary.kind == ir::BoundaryKind::Keep) {
      unit.diags.report(item.kind.range, diag::ProfileItem, name, axes,
                        "boundary " + item.kind.text,
                        outside->ghosts ? "cells beyond its faces are not computed; there are "
                                          "'fixed', 'periodic', 'mirror' and 'copy'"
                                        : "it has no cells that an update could keep");
      return false;
    }
    for (const ast::Face &face : item.faces)
      if (const auto axis = isElsewhere(face) ? std::nullopt : unit.axisOf(face.axis, true);
          axis && !profile.along[*axis]) {
        unit.diags.report(face.range, diag::ProfileItem, name, axes,
                          "boundary on " + unit.stencil.axes[*axis].text,
                          "it has no end along that axis");
        return false;
      }
    return true;
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

  /// Returns, for each face, the `boundary` item that applies to the face. Faces without an item
  /// are not in the map.
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

  /// Returns the faces that a `boundary` item names, or all faces if it names none.
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

  /// Returns whether a `mirror` boundary has a factor, as `mirror(-1)` and `mirror(node, -1)` do.
  bool hasFactor(const ast::BoundaryItem &item) const {
    if (item.arguments.size() != 1)
      return item.arguments.size() > 1;
    const auto *name = std::get_if<ast::Name>(&unit.stencil.exprs[item.arguments.front()].node);
    return !name || (name->name.text != "cell" && name->name.text != "node" &&
                     unit.symbols.find(name->name.text));
  }

  /// Lowers the boundary `keep(4)`: a layer of 4 cells at the face that no update changes.
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

  /// Reports a field declared with `faces` along a periodic axis. `faces` means one value more than
  /// there are cells, but a periodic axis has as many cell faces as cells.
  void checkEnds(const DeclaredField &declared,
                 const std::map<FaceKey, const ast::BoundaryItem *> &deciders) {
    for (int axis = 0; axis < unit.rank(); ++axis) {
      const auto item = deciders.find({axis, Side::Low});
      if (!unit.program.wider[axis] || item == deciders.end() ||
          item->second->kind.text != "periodic" ||
          !unit.isFirst(item->second->range, diag::PeriodicFaces.id))
        continue;
      noteWrong(declared);
      const std::string &name = unit.stencil.axes[axis].text;
      unit.diags.report(item->second->range, diag::PeriodicFaces, name)
          .note(item->second->range, diag::Hint,
                "declare the fields with '" + name + " faces' along '" + name +
                    "+1/2': the face at one end is the one at the other");
    }
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
  UseSite place;                             // includes the member number
  const ast::FieldStatement *last = nullptr; // statement of the preceding field
  bool isWrong = false;                      // an error in this statement was reported
};

} // namespace

void lowerBoundaries(Unit &unit) {
  BoundaryLowering lowering(unit);
  for (const DeclaredField &declared : unit.declaredFields)
    lowering.lowerField(declared);
}

} // namespace stencilc::sema
