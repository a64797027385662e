/// \file Where buffers begin: so that the cell that vector loops begin with begins a line of the
/// caches, without needing more memory.
#include "runtime/core/fields/FieldMemory.h"
#include "HandPrograms.h"
#include <gtest/gtest.h>

namespace field_memory_test {
using programs::heat, programs::wave;
namespace {

using namespace stencilc;

std::uintptr_t addressOf(const FieldMemory &field, int buffer, int cell) {
  return reinterpret_cast<std::uintptr_t>(field.buffer(buffer)) +
         static_cast<std::uint64_t>(cell) * field.layout.cellBytes;
}

TEST(FieldMemory, TheFirstCellOfVectorLoopsBeginsALine) {
  const std::int64_t extents[3] = {37, 1, 1};
  for (const ProgramDescription *known : {&heat, &wave})
    for (const int aligned : {0, 1, 2, 9}) {
      ProgramDescription program = *known;
      std::vector<FieldMemory> fields;
      std::uint64_t plain = 0, bytes = 0;
      constexpr std::uint64_t kPitch = 512;
      const std::int64_t rows = program.rank > 1 ? 11 : 1;
      ASSERT_TRUE(planFields(program, {extents[0], rows, 1}, fields, plain, kPitch).ok());
      program.alignedCell = aligned;
      ASSERT_TRUE(planFields(program, {extents[0], rows, 1}, fields, bytes, kPitch).ok());
      EXPECT_EQ(bytes, plain);
      std::vector<unsigned char> memory(bytes);
      const double *const partials = placeFields(fields, memory.data());
      std::uintptr_t end = reinterpret_cast<std::uintptr_t>(memory.data());
      for (const FieldMemory &field : fields)
        for (int buffer = 0; buffer < field.buffers; ++buffer) {
          EXPECT_EQ(addressOf(field, buffer, aligned) % kCacheLine, 0u) << program.name;
          EXPECT_GE(addressOf(field, buffer, 0), end);
          end = addressOf(field, buffer, 0) + field.layout.bytes;
        }
      const auto behind = reinterpret_cast<std::uintptr_t>(partials);
      EXPECT_GE(behind, end);
      EXPECT_EQ(behind % alignof(double), 0u);
    }
}

TEST(FieldMemory, RowsOfVectorLoopsFollowEachOtherByLines) {
  const auto pitchOf = [](std::int64_t cells, int aligned, std::uint64_t own, std::uint64_t asked) {
    ProgramDescription program = heat;
    program.alignedCell = aligned;
    program.rowPitch = own;
    std::vector<FieldMemory> fields;
    std::uint64_t bytes = 0;
    EXPECT_TRUE(planFields(program, {cells, 16, 1}, fields, bytes, asked).ok());
    return fields[0].layout.rowPitch;
  };
  const std::uint64_t rowBytes = 512 * sizeOf(heat.fields[0].storage);
  EXPECT_EQ(pitchOf(512, 1, 0, 0), rowBytes) << "no room, though it is a power of two";
  EXPECT_EQ(pitchOf(505, 1, 0, 0), rowBytes) << "whole lines";
  EXPECT_EQ(pitchOf(512, 0, 0, 0), rowBytes + 128) << "not of vector loops: room";
  EXPECT_EQ(pitchOf(512, 1, 2 * rowBytes, 0), 2 * rowBytes) << "what the program says";
  EXPECT_EQ(pitchOf(512, 1, 2 * rowBytes, 3 * rowBytes), 3 * rowBytes) << "what was asked for";
}

} // namespace
} // namespace field_memory_test
