/// \file What was measured by `tune` and by `run`, kept in one SQLite file that several programs
/// may use at once.
///
/// The file holds two tables, and its `user_version` is 3:
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
///       date TEXT,             of the measurement: 2026-03-01T09:30:00Z, or empty
///       nanojoules REAL,       of an update, or 0: not known
///       PRIMARY KEY (program, arch, device, compiler, schedule));
///     CREATE TABLE runs (the same);
///
/// `tuning` is what the planner prefers; `runs` is only shown: a user who runs a slow schedule once
/// does not want it from then on. A new measurement of the same key replaces the old one, among
/// runs only if it had as many steps; energy that it does not know stays. Each write is one
/// transaction: the file is whole whenever the tool ends. Version 1 had no dates and no runs,
/// version 2 no energy; writing makes a version 3 of them.
#pragma once

#include "plan/Database.h"
#include "plan/TuningRecord.h"
#include <string>
#include <vector>

namespace stencilc::plan {

class TuningStore {
public:
  using Access = Database::Access;

  /// Opens the file at `path`; to write, makes it if it is not there. Errors are for people: what
  /// SQLite says, or that a newer stencilc made the file.
  static llvm::Expected<TuningStore> open(const std::string &path, Access access);

  /// Keeps the records of `tune` and of `run`, all or none; a run only if none of more steps is
  /// there.
  llvm::Error put(const std::vector<TuningRecord> &tuned,
                  const std::vector<TuningRecord> &runs = {});
  /// Everything measured for `key`, fastest first.
  llvm::Expected<std::vector<TuningRecord>> find(const TuningKey &key) const;
  llvm::Expected<std::vector<TuningRecord>> findRuns(const TuningKey &key) const;
  /// Everything, sorted by name, size, device, and fastest first.
  llvm::Expected<std::vector<TuningRecord>> all() const;
  llvm::Expected<std::vector<TuningRecord>> allRuns() const;

private:
  TuningStore(Database database, int version) : database(std::move(database)), version(version) {}
  llvm::Expected<std::vector<TuningRecord>> findIn(const char *table, const TuningKey &key) const;
  llvm::Expected<std::vector<TuningRecord>> allIn(const char *table) const;

  Database database;
  int version;
};

} // namespace stencilc::plan
