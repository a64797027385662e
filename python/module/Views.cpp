/// \file Arrays that refer to the memory of a simulation without a copy.
#include "Views.h"
#include "Streams.h"

namespace nb = nanobind;

namespace stencilc::python {

namespace {

/// View of a field, and its strides in cells, one for each dimension, the last axis first.
struct Strided {
  stencilc_field_view view;
  std::vector<std::int64_t> strides;
};

/// Returns the view of `field` at time level `level` as an array with `rank` dimensions and cells
/// of `bits` bits.
Strided stridedView(Simulation &simulation, const std::string &field, int level, std::size_t rank,
                    int bits) {
  const stencilc_field_view view = simulation.view(field, level);
  const auto item = static_cast<std::size_t>(bits / 8);
  const std::int64_t pitches[] = {1, static_cast<std::int64_t>(view.row_pitch / item),
                                  static_cast<std::int64_t>(view.plane_pitch / item)};
  std::vector<std::int64_t> strides;
  for (std::size_t dimension = rank; dimension-- > 0;)
    strides.push_back(pitches[dimension]);
  return {view, std::move(strides)};
}

/// Returns the DLPack type with the type code `kind` and the size `bits`.
nb::dlpack::dtype cellType(int kind, int bits) {
  return {static_cast<std::uint8_t>(kind), static_cast<std::uint8_t>(bits), 1};
}

} // namespace

nb::object hostView(nb::handle owner, const std::string &field, int level,
                    const std::vector<std::size_t> &shape, int kind, int bits) {
  auto &simulation = nb::cast<Simulation &>(owner);
  const Strided its = stridedView(simulation, field, level, shape.size(), bits);
  if (its.view.is_on_device)
    throw nb::value_error("the field is in the memory of a GPU");
  return nb::cast(nb::ndarray<nb::numpy, nb::ro>(its.view.data, shape.size(), shape.data(), owner,
                                                 its.strides.data(), cellType(kind, bits)));
}

nb::object anyView(nb::handle owner, const std::string &field, int level,
                   const std::vector<std::size_t> &shape, int kind, int bits) {
  auto &simulation = nb::cast<Simulation &>(owner);
  const Strided its = stridedView(simulation, field, level, shape.size(), bits);
  const int device = its.view.is_on_device ? nb::device::cuda::value : nb::device::cpu::value;
  const int number = its.view.is_on_device ? deviceOf(its.view.data) : 0;
  return nb::cast(nb::ndarray<nb::array_api>(its.view.data, shape.size(), shape.data(), owner,
                                             its.strides.data(), cellType(kind, bits), device,
                                             number));
}

std::pair<std::uintptr_t, bool> address(Simulation &simulation, const std::string &field,
                                        int level) {
  const stencilc_field_view view = simulation.view(field, level);
  return {reinterpret_cast<std::uintptr_t>(view.data), view.is_on_device != 0};
}

} // namespace stencilc::python
