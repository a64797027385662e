/// \file What verify says at its end where a GPU was not equal, or not everything ran.
#include "driver/Driver.h"
#include "driver/verify/Summary.h"
#include "gtest/gtest.h"

using namespace stencilc::driver;

namespace {

std::string conclusionOf(const Verified &one, int &code) {
  testing::internal::CaptureStdout();
  code = concludeVerify(Options(), {one}, one.different + one.unfinished);
  llvm::outs().flush();
  return testing::internal::GetCapturedStdout();
}

TEST(VerifySummary, saysWhichFunctionsAGpuRoundsInItsOwnWay) {
  Verified one{"shan_chen", "f64", {}, {}, 12, 3, 0, {"exp", "tanh"}};
  int code = 0;
  const std::string said = conclusionOf(one, code);
  EXPECT_NE(code, 0) << "bytes differ whatever the reason";
  EXPECT_NE(said.find("NOT all equal"), std::string::npos);
  EXPECT_NE(said.find("note: kernels of shan_chen call exp, tanh, which GPU and host"),
            std::string::npos)
      << said;
  one.inexact.clear();
  EXPECT_EQ(conclusionOf(one, code).find("note:"), std::string::npos);
}

TEST(VerifySummary, saysNotThatAllIsEqualWhereSomethingFailed) {
  Verified one{"heat", "f64", {}, {}, 10, 0, 0, {}};
  int code = 0;
  EXPECT_NE(conclusionOf(one, code).find("10 arrays compared, all equal"), std::string::npos);
  one.unfinished = 2;
  const std::string said = conclusionOf(one, code);
  EXPECT_NE(code, 0);
  EXPECT_EQ(said.find("all equal"), std::string::npos) << said;
  EXPECT_NE(said.find("10 arrays compared, equal to the interpreter's, byte for byte; nothing of 2 "
                      "that failed"),
            std::string::npos)
      << said;
}

} // namespace
