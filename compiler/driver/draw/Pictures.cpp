/// \file Draws planes of fields as a PNG, with their values before and after a run.
#include "driver/draw/Pictures.h"
#include "support/Counted.h"
#include <algorithm>
#include <cmath>
#include <deque>

namespace stencilc::driver {

std::optional<PictureFiles> preparePicture(const Options &options, const ir::Program &program,
                                           Diagnostics &diags) {
  const auto drawn = parseDrawnPlane(options.draw.pictureField, program, diags);
  if (!drawn)
    return std::nullopt;
  PictureFiles files;
  files.folder = std::make_unique<WorkFolder>();
  if (!files.folder->isThere(diags))
    return std::nullopt;
  const bool isOne = !hasPlanes(program, drawn->field) || drawn->plane.axis >= 0 ||
                     options.draw.pictureLook == "plain";
  for (int axis = 2; axis >= (isOne ? 2 : 0); --axis) {
    const std::string number = std::to_string(axis);
    files.planes.push_back({isOne ? *drawn : DrawnPlane{drawn->field, {axis, kBestPlane}},
                            files.folder->file("before" + number + ".npy"),
                            files.folder->file("after" + number + ".npy")});
  }
  return files;
}

namespace {

/// The panels of a picture (one image for each plane and time), with the values of their cells.
struct Panels {
  std::deque<LoadedSlice> slices; // panels refer to these
  PictureSheet sheet;
  std::string error;

  bool add(const std::string &file, const std::string &title,
           const std::vector<PictureAxis> &axes) {
    LoadedSlice &slice = slices.emplace_back();
    error = loadSlice(file, slice);
    if (error.empty())
      sheet.back().push_back(
          {slice.view(), title, axes[0], axes.size() > 1 ? axes[1] : PictureAxis{}});
    return error.empty();
  }
};

} // namespace

/// Returns the title of one panel (image of a plane) in a row of planes: the position of its plane.
/// The first panel of a row also shows the time.
static std::string titleOf(const PicturedPlane &plane, bool isFirst, const std::string &time,
                           bool isAfter, bool hasBefore, const ir::Program &program) {
  const FieldPlane &at = plane.drawn.plane;
  const std::string &axis = program.axes[at.across()];
  std::string place = at.at < 0 ? "mid " + axis : axis + " = " + std::to_string(at.at);
  if (!isFirst || !hasBefore) // the title of the picture has the time
    return place;
  return isAfter ? time : time + ", " + place;
}

static std::string timeAfter(std::int64_t steps) { return "after " + counted(steps, "step"); }

/// Returns true if all cells of all planes have one finite value before the run. Returns false if
/// they differ, or if a file cannot be read.
static bool areConstant(const PictureFiles &files) {
  std::optional<double> value;
  for (const PicturedPlane &plane : files.planes) {
    LoadedSlice slice;
    if (!loadSlice(plane.before, slice).empty())
      return false;
    for (const double cell : slice.cells)
      if (cell != value.value_or(cell) || !std::isfinite(cell))
        return false;
      else
        value = cell;
  }
  return true;
}

/// Adds to `panels` the panels (images of planes) for one time, before the run or after it
/// (`isAfter`). With several planes, each time has a row of panels, with titles above. With one
/// plane, its panels for both times form one row. `hasBefore` is true if the picture shows both
/// times. Returns false if a file cannot be read, with the reason in `panels.error`.
static bool loadTime(const PictureFiles &files, bool isAfter, bool hasBefore,
                     const ir::Program &program, const Options &options, std::int64_t steps,
                     Panels &panels) {
  const bool hasTitles = files.planes.size() > 1;
  const std::string time = isAfter ? timeAfter(steps) : "before";
  if (hasTitles || panels.sheet.empty())
    panels.sheet.emplace_back();
  for (const PicturedPlane &plane : files.planes) {
    std::vector<PictureAxis> axes;
    for (const int axis : axesOf(plane.drawn, program))
      axes.push_back(pictureAxis(options, program, axis));
    const bool isFirst = &plane == &files.planes.front();
    const std::string title =
        hasTitles ? titleOf(plane, isFirst, time, isAfter, hasBefore, program) : time;
    if (!panels.add(isAfter ? plane.after : plane.before, title, axes))
      return false;
  }
  return true;
}

/// Returns the length in pixels of the longer side of each panel (image of a plane), for a picture
/// with several planes.
static int sizeOfMany(const Panels &panels) {
  constexpr std::int64_t kLeast = 320, kMost = 640;
  std::int64_t cells = 0;
  for (const LoadedSlice &slice : panels.slices)
    cells = std::max({cells, slice.nx, slice.ny});
  return static_cast<int>(std::clamp(cells, kLeast, kMost));
}

bool drawPicture(const PictureFiles &files, const ir::Program &program, const Options &options,
                 std::int64_t steps, Diagnostics &diags) {
  PictureOptions look = pictureLook(options, program, files.planes.front().drawn.field);
  look.longest = options.draw.pictureSize;
  const bool hasTitles = files.planes.size() > 1, hasBefore = !areConstant(files);
  if (hasTitles && !hasBefore)
    look.title += ", " + timeAfter(steps);
  if (!hasTitles && hasPlanes(program, files.planes.front().drawn.field))
    look.title += ", " + planeText(files.planes.front().drawn, program);
  Panels panels;
  const auto load = [&](bool isAfter) {
    return loadTime(files, isAfter, hasBefore, program, options, steps, panels);
  };
  if ((hasBefore && !load(false)) || !load(true)) {
    diags.report(diag::BadArrayFile, panels.error);
    return false;
  }
  if (hasTitles && look.longest == 0)
    look.longest = sizeOfMany(panels);
  const std::string error = writePicture(options.draw.picture, panels.sheet, look);
  if (!error.empty()) {
    diags.report(diag::CannotWriteFile, options.draw.picture, error);
    return false;
  }
  if (!options.run.quiet)
    llvm::errs() << "wrote " << options.draw.picture << "\n";
  return true;
}

} // namespace stencilc::driver
