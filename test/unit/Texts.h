/// \file Expectations about texts, such as messages and output.
#pragma once

#include <gtest/gtest.h>
#include <string>

/// Expects `text` to contain `part`. On failure prints `text`.
#define EXPECT_HAS(text, part) EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)
