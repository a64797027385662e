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

/// Reads `T`, `T[y]` or `T[y=12]`; an empty text is the first updated field. Reports names that are
/// no field, and planes that it does not have.
std::optional<DrawnPlane> parseDrawnPlane(const std::string &text, const ir::Program &program,
                                          Diagnostics &diags);
/// As the program's own --slice and --frames take it.
std::string toText(const DrawnPlane &drawn, const ir::Program &program);
bool hasPlanes(const ir::Program &program, ir::FieldId field);
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
