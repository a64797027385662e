/// \file Reads arrays from HDF5 and netCDF-4 files.
#include "runtime/files/hdf/HdfInput.h"
#include "runtime/core/support/ParseValue.h"
#include "runtime/core/support/Text.h"
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>

namespace stencilc::inline STENCILC_SPACE {

static bool isThere(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0;
}

HdfPath parseHdfPath(const std::string &path) {
  HdfPath parsed{path, "", ""};
  if (isThere(path))
    return parsed;
  const std::size_t at = parsed.file.rfind('@');
  if (at != std::string::npos && at > 0) {
    parsed.step = parsed.file.substr(at + 1);
    parsed.file.resize(at);
  }
  const std::size_t colon = parsed.file.rfind(':');
  if (!isThere(parsed.file) && colon != std::string::npos && colon > 0) {
    parsed.variable = parsed.file.substr(colon + 1);
    parsed.file.resize(colon);
  }
  return isThere(parsed.file) ? parsed : HdfPath{path, "", ""};
}

/// Returns the first bytes of a file, at most 8. Returns an empty string if `path` is no regular
/// file or cannot be opened.
static std::string beginningOf(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode))
    return "";
  char bytes[8] = "";
  std::FILE *const opened = std::fopen(path.c_str(), "rbe");
  const std::size_t count = opened ? std::fread(bytes, 1, sizeof bytes, opened) : 0;
  if (opened)
    std::fclose(opened);
  return {bytes, count};
}

static constexpr const char *kSignature = "\x89HDF\r\n\x1a\n";

bool isHdfPath(const std::string &path) {
  const HdfPath parsed = parseHdfPath(path);
  const std::string begins = beginningOf(parsed.file);
  return begins == kSignature || begins.rfind("CDF", 0) == 0 || parsed.file != path;
}

HdfInput::~HdfInput() {
  if (!file)
    return;
  const hdf::Calls calls(*library);
  dataset.reset();
  file.reset();
}

bool HdfInput::fail(const std::string &what) {
  message = "'" + name + "' " + what;
  return false;
}

bool HdfInput::open(const std::string &path, const std::string &owner) {
  name = path;
  const HdfPath parsed = parseHdfPath(path);
  const std::string begins = beginningOf(parsed.file);
  if (begins.rfind("CDF", 0) == 0)
    return fail("is netCDF of the classic format; make it netCDF-4: nccopy -k nc4 OLD NEW");
  if (begins != kSignature)
    return fail("names a part of '" + parsed.file + "', which is not an HDF5 or netCDF-4 file");
  std::string why;
  library = hdf::library(why);
  if (!library)
    return fail("cannot be read: " + why);
  const hdf::Calls calls(*library);
  file = hdf::Objects(*library).openFile(parsed.file, false);
  if (!file)
    return fail("cannot be opened: " + hdf::firstFailure());
  const std::string variable = parsed.variable.empty() ? owner : parsed.variable;
  return openDataset(variable) && takeType(variable) && takeStep(parsed);
}

bool HdfInput::openDataset(const std::string &variable) {
  std::string why;
  dataset = hdf::Objects(*library).ownDataset(file.get(), variable, why);
  if (!why.empty())
    return fail(why + "; a run reads only data in the file itself: copy them into one file, as "
                      "with h5repack or h5py");
  return dataset ||
         fail("has no array '" + variable +
              "'; name another as FILE:VARIABLE (h5ls and ncdump -h list what is there)");
}

bool HdfInput::takeType(const std::string &variable) {
  const hdf::Handle type(library->typeOf(dataset.get()), library->closeType);
  const int kind = type ? library->classOfType(type.get()) : -1;
  const std::size_t bytes = type ? library->sizeOfType(type.get()) : 0;
  const bool isFloat = kind == hdf::kClassFloat && bytes <= 8;
  const bool isWhole = kind == hdf::kClassInteger && bytes <= 4;
  if (!isFloat && !isWhole)
    return fail("holds '" + variable + "' as " +
                (kind == hdf::kClassInteger
                     ? "whole numbers of 64 bits, which are not all exact as "
                       "f64; store it as 32 bits or as f8"
                     : "data that are not numbers; store them as f4 or f8"));
  for (const char *packed : {"scale_factor", "add_offset"})
    if (library->hasAttribute(dataset.get(), packed) > 0)
      return fail(std::string("has '") + variable + "' packed, with " + packed +
                  "; unpack it first, as with ncpdq -U OLD NEW");
  head.scalar = (isFloat && bytes <= 4) || (isWhole && bytes <= 2) ? Scalar::F32 : Scalar::F64;
  return true;
}

/// Reads the step numbers of a file that stencilc has saved as a series of snapshots into `steps`.
/// Sets `isSeries` to true if the first of the dataset's `extents` is the number of steps. For
/// other files, changes nothing and returns true. Returns false after setting error().
bool HdfInput::readSteps(const std::vector<hdf::Size> &extents, std::vector<std::int64_t> &steps) {
  const hdf::Objects objects(*library);
  if (objects.textOf(file.get(), "stencilc_series").empty() || !objects.has(file.get(), "step"))
    return true;
  std::string why;
  const hdf::Handle scale = objects.ownDataset(file.get(), "step", why);
  if (!why.empty())
    return fail(why);
  const std::vector<hdf::Size> count = objects.extents(scale);
  steps.resize(count.size() == 1 ? count[0] : 0);
  isSeries = extents.size() > 1 && extents[0] == steps.size();
  if (!steps.empty() && library->read(scale.get(), library->nativeInt64, hdf::kAll, hdf::kAll,
                                      hdf::kDefault, steps.data()) < 0)
    return fail("cannot be read: " + hdf::firstFailure());
  return true;
}

/// Selects the snapshot of the step that `path` names, or the last one, and sets the array's shape
/// in the header. Only a file that stencilc saved as a series has snapshots. Returns false after
/// setting error() if the step does not exist or is no integer.
bool HdfInput::takeStep(const HdfPath &path) {
  std::vector<hdf::Size> extents = hdf::Objects(*library).extents(dataset);
  std::vector<std::int64_t> steps;
  if (!readSteps(extents, steps))
    return false;
  std::int64_t wanted = 0;
  if (!path.step.empty() && !isSeries)
    return fail("asks for a step, and '" + path.file + "' is not a saved series");
  if (!path.step.empty() && !parseInteger(path.step, wanted))
    return fail("asks for the step '" + path.step + "', which is not a whole number");
  if (isSeries && steps.empty())
    return fail("has no step yet");
  if (isSeries) {
    const auto found =
        path.step.empty() ? steps.end() - 1 : std::find(steps.begin(), steps.end(), wanted);
    if (found == steps.end())
      return fail(format("has no step %s; it has %zu from %lld to %lld", path.step.c_str(),
                         steps.size(), static_cast<long long>(steps.front()),
                         static_cast<long long>(steps.back())));
    place = static_cast<hdf::Size>(found - steps.begin());
    extents.erase(extents.begin());
  }
  constexpr std::size_t kMostRank = 32;
  if (extents.size() > kMostRank)
    return fail("has more dimensions than an array can");
  head.rank = static_cast<int>(extents.size());
  head.cells = 1;
  for (std::size_t axis = 0; axis < extents.size(); ++axis) {
    head.shape[axis] = static_cast<std::int64_t>(extents[axis]);
    head.cells *= extents[axis];
  }
  return true;
}

bool HdfInput::read(void *cells, std::int64_t position, std::int64_t count) {
  const std::size_t size = sizeOf(head.scalar);
  auto *to = static_cast<unsigned char *>(cells);
  while (count > 0) {
    if ((position < begin || position >= end) && !load(position))
      return false;
    const std::int64_t here = std::min(count, end - position);
    const std::size_t bytes = static_cast<std::size_t>(here) * size;
    std::memcpy(to, buffer.data() + static_cast<std::size_t>(position - begin) * size, bytes);
    to += bytes;
    position += here;
    count -= here;
  }
  return true;
}

/// Reads whole slices along the first axis into the buffer: about 4 Mi cells, and at least one
/// slice. The first slice is the one that contains cell index `position`. Returns false after
/// setting error().
bool HdfInput::load(std::int64_t position) {
  constexpr std::int64_t kBlock = std::int64_t{4} << 20; // cells
  const std::int64_t first = head.rank > 0 ? head.shape[0] : 1;
  const std::int64_t slice =
      static_cast<std::int64_t>(head.cells) / std::max<std::int64_t>(first, 1);
  const std::int64_t from = position / std::max<std::int64_t>(slice, 1);
  const std::int64_t slices =
      std::clamp(kBlock / std::max<std::int64_t>(slice, 1), std::int64_t{1}, first - from);
  std::vector<hdf::Size> start, count;
  if (isSeries) {
    start.push_back(place);
    count.push_back(1);
  }
  for (int axis = 0; axis < head.rank; ++axis) {
    start.push_back(axis == 0 ? static_cast<hdf::Size>(from) : 0);
    count.push_back(static_cast<hdf::Size>(axis == 0 ? slices : head.shape[axis]));
  }
  buffer.resize(static_cast<std::size_t>(slices * slice) * sizeOf(head.scalar));
  const hdf::Calls calls(*library);
  const hdf::Handle all(library->spaceOf(dataset.get()), library->closeSpace);
  const hdf::Handle some(
      library->createSimpleSpace(static_cast<int>(count.size()), count.data(), nullptr),
      library->closeSpace);
  const hdf::Id type = head.scalar == Scalar::F32 ? library->nativeFloat : library->nativeDouble;
  if (library->selectBox(all.get(), hdf::kSelectSet, start.data(), nullptr, count.data(), nullptr) <
          0 ||
      library->read(dataset.get(), type, some.get(), all.get(), hdf::kDefault, buffer.data()) < 0)
    return fail("cannot be read: " + hdf::firstFailure());
  begin = from * slice;
  end = begin + slices * slice;
  return true;
}

} // namespace stencilc::inline STENCILC_SPACE
