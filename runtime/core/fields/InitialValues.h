/// \file Initial values of fields, computed on the host by all threads and copied to the device.
#pragma once

#include "runtime/core/device/HostBlock.h"
#include "stencilc/Field.h"
#include <memory>

namespace stencilc::inline STENCILC_SPACE {

/// Computes the initial values of fields and stores them, rounded to the cell type. Sets the
/// padding of rows to zero.
class InitialValues {
public:
  /// Number of cells, including the padding of rows, in one copy to a GPU.
  static constexpr std::int64_t kChunk = std::int64_t{1} << 21;

  /// Prepares the initial values of `program`. `staged` must be true if the host cannot write to
  /// fields: values are then computed in two pinned host buffers of `chunk` cells. The device
  /// copies one while the host fills the other. Tests also use `staged` for fields in host memory.
  InitialValues(const ProgramDescription &program, const double *parameters, Device &device,
                bool staged, std::int64_t chunk = kChunk)
      : program(program), parameters(parameters), device(device), staged(staged), chunk(chunk) {}
  InitialValues(const ProgramDescription &program, const double *parameters, Device &device)
      : InitialValues(program, parameters, device, device.isGpu()) {}
  /// Prepares the initial values of profiles (values along some axes only). `whole` has the numbers
  /// of cells of the domain, which the initial values refer to and a profile does not have.
  InitialValues(const ProgramDescription &program, const double *parameters, Device &device,
                const Grid &whole)
      : InitialValues(program, parameters, device) {
    this->whole = &whole;
  }

  /// Sets all time levels of field number `index` to their initial values. Buffers that hold no
  /// time level yet are filled with NaN, so that a test finds cells that no time step writes. If
  /// the host cannot write to fields, such buffers are filled with zeros, which is faster.
  Status fill(int index, const FieldMemory &field) const;

  /// Writes the initial values of `count` planes of field number `index`, at time t-`age`, to host
  /// memory `to`. The first plane has index `first` along the last axis. Rows are as long as in the
  /// field's buffer, and their padding is set to zero.
  void fillPlanes(int index, const FieldMemory &field, void *to, std::int64_t first,
                  std::int64_t count, int age = 0) const;

private:
  template <class T>
  void fillSome(int index, const FieldMemory &field, void *to, std::int64_t first,
                std::int64_t count, int age) const;

  /// Number of cells that a thread computes at a time.
  static constexpr std::int64_t kPiece = 8192;

  template <class T> static std::int64_t slotsOf(const FieldMemory &field) {
    return static_cast<std::int64_t>(field.layout.bytes / sizeof(T));
  }

  template <class T> Status fillDirectly(int index, const FieldMemory &field) const;

  template <class T> Status fillStaged(int index, const FieldMemory &field) const;
  /// Returns `bytes` bytes of host memory for values on their way to the device, pinned if
  /// possible. Later calls return the same memory if it is large enough. Returns null if there is
  /// no memory.
  unsigned char *stagingOf(std::uint64_t bytes) const;

  /// Copies the initial values of cells [begin, end) to the device, at all time levels, through the
  /// host buffer `staging`. Cell indices count the padding of rows. Earlier copies may run while it
  /// computes, and have ended when it returns. Its own last copies may still run then.
  template <class T>
  Status stageLevels(int index, const FieldMemory &field, T *staging, std::int64_t begin,
                     std::int64_t end) const;

  /// Returns the initial value of cell (x, y, z) of field `index` at time t-`age`.
  double value(int index, int age, const Grid &grid, std::int64_t x, std::int64_t y,
               std::int64_t z) const;

  /// Computes the initial values of cells [begin, end) into `cells`, in parts of kPiece cells by
  /// all threads. Cell indices count the padding of rows. Calls done(begin, end) for each part, on
  /// the thread that has computed it.
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
  const Grid *whole = nullptr; // the grid that initial values refer to; null: the field's
  mutable std::unique_ptr<HostBlock> pinned;
  mutable std::unique_ptr<unsigned char[]> pageable; // used if no memory can be pinned
};

} // namespace stencilc::inline STENCILC_SPACE
