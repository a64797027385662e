/// \file A SQLite file that several programs may use at once.
#pragma once

#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace stencilc::plan {

/// A prepared statement; ends with its scope. False if SQLite refuses the text.
class Statement {
public:
  Statement(sqlite3 *database, const std::string &text);
  Statement(const Statement &) = delete;
  Statement &operator=(const Statement &) = delete;
  ~Statement();

  explicit operator bool() const { return handle; }
  /// Each call gives the value of the next `?` of the text.
  void bind(const std::string &text);
  void bind(double number);
  void bind(std::int64_t number);
  /// Returns SQLITE_ROW, SQLITE_DONE or an error code.
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

class Database {
public:
  enum class Access { Read, Write };

  /// Opens the file at `path`; to write, creates it if it does not exist.
  static llvm::Expected<Database> open(const std::string &path, Access access);

  sqlite3 *get() const { return handle.get(); }
  /// The text of SQLite's last error.
  llvm::Error lastError() const;
  /// Executes statements without parameters that return no rows.
  llvm::Error execute(const std::string &statements);
  /// Executes `work` as one transaction: all of it or nothing.
  template <typename Work> llvm::Error transaction(Work work) {
    if (llvm::Error error = execute("BEGIN IMMEDIATE"))
      return error;
    if (llvm::Error error = work()) {
      llvm::consumeError(execute("ROLLBACK"));
      return error;
    }
    return execute("COMMIT");
  }
  /// `PRAGMA user_version`: 0 in a file that nobody has numbered.
  llvm::Expected<int> version() const;

private:
  struct Close {
    void operator()(sqlite3 *database) const;
  };
  explicit Database(std::unique_ptr<sqlite3, Close> handle) : handle(std::move(handle)) {}

  std::unique_ptr<sqlite3, Close> handle;
};

} // namespace stencilc::plan
