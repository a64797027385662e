/// \file What tests of canonical arithmetic share.
#pragma once

#include "IrTesting.h"
#include "ir/verifier/Verifier.h"
#include "sema/canonical/Canonical.h"
#include <gtest/gtest.h>

namespace stencilc::ir::sketches {

/// The body of the canonical program, which must be sound.
inline std::string canonicalText(const Sketch &sketch) {
  const Program program = sema::canonicalise(sketch.program);
  EXPECT_EQ(verifyProgram(program), std::vector<std::string>());
  return bodyText(program);
}

} // namespace stencilc::ir::sketches
