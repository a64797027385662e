/// \file The HDF5 library, opened when a run first needs it, so that the tool and programs start
/// without it and run on machines that have none.
#pragma once

#include "stencilc/save/HdfTypes.h"
#include <mutex>
#include <string>

namespace stencilc::inline STENCILC_SPACE::hdf {

/// The functions of the library; only optional ones are null once it is opened. Types and kinds of
/// property lists are what its variables hold.
struct Library {
#define STENCILC_HDF_FUNCTION(name, symbol, result, parameters) result(*name) parameters = nullptr;
#define STENCILC_HDF_OPTIONAL(name, symbol, result, parameters) result(*name) parameters = nullptr;
#include "stencilc/save/HdfFunctions.def"
#undef STENCILC_HDF_FUNCTION
#undef STENCILC_HDF_OPTIONAL
  Id text = -1;                                             // H5T_C_S1
  Id nativeDouble = -1, nativeFloat = -1, nativeInt64 = -1; // in memory
  Id float64 = -1, float32 = -1, int64 = -1;                // in files: little-endian
  Id fileCreation = -1, fileAccess = -1, datasetCreation = -1, groupCreation = -1;
  Id linkAccess = -1;
};

/// The library, opened once in a process: that of HDF5's dimension scales, which brings all others.
/// Null, and the reason with what to install, if there is none. STENCILC_HDF5 names another file
/// (empty: as if there were none).
const Library *library(std::string &why);

/// Held around all calls: whether the library can be called from two threads at once depends on how
/// it was built. What fails meanwhile is not printed but kept.
class Calls {
public:
  explicit Calls(const Library &library);
  Calls(const Calls &) = delete;
  Calls &operator=(const Calls &) = delete;
  ~Calls();

private:
  std::lock_guard<std::mutex> lock;
  const Library &library;
  ErrorListener listener = nullptr; // that was there before
  void *user = nullptr;
};

/// What failed first since calls began, for people: the library's innermost sentence, or that the
/// disk is full.
std::string firstFailure();

} // namespace stencilc::inline STENCILC_SPACE::hdf
