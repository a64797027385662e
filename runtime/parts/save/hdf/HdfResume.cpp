/// \file Continues an HDF5 series that an earlier run has started.
#include "runtime/parts/save/hdf/HdfSeries.h"

#include "runtime/core/support/Text.h"
#include <unistd.h>

namespace stencilc::inline STENCILC_SPACE {

/// Continues the series in `FILE.part`, which an interrupted run has left. If that file is not
/// usable, a copy of the completed file is continued. If neither file exists, a new series starts,
/// and `note` says so. Returns false after setting error().
bool HdfSeries::goOn(const std::vector<std::int64_t> &expected, std::string &note) {
  const bool hasPart = access((file.path + ".part").c_str(), F_OK) == 0;
  const bool hasWhole = access(file.path.c_str(), F_OK) == 0;
  if (!open())
    return false;
  const hdf::Calls calls(*library);
  if (hasPart && openThere(part.part(), expected))
    return cutTo(expected.size()) || failed("cannot be written");
  const std::string wrong = hasPart ? error() : "";
  const bool isWhole = hasWhole && openThere(file.path, expected, /*isWritten=*/false);
  closeAll();
  if (isWhole) {
    part.begin(); // a copy that turns out to be unusable is deleted
    if (!part.copyWhole())
      return fail(part.error());
    part.keep();
    return openThere(part.part(), expected) &&
           (cutTo(expected.size()) || failed("cannot be written"));
  }
  if (hasPart)
    return fail(wrong + "; remove '" + part.part() +
                "' to start a new series, or give --save another file");
  if (hasWhole)
    return fail(error() + "; give --save another file");
  count = 0;
  note =
      "'" + file.path +
      "' does not exist; the new file has only what this resumed run saves, not the earlier part";
  return true;
}

bool HdfSeries::openThere(const std::string &path, const std::vector<std::int64_t> &expected,
                          bool isWritten) {
  root = hdf::Objects(*library).openFile(path, isWritten);
  if (!root)
    return failed("cannot be continued");
  if (!openObjects())
    return fail("'" + file.path + "': it is not a series of snapshots of stencilc");
  const std::string wrong = difference(expected);
  return wrong.empty() || fail("'" + file.path + "': " + wrong);
}

bool HdfSeries::openObjects() {
  const hdf::Objects objects(*library);
  if (objects.textOf(root.get(), "stencilc_series").empty() || !objects.has(root.get(), "VTKHDF"))
    return false;
  // No object may be in another file, which the run would then overwrite.
  const auto group = [&](hdf::Id at, const char *name) {
    bool leadsOut = false;
    return objects.ownObject(at, name, leadsOut);
  };
  const auto dataset = [&](hdf::Id at, const std::string &name) {
    std::string why;
    return objects.ownDataset(at, name, why);
  };
  vtk = group(root.get(), "VTKHDF");
  stepsGroup = group(vtk.get(), "Steps");
  steps = dataset(root.get(), "step");
  values = dataset(stepsGroup.get(), "Values");
  if (hasTime() && objects.has(root.get(), "time"))
    times = dataset(root.get(), "time");
  datasets.clear();
  bool fine = vtk && stepsGroup && steps && values && (!hasTime() || times);
  for (const SavedArray &array : file.arrays) {
    if (!fine || !objects.has(root.get(), array.name))
      break;
    datasets.push_back({dataset(root.get(), array.name),
                        dataset(stepsGroup.get(), "PointDataOffsets/" + array.name)});
    fine = datasets.back().cells && datasets.back().offsets;
  }
  return fine;
}

std::vector<std::int64_t> HdfSeries::readSteps() const {
  const std::vector<hdf::Size> extents = hdf::Objects(*library).extents(steps);
  std::vector<std::int64_t> there(extents.size() == 1 ? extents[0] : 0);
  if (!there.empty() && library->read(steps.get(), library->nativeInt64, hdf::kAll, hdf::kAll,
                                      hdf::kDefault, there.data()) < 0)
    there.clear();
  return there;
}

std::string HdfSeries::difference(const std::vector<std::int64_t> &expected) const {
  const hdf::Objects objects(*library);
  const std::string its = objects.textOf(root.get(), "stencilc_series"),
                    own = seriesIdentity(run, file);
  if (its != own || datasets.size() != file.arrays.size())
    return "it holds another series (" + its + ") than the one that is resumed (" + own + ")";
  const std::vector<std::int64_t> there = readSteps();
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (i >= there.size() || there[i] != expected[i])
      return format("it has no snapshot of step %lld, which the run has done",
                    static_cast<long long>(expected[i]));
  for (const Dataset &dataset : datasets)
    if (const auto extents = objects.extents(dataset.cells);
        extents.empty() || extents[0] < expected.size())
      return "it is damaged: steps are missing";
  return "";
}

bool HdfSeries::cutTo(std::uint64_t wanted) {
  const hdf::Objects objects(*library);
  bool fine = objects.resize(steps, wanted) && objects.resize(values, wanted) &&
              (!hasTime() || objects.resize(times, wanted));
  for (const Dataset &dataset : datasets)
    fine = fine && objects.resize(dataset.cells, wanted) && objects.resize(dataset.offsets, wanted);
  count = wanted;
  return fine && objects.setNumber(stepsGroup.get(), "NSteps", static_cast<std::int64_t>(wanted)) &&
         library->flushFile(root.get(), hdf::kScopeLocal) >= 0;
}

} // namespace stencilc::inline STENCILC_SPACE
