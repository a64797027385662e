/// \file Types and constants of HDF5's C interface, declared here so that the runtime compiles
/// without HDF5's headers. The values are those of HDF5 1.10, and newer versions keep them.
#pragma once

#include "stencilc/Version.h"
#include <cstddef>
#include <cstdint>

namespace stencilc::inline STENCILC_SPACE::hdf {

using Id = std::int64_t;    // hid_t; below 0: the call failed
using Failed = int;         // herr_t; below 0: the call failed
using Truth = int;          // htri_t; below 0: the call failed, 0: false, above 0: true
using Size = std::uint64_t; // hsize_t

inline constexpr Id kDefault = 0; // H5P_DEFAULT, H5E_DEFAULT
inline constexpr Id kAll = 0;     // H5S_ALL
inline constexpr Size kUnlimited = ~Size{0};
inline constexpr unsigned kReadOnly = 0, kReadWrite = 1, kTruncate = 2; // H5F_ACC_...
inline constexpr int kScopeLocal = 0;                                   // H5F_SCOPE_LOCAL
inline constexpr int kScalarSpace = 0;                                  // H5S_SCALAR
inline constexpr int kSelectSet = 0;                                    // H5S_SELECT_SET
inline constexpr int kClassInteger = 0, kClassFloat = 1;                // H5T_class_t
inline constexpr int kNullPadded = 1;                                   // H5T_STR_NULLPAD
inline constexpr int kUnsigned = 0;                                     // H5T_SGN_NONE
inline constexpr unsigned kOrderTracked = 1, kOrderIndexed = 2;         // H5P_CRT_ORDER_...
inline constexpr int kWalkDownward = 1;                                 // H5E_WALK_DOWNWARD
inline constexpr int kOldest = 1;                                       // H5F_LIBVER_V18
inline constexpr int kAllocatedEarly = 1;                               // H5D_ALLOC_TIME_EARLY
inline constexpr int kFillTimeNever = 1;                                // H5D_FILL_TIME_NEVER
inline constexpr int kDatasetObject = 5;                                // H5I_DATASET
inline constexpr int kVirtualLayout = 3;                                // H5D_VIRTUAL

/// One entry of HDF5's error stack (H5E_error2_t).
struct Error {
  Id cls, major, minor;
  unsigned line;
  const char *function, *file, *description;
};
/// Function that HDF5 calls after a call has failed, with the stack of its errors. HDF5's default
/// function prints the stack.
using ErrorListener = Failed (*)(Id stack, void *user);
/// Function that HDF5 calls before it follows a link to another file (H5L_elink_traverse_t). A
/// result below 0 forbids HDF5 to follow the link.
using ExternalLinkListener = Failed (*)(const char *file, const char *group, const char *otherFile,
                                        const char *object, unsigned *flags, Id access, void *user);
using WalkErrors = Failed (*)(unsigned number, const Error *error, void *user);

} // namespace stencilc::inline STENCILC_SPACE::hdf
