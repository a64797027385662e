/// \file An SQLite file that several processes may use at the same time.
#pragma once

#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace stencilc::plan {

/// A prepared SQL statement, finalized by its destructor. It converts to false if SQLite has
/// rejected the text.
class Statement {
public:
  Statement(sqlite3 *database, const std::string &text);
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;
  ~Statement();

  explicit operator bool() const { return handle; }
  /// Binds a value to the leftmost `?` of the statement that has no value.
  void bind(const std::string &text);
  void bind(double number);
  void bind(std::int64_t number);
  /// Executes the statement up to its next row. Returns SQLITE_ROW, SQLITE_DONE or an error code.
  int step();
  /// Makes the statement ready to be bound and executed again.
  void reset();

  std::string text(int column);
  double real(int column);
  std::int64_t integer(int column);

private:
  sqlite3_stmt *handle = nullptr;
  int bound = 0;
};

/// An open SQLite file, closed by the destructor.
class Database {
public:
  enum class Access { Read, Write };

  /// Opens the file at `path`. With Access::Write, creates it if it does not exist.
  static llvm::Expected<Database> open(const std::string &path, Access access);

  sqlite3 *get() const { return handle.get(); }
  /// Returns SQLite's message for the last failed call as an error.
  llvm::Error lastError() const;
  /// Executes SQL statements that have no parameters and return no rows.
  llvm::Error execute(const std::string &statements);
  /// Executes `work` as one transaction. If it returns an error, undoes all its changes and returns
  /// the error.
  template <typename Work> llvm::Error transaction(Work work) {
    if (llvm::Error error = execute("BEGIN IMMEDIATE"))
      return error;
    if (llvm::Error error = work()) {
      llvm::consumeError(execute("ROLLBACK"));
      return error;
    }
    return execute("COMMIT");
  }
  /// Returns the number in `PRAGMA user_version`; 0 if it was never set.
  llvm::Expected<int> version() const;

private:
  struct Close {
    void operator()(sqlite3 *database) const;
  };
  explicit Database(std::unique_ptr<sqlite3, Close> handle) : handle(std::move(handle)) {}

  std::unique_ptr<sqlite3, Close> handle;
};

} // namespace stencilc::plan
