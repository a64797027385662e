/// \file Writes the frames of movies.
#include "runtime/program/Frames.h"
#include "runtime/files/FieldFiles.h"

namespace stencilc::inline STENCILC_SPACE {

Status Frames::open(const std::int64_t (&size)[3], bool writes) {
  for (const FileArgument &wanted : arguments.frames) {
    if (const std::string wrong = checkPlane(program, wanted.field, size, wanted.plane);
        !wrong.empty())
      return Status::invalid(wrong);
    const NpyAxes axes = npyPlaneAxes(program, wanted.field, size, wanted.plane);
    FrameOutput &file = files.emplace_back();
    if (!writes)
      file.leaveToAnother();
    if (!file.open(wanted.path, axes.extents[0], axes.extents[1], arguments.framesSize))
      return Status::invalid(file.error());
  }
  return {};
}

Status Frames::begin(const RunPoint &point, std::int64_t) {
  return isWanted() ? happen(point) : Status();
}

Status Frames::happen(const RunPoint &point) {
  for (std::size_t i = 0; i < files.size(); ++i) {
    const FileArgument &wanted = arguments.frames[i];
    const Scalar type = program.fields[wanted.field].storage;
    std::string error;
    files[i].begin();
    if (!eachOfPlane(*instance, wanted.field, wanted.age, wanted.plane, error,
                     [&](std::int64_t count, const void *cells) {
                       files[i].add(cells, count, type);
                       return true;
                     }))
      return Status::invalid(error);
    if (!files[i].end(point.step))
      return Status::invalid(files[i].error());
  }
  return {};
}

static Status each(std::deque<FrameOutput> &files, bool (FrameOutput::*act)()) {
  for (FrameOutput &file : files)
    if (!(file.*act)())
      return Status::invalid(file.error());
  return {};
}

Status Frames::finish() { return each(files, &FrameOutput::finish); }

Status Frames::commit() { return each(files, &FrameOutput::commit); }

} // namespace stencilc::inline STENCILC_SPACE
