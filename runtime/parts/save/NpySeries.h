/// \file A series of snapshots as .npy files, one file for each saved step.
#pragma once

#include "runtime/parts/save/SeriesFile.h"

namespace stencilc::inline STENCILC_SPACE {

/// Writes the snapshots of a run as .npy files, one for each saved time step. The array in a file
/// has those axes along which the saved window (part of a field) is a range, the slowest first. If
/// there are none, it has the first axis. A file gets its name only when it is complete.
class NpySeries final : public SeriesFile {
public:
  NpySeries(const SavedRun &run, const SavedFile &file) : run(run), file(file) {}

  bool open() override;
  bool goOn(const std::vector<std::int64_t> &, std::string &) override { return open(); }
  bool append(std::int64_t step, unsigned char *snapshot) override;
  bool sync() override { return true; }
  bool finish() override { return true; }
  bool commit() override { return true; }

private:
  const SavedRun &run;
  const SavedFile &file;
};

} // namespace stencilc::inline STENCILC_SPACE
