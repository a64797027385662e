/// \file Checks requests to save and groups them by file.
#include "runtime/parts/save/SavePlan.h"
#include "runtime/core/support/Text.h"
#include "runtime/core/timeline/Event.h"
#include "runtime/parts/save/SaveTypes.h"
#include <algorithm>

namespace stencilc::inline STENCILC_SPACE {

std::vector<int> SavedArray::keptAxes(int rank) const {
  std::vector<int> axes;
  for (int axis = 0; axis < rank; ++axis)
    if (!isPlace[axis])
      axes.push_back(axis);
  return axes.empty() ? std::vector<int>{0} : axes;
}

std::uint64_t SavedFile::snapshotBytes() const {
  std::uint64_t bytes = 0;
  for (const SavedArray &array : arrays)
    bytes += array.snapshotBytes();
  return bytes;
}

std::uint64_t SavedFile::bytes() const {
  std::uint64_t bytes = 0;
  for (const SavedArray &array : arrays)
    bytes += array.bytes();
  return bytes;
}

std::int64_t SavePlan::next(std::int64_t step) const {
  std::int64_t nearest = Event::kNever;
  for (const SavedFile &file : files)
    nearest = std::min(nearest, nextMultiple(step, file.every));
  return nearest;
}

static std::string rangeText(const SaveRange &range) {
  const auto number = [](std::int64_t value) {
    return format("%lld", static_cast<long long>(value));
  };
  return number(range.first) + (range.isPlace ? "" : " .. " + number(range.last)) +
         (range.by == 1 ? "" : " by " + number(range.by));
}

/// Returns an error message if `range` does not fit the `extent` cells of a field along an axis, or
/// "" if it does.
static std::string rangeError(const SavedField &field, const std::string &axis,
                              const SaveRange &range, std::int64_t extent) {
  const std::string what = "'" + field.name + "[" + axis + " = " + rangeText(range) + "]'";
  if (range.by < 1)
    return what + ": the distance of cells must be at least 1; give 'by 1' or more";
  if (range.last < range.first)
    return what + " has no cells: the smaller number comes first";
  if (range.first < 0 || range.last >= extent)
    return what + format(" is outside of the field, whose cells along %s are 0 .. %lld",
                         axis.c_str(), static_cast<long long>(extent - 1));
  return "";
}

static Status arrayOf(const SavedRun &run, const SavedField &field, const SaveRequest &request,
                      SavedArray &array) {
  if (!field.isUpdated)
    return Status::invalid(
        "field '" + field.name +
        "' is constant in time and cannot be saved repeatedly; --out writes it once");
  array.field = request.field;
  array.name = field.name;
  array.from = field.storage;
  array.to = request.as.value_or(savedAs(field.storage));
  for (int axis = 0; axis < 3; ++axis) {
    array.halves[axis] = field.halves[axis];
    const std::optional<SaveRange> &range = request.along[static_cast<std::size_t>(axis)];
    array.count[axis] = field.extents[axis];
    if (!range)
      continue;
    if (std::string wrong = rangeError(field, run.axes[axis], *range, field.extents[axis]);
        !wrong.empty())
      return Status::invalid(wrong);
    array.first[axis] = range->first;
    array.by[axis] = range->by;
    array.count[axis] = (range->last - range->first) / range->by + 1;
    array.isPlace[axis] = range->isPlace;
  }
  return {};
}

static bool isAlike(const SavedArray &one, const SavedArray &other) {
  return std::equal(one.first, one.first + 3, other.first) &&
         std::equal(one.count, one.count + 3, other.count) &&
         std::equal(one.by, one.by + 3, other.by) &&
         std::equal(one.isPlace, one.isPlace + 3, other.isPlace);
}

/// Adds an array to a file that already has others. Fails if they differ in interval or in window
/// (saved part of a field), if a field would be in the file twice, or if the file is a .npy file.
static Status join(SavedFile &file, const SaveRequest &request, SavedArray array) {
  const std::string both =
      "'" + file.path + "' would hold '" + file.arrays.front().name + "' and '" + array.name + "'";
  const std::string own = "; give each a file of its own";
  if (isSequence(file.path))
    return Status::invalid(both + ", and a .npy file holds one array" + own);
  if (file.every != request.every)
    return Status::invalid(both +
                           format(", saved every %lld and every %lld steps",
                                  static_cast<long long>(file.every),
                                  static_cast<long long>(request.every)) +
                           own);
  for (const SavedArray &other : file.arrays)
    if (other.name == array.name)
      return Status::invalid("'" + file.path + "' would hold '" + array.name + "' twice" + own);
  if (!isAlike(file.arrays.front(), array))
    return Status::invalid(both + ", which cover different cells" + own);
  file.level = std::max(file.level, request.level);
  file.arrays.push_back(std::move(array));
  return {};
}

Status planSaves(const SavedRun &run, const std::vector<SavedField> &fields,
                 const std::vector<SaveRequest> &requests, SavePlan &plan) {
  plan = {run, {}};
  for (const SaveRequest &request : requests) {
    SavedArray array;
    const SavedField &field = fields[static_cast<std::size_t>(request.field)];
    if (Status status = arrayOf(run, field, request, array); !status)
      return status;
    if (isSequence(request.path) && !request.isSingle)
      if (std::string wrong = sequenceError(request.path); !wrong.empty())
        return Status::invalid(wrong);
    const auto there = std::find_if(plan.files.begin(), plan.files.end(),
                                    [&](const SavedFile &f) { return f.path == request.path; });
    Status status;
    if (there != plan.files.end())
      status = join(*there, request, std::move(array));
    else
      plan.files.push_back({request.path,
                            request.every,
                            request.level,
                            {std::move(array)},
                            request.isOwn,
                            /*times=*/1,
                            request.isSingle});
    if (!status)
      return status;
  }
  return {};
}

} // namespace stencilc::inline STENCILC_SPACE
