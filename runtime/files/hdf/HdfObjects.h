/// \file HDF5 handles that close themselves, and functions that create and access objects in HDF5
/// files.
#pragma once

#include "runtime/files/hdf/Hdf.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::hdf {

/// Owner of an HDF5 identifier, which it closes at the end of its scope. An identifier below 0
/// means that the HDF5 call that should have made it has failed.
class Handle {
public:
  using Close = Failed (*)(Id);

  Handle() = default;
  Handle(Id id, Close close) : id(id), close(close) {}
  Handle(Handle &&other) noexcept : id(std::exchange(other.id, -1)), close(other.close) {}
  Handle &operator=(Handle &&other) noexcept {
    std::swap(id, other.id);
    std::swap(close, other.close);
    return *this;
  }
  ~Handle() { reset(); }

  explicit operator bool() const { return id >= 0; }
  Id get() const { return id; }
  bool reset() { return id < 0 || close(std::exchange(id, -1)) >= 0; }

private:
  Id id = -1;
  Close close = nullptr;
};

/// Calls of the HDF5 library on objects in files. They may only be made while an object of class
/// Calls exists. Functions that return bool return false if HDF5 fails; firstFailure() then returns
/// the reason.
class Objects {
public:
  explicit Objects(const Library &library) : h(library) {}
  const Library &calls() const { return h; }

  Handle properties(Id kind) const { return {h.createProperties(kind), h.closeProperties}; }
  Handle createFile(const std::string &path) const;
  Handle openFile(const std::string &path, bool isWritten) const;
  Handle group(Id at, const char *name) const;
  Handle dataset(Id at, const std::string &name) const {
    return {h.openDataset(at, name.c_str(), kDefault), h.closeDataset};
  }
  /// Opens object `name` of group or file `at`. If it is a link to another file, the handle is
  /// invalid and `leadsOut` becomes true. Otherwise `leadsOut` becomes false.
  Handle ownObject(Id at, const std::string &name, bool &leadsOut) const;
  /// Opens dataset `name`, whose cells must all be stored in this file. On failure it returns an
  /// invalid handle. `why` is then empty if there is no such dataset. Otherwise it says that a
  /// link, external storage or a virtual layout leads to other files.
  Handle ownDataset(Id at, const std::string &name, std::string &why) const;
  bool has(Id at, const std::string &name) const {
    return h.hasLink(at, name.c_str(), kDefault) > 0;
  }
  std::vector<Size> extents(const Handle &dataset) const;

  bool text(Id of, const char *name, const std::string &value) const;
  bool numbers(Id of, const char *name, Id type, Id inFile, const void *values,
               std::size_t count) const;
  bool numbers(Id of, const char *name, const std::vector<double> &values) const {
    return numbers(of, name, h.nativeDouble, h.float64, values.data(), values.size());
  }
  bool numbers(Id of, const char *name, const std::vector<std::int64_t> &values) const {
    return numbers(of, name, h.nativeInt64, h.int64, values.data(), values.size());
  }
  /// Creates attribute `name` of object `of` with one integer. setNumber() can overwrite it.
  /// Returns false if HDF5 fails.
  bool number(Id of, const char *name, std::int64_t value) const;
  bool setNumber(Id of, const char *name, std::int64_t value) const;
  /// Returns the value of a text attribute, or an empty string if there is none.
  std::string textOf(Id of, const char *name) const;

  /// Creates a dataset of fixed size with `values` as f64. Returns an invalid handle if HDF5 fails.
  Handle fixed(Id at, const std::string &name, const std::vector<double> &values) const;
  /// Creates a dataset that holds the single f64 `value`. Returns false if HDF5 fails.
  bool single(Id at, const std::string &name, double value) const;
  /// Creates an empty dataset that can grow along its first axis. `rest` has the extents of the
  /// other axes, `chunk` the chunk extents of all axes. `level` is the compression level from 1 to
  /// 9, or 0 for no compression. Returns an invalid handle if HDF5 fails.
  Handle growing(Id at, const std::string &name, Id type, const std::vector<Size> &rest,
                 const std::vector<Size> &chunk, int level = 0) const;
  /// Returns the offset in the file, in bytes, of the chunk whose first cell is `cell`. Returns
  /// `nullopt` if HDF5 is older than 1.10.5, or if the chunk has no space in the file yet, as in
  /// compressed datasets and in files of some older versions.
  std::optional<Size> chunkPlace(const Handle &dataset, const Size *cell) const;
  /// Sets the extent of `dataset` along its first axis to `times`. Returns false if HDF5 fails.
  bool resize(const Handle &dataset, Size times) const;
  /// Stores `*value` of type `type` at index `place` of a dataset with one axis, and sets its
  /// extent to `place` + 1. Returns false if HDF5 fails.
  bool put(const Handle &dataset, Id type, Size place, const void *value) const;
  /// Makes `scale` the dimension scale (coordinates) of `dataset` along `axis`. Returns false if
  /// HDF5 fails.
  bool attach(const Handle &dataset, const Handle &scale, unsigned axis) const {
    return h.attachScale(dataset.get(), scale.get(), axis) >= 0;
  }

private:
  Handle access() const;
  Handle space(const std::vector<Size> &extents, const std::vector<Size> &most = {}) const;

  const Library &h;
};

} // namespace stencilc::inline STENCILC_SPACE::hdf
