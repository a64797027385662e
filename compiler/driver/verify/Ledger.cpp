/// \file The ledger, a file of known results, so that work need not be repeated.
#include "driver/verify/Ledger.h"
#include "driver/build/ShortHash.h"
#include <cstdlib>
#include <sqlite3.h>

namespace stencilc::driver {

using plan::Statement;

static constexpr int kVersion = 2;

static constexpr const char *kBuilds =
    "CREATE TABLE builds (key TEXT PRIMARY KEY, value TEXT, sum TEXT) WITHOUT ROWID;"
    "PRAGMA user_version = 2;";

static constexpr const char *kTables =
    "CREATE TABLE modules (key TEXT PRIMARY KEY, value TEXT, sum TEXT) WITHOUT ROWID;"
    "CREATE TABLE runs (key TEXT PRIMARY KEY, value TEXT, sum TEXT) WITHOUT ROWID;"
    "CREATE TABLE counts (name TEXT PRIMARY KEY, number INTEGER);"
    "INSERT INTO counts VALUES ('known', 0), ('made', 0);";

static std::string sumOf(const char *table, const std::string &key, const std::string &value) {
  return shortHash({table, "\n", key, "\n", value});
}

/// Creates the tables of a ledger (database of known results) in an empty `database`. Adds only the
/// table `builds` to a ledger of version 1. Does nothing if another process has created them
/// meanwhile. Fails if `database` has other tables or another version.
static llvm::Error create(plan::Database &database) {
  return database.transaction([&]() -> llvm::Error {
    llvm::Expected<int> version = database.version();
    if (!version)
      return version.takeError();
    if (*version == kVersion)
      return llvm::Error::success();
    if (*version == 1)
      return database.execute(kBuilds);
    Statement others(database.get(), "SELECT name FROM sqlite_master");
    if (*version || others.step() == SQLITE_ROW)
      return llvm::createStringError("it is another kind of database, or of another version");
    return database.execute((llvm::Twine(kTables) + kBuilds).str());
  });
}

llvm::Expected<Ledger> Ledger::open(const std::string &path) {
  llvm::Expected<plan::Database> database =
      plan::Database::open(path, plan::Database::Access::Write);
  if (!database)
    return database.takeError();
  // Rows may be lost if the machine crashes; the next run computes them again.
  if (llvm::Error error = database->execute("PRAGMA synchronous = OFF"))
    return error;
  llvm::Expected<int> version = database->version();
  if (!version)
    return version.takeError();
  if (*version != kVersion)
    if (llvm::Error error = create(*database))
      return error;
  return Ledger(std::move(*database));
}

std::optional<std::string> Ledger::find(const char *table, const std::string &key) {
  Statement statement(database.get(),
                      std::string("SELECT value, sum FROM ") + table + " WHERE key = ?");
  if (!statement)
    return std::nullopt;
  statement.bind(key);
  const int code = statement.step();
  if (code == SQLITE_DONE)
    return std::nullopt;
  if (code == SQLITE_ROW && statement.text(1) == sumOf(table, key, statement.text(0)))
    return statement.text(0);
  ++damagedRows;
  return std::nullopt;
}

std::optional<std::string> Ledger::buildOf(const std::string &key) { return find("builds", key); }

std::optional<std::string> Ledger::moduleOf(const std::string &key) { return find("modules", key); }

std::optional<std::string> Ledger::resultOf(const std::string &key) { return find("runs", key); }

void Ledger::count(int known, int made) {
  this->known += known;
  this->made += made;
}

llvm::Error Ledger::insert(const char *table, const Rows &rows) {
  Statement statement(database.get(),
                      std::string("INSERT OR REPLACE INTO ") + table + " VALUES (?, ?, ?)");
  for (const auto &[key, value] : rows) {
    if (!statement)
      return database.lastError();
    statement.bind(key);
    statement.bind(value);
    statement.bind(sumOf(table, key, value));
    if (statement.step() != SQLITE_DONE)
      return database.lastError();
    statement.reset();
  }
  return llvm::Error::success();
}

llvm::Error Ledger::write() {
  return database.transaction([&]() -> llvm::Error {
    if (llvm::Error error = insert("builds", builds))
      return error;
    if (llvm::Error error = insert("modules", modules))
      return error;
    if (llvm::Error error = insert("runs", results))
      return error;
    return database.execute("UPDATE counts SET number = number + " + std::to_string(known) +
                            " WHERE name = 'known'; UPDATE counts SET number = number + " +
                            std::to_string(made) + " WHERE name = 'made'");
  });
}

std::string ledgerFile(const std::string &given) {
  const char *const named = std::getenv("STENCILC_LEDGER");
  const std::string file = !given.empty() ? given : named ? named : "";
  return file == "none" ? "" : file;
}

} // namespace stencilc::driver
