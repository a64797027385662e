/// \file The tuning store keeps records by key, replaces and sorts them, and says why it cannot.
#include "plan/store/TuningStore.h"
#include "PlanTesting.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include <gmock/gmock.h>
#include <sqlite3.h>

using namespace stencilc;
using namespace stencilc::test;
using plan::TuningKey;
using plan::TuningRecord;
using plan::TuningStore;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// A folder of its own, removed at the end.
class TuningStoreTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("tuning", folder)); }
  void TearDown() override { (void)llvm::sys::fs::remove_directories(folder); }

  std::string path() const { return (folder + "/tuning.sqlite").str(); }
  TuningStore open(TuningStore::Access access = TuningStore::Access::Write) const {
    return llvm::cantFail(TuningStore::open(path(), access));
  }

  llvm::SmallString<128> folder;
};

TuningRecord record(const std::string &schedule, double measured) {
  TuningRecord record;
  record.program = "p";
  record.arch = "sm_90";
  record.device = "NVIDIA H200";
  record.compiler = "0.1.0";
  record.schedule = schedule;
  record.name = "heat3d";
  record.precision = "f64";
  record.size = "128x128x128";
  record.predicted = 210.5;
  record.measured = measured;
  record.steps = 48;
  record.repetitions = 3;
  record.builder = "nvcc 13.0";
  record.date = "2026-03-01T09:30:00Z";
  return record;
}

TEST_F(TuningStoreTest, KeepsRecordsAcrossOpenings) {
  llvm::cantFail(open().put({record("naive", 1.0 / 3)}));
  const TuningStore again = open(TuningStore::Access::Read);
  EXPECT_THAT(llvm::cantFail(again.all()), ElementsAre(record("naive", 1.0 / 3)));
}

TEST_F(TuningStoreTest, FindsTheFastestFirst) {
  TuningStore store = open();
  llvm::cantFail(store.put({record("naive", 150), record("sweep", 230), record("other", 200)}));
  EXPECT_THAT(llvm::cantFail(store.find({"p", "sm_90", "0.1.0", "NVIDIA H200"})),
              ElementsAre(record("sweep", 230), record("other", 200), record("naive", 150)));
}

TEST_F(TuningStoreTest, EveryPartOfTheKeyCounts) {
  TuningStore store = open();
  llvm::cantFail(store.put({record("naive", 150)}));
  for (const TuningKey &key : {TuningKey{"q", "sm_90", "0.1.0", "NVIDIA H200"},
                               TuningKey{"p", "sm_80", "0.1.0", "NVIDIA H200"},
                               TuningKey{"p", "sm_90", "0.2.0", "NVIDIA H200"},
                               TuningKey{"p", "sm_90", "0.1.0", "NVIDIA H100"}})
    EXPECT_THAT(llvm::cantFail(store.find(key)), IsEmpty());
  EXPECT_EQ(llvm::cantFail(store.find({"p", "sm_90", "0.1.0", std::nullopt})).size(), 1u);
}

TEST_F(TuningStoreTest, ANewMeasurementReplacesTheOldOne) {
  TuningStore store = open();
  llvm::cantFail(store.put({record("naive", 150)}));
  llvm::cantFail(store.put({record("naive", 140)}));
  EXPECT_THAT(llvm::cantFail(store.all()), ElementsAre(record("naive", 140)));
}

TEST_F(TuningStoreTest, TextIsDataAndNoStatement) {
  TuningRecord odd = record("naive", 1);
  odd.name = "x'); DROP TABLE tuning; --";
  TuningStore store = open();
  llvm::cantFail(store.put({odd}));
  EXPECT_THAT(llvm::cantFail(store.all()), ElementsAre(odd));
}

TEST_F(TuningStoreTest, TwoMayWriteOneFile) {
  TuningStore one = open(), two = open();
  llvm::cantFail(one.put({record("naive", 1)}));
  llvm::cantFail(two.put({record("sweep", 2)}));
  EXPECT_EQ(llvm::cantFail(one.all()).size(), 2u);
}

TEST_F(TuningStoreTest, ReadingMakesNoFile) {
  auto store = TuningStore::open(path(), TuningStore::Access::Read);
  EXPECT_THAT(llvm::toString(store.takeError()), HasSubstr("unable to open"));
  EXPECT_FALSE(llvm::sys::fs::exists(path()));
}

TEST_F(TuningStoreTest, AFileThatIsNoStoreIsRefused) {
  std::error_code code;
  llvm::raw_fd_ostream(path(), code) << "these are notes, and no database at all\n";
  auto store = TuningStore::open(path(), TuningStore::Access::Write);
  EXPECT_THAT(llvm::toString(store.takeError()), HasSubstr("not a database"));
}

TEST_F(TuningStoreTest, AStoreOfANewerVersionIsLeftAlone) {
  {
    open();
  }
  sqlite3 *database = nullptr;
  ASSERT_EQ(sqlite3_open(path().c_str(), &database), SQLITE_OK);
  sqlite3_exec(database, "PRAGMA user_version = 4", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  auto store = TuningStore::open(path(), TuningStore::Access::Write);
  EXPECT_THAT(llvm::toString(store.takeError()), HasSubstr("a newer stencilc made it"));
}

TuningKey key() { return {"p", "sm_90", "0.1.0", "NVIDIA H200"}; }

TEST_F(TuningStoreTest, RunsAreKeptApartFromWhatWasTuned) {
  TuningStore store = open();
  llvm::cantFail(store.put({record("sweep", 230)}));
  llvm::cantFail(store.put({}, {record("naive", 150)}));
  EXPECT_THAT(llvm::cantFail(store.find(key())), ElementsAre(record("sweep", 230)));
  EXPECT_THAT(llvm::cantFail(store.findRuns(key())), ElementsAre(record("naive", 150)));
  EXPECT_THAT(llvm::cantFail(store.allRuns()), ElementsAre(record("naive", 150)));
  EXPECT_EQ(llvm::cantFail(store.all()).size(), 1u);
}

TEST_F(TuningStoreTest, ARunOfFewerStepsReplacesNoLongerOne) {
  TuningStore store = open();
  TuningRecord longer = record("naive", 150), shorter = record("naive", 3);
  shorter.steps = longer.steps - 1;
  llvm::cantFail(store.put({}, {longer}));
  llvm::cantFail(store.put({}, {shorter}));
  EXPECT_THAT(llvm::cantFail(store.findRuns(key())), ElementsAre(longer));
  TuningRecord again = record("naive", 149);
  again.date = "2026-03-02T09:30:00Z";
  llvm::cantFail(store.put({}, {again}));
  EXPECT_THAT(llvm::cantFail(store.findRuns(key())), ElementsAre(again));
}

/// A store as version 1 made it, with one record.
void makeFirstVersion(const std::string &path) {
  sqlite3 *database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(
                database,
                "CREATE TABLE tuning (program TEXT, arch TEXT, device TEXT, compiler TEXT, "
                "schedule TEXT, name TEXT, precision TEXT, size TEXT, predicted REAL, measured "
                "REAL, steps INTEGER, repetitions INTEGER, builder TEXT, PRIMARY KEY (program, "
                "arch, device, compiler, schedule)); PRAGMA user_version = 1; INSERT INTO tuning "
                "VALUES ('p', 'sm_90', 'NVIDIA H200', '0.1.0', 'naive', 'heat3d', 'f64', "
                "'128x128x128', 210.5, 150, 48, 3, 'nvcc 13.0')",
                nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
}

TEST_F(TuningStoreTest, AStoreOfTheFirstVersionIsReadAsItIs) {
  makeFirstVersion(path());
  TuningRecord old = record("naive", 150);
  old.date.clear();
  const TuningStore store = open(TuningStore::Access::Read);
  EXPECT_THAT(llvm::cantFail(store.find(key())), ElementsAre(old));
  EXPECT_THAT(llvm::cantFail(store.findRuns(key())), IsEmpty());
}

TEST_F(TuningStoreTest, AStoreOfTheFirstVersionIsUpgradedByWriting) {
  makeFirstVersion(path());
  const TuningStore reader = open(TuningStore::Access::Read); // while another program upgrades
  TuningRecord old = record("naive", 150);
  old.date.clear();
  {
    TuningStore store = open();
    llvm::cantFail(store.put({record("sweep", 230)}));
    llvm::cantFail(store.put({}, {record("tile3d", 100)}));
  }
  EXPECT_THAT(llvm::cantFail(open(TuningStore::Access::Read).find(key())),
              ElementsAre(record("sweep", 230), old));
  EXPECT_THAT(llvm::cantFail(open().findRuns(key())), ElementsAre(record("tile3d", 100)));
  EXPECT_EQ(llvm::cantFail(reader.find(key())).size(), 2u);
}

TEST_F(TuningStoreTest, EnergyStaysWhereALaterMeasurementHasNone) {
  TuningStore store = open();
  TuningRecord metered = record("naive", 150), faster = record("naive", 151), again = metered;
  metered.nanojoules = 2.5;
  again.nanojoules = 2.25;
  llvm::cantFail(store.put({metered}));
  llvm::cantFail(store.put({faster}));
  faster.nanojoules = 2.5;
  EXPECT_THAT(llvm::cantFail(store.find(key())), ElementsAre(faster));
  llvm::cantFail(store.put({again}));
  EXPECT_THAT(llvm::cantFail(store.find(key())), ElementsAre(again));
}

/// A store as version 2 made it, with a record and a run.
void makeSecondVersion(const std::string &path) {
  sqlite3 *database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  std::string text;
  for (const std::string table : {"tuning", "runs"})
    text += "CREATE TABLE " + table +
            " (program TEXT, arch TEXT, device TEXT, compiler TEXT, schedule TEXT, name TEXT, "
            "precision TEXT, size TEXT, predicted REAL, measured REAL, steps INTEGER, repetitions "
            "INTEGER, builder TEXT, date TEXT NOT NULL DEFAULT '', PRIMARY KEY (program, arch, "
            "device, compiler, schedule)); INSERT INTO " +
            table +
            " VALUES ('p', 'sm_90', 'NVIDIA H200', '0.1.0', 'naive', 'heat3d', 'f64', "
            "'128x128x128', 210.5, 150, 48, 3, 'nvcc 13.0', '2026-03-01T09:30:00Z');";
  text += "PRAGMA user_version = 2";
  ASSERT_EQ(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

TEST_F(TuningStoreTest, AStoreOfTheSecondVersionIsReadAndUpgraded) {
  makeSecondVersion(path());
  {
    const TuningStore old = open(TuningStore::Access::Read);
    EXPECT_THAT(llvm::cantFail(old.find(key())), ElementsAre(record("naive", 150)));
  }
  TuningRecord metered = record("sweep", 230);
  metered.nanojoules = 1.5;
  llvm::cantFail(open().put({metered}, {metered}));
  const TuningStore now = open(TuningStore::Access::Read);
  EXPECT_THAT(llvm::cantFail(now.find(key())), ElementsAre(metered, record("naive", 150)));
  EXPECT_THAT(llvm::cantFail(now.findRuns(key())), ElementsAre(metered, record("naive", 150)));
}

TEST(TuningRecordTest, JsonGivesTheSameRecordsBack) {
  std::vector<TuningRecord> records = {record("naive", 1.0 / 3), record("sweep", 230)};
  records.back().nanojoules = 1.0 / 7;
  const std::string text = llvm::formatv("{0:2}", plan::recordsToJson(records)).str();
  EXPECT_EQ(llvm::cantFail(plan::recordsFromJson(text)), records);
}

TEST(TuningRecordTest, JsonHoldsRunsBesideWhatWasTuned) {
  const std::vector<TuningRecord> tuned = {record("sweep", 230)}, runs = {record("naive", 150)};
  const std::string text = llvm::formatv("{0}", plan::recordsToJson(tuned, runs)).str();
  EXPECT_EQ(llvm::cantFail(plan::recordsFromJson(text)), tuned);
  EXPECT_EQ(llvm::cantFail(plan::runsFromJson(text)), runs);
  const std::string old = llvm::formatv("{0}", plan::recordsToJson(tuned)).str();
  EXPECT_EQ(old.find("runs"), std::string::npos);
  EXPECT_THAT(llvm::cantFail(plan::runsFromJson(old)), IsEmpty());
}

TEST(TuningRecordTest, JsonWithoutDatesIsReadToo) {
  TuningRecord old = record("naive", 1);
  old.date.clear();
  const std::string text = llvm::formatv("{0}", plan::recordsToJson({old})).str();
  EXPECT_EQ(text.find("date"), std::string::npos);
  EXPECT_THAT(llvm::cantFail(plan::recordsFromJson(text)), ElementsAre(old));
}

TEST(TuningRecordTest, JsonOfSomethingElseIsRefused) {
  const auto whyNot = [](llvm::StringRef text) {
    return llvm::toString(plan::recordsFromJson(text).takeError());
  };
  EXPECT_THAT(whyNot("{"), HasSubstr("Expected"));
  EXPECT_THAT(whyNot("[]"), HasSubstr("\"format\": \"stencilc-tuning\""));
  EXPECT_THAT(whyNot(R"({"format": "stencilc-tuning", "version": 2})"), HasSubstr("version"));
  EXPECT_THAT(whyNot(R"({"format": "stencilc-tuning", "version": 1, "records": [{}]})"),
              HasSubstr("records[0]"));
  EXPECT_THAT(whyNot(R"({"format": "stencilc-tuning", "version": 1})"), HasSubstr("no list"));
}

TEST(TuningRecordTest, TheKeyIsWhatDecidesTheSpeed) {
  const analysis::Facts facts = heat3d();
  const std::string key = plan::programKey(facts.program);
  ir::Program same = facts.program;
  same.sourceName = "other.stencil";
  same.stepsHint = 7;
  for (ir::StageId id : same.stages.ids()) {
    same.stages[id].line += 3;
    same.stages[id].source += " ";
  }
  EXPECT_EQ(plan::programKey(same), key);
  EXPECT_NE(plan::programKey(heat3d(ScalarType::F32).program), key);
  EXPECT_NE(plan::programKey(heat3d(ScalarType::F64, {{512, 512, 256}}).program), key);
}

} // namespace
