/// \file How numbers that are saved are stored, and what turns a field's cells into them: a row in
/// a table for each type of a cell.
#pragma once

#include "stencilc/Description.h"
#include "stencilc/save/Hdf.h"
#include <string>

namespace stencilc::inline STENCILC_SPACE {

/// A type of cells as files name it.
struct SaveType {
  Scalar scalar;
  const char *name;                // as the language has it
  hdf::Id hdf::Library::*inFile;   // of an HDF5 file
  hdf::Id hdf::Library::*inMemory; // what its cells are on this machine
};

const SaveType &saveType(Scalar scalar);
/// What holds every value of a field: narrow types are saved as f32, i32 as f64.
Scalar savedAs(Scalar storage);
/// The type called so, or null.
const SaveType *findSaveType(const std::string &name);
/// "f32 or f64".
std::string saveTypeNames();

/// Takes `count` cells of type `from`, each `stride` cells behind the one before, as packed cells
/// of type `to`; f64 is rounded for f32. All NaN get the same bits.
void convertCells(Scalar from, const void *cells, std::int64_t stride, Scalar to, void *packed,
                  std::int64_t count);

} // namespace stencilc::inline STENCILC_SPACE
