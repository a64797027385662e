/// \file The tuning store: measurements by `tune` and `run` in one SQLite file, which several
/// processes may use at the same time.
#include "plan/store/TuningStore.h"
#include "support/OrdinaryFile.h"
#include <sqlite3.h>

namespace stencilc::plan {

namespace {

constexpr int kVersion = 3;

constexpr const char *kTableColumns =
    " (program TEXT, arch TEXT, device TEXT, compiler TEXT, schedule TEXT, name TEXT, precision "
    "TEXT, size TEXT, predicted REAL, measured REAL, steps INTEGER, repetitions INTEGER, builder "
    "TEXT, date TEXT NOT NULL DEFAULT '', nanojoules REAL NOT NULL DEFAULT 0, "
    "PRIMARY KEY (program, arch, device, compiler, schedule));";
constexpr const char *kColumns =
    "program, arch, device, compiler, schedule, name, precision, size, "
    "predicted, measured, steps, repetitions, builder, ";
constexpr const char *kMarks = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr const char *kDates = "ALTER TABLE tuning ADD COLUMN date TEXT NOT NULL DEFAULT '';";
constexpr const char *kEnergy = " ADD COLUMN nanojoules REAL NOT NULL DEFAULT 0;";

llvm::Error run(const Database &database, const std::string &text, const TuningRecord &record) {
  Statement statement(database.get(), text);
  if (!statement)
    return database.lastError();
  for (const std::string *text : {&record.program, &record.arch, &record.device, &record.compiler,
                                  &record.schedule, &record.name, &record.precision, &record.size})
    statement.bind(*text);
  statement.bind(record.predicted);
  statement.bind(record.measured);
  statement.bind(record.steps);
  statement.bind(record.repetitions);
  statement.bind(record.builder);
  statement.bind(record.date);
  statement.bind(record.nanojoules);
  return statement.step() == SQLITE_DONE ? llvm::Error::success() : database.lastError();
}

/// Returns the SQL statements that upgrade the tables from format `version` to the current format.
/// If `version` is 0, the statements create the tables.
std::string upgradeFrom(int version) {
  const std::string energy = std::string("ALTER TABLE tuning") + kEnergy;
  const std::string runs = std::string("CREATE TABLE runs") + kTableColumns;
  if (version == 2)
    return energy + "ALTER TABLE runs" + kEnergy;
  if (version == 1)
    return kDates + energy + runs;
  return std::string("CREATE TABLE tuning") + kTableColumns + runs;
}

/// Upgrades the tables of `database` to the current format in one transaction, and returns an error
/// if this fails. Reads the format version within the transaction, because another process may have
/// upgraded the tables in the meantime.
llvm::Error upgrade(Database &database) {
  return database.transaction([&]() -> llvm::Error {
    llvm::Expected<int> version = database.version();
    if (!version)
      return version.takeError();
    if (*version >= kVersion)
      return llvm::Error::success();
    return database.execute(upgradeFrom(*version) +
                            "PRAGMA user_version = " + std::to_string(kVersion) + ";");
  });
}

/// Returns the SELECT clause that reads all columns of a measurement from a store in format
/// `version`. Columns that this format lacks get default values.
std::string selected(int version) {
  return std::string("SELECT ") + kColumns + (version < 2 ? "''" : "date") +
         (version < 3 ? ", 0" : ", nanojoules");
}

/// Executes `statement`, whose parameters are bound, and returns its rows as measurements.
/// Precondition: the statement selects all columns of a measurement. Returns SQLite's message as an
/// error of `database` if the query fails.
llvm::Expected<std::vector<TuningRecord>> rowsOf(const Database &database, Statement &statement) {
  std::vector<TuningRecord> records;
  int code = statement.step();
  for (; code == SQLITE_ROW; code = statement.step()) {
    TuningRecord record;
    int column = 0;
    for (std::string *text : {&record.program, &record.arch, &record.device, &record.compiler,
                              &record.schedule, &record.name, &record.precision, &record.size})
      *text = statement.text(column++);
    record.predicted = statement.real(column++);
    record.measured = statement.real(column++);
    record.steps = statement.integer(column++);
    record.repetitions = statement.integer(column++);
    record.builder = statement.text(column++);
    record.date = statement.text(column++);
    record.nanojoules = statement.real(column);
    records.push_back(std::move(record));
  }
  if (code != SQLITE_DONE)
    return database.lastError();
  return records;
}

} // namespace

llvm::Expected<TuningStore> TuningStore::open(const std::string &path, Access access) {
  if (isPipeOrDevice(path))
    return llvm::createStringError(kNoOrdinaryFile);
  const bool writes = access == Access::Write;
  llvm::Expected<Database> database = Database::open(path, access);
  if (!database)
    return database.takeError();
  llvm::Expected<int> version = database->version();
  if (!version)
    return version.takeError();
  if (*version > kVersion)
    return llvm::createStringError("a newer stencilc made it (format %d, this one knows %d)",
                                   *version, kVersion);
  if (*version < 1 && !writes)
    return llvm::createStringError("it is no tuning store");
  if (*version < kVersion && writes) {
    if (llvm::Error error = upgrade(*database))
      return error;
    *version = kVersion;
  }
  return TuningStore(std::move(*database), *version);
}

llvm::Error TuningStore::put(const std::vector<TuningRecord> &tuned,
                             const std::vector<TuningRecord> &runs) {
  const auto insertInto = [](const std::string &table) {
    return "INSERT INTO " + table + " (" + kColumns + "date, nanojoules) VALUES " + kMarks +
           " ON CONFLICT DO UPDATE SET name = excluded.name, predicted = excluded.predicted, "
           "measured = excluded.measured, steps = excluded.steps, repetitions = "
           "excluded.repetitions, builder = excluded.builder, date = excluded.date, nanojoules = "
           "CASE WHEN excluded.nanojoules > 0 THEN excluded.nanojoules ELSE " +
           table + ".nanojoules END";
  };
  const std::string insertTuned = insertInto("tuning");
  const std::string insertRun = insertInto("runs") + " WHERE excluded.steps >= runs.steps";
  return database.transaction([&]() -> llvm::Error {
    for (const auto &[records, insert] :
         {std::pair{&tuned, &insertTuned}, std::pair{&runs, &insertRun}})
      for (const TuningRecord &record : *records)
        if (llvm::Error error = run(database, *insert, record))
          return error;
    return llvm::Error::success();
  });
}

llvm::Expected<std::vector<TuningRecord>> TuningStore::findIn(const char *table,
                                                              const TuningKey &key) const {
  Statement statement(database.get(), selected(version) + " FROM " + table +
                                          " WHERE program = ? AND arch = ? AND compiler = ?" +
                                          (key.device ? " AND device = ?" : "") +
                                          " ORDER BY measured DESC, schedule");
  if (!statement)
    return database.lastError();
  statement.bind(key.program);
  statement.bind(key.arch);
  statement.bind(key.compiler);
  if (key.device)
    statement.bind(*key.device);
  return rowsOf(database, statement);
}

llvm::Expected<std::vector<TuningRecord>> TuningStore::find(const TuningKey &key) const {
  return findIn("tuning", key);
}

llvm::Expected<std::vector<TuningRecord>> TuningStore::findRuns(const TuningKey &key) const {
  return version < 2 ? std::vector<TuningRecord>() : findIn("runs", key);
}

llvm::Expected<std::vector<TuningRecord>> TuningStore::allIn(const char *table) const {
  Statement statement(database.get(),
                      selected(version) + " FROM " + table +
                          " ORDER BY name, program, device, measured DESC, schedule");
  if (!statement)
    return database.lastError();
  return rowsOf(database, statement);
}

llvm::Expected<std::vector<TuningRecord>> TuningStore::all() const { return allIn("tuning"); }

llvm::Expected<std::vector<TuningRecord>> TuningStore::allRuns() const {
  return version < 2 ? std::vector<TuningRecord>() : allIn("runs");
}

} // namespace stencilc::plan
