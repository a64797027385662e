/// \file A series of snapshots in one HDF5 file that netCDF-4, VTK and plain HDF5 readers can open.
///
/// Each field is a dataset with the axes step, z, y, x. Its coordinates are dimension scales as in
/// netCDF-4: `step` is the number of steps done, and `z`, `y`, `x` are in the unit of the spacing.
/// `time` exists if the program gives the length of a time step. Fields on a staggered grid have
/// coordinates of their own, such as `x_half`.
///
/// The group VTKHDF has links to the same datasets and the attributes of a time-dependent ImageData
/// in VTKHDF format 2.0
/// (https://docs.vtk.org/en/latest/vtk_file_formats/vtkhdf_file_format/index.html).
///
/// The file is flushed at most once a second, so that it is readable if the run dies.
#pragma once

#include "runtime/files/PartFile.h"
#include "runtime/files/hdf/HdfObjects.h"
#include "runtime/parts/save/SaveChunks.h"
#include "runtime/parts/save/SeriesFile.h"

namespace stencilc::inline STENCILC_SPACE {

/// Returns a text that is the same for two runs if the second can continue the file of the first.
/// The text has the program, its parameters, the interval in steps, and the type and window (saved
/// part) of each field.
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
  /// A field of the file, with the HDF5 datasets in which it is stored.
  struct Dataset {
    /// Datasets of the field. `cells` has its values, with the saved steps along the first axis.
    /// `offsets`, for VTKHDF readers, has the index along this axis for each saved step.
    hdf::Handle cells, offsets;
  };

  bool hasTime() const { return run.timestep == run.timestep; }
  double timeOf(std::int64_t step) const {
    return hasTime() ? static_cast<double>(step) * run.timestep : static_cast<double>(step);
  }
  bool checkNames();
  bool failed(const char *what);

  // --- the layout of the file (HdfLayout.cpp)
  bool create();
  bool createCoordinates(std::vector<std::vector<hdf::Handle>> &scales);
  bool createPlaces();
  bool createFields(const std::vector<std::vector<hdf::Handle>> &scales);
  bool createVtk();
  std::vector<double> placesAlong(const SavedArray &array, int axis) const;
  std::string scaleName(const SavedArray &array, int axis) const;

  // --- continuing an existing file (HdfResume.cpp)
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
  std::string coordinates; // names of the time and of single-cell coordinates
  hdf::Handle root, vtk, stepsGroup;
  hdf::Handle steps, times, values; // datasets that grow with each step; `values` is VTKHDF's
  std::vector<Dataset> datasets;    // in the order of `file.arrays`
  std::uint64_t count = 0;          // snapshots in the file
  double flushed = 0;               // time of the last flush, in seconds
};

} // namespace stencilc::inline STENCILC_SPACE
