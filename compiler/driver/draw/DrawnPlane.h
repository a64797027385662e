/// \file The field, or plane of a field, that a picture or movie shows, with its labels and
/// colours.
#pragma once

#include "driver/cli/Options.h"
#include "ir/Named.h"
#include "runtime/files/FieldPlane.h"
#include "runtime/pictures/Picture.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// A field to draw, given by its index among all fields and profiles (ir/Named.h). If it has three
/// axes, only the plane `plane` is drawn.
struct DrawnPlane {
  ir::FieldId field;
  FieldPlane plane;
};

/// Splits the value of --picture or --movie into field and file: `p=run.gif` or `p[y=3]=run.gif`.
/// The field is empty for `run.gif`.
std::pair<llvm::StringRef, llvm::StringRef> drawingParts(llvm::StringRef text);
/// Returns the field that is drawn if the user names none. It is the first field with an update
/// that the first report reads. If that report reads no such field, it is the first field with an
/// update.
ir::FieldId defaultField(const ir::Program &program);
/// Parses `text`: `T`, `T[y]` (middle plane across y), `T[y=12]` or `T[y=best]` (plane in which
/// values vary most). `T` alone means the best plane across the last axis. An empty text means the
/// same for the default field. Returns `nullopt` after it has reported an unknown field or plane.
std::optional<DrawnPlane> parseDrawnPlane(const std::string &text, const ir::Program &program,
                                          Diagnostics &diags);
/// Returns the field and plane in the syntax that --slice and --frames of compiled programs accept.
std::string toText(const DrawnPlane &drawn, const ir::Program &program);
/// Returns whether a field has three axes, so that a picture shows a plane of it.
bool hasPlanes(const ir::Program &program, ir::FieldId field);
/// Sets the plane of `drawn` to the cell index `at` along `axis`. Both count from 0. Does nothing
/// unless `drawn` shows the field named `field` across this axis and asks for the best plane, in
/// which values vary most.
void setPlane(DrawnPlane &drawn, const ir::Program &program, llvm::StringRef field, int axis,
              std::int64_t at);
/// Returns the position of a plane as text: "z = 64", or "the middle of z".
std::string planeText(const DrawnPlane &drawn, const ir::Program &program);

/// Returns the axes along which the drawn cells lie, one or two, the one that is contiguous in
/// memory first.
std::vector<int> axesOf(const DrawnPlane &drawn, const ir::Program &program);
/// Returns the label and the scale of a picture along one axis: coordinates if the program has a
/// spacing, else cell numbers.
PictureAxis pictureAxis(const Options &options, const ir::Program &program, int axis);
/// Returns the title, colours and style of a picture of `field`, from the options of the user.
PictureOptions pictureLook(const Options &options, const ir::Program &program, ir::FieldId field);

/// Parses "low,high" into `range`. Returns false for any other text, and if low is not less than
/// high.
bool parseRange(llvm::StringRef text, std::pair<double, double> &range);

/// Returns the plane `plane` of an array with three axes as a grid with two axes. Returns all cells
/// of an array with fewer axes.
ir::Grid planeOf(const ir::NamedArray &array, const FieldPlane &plane);

} // namespace stencilc::driver
