/// \file What a run measured: compared with the prediction, and kept for `explain`.
#pragma once

#include "driver/Drawings.h"
#include "driver/Place.h"
#include "driver/WorkFolder.h"
#include "llvm/Support/JSON.h"
#include <memory>
#include <string>
#include <vector>

namespace stencilc::driver {

/// One run of the program that `line` has planned. Emulated runs take part in nothing here: their
/// times mean nothing. Neither do those whose size the files decide, which was not planned for.
class RunRecord {
public:
  RunRecord(const Options &options, Pipeline &line, const RunPlace &place);
  RunRecord(const RunRecord &) = delete;
  RunRecord &operator=(const RunRecord &) = delete;

  /// For the program: where to leave its summary, and what was predicted.
  std::vector<std::string> arguments() const;
  /// The steps that were done until the end of a run that went well, those of earlier parts among
  /// them.
  std::int64_t steps() const;
  /// Sets the planes of pictures and movies that the run has chosen.
  void setPlanes(Drawings &drawings, const ir::Program &program) const;
  /// After a run of `module` that went well: keeps what it measured in the tuning store. A store
  /// that cannot be used is a warning.
  void keep(const Built &module) const;

private:
  std::optional<llvm::json::Object> summary() const;
  /// 1e9 updates per second; 0 on a processor that was not probed, or of which not all threads run.
  double predicted() const;

  const Options &options;
  Pipeline &line;
  const RunPlace &place;
  bool isKept;
  std::unique_ptr<WorkFolder> folder; // of the summary, if it could be made
};

} // namespace stencilc::driver
