/// \file Holds the indices and weights of the cells around each point of all receivers (which
/// record a field). Makes the tables that tell kernels which cells to store after each time step.
#pragma once

#include "runtime/core/fields/FieldMemory.h"
#include "runtime/parts/points/PointMemory.h"
#include "runtime/parts/points/ReceivedRows.h"
#include "runtime/parts/points/TraceRows.h"
#include "stencilc/PointSums.h"

namespace stencilc::inline STENCILC_SPACE {

/// Data of one receiver, which records a field at some points: indices and weights of the cells
/// around each point. The values of these cells come from the field in device memory, from copies
/// on the host (`cells`), or from memory in which kernels have stored them.
struct Receiver {
  int field = 0;
  PointSums points; // in device memory if kernels read
  std::vector<Int64> firsts, places;
  std::vector<double> weights;
  bool isInPlace = false;
  std::vector<ReceivedRow> rows; // rows that are copied to `cells`
  std::vector<unsigned char> cells;
  std::unique_ptr<TraceRows> pending; // not null if kernels read
};

/// Holds the cells and weights of the points of all receivers (which record a field). They are
/// computed only when points change, so that time steps do not search for cells.
class ReceiverPoints {
public:
  /// Device memory in which kernels store the cells of one field that receivers read. After each
  /// time step of a launch, `count` values (f64) are stored. Those of the first step begin at
  /// `samples`, and those of the next step follow.
  struct Records {
    int field = 0;
    std::int64_t count = 0;
    double *samples = nullptr;
  };

  ReceiverPoints(const ProgramDescription &program, Device &device)
      : program(program), device(device), memory(device),
        receivers(static_cast<std::size_t>(program.pointsCount)) {}
  ReceiverPoints(const ReceiverPoints &) = delete;
  ReceiverPoints &operator=(const ReceiverPoints &) = delete;
  ~ReceiverPoints();

  /// Computes the indices and weights of the cells that the points of all receivers read.
  /// `points[i]` has the cells of source or receiver i, and `layouts[i]` is the memory layout of
  /// field i. If kernels store these cells, appends the bytes of tables with the cells to `tables`
  /// (kernel arguments).
  Status make(const Grid &grid, const std::vector<Layout> &layouts,
              const std::vector<PointCells> &points, std::vector<unsigned char> &tables);

  /// Returns one entry for each source and receiver, in the order of the program. Entries of
  /// sources are empty.
  std::vector<Receiver> &all() { return receivers; }
  const std::vector<Receiver> &all() const { return receivers; }
  const std::vector<Records> &recorded() const { return records; }

private:
  /// Prepares kernels to store those cells of `field` that `points` read. Appends to `tables` the
  /// bytes of a table that has these cells, numbered from 0. Sets `numbers`, with one entry for
  /// each cell of `rows` (ranges of cells): the cell's number, or -1 if no point reads it.
  Status record(int field, const Grid &grid, const ReceivedRows &rows,
                const std::vector<const PointCells *> &points, std::vector<std::int64_t> &numbers,
                std::vector<unsigned char> &tables);
  Status makeRecorded(int field, const Grid &grid, const std::vector<PointCells> &points,
                      std::vector<unsigned char> &tables);
  Status makeRead(int which, const Grid &grid, const std::vector<Layout> &layouts,
                  const PointCells &points);
  /// Sets the arrays of `receiver` to the indices and weights of the cells of all `points`, one
  /// point after the other. placeOf(cell) returns a cell's index in the memory from which it is
  /// read. If kernels compute the receiver's values, the arrays are moved to device memory.
  template <class PlaceOf>
  Status flatten(Receiver &receiver, const PointCells &points, const PlaceOf &placeOf);
  bool isReceiverOf(int which, int field) const {
    return program.points[which].every > 0 && program.points[which].field == field;
  }

  const ProgramDescription &program;
  Device &device;
  PointMemory memory;
  std::vector<void *> onDevice;
  std::vector<Receiver> receivers;
  std::vector<Records> records;
};

} // namespace stencilc::inline STENCILC_SPACE
