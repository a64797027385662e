/// \file Vector accesses move the right cells and leave out what lies beyond a row.
#include "stencilc/Vector.h"
#include <gtest/gtest.h>

namespace {

using namespace stencilc;

static_assert(cellsPerAccess<float, 1>() == 1 && cellsPerAccess<float, 2>() == 2 &&
              cellsPerAccess<float, 3>() == 1 && cellsPerAccess<float, 4>() == 4 &&
              cellsPerAccess<float, 8>() == 4 && cellsPerAccess<float, 6>() == 1);
static_assert(cellsPerAccess<double, 1>() == 1 && cellsPerAccess<double, 2>() == 2 &&
              cellsPerAccess<double, 3>() == 1 && cellsPerAccess<double, 4>() == 2);
static_assert(cellsPerAccess<float, 4, 8>() == 2 && cellsPerAccess<float, 4, 4>() == 1 &&
              cellsPerAccess<float, 2, 8>() == 2 && cellsPerAccess<float, 2, 4>() == 1 &&
              cellsPerAccess<double, 2, 8>() == 1 && cellsPerAccess<double, 2, 16>() == 2);

template <class T, int N> void movesCells() {
  alignas(16) T from[N + 1], cells[N + 1], to[N + 1];
  for (int i = 0; i <= N; ++i) {
    from[i] = static_cast<T>(i + 1);
    cells[i] = to[i] = -1;
  }
  load<N>(cells, from);
  store<N>(to, cells);
  for (int i = 0; i < N; ++i)
    EXPECT_EQ(to[i], from[i]);
  EXPECT_EQ(cells[N], -1);
  EXPECT_EQ(to[N], -1);
  storeStreaming<N>(to, from);
  copy<N>(cells, to);
  EXPECT_EQ(cells[N - 1], N);
}

TEST(VectorTest, movesCells) {
  movesCells<float, 1>();
  movesCells<float, 2>();
  movesCells<float, 3>();
  movesCells<float, 4>();
  movesCells<float, 8>();
  movesCells<double, 1>();
  movesCells<double, 2>();
  movesCells<double, 4>();
}

TEST(VectorTest, rowsEndAtTheGrid) {
  const Grid g = {7, 2, 2};
  alignas(16) float memory[8 * 2 * 2];
  const View<float> view = {memory, 8, 16};
  const float cells[] = {1, 2, 3, 4};
  for (const int x : {0, 4, 8})
    for (const bool streaming : {false, true}) {
      for (float &cell : memory)
        cell = -1;
      if (streaming)
        storeRowStreaming<4>(view, g, cells, x, 1, 1);
      else
        storeRow<4>(view, g, cells, x, 1, 1);
      for (int i = 0; i < 32; ++i) {
        const int at = i - 24 - x; // the row begins at cell 24
        EXPECT_EQ(memory[i], at >= 0 && at < 4 && i - 24 < g.nx ? cells[at] : -1) << x << " " << i;
      }
    }
}

TEST(ViewTest, whatIsWrittenMayBeRead) {
  double cells[12] = {};
  const View<double> writable = {cells, 3, 6};
  const View<const double> readable = writable;
  writable(2, 1, 1) = 5;
  EXPECT_EQ(readable(2, 1, 1), 5);
  EXPECT_EQ(&readable(0), cells);
}

} // namespace
