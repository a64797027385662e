/// \file SQLite file that several processes may use at the same time.
#pragma once

#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace stencilc::plan {

/// Prepared SQL statement, which the destructor finalizes. Converts to false if SQLite could not
/// compile the text of the statement.
class Statement {
public:
  Statement(sqlite3 *database, const std::string &text);
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;
  ~Statement();

  explicit operator bool() const { return handle; }
  /// Binds a value to the next parameter `?` of the statement, from left to right.
  void bind(const std::string &text);
  void bind(double number);
  void bind(std::int64_t number);
  /// Executes the statement until it returns a row or ends. Returns SQLITE_ROW, SQLITE_DONE or an
  /// error code of SQLite.
  int step();
  /// Resets the statement, so that it can be bound and executed again.
  void reset();

  std::string text(int column);
  double real(int column);
  std::int64_t integer(int column);

private:
  sqlite3_stmt *handle = nullptr;
  int bound = 0;
};

/// An open SQLite file, which the destructor closes.
class Database {
public:
  enum class Access { Read, Write };

  /// Opens the file at `path`. With Access::Write, creates it if it does not exist. Returns
  /// SQLite's message as an error if this fails.
  static llvm::Expected<Database> open(const std::string &path, Access access);

  sqlite3 *get() const { return handle.get(); }
  /// Returns SQLite's message for the last failed call as an error.
  llvm::Error lastError() const;
  /// Executes the SQL text `statements`, which has no parameters and returns no rows. Returns
  /// SQLite's message as an error if a statement fails.
  llvm::Error execute(const std::string &statements);
  /// Calls `work` within one transaction, and commits its changes. If `work` returns an error, all
  /// its changes are rolled back and the error is returned. `work` takes no arguments and returns
  /// an llvm::Error.
  template <typename Work> llvm::Error transaction(Work work) {
    if (llvm::Error error = execute("BEGIN IMMEDIATE"))
      return error;
    if (llvm::Error error = work()) {
      llvm::consumeError(execute("ROLLBACK"));
      return error;
    }
    return execute("COMMIT");
  }
  /// Returns the number that `PRAGMA user_version` gives. It is 0 if the number has never been set.
  llvm::Expected<int> version() const;

private:
  struct Close {
    void operator()(sqlite3 *database) const;
  };
  explicit Database(std::unique_ptr<sqlite3, Close> handle) : handle(std::move(handle)) {}

  std::unique_ptr<sqlite3, Close> handle;
};

} // namespace stencilc::plan
