/// \file Appends the snapshots of a run to an HDF5 file.
#include "runtime/parts/save/hdf/HdfSeries.h"
#include "runtime/core/support/Seconds.h"
#include "runtime/core/support/Text.h"
#include "runtime/parts/save/PlacedChunks.h"
#include "runtime/parts/save/SaveTypes.h"
#include "runtime/parts/save/hdf/HdfChunks.h"

namespace stencilc::inline STENCILC_SPACE {

HdfSeries::~HdfSeries() {
  if (!root)
    return;
  const hdf::Calls calls(*library);
  closeAll();
}

void HdfSeries::closeAll() {
  datasets.clear();
  for (hdf::Handle *handle : {&steps, &times, &values, &stepsGroup, &vtk, &root})
    handle->reset();
}

bool HdfSeries::failed(const char *what) {
  return fail("'" + file.path + "': " + what + ": " + hdf::firstFailure());
}

bool HdfSeries::open() {
  std::string why;
  library = hdf::library(why);
  if (!library)
    return fail("'" + file.path + "' cannot be saved: " + why +
                "; or save .npy arrays, as in --save p=p_%06d.npy, or nothing with --no-save");
  const auto times = static_cast<std::uint64_t>(file.times);
  return checkNames() &&
         (part.claim(file.path, file.level > 0 ? 0 : times * file.bytes()) || fail(part.error()));
}

bool HdfSeries::checkNames() {
  for (const SavedArray &array : file.arrays)
    if (array.name == "VTKHDF")
      return fail("'" + file.path +
                  "': a field cannot be called VTKHDF in a file that VTK reads; " +
                  "save it as .npy arrays");
  return true;
}

std::string seriesIdentity(const SavedRun &run, const SavedFile &file) {
  std::string text =
      format("%s %016llx every %lld", run.program.c_str(),
             static_cast<unsigned long long>(run.identity), static_cast<long long>(file.every));
  for (const SavedArray &array : file.arrays) {
    text += "; " + array.name + " " + saveType(array.to).name;
    for (int axis = 0; axis < run.rank; ++axis) {
      const long long first = array.first[axis], by = array.by[axis];
      const long long last = first + (array.count[axis] - 1) * by;
      text += format(" %s=%lld..%lld by %lld", run.axes[axis].c_str(), first, last, by);
    }
  }
  return text + (run.parameters.empty() ? "" : "; " + run.parameters);
}

bool HdfSeries::append(std::int64_t step, unsigned char *snapshot) {
  const hdf::Calls calls(*library);
  if (!root && !create())
    return false;
  const hdf::Objects objects(*library);
  for (std::size_t i = 0; i < datasets.size(); ++i) {
    if (!writeArray(i, snapshot))
      return false;
    snapshot += file.arrays[i].snapshotBytes();
  }
  const double time = timeOf(step);
  const auto offset = static_cast<std::int64_t>(count);
  bool fine = objects.put(steps, library->nativeInt64, count, &step) &&
              (!hasTime() || objects.put(times, library->nativeDouble, count, &time)) &&
              objects.put(values, library->nativeDouble, count, &time);
  for (const Dataset &dataset : datasets)
    fine = fine && objects.put(dataset.offsets, library->nativeInt64, count, &offset);
  fine = fine && objects.setNumber(stepsGroup.get(), "NSteps", offset + 1);
  if (!fine)
    return failed("cannot be written");
  ++count;
  part.keep();
  // At most one flush a second. A run that is killed during a flush leaves a file that cannot be
  // read, so that flushes should be rare.
  constexpr double kSeconds = 1;
  return secondsNow() - flushed < kSeconds || flush();
}

bool HdfSeries::flush() {
  flushed = secondsNow();
  return library->flushFile(root.get(), hdf::kScopeLocal) >= 0 || failed("cannot be written");
}

bool HdfSeries::writeArray(std::size_t number, unsigned char *snapshot) {
  const SavedArray &array = file.arrays[number];
  const hdf::Handle &cells = datasets[number].cells;
  if (!hdf::Objects(*library).resize(cells, count + 1))
    return failed("cannot be written");
  const HdfChunks chunks(*library, cells, array, array.keptAxes(run.rank), count);
  if (file.level == 0)
    if (const std::vector<hdf::Size> places = chunks.places(); !places.empty()) {
      const int code = writeChunksAt(chunks.shape, snapshot, helpers, part.descriptor(), places);
      return code == 0 || fail("'" + file.path + "': cannot be written: " + writeErrorText(code));
    }
  return chunks.write(snapshot, file.level, helpers) || failed("cannot be written");
}

bool HdfSeries::sync() {
  const hdf::Calls calls(*library);
  return !root || (flush() && (part.sync() || fail(part.error())));
}

bool HdfSeries::finish() {
  const hdf::Calls calls(*library);
  if (!root && !create()) // no snapshot was taken: the file is a series without a step
    return false;
  if (!flush())
    return false;
  closeAll();
  return part.sync() || fail(part.error());
}

} // namespace stencilc::inline STENCILC_SPACE
