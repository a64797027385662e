/// \file Types of saved numbers.
#include "stencilc/save/SaveTypes.h"
#include "stencilc/NotFinite.h"

namespace stencilc::inline STENCILC_SPACE {

static constexpr SaveType kTypes[] = {
    {Scalar::F32, "f32", &hdf::Library::float32, &hdf::Library::nativeFloat},
    {Scalar::F64, "f64", &hdf::Library::float64, &hdf::Library::nativeDouble},
};

/// Calls `use` with a value of the type that `scalar` stands for.
template <class Use> static void withCell(Scalar scalar, const Use &use) {
  scalar == Scalar::F32 ? use(float()) : use(double());
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
  withCell(from, [&](auto of) {
    withCell(to, [&](auto as) {
      const auto *const source = static_cast<const decltype(of) *>(cells);
      auto *const target = static_cast<decltype(as) *>(packed);
      for (std::int64_t i = 0; i < count; ++i)
        target[i] = static_cast<decltype(as)>(source[i * stride]);
    });
  });
  settleNotFinite(packed, count, to);
}

} // namespace stencilc::inline STENCILC_SPACE
