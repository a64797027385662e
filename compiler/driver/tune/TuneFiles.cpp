/// \file Tuning records as JSON files, to carry measurements from one machine to another.
#include "driver/tune/TuneFiles.h"
#include "driver/build/CacheFolder.h"
#include "driver/files/FileOutput.h"
#include "driver/tune/Tuned.h"
#include "support/OrdinaryFile.h"

namespace stencilc::driver {

static bool failed(llvm::Error error, Diagnostics &diags) {
  diags.report(diag::TuningStoreFailed, tuningStorePath(), llvm::toString(std::move(error)));
  return false;
}

static void say(const std::string &what, std::size_t count, const std::string &path, bool quiet) {
  if (!quiet)
    llvm::errs() << what << " " << count << (count == 1 ? " record " : " records ") << path << "\n";
}

std::optional<plan::TuningStore> openTuningStore(Diagnostics &diags) {
  reportCacheFolder(diags);
  auto store = plan::TuningStore::open(tuningStorePath(), plan::TuningStore::Access::Write);
  if (store)
    return std::move(*store);
  failed(store.takeError(), diags);
  return std::nullopt;
}

bool writeTuning(const std::string &path, const std::vector<plan::TuningRecord> &records,
                 const std::vector<plan::TuningRecord> &runs, bool quiet, Diagnostics &diags) {
  const std::string text = llvm::formatv("{0:2}\n", plan::recordsToJson(records, runs)).str();
  if (!writeFileWhole(path, text, diags))
    return false;
  say("wrote", records.size() + runs.size(), "to " + path, quiet);
  return true;
}

bool exportTuning(const std::string &path, bool quiet, Diagnostics &diags) {
  auto store = openTuningStore(diags);
  if (!store)
    return false;
  auto records = store->all();
  if (!records)
    return failed(records.takeError(), diags);
  auto runs = store->allRuns();
  if (!runs)
    return failed(runs.takeError(), diags);
  return writeTuning(path, *records, *runs, quiet, diags);
}

bool importTuning(const std::string &path, bool quiet, Diagnostics &diags) {
  std::string why;
  const auto text = readOrdinaryFile(path, why);
  if (!text) {
    diags.report(diag::CannotReadFile, path, why);
    return false;
  }
  auto records = plan::recordsFromJson(text->getBuffer());
  if (!records) {
    diags.report(diag::BadTuningFile, path, llvm::toString(records.takeError()));
    return false;
  }
  auto runs = plan::runsFromJson(text->getBuffer());
  if (!runs) {
    diags.report(diag::BadTuningFile, path, llvm::toString(runs.takeError()));
    return false;
  }
  auto store = openTuningStore(diags);
  if (!store)
    return false;
  if (llvm::Error error = store->put(*records, *runs))
    return failed(std::move(error), diags);
  say("read", records->size() + runs->size(), "from " + path, quiet);
  return true;
}

} // namespace stencilc::driver
