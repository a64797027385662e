/// \file The points of all receivers, as flat arrays for the code that reads them, and as tables
/// for kernels that record values.
#pragma once

#include "stencilc/FieldMemory.h"
#include "stencilc/PointMemory.h"
#include "stencilc/PointSums.h"
#include "stencilc/ReceivedRows.h"
#include "stencilc/TraceRows.h"

namespace stencilc::inline STENCILC_SPACE {

/// The points of one receiver. Its values come from one of three sources: cells of the field in
/// place, rows of cells copied to the host, or samples that kernels have recorded.
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

/// The points of all receivers. The arrays are computed again only when points change, so that time
/// steps do not search for cells.
class ReceiverPoints {
public:
  /// The samples that kernels record of a field: `count` cells for each time step of a launch.
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

  /// Computes the arrays of all receivers. `points` holds the cells of all points, `layouts` the
  /// layouts of fields in device memory. If kernels record samples, their tables are appended to
  /// `tables`.
  Status make(const Grid &grid, const std::vector<Layout> &layouts,
              const std::vector<PointCells> &points, std::vector<unsigned char> &tables);

  /// Returns all sources and receivers in the order of the program. The entries of sources are
  /// empty.
  std::vector<Receiver> &all() { return receivers; }
  const std::vector<Receiver> &all() const { return receivers; }
  const std::vector<Records> &recorded() const { return records; }

private:
  /// Numbers the cells of `points` from 0 on, and creates the table from which kernels record them.
  /// Sets `numbers`, which is indexed by the cell's position in `rows`. It is -1 for cells that no
  /// point needs.
  Status record(int field, const Grid &grid, const ReceivedRows &rows,
                const std::vector<const PointCells *> &points, std::vector<std::int64_t> &numbers,
                std::vector<unsigned char> &tables);
  Status makeRecorded(int field, const Grid &grid, const std::vector<PointCells> &points,
                      std::vector<unsigned char> &tables);
  Status makeRead(int which, const Grid &grid, const std::vector<Layout> &layouts,
                  const PointCells &points);
  /// Fills the flat arrays of a receiver. placeOf(cell) returns the index of the cell's value in
  /// the memory that is read.
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
