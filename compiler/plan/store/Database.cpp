/// \file SQLite file that several processes may use at the same time.
#include "plan/store/Database.h"
#include <sqlite3.h>

namespace stencilc::plan {

/// Milliseconds to wait while another process writes to the file.
static constexpr int kPatience = 10000;

Statement::Statement(sqlite3 *database, const std::string &text) {
  sqlite3_prepare_v2(database, text.c_str(), -1, &handle, nullptr);
}

Statement::~Statement() { sqlite3_finalize(handle); }

void Statement::bind(const std::string &text) {
  sqlite3_bind_text(handle, ++bound, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

void Statement::bind(double number) { sqlite3_bind_double(handle, ++bound, number); }

void Statement::bind(std::int64_t number) { sqlite3_bind_int64(handle, ++bound, number); }

int Statement::step() { return sqlite3_step(handle); }

void Statement::reset() {
  sqlite3_reset(handle);
  bound = 0;
}

std::string Statement::text(int column) {
  const unsigned char *begin = sqlite3_column_text(handle, column);
  return begin ? std::string(reinterpret_cast<const char *>(begin),
                             sqlite3_column_bytes(handle, column))
               : "";
}

double Statement::real(int column) { return sqlite3_column_double(handle, column); }

std::int64_t Statement::integer(int column) { return sqlite3_column_int64(handle, column); }

void Database::Close::operator()(sqlite3 *database) const { sqlite3_close(database); }

llvm::Expected<Database> Database::open(const std::string &path, Access access) {
  sqlite3 *handle = nullptr;
  const int flags =
      access == Access::Write ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  Database database{std::unique_ptr<sqlite3, Close>(handle)};
  if (code != SQLITE_OK)
    return database.lastError();
  sqlite3_busy_timeout(handle, kPatience);
  return database;
}

llvm::Error Database::lastError() const {
  return llvm::createStringError(handle ? sqlite3_errmsg(handle.get()) : "no memory is left");
}

llvm::Error Database::execute(const std::string &statements) {
  if (sqlite3_exec(handle.get(), statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    return lastError();
  return llvm::Error::success();
}

llvm::Expected<int> Database::version() const {
  Statement statement(handle.get(), "PRAGMA user_version");
  if (!statement || statement.step() != SQLITE_ROW)
    return lastError();
  return static_cast<int>(statement.integer(0));
}

} // namespace stencilc::plan
