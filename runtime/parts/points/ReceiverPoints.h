/// \file Points of all receivers: arrays of cell indices and weights from which values are
/// computed, and tables for kernels that store the values of cells during time steps.
#pragma once

#include "runtime/core/fields/FieldMemory.h"
#include "runtime/parts/points/PointMemory.h"
#include "runtime/parts/points/ReceivedRows.h"
#include "runtime/parts/points/TraceRows.h"
#include "stencilc/PointSums.h"

namespace stencilc::inline STENCILC_SPACE {

/// Points of one receiver. Its values are computed from one of three: cells of the field in device
/// memory, rows of cells copied to the host, or values of cells that kernels have stored during
/// time steps.
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

/// Points of all receivers (points at which a run stores the values of a field). Arrays are
/// computed only when points change, so that time steps do not search for cells.
class ReceiverPoints {
public:
  /// Cells of a field whose values kernels store for receivers: `count` cells after each time step
  /// of a launch, at `samples` in device memory.
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

  /// Computes for all receivers the indices and weights of the cells that their points read.
  /// `points` holds the cells of each source and receiver, `layouts` the layouts of fields in
  /// device memory. If kernels store the read cells during time steps, appends tables of these
  /// cells to `tables`.
  Status make(const Grid &grid, const std::vector<Layout> &layouts,
              const std::vector<PointCells> &points, std::vector<unsigned char> &tables);

  /// Returns one entry for each source and receiver, in the order of the program. Entries of
  /// sources are empty.
  std::vector<Receiver> &all() { return receivers; }
  const std::vector<Receiver> &all() const { return receivers; }
  const std::vector<Records> &recorded() const { return records; }

private:
  /// Numbers the cells that `points` read from 0 on. Appends a table to `tables` that tells kernels
  /// of which cells to store the values, and where. Sets `numbers`, with one entry for each cell of
  /// `rows`: the number of the cell, or -1 if no point reads it.
  Status record(int field, const Grid &grid, const ReceivedRows &rows,
                const std::vector<const PointCells *> &points, std::vector<std::int64_t> &numbers,
                std::vector<unsigned char> &tables);
  Status makeRecorded(int field, const Grid &grid, const std::vector<PointCells> &points,
                      std::vector<unsigned char> &tables);
  Status makeRead(int which, const Grid &grid, const std::vector<Layout> &layouts,
                  const PointCells &points);
  /// Fills the arrays of `receiver` with the cell indices and weights of all `points`, one point
  /// after the other. If kernels compute the values, copies the arrays to the device. placeOf(cell)
  /// returns the index of the cell in the memory that is read.
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
