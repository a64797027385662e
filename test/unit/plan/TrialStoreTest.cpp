/// \file The store of trials finds rates by their whole key, and ignores damaged files.
#include "plan/store/TrialStore.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>
#include <thread>

using namespace stencilc;
using plan::TrialKey;
using plan::TrialPlans;
using plan::TrialRecord;
using plan::TrialStore;

namespace {

TrialRecord trialOf(const std::string &device, double glups = 250) {
  TrialRecord record;
  record.key = {"00c0ffee", "36x36", "sm_90", device, "0.1.0", "sweep:block=32x4", "pitch=0"};
  record.plans = TrialPlans::SingleSteps;
  record.name = "heat2d";
  record.precision = "f64";
  record.size = "512 x 512";
  record.date = "2026-03-01T09:30:00Z";
  record.rates = {{"wavefront", 3, glups * 1e9}, {"sweep", 1, 100e9}};
  return record;
}

/// A folder of its own, removed at the end.
struct TrialStoreTest : testing::Test {
  llvm::SmallString<128> folder;

  void SetUp() override { ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("trials", folder)); }
  void TearDown() override { (void)llvm::sys::fs::remove_directories(folder); }
  TrialStore store() const { return TrialStore((folder + "/trials").str()); }
  std::vector<std::string> files() const {
    std::vector<std::string> all;
    std::error_code code;
    for (llvm::sys::fs::directory_iterator it(folder + "/trials", code), end; it != end && !code;
         it.increment(code))
      all.push_back(it->path());
    return all;
  }
};

TEST_F(TrialStoreTest, whatIsStoredIsFound) {
  const TrialRecord first = trialOf("H200"), second = trialOf("H100");
  EXPECT_EQ(store().find(first.key), std::nullopt);
  llvm::cantFail(store().put(first));
  llvm::cantFail(store().put(second));
  EXPECT_EQ(store().find(first.key), first);
  EXPECT_EQ(store().find(second.key), second);
  const TrialRecord newer = trialOf("H200", 300);
  llvm::cantFail(store().put(newer));
  EXPECT_EQ(store().find(first.key), newer);
  EXPECT_EQ(files().size(), 2u);
}

TEST_F(TrialStoreTest, everyPartOfTheKeyMatters) {
  const TrialRecord record = trialOf("H200");
  llvm::cantFail(store().put(record));
  for (std::string TrialKey::*part :
       {&TrialKey::program, &TrialKey::sizes, &TrialKey::arch, &TrialKey::device,
        &TrialKey::compiler, &TrialKey::plan, &TrialKey::options}) {
    TrialKey other = record.key;
    other.*part += "1";
    EXPECT_EQ(store().find(other), std::nullopt);
  }
}

TEST_F(TrialStoreTest, damagedFilesAreIgnoredAndReplaced) {
  const TrialRecord record = trialOf("H200");
  llvm::cantFail(store().put(record));
  ASSERT_EQ(files().size(), 1u);
  const std::string file = files().front();
  const std::string whole = (*llvm::MemoryBuffer::getFile(file))->getBuffer().str();
  const auto write = [&](const std::string &text) {
    std::error_code code;
    llvm::raw_fd_ostream(file, code) << text;
  };
  const auto replaced = [&](const std::string &what, const std::string &by) {
    std::string text = whole;
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), by);
  };
  for (const std::string &text :
       {std::string(), std::string("[]"), whole.substr(0, whole.size() / 2),
        replaced("stencilc-trial", "stencilc-other"), replaced("\"version\": 1", "\"version\": 2"),
        replaced("H200", "H100"), // as two keys with one checksum
        replaced("\"sweep\"", "\"sw;eep\""), replaced("\"steps\": 3", "\"steps\": 0"),
        replaced("\"glups\": 250", "\"glups\": -1")}) {
    write(text);
    EXPECT_EQ(store().find(record.key), std::nullopt) << text;
  }
  write(whole);
  EXPECT_EQ(store().find(record.key), record);
  write("{");
  llvm::cantFail(store().put(record));
  EXPECT_EQ(store().find(record.key), record);
}

/// A reader sees one of the records, never a part, and no temporary files are left.
TEST_F(TrialStoreTest, severalMayWriteAtOnce) {
  const TrialRecord record = trialOf("H200");
  llvm::cantFail(store().put(record));
  const auto write = [&] {
    for (int i = 0; i < 50; ++i)
      llvm::cantFail(store().put(record));
  };
  std::thread first(write), second(write);
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(store().find(record.key), record);
  first.join();
  second.join();
  EXPECT_EQ(files().size(), 1u);
}

TEST_F(TrialStoreTest, anUnusableFolderIsAnError) {
  std::error_code code;
  llvm::raw_fd_ostream((folder + "/trials").str(), code) << "a file";
  llvm::Error error = store().put(trialOf("H200"));
  EXPECT_TRUE(bool(error));
  llvm::consumeError(std::move(error));
  EXPECT_EQ(store().find(trialOf("H200").key), std::nullopt);
}

TEST(TrialStore, sizesOfAClassAreWithinAFactor) {
  EXPECT_EQ(plan::sizeClass({{512, 64, 1}}, 2), "36x24");
  EXPECT_EQ(plan::sizeClass({{512, 512, 512}}, 3), "36x36x36");
  EXPECT_EQ(plan::sizeClass({{470, 1, 1}}, 1), "36"); // 512 / 2^(1/8) = 469.5
  EXPECT_EQ(plan::sizeClass({{558, 1, 1}}, 1), "36"); // 512 * 2^(1/8) = 558.3
  EXPECT_EQ(plan::sizeClass({{469, 1, 1}}, 1), "35");
  EXPECT_EQ(plan::sizeClass({{559, 1, 1}}, 1), "37");
}

} // namespace
