/// \file What was measured by `tune`, kept in one SQLite file that several programs may use at
/// once.
///
/// The file holds one table, and its `user_version` is 1:
///
///     CREATE TABLE tuning (
///       program TEXT,          SHA-256 of the IR with precision and size (programKey)
///       arch TEXT,             planned for: sm_90, x86-64-v3
///       device TEXT,           measured on: NVIDIA H200, 8 threads of AMD EPYC
///       compiler TEXT,         version of stencilc
///       schedule TEXT,         as --schedule= takes it, with every option
///       name TEXT, precision TEXT, size TEXT,        of the program, for people
///       predicted REAL, measured REAL,               1e9 updates per second
///       steps INTEGER, repetitions INTEGER,          of a timed run, timed runs
///       builder TEXT,          compiler that built the emitted text
///       PRIMARY KEY (program, arch, device, compiler, schedule));
///
/// A new measurement of the same key replaces the old one. Each write is one transaction: the file
/// is whole whenever the tool ends.
#pragma once

#include "plan/TuningRecord.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

struct sqlite3;

namespace stencilc::plan {

class TuningStore {
public:
  enum class Access { Read, Write };

  /// Opens the file at `path`; to write, makes it if it is not there. Errors are for people: what
  /// SQLite says, or that a newer stencilc made the file.
  static llvm::Expected<TuningStore> open(const std::string &path, Access access);

  /// Keeps the records, all or none.
  llvm::Error put(const std::vector<TuningRecord> &records);
  /// Everything measured for `key`, fastest first.
  llvm::Expected<std::vector<TuningRecord>> find(const TuningKey &key) const;
  /// Everything, sorted by name, size, device, and fastest first.
  llvm::Expected<std::vector<TuningRecord>> all() const;

private:
  struct Close {
    void operator()(sqlite3 *database) const;
  };
  explicit TuningStore(std::unique_ptr<sqlite3, Close> database) : database(std::move(database)) {}

  std::unique_ptr<sqlite3, Close> database;
};

} // namespace stencilc::plan
