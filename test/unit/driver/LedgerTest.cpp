/// \file The ledger of verdicts: what it keeps, what it refuses, and what makes two runs different.
#include "driver/verify/Ledger.h"
#include "Compiled.h"
#include "driver/build/BuildId.h"
#include "driver/verify/CaseRun.h"
#include "driver/verify/Identity.h"
#include "library/OwnTool.h"
#include "gtest/gtest.h"
#include <cstdio>
#include <fstream>
#include <sqlite3.h>
#include <unistd.h>

using namespace stencilc;
using namespace stencilc::driver;

namespace {

/// A file that is removed at the end.
struct LedgerFile {
  std::string path = testing::TempDir() + "/ledger-" + std::to_string(getpid());
  ~LedgerFile() { std::remove(path.c_str()); }

  Ledger open() const {
    llvm::Expected<Ledger> ledger = Ledger::open(path);
    EXPECT_TRUE(bool(ledger)) << llvm::toString(ledger.takeError());
    return std::move(*ledger);
  }
  void keep(const std::string &key, const std::string &result) const {
    Ledger ledger = open();
    ledger.addBuild("text", "Clang\nmessages");
    ledger.addModule("text", "module");
    ledger.addResult(key, result);
    ledger.count(1, 2);
    EXPECT_FALSE(bool(ledger.write()));
  }
  void execute(const char *statement) const {
    sqlite3 *database = nullptr;
    sqlite3_open(path.c_str(), &database);
    EXPECT_EQ(sqlite3_exec(database, statement, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
};

TEST(Ledger, keepsWhatWasWritten) {
  const LedgerFile file;
  file.keep("run", "result");
  Ledger ledger = file.open();
  EXPECT_EQ(ledger.moduleOf("text"), "module");
  EXPECT_EQ(ledger.buildOf("text"), "Clang\nmessages");
  EXPECT_EQ(ledger.resultOf("run"), "result");
  EXPECT_EQ(ledger.resultOf("text"), std::nullopt) << "a module is no run";
  EXPECT_EQ(ledger.resultOf("another run"), std::nullopt);
  EXPECT_EQ(ledger.damaged(), 0);
}

TEST(Ledger, ofVersion1GetsATableOfBuilds) {
  const LedgerFile file;
  file.keep("run", "result");
  file.execute("DROP TABLE builds; PRAGMA user_version = 1");
  EXPECT_EQ(file.open().buildOf("text"), std::nullopt);
  file.keep("other", "result");
  EXPECT_EQ(file.open().buildOf("text"), "Clang\nmessages");
  EXPECT_EQ(file.open().resultOf("run"), "result");
}

TEST(Ledger, ignoresRowsThatChanged) {
  for (const char *damage :
       {"UPDATE runs SET value = 'wrong'", "UPDATE runs SET sum = ''",
        "UPDATE runs SET key = 'run' || '' WHERE 0; UPDATE runs SET value = 'resulT'"}) {
    const LedgerFile file;
    file.keep("run", "result");
    file.execute(damage);
    Ledger ledger = file.open();
    EXPECT_EQ(ledger.resultOf("run"), std::nullopt) << damage;
    EXPECT_EQ(ledger.damaged(), 1) << damage;
  }
}

TEST(Ledger, ignoresRowsOfOtherKeys) {
  const LedgerFile file;
  file.keep("run", "result");
  file.execute("UPDATE runs SET key = 'other'");
  Ledger ledger = file.open();
  EXPECT_EQ(ledger.resultOf("other"), std::nullopt) << "the checksum names the key";
  EXPECT_EQ(ledger.damaged(), 1);
}

TEST(Ledger, refusesOtherFiles) {
  const LedgerFile file;
  std::ofstream(file.path) << "these are notes of mine, and not a database of anybody's at all\n";
  llvm::Expected<Ledger> text = Ledger::open(file.path);
  EXPECT_FALSE(bool(text));
  llvm::consumeError(text.takeError());
  std::remove(file.path.c_str());
  file.execute("CREATE TABLE mine (number INTEGER)");
  llvm::Expected<Ledger> other = Ledger::open(file.path);
  EXPECT_EQ(llvm::toString(other.takeError()),
            "it is another kind of database, or of another version");
}

/// A case of a program that starts from a file.
struct Judged {
  ir::Program program = test::factsOfSource("stencil s(x, y) { param a = 0.1;\n"
                                            "  field u { boundary copy; init file(\"u.npy\"); }\n"
                                            "  u[t+1] = u + a * (u[x-1] - u);\n"
                                            "  report most = max(u[t+1]) every 1 step; }")
                            .program;
  llvm::SourceMgr sources;
  Diagnostics diags{sources, llvm::errs()};
  VerifyCase one = *makeCase(program, {{5, 4, 1}}, {{1, 1, 1}}, 3, {}, diags);

  CaseRun run(const std::string &order = "ahead") const { return {program, one, order}; }
};

TEST(RunKey, changesWithAllThatARunDependsOn) {
  Judged judged;
  const std::string key = runKey(judged.run(), "module", "machine");
  EXPECT_EQ(runKey(judged.run(), "module", "machine"), key);
  EXPECT_NE(runKey(judged.run(), "another module", "machine"), key);
  EXPECT_NE(runKey(judged.run(), "module", "another machine"), key);
  EXPECT_NE(runKey(judged.run("behind"), "module", "machine"), key);
  judged.one.start.fields[0][0].cells[7] += 1;
  EXPECT_NE(runKey(judged.run(), "module", "machine"), key) << "another input";
  judged.one.start.fields[0][0].cells[7] -= 1;
  EXPECT_EQ(runKey(judged.run(), "module", "machine"), key);
  judged.one.params = {"a=0.2"};
  EXPECT_NE(runKey(judged.run(), "module", "machine"), key) << "another parameter";
}

TEST(ResultSum, changesWithEveryResult) {
  Judged judged;
  const std::string sum = resultSum(judged.run());
  EXPECT_EQ(resultSum(judged.run("behind")), sum) << "results are those of the interpreter";
  double &cell = judged.one.end.fields[0][0].cells[3];
  const double before = cell;
  cell = -cell;
  EXPECT_NE(resultSum(judged.run()), sum);
  cell = before;
  judged.one.result.reports.front().value += 1;
  EXPECT_NE(resultSum(judged.run()), sum) << "a report";
}

TEST(RunIdentity, namesTheRunnerAndTheEnvironment) {
  const std::string identity = runIdentity();
  EXPECT_NE(identity.find(kRunnerIdentity), std::string::npos);
  setenv("OMP_NUM_THREADS", "3", 1);
  EXPECT_NE(runIdentity(), identity);
  unsetenv("OMP_NUM_THREADS");
  setenv("STENCILC_CACHE", "/elsewhere", 1);
  EXPECT_EQ(runIdentity(), identity) << "where modules are kept changes no result";
  unsetenv("STENCILC_CACHE");
}

TEST(BuildId, isThatOfElfFilesAlone) {
  EXPECT_EQ(buildIdOf("/nowhere"), "");
  const LedgerFile text;
  std::ofstream(text.path) << "\177ELF and nothing else";
  EXPECT_EQ(buildIdOf(text.path), "");
  const std::string own = buildIdOf(library::ownTool());
  EXPECT_GE(own.size(), 32u) << "this program";
  EXPECT_EQ(own.find_first_not_of("0123456789abcdef"), std::string::npos);
}

} // namespace
