/// \file Which kind of file a series is.
#include "stencilc/save/SeriesFile.h"
#include "stencilc/save/HdfSeries.h"
#include "stencilc/save/NpySeries.h"

namespace stencilc::inline STENCILC_SPACE {

std::unique_ptr<SeriesFile> makeSeriesFile(const SavedRun &run, const SavedFile &file,
                                           int helpers) {
  if (isSequence(file.path))
    return std::make_unique<NpySeries>(run, file);
  return std::make_unique<HdfSeries>(run, file, helpers);
}

} // namespace stencilc::inline STENCILC_SPACE
