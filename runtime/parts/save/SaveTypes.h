/// \file Types of saved numbers, and the conversion from a field's cells to them.
#pragma once

#include "runtime/files/hdf/Hdf.h"
#include "stencilc/Description.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// Type of an array's elements in files, f32 or f64.
struct SaveType {
  Scalar scalar;
  const char *name;                // as in the language
  hdf::Id hdf::Library::*inFile;   // type in an HDF5 file
  hdf::Id hdf::Library::*inMemory; // type in memory
};

const SaveType &saveType(Scalar scalar);
/// Returns the type in which a field is saved by default. It represents all values of the type
/// `storage` exactly: f64 for f64 and i32, and f32 for all other types.
Scalar savedAs(Scalar storage);
/// Returns the type for saved numbers called `name` ("f32" or "f64"), or null if there is none.
const SaveType *findSaveType(const std::string &name);
/// Returns the names of all types for messages: "f32 or f64".
std::string saveTypeNames();

/// Converts `count` cells of type `from` to contiguous cells of type `to`. Source cells are
/// `stride` cells apart. f64 is rounded to f32 if `to` is f32. All NaN get the same bits.
void convertCells(Scalar from, const void *cells, std::int64_t stride, Scalar to, void *packed,
                  std::int64_t count);

} // namespace stencilc::inline STENCILC_SPACE
