/// \file Creates, opens, resizes and writes objects in HDF5 files.
#include "runtime/files/hdf/HdfObjects.h"

namespace stencilc::inline STENCILC_SPACE::hdf {

Handle Objects::access() const {
  Handle made = properties(h.fileAccess);
  // The oldest file format, so that old readers can open the file. PartFile locks it instead of
  // HDF5.
  h.setVersions(made.get(), kOldest, kOldest);
  if (h.setFileLocking)
    h.setFileLocking(made.get(), false, true);
  return made;
}

Handle Objects::createFile(const std::string &path) const {
  const Handle creation = properties(h.fileCreation), accessed = access();
  // netCDF lists variables in the order of their creation.
  h.setLinkOrder(creation.get(), kOrderTracked | kOrderIndexed);
  h.setTrackTimes(creation.get(), false);
  return {h.createFile(path.c_str(), kTruncate, creation.get(), accessed.get()), h.closeFile};
}

Handle Objects::openFile(const std::string &path, bool isWritten) const {
  const Handle accessed = access();
  return {h.openFile(path.c_str(), isWritten ? kReadWrite : kReadOnly, accessed.get()),
          h.closeFile};
}

Handle Objects::group(Id at, const char *name) const {
  const Handle creation = properties(h.groupCreation);
  h.setLinkOrder(creation.get(), kOrderTracked | kOrderIndexed);
  h.setTrackTimes(creation.get(), false);
  return {h.createGroup(at, name, kDefault, creation.get(), kDefault), h.closeGroup};
}

Handle Objects::space(const std::vector<Size> &extents, const std::vector<Size> &most) const {
  return {h.createSimpleSpace(static_cast<int>(extents.size()), extents.data(),
                              most.empty() ? nullptr : most.data()),
          h.closeSpace};
}

std::vector<Size> Objects::extents(const Handle &dataset) const {
  const Handle of(h.spaceOf(dataset.get()), h.closeSpace);
  const int rank = of ? h.rankOf(of.get()) : 0;
  std::vector<Size> found(rank > 0 ? static_cast<std::size_t>(rank) : 0);
  if (rank > 0)
    h.extentsOf(of.get(), found.data(), nullptr);
  return found;
}

Handle Objects::ownObject(Id at, const std::string &name, bool &leadsOut) const {
  const Handle links = properties(h.linkAccess);
  leadsOut = false;
  h.setExternalLinkListener(
      links.get(),
      [](const char *, const char *, const char *, const char *, unsigned *, Id, void *user) {
        *static_cast<bool *>(user) = true;
        return -1;
      },
      &leadsOut);
  return {name.empty() ? -1 : h.openObject(at, name.c_str(), links.get()), h.closeObject};
}

Handle Objects::ownDataset(Id at, const std::string &name, std::string &why) const {
  bool leadsOut = false;
  Handle opened = ownObject(at, name, leadsOut);
  why = leadsOut ? "reaches '" + name + "' through a link to another file" : "";
  if (!opened || h.kindOf(opened.get()) != kDatasetObject)
    return {};
  const Handle creation(h.creationOf(opened.get()), h.closeProperties);
  if (!creation || h.externalFilesOf(creation.get()) != 0)
    why = "keeps '" + name + "' in other files";
  else if (h.layoutOf(creation.get()) == kVirtualLayout)
    why = "has a virtual dataset '" + name + "', made of others";
  return why.empty() ? std::move(opened) : Handle();
}

bool Objects::text(Id of, const char *name, const std::string &value) const {
  const Handle type(h.copyType(h.text), h.closeType);
  h.setTypeSize(type.get(), value.empty() ? 1 : value.size());
  h.setPadding(type.get(), kNullPadded);
  const Handle single(h.createSpace(kScalarSpace), h.closeSpace);
  const Handle made(h.createAttribute(of, name, type.get(), single.get(), kDefault, kDefault),
                    h.closeAttribute);
  return made && h.writeAttribute(made.get(), type.get(), value.c_str()) >= 0;
}

bool Objects::numbers(Id of, const char *name, Id type, Id inFile, const void *values,
                      std::size_t count) const {
  const Handle list = space({count});
  const Handle made(h.createAttribute(of, name, inFile, list.get(), kDefault, kDefault),
                    h.closeAttribute);
  return made && h.writeAttribute(made.get(), type, values) >= 0;
}

bool Objects::number(Id of, const char *name, std::int64_t value) const {
  const Handle single(h.createSpace(kScalarSpace), h.closeSpace);
  const Handle made(h.createAttribute(of, name, h.int64, single.get(), kDefault, kDefault),
                    h.closeAttribute);
  return made && h.writeAttribute(made.get(), h.nativeInt64, &value) >= 0;
}

bool Objects::setNumber(Id of, const char *name, std::int64_t value) const {
  const Handle there(h.openAttribute(of, name, kDefault), h.closeAttribute);
  return there && h.writeAttribute(there.get(), h.nativeInt64, &value) >= 0;
}

std::string Objects::textOf(Id of, const char *name) const {
  if (h.hasAttribute(of, name) <= 0)
    return "";
  const Handle there(h.openAttribute(of, name, kDefault), h.closeAttribute);
  const Handle type(there ? h.typeOfAttribute(there.get()) : -1, h.closeType);
  constexpr std::size_t kMost = 1 << 20;
  const std::size_t bytes = type ? h.sizeOfType(type.get()) : 0;
  std::string value(bytes <= kMost ? bytes : 0, '\0');
  if (value.empty() || h.readAttribute(there.get(), type.get(), value.data()) < 0)
    return "";
  return value.c_str(); // without the null padding
}

Handle Objects::fixed(Id at, const std::string &name, const std::vector<double> &values) const {
  const Handle creation = properties(h.datasetCreation);
  h.setTrackTimes(creation.get(), false);
  const Handle list = space({values.size()});
  Handle made(
      h.createDataset(at, name.c_str(), h.float64, list.get(), kDefault, creation.get(), kDefault),
      h.closeDataset);
  const bool fine =
      made && h.write(made.get(), h.nativeDouble, kAll, kAll, kDefault, values.data()) >= 0;
  return fine ? std::move(made) : Handle();
}

bool Objects::single(Id at, const std::string &name, double value) const {
  const Handle creation = properties(h.datasetCreation);
  h.setTrackTimes(creation.get(), false);
  const Handle point(h.createSpace(kScalarSpace), h.closeSpace);
  const Handle made(
      h.createDataset(at, name.c_str(), h.float64, point.get(), kDefault, creation.get(), kDefault),
      h.closeDataset);
  return made && h.write(made.get(), h.nativeDouble, kAll, kAll, kDefault, &value) >= 0;
}

Handle Objects::growing(Id at, const std::string &name, Id type, const std::vector<Size> &rest,
                        const std::vector<Size> &chunk, int level) const {
  std::vector<Size> none = {0}, most = {kUnlimited};
  none.insert(none.end(), rest.begin(), rest.end());
  most.insert(most.end(), rest.begin(), rest.end());
  const Handle creation = properties(h.datasetCreation), all = space(none, most);
  h.setTrackTimes(creation.get(), false);
  h.setFillTime(creation.get(), kFillTimeNever);
  h.setChunk(creation.get(), static_cast<int>(chunk.size()), chunk.data());
  if (!rest.empty() && level == 0)
    // Chunks need an offset before they are written, see chunkPlace().
    h.setAllocationTime(creation.get(), kAllocatedEarly);
  if (level > 0) {
    h.setShuffle(creation.get());
    h.setDeflate(creation.get(), static_cast<unsigned>(level));
  }
  return {h.createDataset(at, name.c_str(), type, all.get(), kDefault, creation.get(), kDefault),
          h.closeDataset};
}

bool Objects::resize(const Handle &dataset, Size times) const {
  std::vector<Size> all = extents(dataset);
  if (all.empty())
    return false;
  all[0] = times;
  return h.setExtent(dataset.get(), all.data()) >= 0;
}

std::optional<Size> Objects::chunkPlace(const Handle &dataset, const Size *cell) const {
  constexpr Size kNone = ~Size{0}; // HADDR_UNDEF
  unsigned filters = 0;
  Size place = kNone, bytes = 0;
  if (!h.placeOfChunk || h.placeOfChunk(dataset.get(), cell, &filters, &place, &bytes) < 0 ||
      place == kNone)
    return std::nullopt;
  return place;
}

bool Objects::put(const Handle &dataset, Id type, Size place, const void *value) const {
  if (!resize(dataset, place + 1))
    return false;
  constexpr Size kOne = 1;
  const Handle all(h.spaceOf(dataset.get()), h.closeSpace), one = space({1});
  return h.selectBox(all.get(), kSelectSet, &place, nullptr, &kOne, nullptr) >= 0 &&
         h.write(dataset.get(), type, one.get(), all.get(), kDefault, value) >= 0;
}

} // namespace stencilc::inline STENCILC_SPACE::hdf
