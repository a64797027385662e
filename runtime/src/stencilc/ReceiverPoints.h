/// \file The points of all receivers as what reads them wants them: flat arrays, where steps are,
/// and what kernels record.
#pragma once

#include "stencilc/FieldMemory.h"
#include "stencilc/PointMemory.h"
#include "stencilc/PointSums.h"
#include "stencilc/ReceivedRows.h"
#include "stencilc/TraceRows.h"

namespace stencilc::inline STENCILC_SPACE {

/// A receiver, of a field as the program numbers them. Its values are cells of the field at t where
/// it lies; or rows of them, copied to the host; or what kernels have recorded.
struct Receiver {
  int field = 0;
  PointSums points; // on the device where kernels read
  std::vector<Int64> firsts, places;
  std::vector<double> weights;
  bool isInPlace = false;
  std::vector<ReceivedRow> rows; // that are copied to `cells`
  std::vector<unsigned char> cells;
  std::unique_ptr<TraceRows> pending; // where kernels read
};

/// Made once, and anew where points change: no step looks for a cell.
class ReceiverPoints {
public:
  /// What kernels record of a field: `count` cells for each step of a launch.
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

  /// `points`: the cells of all points, as the program numbers them. `layouts`: of fields that lie
  /// on the device, all of them. Tables for kernels that record are put behind `tables`.
  Status make(const Grid &grid, const std::vector<Layout> &layouts,
              const std::vector<PointCells> &points, std::vector<unsigned char> &tables);

  /// As the program numbers them; sources are empty.
  std::vector<Receiver> &all() { return receivers; }
  const std::vector<Receiver> &all() const { return receivers; }
  const std::vector<Records> &recorded() const { return records; }

private:
  /// Places a cell among what kernels record: their number by the place in `rows`, from 0 on.
  Status record(int field, const Grid &grid, const ReceivedRows &rows,
                const std::vector<const PointCells *> &points, std::vector<std::int64_t> &numbers,
                std::vector<unsigned char> &tables);
  Status makeRecorded(int field, const Grid &grid, const std::vector<PointCells> &points,
                      std::vector<unsigned char> &tables);
  Status makeRead(int which, const Grid &grid, const std::vector<Layout> &layouts,
                  const PointCells &points);
  /// Sets the flat arrays of a receiver; placeOf(cell) says where its value is.
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
