/// \file Initial values: computed on the host by all its threads and brought to the device.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/Field.h"

namespace stencilc::inline STENCILC_SPACE {

/// Fills fields with their initial values, rounded to their storage; the padding of rows is zero.
class InitialValues {
public:
  /// Cells, counted with the padding of rows, in one copy to a GPU.
  static constexpr std::int64_t kChunk = std::int64_t{1} << 23;

  /// `staged`: the host cannot write to the fields; values go there in copies of `chunk` cells.
  /// (The host can stage too, so that tests see this without a GPU.)
  InitialValues(const ProgramDescription &program, const double *parameters, Device &device,
                bool staged, std::int64_t chunk = kChunk)
      : program(program), parameters(parameters), device(device), staged(staged), chunk(chunk) {}
  InitialValues(const ProgramDescription &program, const double *parameters, Device &device)
      : InitialValues(program, parameters, device, device.isGpu()) {}
  /// For profiles, which have fewer cells than `whole`, the grid.
  InitialValues(const ProgramDescription &program, const double *parameters, Device &device,
                const Grid &whole)
      : InitialValues(program, parameters, device) {
    this->whole = &whole;
  }

  /// All time levels of field `index`, each with its own values. A buffer that holds no level yet
  /// is filled with NaN, so that a cell which a step forgets to write shows; when staged with
  /// zeros, which is faster (a GPU runs the same kernels as the CPU device).
  Status fill(int index, const FieldMemory &field) const;

  /// The initial values at t-`age` of `count` planes of the last axis from `first` on, packed but
  /// for the padding of rows, to host memory.
  void fillPlanes(int index, const FieldMemory &field, void *to, std::int64_t first,
                  std::int64_t count, int age = 0) const;

private:
  template <class T>
  void fillSome(int index, const FieldMemory &field, void *to, std::int64_t first,
                std::int64_t count, int age) const;

  /// Cells that one thread computes at a time.
  static constexpr std::int64_t kPiece = 8192;

  template <class T> static std::int64_t slotsOf(const FieldMemory &field) {
    return static_cast<std::int64_t>(field.layout.bytes / sizeof(T));
  }

  template <class T> Status fillDirectly(int index, const FieldMemory &field) const;

  template <class T> Status fillStaged(int index, const FieldMemory &field) const;

  /// Slots [begin, end) of all time levels, through `staging`; copies from it are under way then.
  template <class T>
  Status stageLevels(int index, const FieldMemory &field, T *staging, std::int64_t begin,
                     std::int64_t end) const;

  /// The value of a cell at t-`age`.
  double value(int index, int age, const Grid &grid, std::int64_t x, std::int64_t y,
               std::int64_t z) const;

  /// Computes slots [begin, end) of a buffer (cells with the padding of rows) into `cells`, piece
  /// by piece; then calls done(begin, end) for each piece on the same thread.
  template <class T, class Done>
  void computePieces(int index, int age, const FieldMemory &field, T *cells, std::int64_t begin,
                     std::int64_t end, const Done &done) const;

  template <class T>
  static void forget(const FieldMemory &field, T *cells, std::int64_t begin, std::int64_t end);

  const ProgramDescription &program;
  const double *parameters;
  Device &device;
  bool staged;
  std::int64_t chunk;
  const Grid *whole = nullptr; // what extents are of; null: that of the field
};

} // namespace stencilc::inline STENCILC_SPACE
