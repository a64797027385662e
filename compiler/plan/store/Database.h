/// \file SQLite file that several processes may use at the same time.
#pragma once

#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace stencilc::plan {

/// Prepared SQL statement. The destructor finalizes it. Converts to false if SQLite could not
/// compile the SQL text.
class Statement {
public:
  Statement(sqlite3 *database, const std::string &text);
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;
  ~Statement();

  explicit operator bool() const { return handle; }
  /// Binds `text` or `number` to the next parameter `?` of the statement, from left to right.
  void bind(const std::string &text);
  void bind(double number);
  void bind(std::int64_t number);
  /// Executes the statement up to its next row. Returns SQLITE_ROW if there is a row, SQLITE_DONE
  /// after the last one, or an error code of SQLite.
  int step();
  /// Resets the statement and its position in the parameters, so that it can be bound and executed
  /// again.
  void reset();

  std::string text(int column);
  double real(int column);
  std::int64_t integer(int column);

private:
  sqlite3_stmt *handle = nullptr;
  int bound = 0;
};

/// Open SQLite file. The destructor closes it.
class Database {
public:
  enum class Access { Read, Write };

  /// Opens the SQLite file at `path`. If `access` is Write, creates the file if it does not exist.
  /// Otherwise opens it for reading only. Returns SQLite's message as an error if the file cannot
  /// be opened.
  static llvm::Expected<Database> open(const std::string &path, Access access);

  sqlite3 *get() const { return handle.get(); }
  /// Returns SQLite's message on the last failed call as an error.
  llvm::Error lastError() const;
  /// Executes the SQL text `statements`, which must have no parameters and return no rows. Returns
  /// SQLite's message as an error if a statement fails.
  llvm::Error execute(const std::string &statements);
  /// Calls `work` within one transaction, and commits its changes. If `work` returns an error, its
  /// changes are rolled back, and the error is returned. `work` takes no arguments and returns an
  /// llvm::Error.
  template <typename Work> llvm::Error transaction(Work work) {
    if (llvm::Error error = execute("BEGIN IMMEDIATE"))
      return error;
    if (llvm::Error error = work()) {
      llvm::consumeError(execute("ROLLBACK"));
      return error;
    }
    return execute("COMMIT");
  }
  /// Returns the format version of the file (`PRAGMA user_version`), or 0 if it has never been set.
  /// Returns SQLite's message as an error if the file cannot be read.
  llvm::Expected<int> version() const;

private:
  struct Close {
    void operator()(sqlite3 *database) const;
  };
  explicit Database(std::unique_ptr<sqlite3, Close> handle) : handle(std::move(handle)) {}

  std::unique_ptr<sqlite3, Close> handle;
};

} // namespace stencilc::plan
