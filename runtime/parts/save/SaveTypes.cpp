/// \file Table of the element types that are saved, and conversion to them.
#include "runtime/parts/save/SaveTypes.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/fields/NotFinite.h"

namespace stencilc::inline STENCILC_SPACE {

static constexpr SaveType kTypes[] = {
    {Scalar::F32, "f32", &hdf::Library::float32, &hdf::Library::nativeFloat},
    {Scalar::F64, "f64", &hdf::Library::float64, &hdf::Library::nativeDouble},
};

Scalar savedAs(Scalar storage) {
  const bool isWide = storage == Scalar::F64 || storage == Scalar::I32;
  return isWide ? Scalar::F64 : Scalar::F32;
}

const SaveType &saveType(Scalar scalar) {
  for (const SaveType &type : kTypes)
    if (type.scalar == scalar)
      return type;
  return kTypes[0];
}

const SaveType *findSaveType(const std::string &name) {
  for (const SaveType &type : kTypes)
    if (name == type.name)
      return &type;
  return nullptr;
}

std::string saveTypeNames() {
  std::string names;
  for (const SaveType &type : kTypes)
    names += (names.empty() ? "" : " or ") + std::string(type.name);
  return names;
}

void convertCells(Scalar from, const void *cells, std::int64_t stride, Scalar to, void *packed,
                  std::int64_t count) {
  const auto convert = [&]<class To>(To *target) {
    withCell(from, [&]<class From>(From) {
      const auto *const source = static_cast<const From *>(cells);
      for (std::int64_t i = 0; i < count; ++i)
        target[i] = static_cast<To>(static_cast<double>(source[i * stride]));
    });
  };
  to == Scalar::F32 ? convert(static_cast<float *>(packed))
                    : convert(static_cast<double *>(packed));
  settleNotFinite(packed, count, to);
}

} // namespace stencilc::inline STENCILC_SPACE
