/// \file A ledger of verdicts: what runs of modules gave that were equal to the interpreter's, so
/// that `stencilc verify` need not repeat them; and what compilers said of texts, so that
/// `stencilc build` need not compile them again.
///
/// The file is a SQLite database, `user_version` 2, with these tables:
///
///     CREATE TABLE modules (key TEXT PRIMARY KEY, value TEXT, sum TEXT);
///       key    what a module is built from (InProcessBuild::key)
///       value  SHA-256 of the module's bytes
///     CREATE TABLE runs (key TEXT PRIMARY KEY, value TEXT, sum TEXT);
///       key    SHA-256 of the module's bytes, of who runs it (Identity.h), and of what it is given
///       value  SHA-256 of what the run gave
///     CREATE TABLE builds (key TEXT PRIMARY KEY, value TEXT, sum TEXT);
///       key    what a module is built from (InProcessBuild::key)
///       value  who compiled it, a line; then what the compilers said
///     CREATE TABLE counts (name TEXT PRIMARY KEY, number INTEGER);
///       `known` and `made`: runs that were found and runs that were executed
///
/// A ledger stores results, not verdicts: the interpreter is asked each time, and a run is left out
/// only if the ledger's result of exactly this run is what the interpreter gives. Only runs that
/// were equal are stored. `sum` is a checksum of the row: a row that fails it is not there.
#pragma once

#include "plan/Database.h"
#include <map>
#include <optional>
#include <string>

namespace stencilc::driver {

class Ledger {
public:
  /// Opens the ledger at `path`, or creates it. Fails with a text for people if it cannot be used.
  static llvm::Expected<Ledger> open(const std::string &path);

  /// The SHA-256 of the module that is built from `key`, if it has been built.
  std::optional<std::string> moduleOf(const std::string &key);
  /// The SHA-256 of what the run `key` gave, if it is known.
  std::optional<std::string> resultOf(const std::string &key);

  /// Who compiled the module that is built from `key`, a line, and what the compilers said.
  std::optional<std::string> buildOf(const std::string &key);

  void addBuild(const std::string &key, const std::string &said) { builds[key] = said; }
  void addModule(const std::string &key, const std::string &module) { modules[key] = module; }
  void addResult(const std::string &key, const std::string &result) { results[key] = result; }
  /// Counts runs that were found in the ledger, and runs that were executed.
  void count(int known, int made);
  /// Writes what was added and counted, all of it or nothing.
  llvm::Error write();

  /// Rows that were found damaged and ignored.
  int damaged() const { return damagedRows; }

private:
  using Rows = std::map<std::string, std::string>;
  explicit Ledger(plan::Database database) : database(std::move(database)) {}
  std::optional<std::string> find(const char *table, const std::string &key);
  llvm::Error insert(const char *table, const Rows &rows);

  plan::Database database;
  Rows builds, modules, results; // not written yet
  int known = 0, made = 0;
  int damagedRows = 0;
};

/// The ledger that is in use: `given` (--ledger), else the one that STENCILC_LEDGER names. Empty if
/// there is none, or its name is "none".
std::string ledgerFile(const std::string &given);

} // namespace stencilc::driver
