/// \file Which files of a run meet: by all kinds of names, whether they exist or not.
#include "runtime/program/files/RunFiles.h"
#include "Folder.h"
#include <filesystem>
#include <sys/stat.h>

using namespace stencilc;

namespace {

class RunFilesTest : public Folder {
protected:
  void SetUp() override {
    Folder::SetUp();
    std::filesystem::create_directory(file("sub"));
    put("there", "cells");
    std::filesystem::create_symlink("there", file("soft"));
    std::filesystem::create_hard_link(file("there"), file("hard"));
    std::filesystem::create_symlink(folder, file("sub/up"));
  }

  /// What is said of a file that is read and one that is written.
  std::string check(const std::string &read, const std::string &written,
                    const std::string &group = "", const std::string &writtenGroup = "") const {
    RunFiles files;
    files.reads(file(read), "what is read", group);
    files.writes(file(written), "what is written", writtenGroup);
    return files.check();
  }
  SaveRequest saved(const std::string &name, std::int64_t every = 10) const {
    SaveRequest save;
    save.path = file(name);
    save.every = every;
    return save;
  }
  /// The same for a file and the steps 10, 20 .. 100 of a sequence, after step `before`.
  std::string checkSequence(const std::string &read, const std::string &pattern,
                            std::int64_t before = 0) const {
    RunFiles files;
    files.reads(file(read), "what is read");
    files.writesSeries(saved(pattern), before, 100);
    return files.check();
  }
};

TEST_F(RunFilesTest, aFileIsTheSameByAnyName) {
  for (const char *name : {"there", "./there", "sub/../there", "soft", "hard", "sub/up/there"})
    EXPECT_EQ(check("there", name), "'" + file(name) +
                                        "' is what is read and would be lost to what is written; "
                                        "write to another file");
  for (const char *name : {"new", "./new", "sub/../new", "sub/up/new"})
    EXPECT_NE(check("new", name), "") << name;
  for (const char *name : {"other", "sub/there", "sub/new", "sub", "nowhere/new"})
    EXPECT_EQ(check("there", name) + check("new", name), "") << name;
  EXPECT_NE(check("nowhere/new", "nowhere/new"), "");
}

TEST_F(RunFilesTest, twoResultsNeverShareAFile) {
  RunFiles files;
  files.writes(file("new"), "one", "group");
  files.writes("/dev/null", "a device");
  files.writes("/dev/null", "a device again");
  EXPECT_EQ(files.check(), "");
  files.writes(file("sub/../new"), "another", "group");
  EXPECT_EQ(files.check(), "'" + file("sub/../new") +
                               "' is named for one and for another; give each its own file");
}

TEST_F(RunFilesTest, aFieldMayReplaceItsOwnStart) {
  EXPECT_EQ(check("there", "there", "u", "u"), "");
  EXPECT_NE(check("there", "there", "u", "v"), "");
  EXPECT_NE(check("there", "there", "", ""), "");
}

TEST_F(RunFilesTest, stepsOfASequenceMeetOnlyWhereTheyAreSaved) {
  put("p_0020.npy", "cells");
  std::filesystem::create_symlink("p_0020.npy", file("start.npy"));
  for (const char *name : {"p_0020.npy", "sub/../p_0100.npy", "p_0000.npy", "start.npy"})
    EXPECT_NE(checkSequence(name, "p_%04d.npy"), "") << name;
  for (const char *name : {"p_0110.npy", "p_0015.npy", "p_20.npy", "sub/p_0020.npy", "p_00 0.npy"})
    EXPECT_EQ(checkSequence(name, "p_%04d.npy"), "") << name;
  EXPECT_EQ(checkSequence("p_0020.npy", "p_%04d.npy", 20), "");
  EXPECT_EQ(checkSequence("p_0000.npy", "p_%04d.npy", 20), "");
  RunFiles files;
  files.writesSeries(saved("p_%d.npy"), 0, 100);
  files.writesSeries(saved("p_%d.npy"), 0, 100); // several fields
  EXPECT_EQ(files.check(), "");
  files.writesSeries(saved("sub/../p_%02d.npy", 20), 0, 100);
  EXPECT_NE(files.check(), "");
}

TEST_F(RunFilesTest, filesBesideOthersCount) {
  std::filesystem::create_symlink("sub/deep.h5", file("series.h5"));
  put("sub/deep.h5", "cells");
  for (const char *name : {"series.h5", "sub/deep.h5", "sub/deep.h5.part"}) {
    RunFiles files;
    files.reads(file(name), "what is read");
    files.writesSeries(saved("series.h5"), 0, 100);
    EXPECT_NE(files.check(), "") << name;
  }
  for (const char *name : {"state", "state.before", "state.before.tmp"}) {
    RunFiles files;
    files.writesState(file("state"));
    files.readsState(file("state")); // a run that goes on
    EXPECT_EQ(files.check(), "");
    files.writes(file(name), "a result");
    EXPECT_NE(files.check(), "") << name;
  }
}

TEST_F(RunFilesTest, aProgramWritesBelowTheWorkingFolder) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(file("sub"));
  std::filesystem::create_symlink("../there", file("sub/out"));
  std::filesystem::create_symlink("../nothing", file("sub/nowhere"));
  const auto check = [](const std::string &name, bool isOwn) {
    RunFiles files;
    SaveRequest save;
    save.path = name;
    save.every = 1;
    save.isOwn = isOwn;
    files.writesSeries(save, 0, 1);
    return files.check();
  };
  for (const std::string &name :
       {std::string("../new.h5"), file("new.h5"), std::string("up/new.h5"), std::string("out"),
        std::string("up/p_%d.npy")}) {
    EXPECT_EQ(check(name, true),
              "'" + name +
                  "' is the file that the program names for what the run saves, and it is outside "
                  "the working folder; to write it, give it with --save");
    EXPECT_EQ(check(name, false), "") << name;
  }
  for (const std::string &name : {std::string("new.h5"), file("sub/new.h5"),
                                  std::string("../sub/new.h5"), std::string("nowhere")})
    EXPECT_EQ(check(name, true), "") << name;
  std::filesystem::current_path(before);
}

TEST_F(RunFilesTest, aProgramReadsNoPipe) {
  ASSERT_EQ(mkfifo(file("pipe").c_str(), 0600), 0);
  RunFiles files;
  files.reads(file("pipe"), "an array"); // of the command line
  files.readsOwn(file("there"), "an array", "--init");
  files.readsOwn(file("nothing"), "an array", "--init");
  EXPECT_EQ(files.check(), "");
  files.readsOwn(file("pipe"), "an array", "--init");
  EXPECT_EQ(files.check(), "'" + file("pipe") +
                               "' is an array, and it is a pipe or a device, not a file; to read "
                               "it, give it with --init");
}

TEST_F(RunFilesTest, aFolderOwnsSomeNames) {
  const auto check = [&](const std::string &ownFolder, const std::string &name) {
    RunFiles files;
    files.writes(file(name), "a result");
    files.ownsNames(file(ownFolder), "the run's", [](const std::string &owned) {
      return owned == "state.json" || owned == "there";
    });
    return files.check();
  };
  EXPECT_EQ(check("sub", "sub/state.json"),
            "'" + file("sub/state.json") + "' is a result, and files with such names in '" +
                file("sub") +
                "' are the run's, which replaces and removes them; give it another name or folder");
  for (const char *name : {"./state.json", "sub/up/state.json", "soft", "sub/up/soft"})
    EXPECT_NE(check("sub/up", name), "") << name;
  EXPECT_NE(check("nowhere/", "nowhere/state.json"), "");
  for (const char *name : {"sub/T.npy", "state.json", "new/state.json"})
    EXPECT_EQ(check("sub", name), "") << name;
}

} // namespace
