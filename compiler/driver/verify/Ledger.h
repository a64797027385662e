/// \file The ledger, a file of known results, so that work need not be repeated. `stencilc verify`
/// skips runs whose results it knows. `stencilc build` skips compilations whose output it knows.
///
/// The file is a SQLite database, `user_version` 2, with these tables:
///
///     CREATE TABLE modules (key TEXT PRIMARY KEY, value TEXT, sum TEXT);
///       key    hash of all that a built program (module) depends on (InProcessBuild::key)
///       value  SHA-256 of the bytes of the built program
///     CREATE TABLE runs (key TEXT PRIMARY KEY, value TEXT, sum TEXT);
///       key    SHA-256 of the program, of the runtime and machine (Identity.h), and of the inputs
///       value  SHA-256 of the results of the run
///     CREATE TABLE builds (key TEXT PRIMARY KEY, value TEXT, sum TEXT);
///       key    hash of all that a built program (module) depends on (InProcessBuild::key)
///       value  name of the compiler, one line; then the output of the compilers
///     CREATE TABLE counts (name TEXT PRIMARY KEY, number INTEGER);
///       `known` and `made`: numbers of skipped and of executed runs
///
/// A ledger stores results, not verdicts. The interpreter computes the expected result each time. A
/// run is skipped only if its stored result is the expected one. Only results that were equal are
/// stored. `sum` is a checksum of the row; a row with a wrong checksum is ignored.
#pragma once

#include "plan/store/Database.h"
#include <map>
#include <optional>
#include <string>

namespace stencilc::driver {

/// An open ledger: the file of known results of runs and compilations.
class Ledger {
public:
  /// Opens the ledger, a file of known results, at `path`, or creates it. If that fails, the error
  /// has a text that can be printed.
  static llvm::Expected<Ledger> open(const std::string &path);

  /// Returns the SHA-256 hash of the built program with the key `key`, a hash of all inputs of its
  /// build. Returns `nullopt` if this ledger of known results does not have it.
  std::optional<std::string> moduleOf(const std::string &key);
  /// Returns the SHA-256 hash of the results of the run with the hash `key`. Returns `nullopt` if
  /// this ledger of known results does not have the run.
  std::optional<std::string> resultOf(const std::string &key);

  /// Returns the output of the compilers for the built program with the key `key`, a hash of all
  /// inputs of its build. The first line is the name of the compiler. Returns `nullopt` if this
  /// ledger of known results does not have it.
  std::optional<std::string> buildOf(const std::string &key);

  void addBuild(const std::string &key, const std::string &said) { builds[key] = said; }
  void addModule(const std::string &key, const std::string &module) { modules[key] = module; }
  void addResult(const std::string &key, const std::string &result) { results[key] = result; }
  /// Adds `known` to the number of runs that this ledger (file of known results) made unnecessary,
  /// and `made` to the number of runs that were executed.
  void count(int known, int made);
  /// Writes all additions to the file of this ledger of known results, all or none of them.
  llvm::Error write();

  /// Returns the number of rows of the ledger (file of known results) that were ignored because
  /// their checksum is wrong.
  int damaged() const { return damagedRows; }

private:
  using Rows = std::map<std::string, std::string>;
  explicit Ledger(plan::Database database) : database(std::move(database)) {}
  std::optional<std::string> find(const char *table, const std::string &key);
  llvm::Error insert(const char *table, const Rows &rows);

  plan::Database database;
  Rows builds, modules, results; // rows that are not written yet
  int known = 0, made = 0;
  int damagedRows = 0;
};

/// Returns the path of the ledger, the file of known results: `given` (--ledger), else the value of
/// STENCILC_LEDGER. The result is empty if none is used, or if the name is "none".
std::string ledgerFile(const std::string &given);

} // namespace stencilc::driver
