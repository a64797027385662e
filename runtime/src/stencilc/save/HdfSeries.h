/// \file A series of snapshots in one HDF5 file, laid out so that three kinds of readers open it.
///
/// Each field is a dataset (step, z, y, x) beside its coordinates, dimension scales as netCDF-4 has
/// them: `step` (steps done), and where the program tells the time `time` beside it; `z`, `y`, `x`
/// by the spacing of cells. Fields that lie between the others have scales of their own, `x_half`.
/// The group VTKHDF has the same datasets under a second name, with what the VTKHDF format, version
/// 2.0, says of an ImageData that changes with time
/// (https://docs.vtk.org/en/latest/vtk_file_formats/vtkhdf_file_format/index.html).
///
/// All is flushed about every second, so that the file of a run that died has what came before.
#pragma once

#include "stencilc/save/HdfObjects.h"
#include "stencilc/save/PartFile.h"
#include "stencilc/save/SaveChunks.h"
#include "stencilc/save/SeriesFile.h"

namespace stencilc::inline STENCILC_SPACE {

/// All that another run must have alike to go on with a file.
std::string seriesIdentity(const SavedRun &run, const SavedFile &file);

class HdfSeries final : public SeriesFile {
public:
  HdfSeries(const SavedRun &run, const SavedFile &file, int helpers)
      : run(run), file(file), helpers(helpers) {}
  ~HdfSeries() override;

  bool open() override;
  bool goOn(const std::vector<std::int64_t> &expected, std::string &note) override;
  bool append(std::int64_t step, unsigned char *snapshot) override;
  bool sync() override;
  bool finish() override;
  bool commit() override { return part.commit() || fail(part.error()); }

private:
  /// A field in the file.
  struct Dataset {
    hdf::Handle cells, offsets; // of VTKHDF: where the array of a step is
  };

  bool hasTime() const { return run.timestep == run.timestep; }
  double timeOf(std::int64_t step) const {
    return hasTime() ? static_cast<double>(step) * run.timestep : static_cast<double>(step);
  }
  bool checkNames();
  bool failed(const char *what);

  // --- the layout (HdfLayout.cpp)
  bool create();
  bool createCoordinates(std::vector<std::vector<hdf::Handle>> &scales);
  bool createPlaces();
  bool createFields(const std::vector<std::vector<hdf::Handle>> &scales);
  bool createVtk();
  std::vector<double> placesAlong(const SavedArray &array, int axis) const;
  std::string scaleName(const SavedArray &array, int axis) const;

  // --- going on with what there is (HdfResume.cpp)
  bool openThere(const std::string &path, const std::vector<std::int64_t> &expected,
                 bool isWritten = true);
  bool openObjects();
  bool cutTo(std::uint64_t count);
  std::vector<std::int64_t> readSteps() const;
  std::string difference(const std::vector<std::int64_t> &expected) const;

  bool flush();
  bool writeArray(std::size_t number, unsigned char *snapshot);
  void closeAll();

  const SavedRun &run;
  const SavedFile &file;
  int helpers;
  const hdf::Library *library = nullptr;
  PartFile part;
  std::string coordinates; // beside the scales: the time, and where planes are
  hdf::Handle root, vtk, stepsGroup;
  hdf::Handle steps, times, values; // coordinates that grow; `values` is VTK's
  std::vector<Dataset> datasets;    // as file.arrays
  std::uint64_t count = 0;          // snapshots in the file
  double flushed = 0;               // when it was complete on disk for the last time
};

} // namespace stencilc::inline STENCILC_SPACE
