/// \file Initial values: computed on the host by all its threads and brought to the device.
#pragma once

#include "stencilc/Device.h"
#include "stencilc/FieldMemory.h"
#include "stencilc/Parallel.h"
#include <algorithm>
#include <limits>
#include <memory>
#include <new>

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

  /// All time levels of field `index`, each with its own values. A buffer that holds no level yet
  /// is filled with NaN, so that a cell which a step forgets to write shows; when staged with
  /// zeros, which is faster (a GPU runs the same kernels as the CPU device).
  Status fill(int index, const FieldMemory &field) const {
    if (program.fields[index].storage == Scalar::F32)
      return staged ? fillStaged<float>(index, field) : fillDirectly<float>(index, field);
    return staged ? fillStaged<double>(index, field) : fillDirectly<double>(index, field);
  }

  /// The initial values at t-`age` of `count` planes of the last axis from `first` on, packed but
  /// for the padding of rows, to host memory.
  void fillPlanes(int index, const FieldMemory &field, void *to, std::int64_t first,
                  std::int64_t count, int age = 0) const {
    if (program.fields[index].storage == Scalar::F32)
      return fillSome<float>(index, field, to, first, count, age);
    fillSome<double>(index, field, to, first, count, age);
  }

private:
  template <class T>
  void fillSome(int index, const FieldMemory &field, void *to, std::int64_t first,
                std::int64_t count, int age) const {
    const std::int64_t rows = program.rank == 3 ? field.layout.grid.ny : 1;
    const std::int64_t slots = rows * static_cast<std::int64_t>(field.layout.rowPitch / sizeof(T));
    computePieces(index, age, field, static_cast<T *>(to), first * slots, (first + count) * slots,
                  [](std::int64_t, std::int64_t) {});
  }

  /// Cells that one thread computes at a time.
  static constexpr std::int64_t kPiece = 8192;

  template <class T> static std::int64_t slotsOf(const FieldMemory &field) {
    return static_cast<std::int64_t>(field.layout.bytes / sizeof(T));
  }

  template <class T> Status fillDirectly(int index, const FieldMemory &field) const {
    const auto cellsOf = [&](int age) { return static_cast<T *>(field.buffer(-age)); };
    T *const cells = cellsOf(0);
    computePieces(index, 0, field, cells, 0, slotsOf<T>(field),
                  [&](std::int64_t begin, std::int64_t end) {
                    for (int age = 1; age < field.levels; ++age)
                      if (!program.olderInit(index, age))
                        std::copy(cells + begin, cells + end, cellsOf(age) + begin);
                    for (int spare = field.levels; spare < field.buffers; ++spare)
                      forget(field, cellsOf(spare), begin, end);
                  });
    for (int age = 1; age < field.levels; ++age)
      if (program.olderInit(index, age))
        computePieces(index, age, field, cellsOf(age), 0, slotsOf<T>(field),
                      [](std::int64_t, std::int64_t) {});
    return {};
  }

  template <class T> Status fillStaged(int index, const FieldMemory &field) const {
    for (int spare = field.levels; spare < field.buffers; ++spare)
      if (Status status = device.fill(field.buffer(-spare), 0, field.layout.bytes, nullptr);
          !status)
        return status;
    const std::int64_t slots = slotsOf<T>(field), size = slots < chunk ? slots : chunk;
    const std::unique_ptr<T[]> staging(new (std::nothrow) T[static_cast<std::size_t>(size)]);
    if (!staging)
      return Status::outOfMemory("no host memory for initial values: need " +
                                 formatBytes(static_cast<double>(size) * sizeof(T)));
    for (std::int64_t begin = 0; begin < slots; begin += size) {
      const std::int64_t end = begin + size < slots ? begin + size : slots;
      const std::size_t bytes = static_cast<std::size_t>(end - begin) * sizeof(T);
      for (int age = 0; age < field.levels; ++age) {
        // Whether the staging memory holds something else: the copies from it must be done then.
        const bool isOther =
            age > 0 && (program.olderInit(index, age) || program.olderInit(index, age - 1));
        if (isOther)
          if (Status status = device.synchronize(nullptr); !status)
            return status;
        if (age == 0 || isOther)
          computePieces(index, age, field, staging.get(), begin, end,
                        [](std::int64_t, std::int64_t) {});
        if (Status status =
                device.copy({static_cast<T *>(field.buffer(-age)) + begin, bytes, bytes},
                            {staging.get(), bytes, bytes}, {bytes}, nullptr);
            !status)
          return status;
      }
      if (Status status = device.synchronize(nullptr); !status)
        return status;
    }
    return {};
  }

  /// The value of a cell at t-`age`.
  double value(int index, int age, const Grid &grid, std::int64_t x, std::int64_t y,
               std::int64_t z) const {
    return age > 0 && program.olderInit(index, age)
               ? program.olderValue(index, age, parameters, grid, x, y, z)
               : program.initialValue(index, parameters, grid, x, y, z);
  }

  /// Computes slots [begin, end) of a buffer (cells with the padding of rows) into `cells`, piece
  /// by piece; then calls done(begin, end) for each piece on the same thread.
  template <class T, class Done>
  void computePieces(int index, int age, const FieldMemory &field, T *cells, std::int64_t begin,
                     std::int64_t end, const Done &done) const {
    const Grid grid = field.layout.grid;
    const auto pitch = static_cast<std::int64_t>(field.layout.rowPitch / sizeof(T));
    parallelFor((end - begin + kPiece - 1) / kPiece, [&](std::int64_t piece) {
      const std::int64_t from = begin + piece * kPiece;
      const std::int64_t to = from + kPiece < end ? from + kPiece : end;
      std::int64_t x = from % pitch, y = from / pitch % grid.ny, z = from / pitch / grid.ny;
      for (std::int64_t slot = from; slot < to; ++slot) {
        cells[slot - begin] = x < grid.nx ? static_cast<T>(value(index, age, grid, x, y, z)) : T(0);
        if (++x == pitch) {
          x = 0;
          if (++y == grid.ny) {
            y = 0;
            ++z;
          }
        }
      }
      done(from, to);
    });
  }

  template <class T>
  static void forget(const FieldMemory &field, T *cells, std::int64_t begin, std::int64_t end) {
    const auto pitch = static_cast<std::int64_t>(field.layout.rowPitch / sizeof(T));
    for (std::int64_t slot = begin; slot < end; ++slot)
      cells[slot] =
          slot % pitch < field.layout.grid.nx ? std::numeric_limits<T>::quiet_NaN() : T(0);
  }

  const ProgramDescription &program;
  const double *parameters;
  Device &device;
  bool staged;
  std::int64_t chunk;
};

} // namespace stencilc::inline STENCILC_SPACE
