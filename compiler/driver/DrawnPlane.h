/// \file What pictures and movies show: a field, or a plane of it; and how they look.
#pragma once

#include "driver/Options.h"
#include "ir/Named.h"
#include "stencilc/FieldPlane.h"
#include "stencilc/picture/Picture.h"
#include "support/Diagnostics.h"
#include <optional>
#include <string>
#include <vector>

namespace stencilc::driver {

/// A field by its number (ir/Named.h), and a plane of it if it has three axes.
struct DrawnPlane {
  ir::FieldId field;
  FieldPlane plane;
};

/// Returns the field and the file of what --picture and --movie say: `p=run.gif`, `p[y=3]=run.gif`,
/// or `run.gif` with an empty field.
std::pair<llvm::StringRef, llvm::StringRef> drawingParts(llvm::StringRef text);
/// The field that is drawn if none is named: of those that the program updates, the first one that
/// the first report reads, else the first one declared.
ir::FieldId defaultField(const ir::Program &program);
/// Reads `T`, `T[y]`, `T[y=12]` or `T[y=best]`; an empty text is the default field, and without a
/// plane it is the best one. Reports names that are no field, and planes that it does not have.
std::optional<DrawnPlane> parseDrawnPlane(const std::string &text, const ir::Program &program,
                                          Diagnostics &diags);
/// As the program's own --slice and --frames take it.
std::string toText(const DrawnPlane &drawn, const ir::Program &program);
bool hasPlanes(const ir::Program &program, ir::FieldId field);
/// Sets a plane that was left to the run: of the field and axis, if it is the best one.
void setPlane(DrawnPlane &drawn, const ir::Program &program, llvm::StringRef field, int axis,
              std::int64_t at);
/// "z = 64", "the middle of z".
std::string planeText(const DrawnPlane &drawn, const ir::Program &program);

/// The axes of what is drawn, one or two, the contiguous one first.
std::vector<int> axesOf(const DrawnPlane &drawn, const ir::Program &program);
/// What stands at an axis: places where the program has a spacing, else numbers of cells.
PictureAxis pictureAxis(const Options &options, const ir::Program &program, int axis);
/// Labels, colours and look, as the options say.
PictureOptions pictureLook(const Options &options, const ir::Program &program, ir::FieldId field);

/// Reads "low,high"; false if it is nothing such, or not in this order.
bool parseRange(llvm::StringRef text, std::pair<double, double> &range);

/// The cells of a plane, or of a field with fewer axes; for the interpreter.
ir::Grid planeOf(const ir::NamedArray &array, const FieldPlane &plane);

} // namespace stencilc::driver
