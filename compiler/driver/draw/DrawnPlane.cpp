/// \file The field, or plane of a field, that a picture or movie shows, with its labels and
/// colours.
#include "driver/draw/DrawnPlane.h"
#include "driver/files/RequestFor.h"
#include "ir/Named.h"
#include "ir/Saves.h"
#include "ir/Walk.h"
#include "runtime/core/instance/ProgramLookup.h"
#include "runtime/core/support/ParseValue.h"
#include "llvm/ADT/STLExtras.h"

namespace stencilc::driver {

std::pair<llvm::StringRef, llvm::StringRef> drawingParts(llvm::StringRef text) {
  const std::size_t bracket = text.find("]=");
  if (bracket != llvm::StringRef::npos)
    return {text.take_front(bracket + 1), text.drop_front(bracket + 2)};
  return text.contains('=') ? text.split('=') : std::pair(llvm::StringRef(), text);
}

/// Returns the first field that the reductions in the expression `root` read and that the program
/// updates. Returns `nullopt` if there is none.
static std::optional<ir::FieldId> firstRead(const ir::Program &program, ir::ExprId root) {
  for (const ir::ExprId number : ir::reachableFrom(program, {root}))
    if (const auto *reduced = std::get_if<ir::Reduced>(&program[number].node))
      for (const ir::ExprId below :
           ir::reachableFrom(program, {program.reductions[reduced->reduction].value}))
        if (const auto *read = std::get_if<ir::Read>(&program[below].node);
            read && !program.fields[read->field].isLocal && ir::isUpdated(program, read->field))
          return read->field;
  return std::nullopt;
}

ir::FieldId defaultField(const ir::Program &program) {
  if (!program.reports.empty())
    if (const auto field = firstRead(program, program.reports.front().value))
      return *field;
  for (const ir::FieldId id : ir::namedFields(program))
    if (ir::isNamedUpdated(program, id))
      return id;
  return program.stages.begin()->target; // the program has only local fields
}

std::optional<DrawnPlane> parseDrawnPlane(const std::string &text, const ir::Program &program,
                                          Diagnostics &diags) {
  if (text.empty())
    return DrawnPlane{defaultField(program), {-1, kBestPlane}};
  const std::optional<PlaneText> named = parseFieldPlane(text);
  const std::string name = named ? named->field : text;
  DrawnPlane drawn{};
  for (const ir::FieldId id : ir::namedFields(program))
    if (ir::namedField(program, id).name == name)
      drawn.field = id;
  if (!drawn.field.valid()) {
    diags.report(diag::UnknownAssignment,
                 unknownField(ProgramOutline(program).description(), name.c_str()));
    return std::nullopt;
  }
  drawn.plane.at = kBestPlane;
  if (!named)
    return drawn;
  const auto axis = llvm::find(program.axes, named->axis);
  drawn.plane = {static_cast<int>(axis - program.axes.begin()), named->at};
  const bool isPlane = hasPlanes(program, drawn.field) && axis != program.axes.end();
  const bool isInside =
      !isPlane || !program.sizeHint || drawn.plane.at < program.sizeHint->n[drawn.plane.axis];
  if (!isPlane || !isInside) {
    diags.report(diag::NoSuchPlane, text,
                 !hasPlanes(program, drawn.field) ? "only fields with three axes have planes"
                 : !isPlane ? "'" + named->axis + "' is no axis"
                            : named->axis + " has the cells 0 to " +
                                  std::to_string(program.sizeHint->n[drawn.plane.axis] - 1));
    return std::nullopt;
  }
  return drawn;
}

std::string toText(const DrawnPlane &drawn, const ir::Program &program) {
  std::string text = ir::namedField(program, drawn.field).name;
  if (!hasPlanes(program, drawn.field))
    return text;
  text += "[" + program.axes[drawn.plane.across()];
  return text + (drawn.plane.at == kBestPlane ? "=best]"
                 : drawn.plane.at < 0         ? "]"
                                              : "=" + std::to_string(drawn.plane.at) + "]");
}

void setPlane(DrawnPlane &drawn, const ir::Program &program, llvm::StringRef field, int axis,
              std::int64_t at) {
  if (drawn.plane.at == kBestPlane && hasPlanes(program, drawn.field) &&
      ir::namedField(program, drawn.field).name == field && drawn.plane.across() == axis)
    drawn.plane.at = at;
}

bool hasPlanes(const ir::Program &program, ir::FieldId field) {
  return ir::namedAxes(program, field).size() == 3;
}

std::string planeText(const DrawnPlane &drawn, const ir::Program &program) {
  const std::string &axis = program.axes[drawn.plane.across()];
  return drawn.plane.at < 0 ? "the middle of " + axis
                            : axis + " = " + std::to_string(drawn.plane.at);
}

std::vector<int> axesOf(const DrawnPlane &drawn, const ir::Program &program) {
  std::vector<int> axes = ir::namedAxes(program, drawn.field);
  if (axes.size() == 3)
    axes.erase(axes.begin() + drawn.plane.across());
  return axes;
}

/// Returns the text that --label sets for `name`, or `usual` if there is none.
static std::string labelOf(const Options &options, llvm::StringRef name, std::string usual) {
  for (const std::string &label : options.draw.labels)
    if (const auto [of, text] = llvm::StringRef(label).split('='); of == name)
      usual = text.str();
  return usual;
}

PictureAxis pictureAxis(const Options &options, const ir::Program &program, int axis) {
  const std::string &name = program.axes[axis];
  const double spacing = ir::spacingAlong(program, axis).value_or(1);
  const bool isPlace = spacing != 1;
  PictureAxis drawn;
  drawn.label = labelOf(options, name, isPlace ? name : name + " in cells");
  drawn.step = spacing;
  drawn.isWhole = !isPlace;
  return drawn;
}

PictureOptions pictureLook(const Options &options, const ir::Program &program, ir::FieldId field) {
  PictureOptions look;
  const ir::FieldDecl &drawn = ir::namedField(program, field);
  look.title = program.name + ": " + drawn.name;
  look.values = labelOf(options, drawn.name, drawn.name);
  look.look = options.draw.pictureLook == "plain" ? PictureLook::Plain : PictureLook::Axes;
  look.map = options.draw.colourMap == "viridis"     ? ColourMap::Viridis
             : options.draw.colourMap == "diverging" ? ColourMap::Diverging
             : options.draw.colourMap == "grey"      ? ColourMap::Grey
                                                     : ColourMap::Auto;
  if (std::pair<double, double> range; parseRange(options.draw.colourRange, range))
    look.range = range;
  // Data from files, such as maps, have their first row at the top. All other fields have their
  // origin at the bottom.
  for (const ir::FieldId id : ir::namedFields(program))
    if (!ir::namedField(program, id).initFile.empty())
      look.firstRow = FirstRow::Top;
  return look;
}

bool parseRange(llvm::StringRef text, std::pair<double, double> &range) {
  const auto [low, high] = text.split(',');
  return parseNumber({low.data(), low.size()}, range.first) &&
         parseNumber({high.data(), high.size()}, range.second) && range.first < range.second;
}

ir::Grid planeOf(const ir::NamedArray &array, const FieldPlane &plane) {
  const ir::Grid &grid = array.grid;
  if (array.axes.size() < 3)
    return grid;
  const int across = plane.across();
  Extents extents = grid.extents;
  const std::int64_t at = plane.cellOf(extents[across]);
  ir::Grid slice{grid.type, {}, {}};
  std::int64_t place[3];
  std::int64_t wanted[2];
  for (int axis = 0, to = 0; axis < 3; ++axis)
    if (axis != across)
      wanted[to++] = extents[axis];
  slice.extents = {{wanted[0], wanted[1], 1}};
  for (place[2] = 0; place[2] < extents[2]; ++place[2])
    for (place[1] = 0; place[1] < extents[1]; ++place[1])
      for (place[0] = 0; place[0] < extents[0]; ++place[0])
        if (place[across] == at)
          slice.cells.push_back(grid.cells[static_cast<std::size_t>(
              (place[2] * extents[1] + place[1]) * extents[0] + place[0])]);
  return slice;
}

} // namespace stencilc::driver
