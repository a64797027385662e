/// \file Creates the file of a series of snapshots in the format that its name asks for.
#include "runtime/parts/save/SeriesFile.h"
#include "runtime/parts/save/NpySeries.h"
#include "runtime/parts/save/hdf/HdfSeries.h"

namespace stencilc::inline STENCILC_SPACE {

namespace {

/// Series that another process writes: all functions do nothing and succeed.
class OthersSeries final : public SeriesFile {
public:
  bool open() override { return true; }
  bool goOn(const std::vector<std::int64_t> &, std::string &) override { return true; }
  bool append(std::int64_t, unsigned char *) override { return true; }
  bool sync() override { return true; }
  bool finish() override { return true; }
  bool commit() override { return true; }
};

} // namespace

std::unique_ptr<SeriesFile> makeSeriesFile(const SavedRun &run, const SavedFile &file,
                                           int helpers) {
  if (run.isAnothers)
    return std::make_unique<OthersSeries>();
  if (isSequence(file.path))
    return std::make_unique<NpySeries>(run, file);
  return std::make_unique<HdfSeries>(run, file, helpers);
}

} // namespace stencilc::inline STENCILC_SPACE
