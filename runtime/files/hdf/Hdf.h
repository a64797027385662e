/// \file The HDF5 library. It is loaded with `dlopen` when a run first needs it, so that `stencilc`
/// and compiled programs also start on machines without HDF5.
#pragma once

#include "runtime/files/hdf/HdfTypes.h"
#include <mutex>
#include <string>

namespace stencilc::inline STENCILC_SPACE::hdf {

/// Function pointers into the HDF5 library, and identifiers that its global variables hold: types
/// and classes of property lists. After loading, only functions marked OPTIONAL may be null.
struct Library {
#define STENCILC_HDF_FUNCTION(name, symbol, result, parameters) result(*name) parameters = nullptr;
#define STENCILC_HDF_OPTIONAL(name, symbol, result, parameters) result(*name) parameters = nullptr;
#include "runtime/files/hdf/HdfFunctions.def"
#undef STENCILC_HDF_FUNCTION
#undef STENCILC_HDF_OPTIONAL
  Id text = -1;                                             // H5T_C_S1
  Id nativeDouble = -1, nativeFloat = -1, nativeInt64 = -1; // types in memory
  Id float64 = -1, float32 = -1, int64 = -1;                // types in files, little-endian
  Id fileCreation = -1, fileAccess = -1, datasetCreation = -1, groupCreation = -1;
  Id linkAccess = -1;
};

/// Loads the HDF5 library at the first call and returns it. Returns null if that fails; `why` then
/// says what to install. The library is HDF5's high-level one, which depends on all others. The
/// environment variable STENCILC_HDF5 names another file; if it is empty, no library is used.
const Library *library(std::string &why);

/// Lock for calls of HDF5, because HDF5 is not always thread-safe. An object of this class must
/// exist during each group of calls. While the object exists, errors of HDF5 are stored for
/// firstFailure() and not printed.
class Calls {
public:
  explicit Calls(const Library &library);
  Calls(const Calls &) = delete;
  Calls &operator=(const Calls &) = delete;
  ~Calls();

private:
  std::lock_guard<std::mutex> lock;
  const Library &library;
  ErrorListener listener = nullptr; // listener to restore
  void *user = nullptr;
};

/// Returns a message for the user about the first failed HDF5 call while the current lock (an
/// object of class Calls) exists. The message says that the disk is full, or is HDF5's innermost
/// error message. If HDF5 gave none, the message says so.
std::string firstFailure();

} // namespace stencilc::inline STENCILC_SPACE::hdf
