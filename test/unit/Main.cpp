/// \file The main function of unit tests: `--file=NameTest` runs the tests that stand in
/// NameTest.cpp, and fails if there are none.
#include <gtest/gtest.h>

#include <cstring>
#include <iostream>
#include <string>

namespace {

/// Whether `path` is of a file called `stem`.cpp.
bool isOf(const std::string &path, const std::string &stem) {
  const std::string file = path.substr(path.rfind('/') + 1);
  return file == stem + ".cpp";
}

/// A filter of googletest for the tests that stand in the file `stem`.cpp; empty if there are none.
std::string filterOf(const std::string &stem) {
  std::string filter;
  const testing::UnitTest &all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite &suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo &test = *suite.GetTestInfo(t);
      if (isOf(test.file(), stem)) {
        filter += std::string(suite.name()) + "." + test.name() + ":";
      }
    }
  }
  return filter;
}

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  const char *const option = "--file=";
  if (argc > 1 && std::strncmp(argv[1], option, std::strlen(option)) == 0) {
    const std::string filter = filterOf(argv[1] + std::strlen(option));
    if (filter.empty()) {
      std::cerr << "no test stands in " << argv[1] + std::strlen(option) << ".cpp\n";
      return 1;
    }
    if (GTEST_FLAG_GET(filter) == "*") { // a death test asks for itself alone
      GTEST_FLAG_SET(filter, filter);
    }
  }
  return RUN_ALL_TESTS();
}
