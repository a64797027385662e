/// \file Objects of HDF5 that close themselves, and the calls that series and arrays are made of.
#pragma once

#include "stencilc/save/Hdf.h"
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace stencilc::inline STENCILC_SPACE::hdf {

/// An identifier and how it is given back; below 0: what was asked for failed.
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

/// Calls of the library on objects of one file, in the course of Calls. Those that return a truth
/// are false where the library refused, and firstFailure() says why.
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
  /// Opens an object of this file: a link to another file is not followed, and sets `leadsOut`.
  Handle ownObject(Id at, const std::string &name, bool &leadsOut) const;
  /// Opens a dataset whose cells are all in this file. `why` says what is wrong: that there is
  /// none (empty), or that it leads to other files by a link, its storage, or a virtual layout.
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
  /// One number that can be written anew with setNumber().
  bool number(Id of, const char *name, std::int64_t value) const;
  bool setNumber(Id of, const char *name, std::int64_t value) const;
  /// Empty if there is none.
  std::string textOf(Id of, const char *name) const;

  /// A dataset of f64 that stays as it is.
  Handle fixed(Id at, const std::string &name, const std::vector<double> &values) const;
  /// A dataset of one f64.
  bool single(Id at, const std::string &name, double value) const;
  /// A dataset that grows along its first axis; `rest` are the other extents, `chunk` all of them.
  Handle growing(Id at, const std::string &name, Id type, const std::vector<Size> &rest,
                 const std::vector<Size> &chunk, int level = 0) const;
  /// Where the file has the chunk that begins at `cell`, in bytes. None where the library (before
  /// 1.10.5) cannot tell, where it is compressed, or where an older version left no room for it.
  std::optional<Size> chunkPlace(const Handle &dataset, const Size *cell) const;
  /// Makes it `times` long along its first axis.
  bool resize(const Handle &dataset, Size times) const;
  /// The value at `place` along the only axis, which is made as long as that needs.
  bool put(const Handle &dataset, Id type, Size place, const void *value) const;
  /// Makes `scale` the coordinates of a dataset along an axis.
  bool attach(const Handle &dataset, const Handle &scale, unsigned axis) const {
    return h.attachScale(dataset.get(), scale.get(), axis) >= 0;
  }

private:
  Handle access() const;
  Handle space(const std::vector<Size> &extents, const std::vector<Size> &most = {}) const;

  const Library &h;
};

} // namespace stencilc::inline STENCILC_SPACE::hdf
