/// \file Computes initial values of fields with all host threads, and copies them to the device.
#include "runtime/core/fields/InitialValues.h"
#include "runtime/core/device/Parallel.h"
#include "runtime/core/fields/CellTypes.h"
#include "runtime/core/fields/Planes.h"
#include <algorithm>
#include <memory>
#include <new>

namespace stencilc::inline STENCILC_SPACE {

template <class T>
void InitialValues::fillSome(int index, const FieldMemory &field, void *to, std::int64_t first,
                             std::int64_t count, int age) const {
  const auto slots = static_cast<std::int64_t>(planePitch(program, field.layout) / sizeof(T));
  computePieces(index, age, field, static_cast<T *>(to), first * slots, (first + count) * slots,
                [](std::int64_t, std::int64_t) {});
}

template <class T> Status InitialValues::fillDirectly(int index, const FieldMemory &field) const {
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

template <class T>
Status InitialValues::stageLevels(int index, const FieldMemory &field, T *staging,
                                  std::int64_t begin, std::int64_t end) const {
  const std::size_t bytes = static_cast<std::size_t>(end - begin) * sizeof(T);
  for (int age = 0; age < field.levels; ++age) {
    // The staging memory must get new values for this level. Copies from it must end before.
    const bool isOther =
        age > 0 && (program.olderInit(index, age) || program.olderInit(index, age - 1));
    if (isOther)
      if (Status status = device.synchronize(nullptr); !status)
        return status;
    if (age == 0 || isOther)
      computePieces(index, age, field, staging, begin, end, [](std::int64_t, std::int64_t) {});
    if (age == 0) // copies from the other buffer
      if (Status status = device.synchronize(nullptr); !status)
        return status;
    if (Status status = device.copy({static_cast<T *>(field.buffer(-age)) + begin, bytes, bytes},
                                    {staging, bytes, bytes}, {bytes}, nullptr);
        !status)
      return status;
  }
  return {};
}

unsigned char *InitialValues::stagingOf(std::uint64_t bytes) const {
  if (pinned && pinned->bytes() >= bytes)
    return pinned->start();
  pinned = std::make_unique<HostBlock>(device);
  if (pinned->allocate(bytes))
    return pinned->start();
  pinned.reset();
  pageable.reset(new (std::nothrow) unsigned char[bytes]);
  return pageable.get();
}

template <class T> Status InitialValues::fillStaged(int index, const FieldMemory &field) const {
  for (int spare = field.levels; spare < field.buffers; ++spare)
    if (Status status = device.fill(field.buffer(-spare), 0, field.layout.bytes, nullptr); !status)
      return status;
  const std::int64_t slots = slotsOf<T>(field), size = slots < chunk ? slots : chunk;
  const std::uint64_t bytes = static_cast<std::uint64_t>(size) * sizeof(T) * (size < slots ? 2 : 1);
  T *const staging = reinterpret_cast<T *>(stagingOf(bytes));
  if (!staging)
    return Status::outOfMemory("no host memory for initial values: need " +
                               formatBytes(static_cast<double>(bytes)));
  bool isSecond = false;
  for (std::int64_t begin = 0; begin < slots; begin += size, isSecond = !isSecond) {
    const std::int64_t end = begin + size < slots ? begin + size : slots;
    if (Status status = stageLevels(index, field, staging + (isSecond ? size : 0), begin, end);
        !status)
      return status;
  }
  return device.synchronize(nullptr);
}

template <class T, class Done>
void InitialValues::computePieces(int index, int age, const FieldMemory &field, T *cells,
                                  std::int64_t begin, std::int64_t end, const Done &done) const {
  const Grid grid = field.layout.grid;
  const auto pitch = static_cast<std::int64_t>(field.layout.rowPitch / sizeof(T));
  parallelFor((end - begin + kPiece - 1) / kPiece, [&](std::int64_t piece) {
    const std::int64_t from = begin + piece * kPiece;
    const std::int64_t to = from + kPiece < end ? from + kPiece : end;
    std::int64_t x = from % pitch, y = from / pitch % grid.ny, z = from / pitch / grid.ny;
    for (std::int64_t slot = from; slot < to; ++slot) {
      cells[slot - begin] =
          x < grid.nx ? static_cast<T>(value(index, age, whole ? *whole : grid, x, y, z)) : T{};
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
void InitialValues::forget(const FieldMemory &field, T *cells, std::int64_t begin,
                           std::int64_t end) {
  const auto pitch = static_cast<std::int64_t>(field.layout.rowPitch / sizeof(T));
  for (std::int64_t slot = begin; slot < end; ++slot)
    cells[slot] = slot % pitch < field.layout.grid.nx ? nanCell<T>() : T{};
}

Status InitialValues::fill(int index, const FieldMemory &field) const {
  return withCell(program.fields[index].storage, [&]<class T>(T) {
    return staged ? fillStaged<T>(index, field) : fillDirectly<T>(index, field);
  });
}

void InitialValues::fillPlanes(int index, const FieldMemory &field, void *to, std::int64_t first,
                               std::int64_t count, int age) const {
  withCell(program.fields[index].storage,
           [&]<class T>(T) { fillSome<T>(index, field, to, first, count, age); });
}

double InitialValues::value(int index, int age, const Grid &grid, std::int64_t x, std::int64_t y,
                            std::int64_t z) const {
  return age > 0 && program.olderInit(index, age)
             ? program.olderValue(index, age, parameters, grid, x, y, z)
             : program.initialValue(index, parameters, grid, x, y, z);
}

} // namespace stencilc::inline STENCILC_SPACE
