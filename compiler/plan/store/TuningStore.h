/// \file The tuning store: measurements by `tune` and `run` in one SQLite file, which several
/// processes may use at the same time.
///
/// The file contains two tables, and its `user_version` is 3:
///
///     CREATE TABLE tuning (
///       program TEXT,          SHA-256 of the IR with precision and size (programKey)
///       arch TEXT,             planned for: sm_90, x86-64-v3
///       device TEXT,           measured on: NVIDIA H200, 8 threads of AMD EPYC
///       compiler TEXT,         version of stencilc
///       schedule TEXT,         as --schedule= accepts it, with every option
///       name TEXT, precision TEXT, size TEXT,        of the program, for display
///       predicted REAL, measured REAL,               1e9 cell updates per second
///       steps INTEGER, repetitions INTEGER,          of a timed run, timed runs
///       builder TEXT,          compiler that built the emitted code
///       date TEXT,             of the measurement: 2026-03-01T09:30:00Z, or empty
///       nanojoules REAL,       per cell update, or 0: not known
///       PRIMARY KEY (program, arch, device, compiler, schedule));
///     CREATE TABLE runs (the same);
///
/// The planner prefers the plans in `tuning`. Those in `runs` are only shown, because a user who
/// runs a slow schedule once does not want it in later runs. A new measurement replaces an old one
/// with the same key; in `runs` only if it has as many steps or more. Known energy is not replaced
/// by unknown energy. Each write is one transaction, so that the file is always consistent. Version
/// 1 had no dates and no runs, version 2 no energy. A write upgrades the file to version 3.
#pragma once

#include "plan/store/Database.h"
#include "plan/store/TuningRecord.h"
#include <string>
#include <vector>

namespace stencilc::plan {

/// Open tuning store: an SQLite file with measurements by the commands `tune` and `run`.
class TuningStore {
public:
  using Access = Database::Access;

  /// Opens the SQLite file at `path`. If `access` is Write, creates it if it does not exist, and
  /// upgrades older formats. Otherwise opens it for reading only. Returns an error with a text for
  /// the user if the file cannot be opened, is no tuning store, or has a newer format.
  static llvm::Expected<TuningStore> open(const std::string &path, Access access);

  /// Writes the measurements `tuned` (by the command `tune`) and `runs` (by the command `run`) to
  /// the file, in one transaction. A measurement replaces one with the same key. One by `run` does
  /// so only if it has at least as many time steps. Returns SQLite's message as an error if this
  /// fails.
  llvm::Error put(const std::vector<TuningRecord> &tuned,
                  const std::vector<TuningRecord> &runs = {});
  /// Returns the measurements by the command `tune` that match `key`, sorted by falling rate.
  llvm::Expected<std::vector<TuningRecord>> find(const TuningKey &key) const;
  /// Returns the measurements by the command `run` that match `key`, sorted by falling rate.
  llvm::Expected<std::vector<TuningRecord>> findRuns(const TuningKey &key) const;
  /// Returns all measurements by the command `tune`, sorted by program name, program key, device
  /// and falling rate.
  llvm::Expected<std::vector<TuningRecord>> all() const;
  /// Returns all measurements by the command `run`, sorted by program name, program key, device and
  /// falling rate.
  llvm::Expected<std::vector<TuningRecord>> allRuns() const;

private:
  TuningStore(Database database, int version) : database(std::move(database)), version(version) {}
  llvm::Expected<std::vector<TuningRecord>> findIn(const char *table, const TuningKey &key) const;
  llvm::Expected<std::vector<TuningRecord>> allIn(const char *table) const;

  Database database;
  int version;
};

} // namespace stencilc::plan
