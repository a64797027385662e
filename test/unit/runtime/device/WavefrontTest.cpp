/// \file What kernels of fused time steps are made of: coordinates beyond the grid, slots of rings,
/// rows in shared memory without bank conflicts, and rows that lanes complete and store together.
#include "stencilc/Wavefront.h"
#include "KernelRuns.h"
#include "runtime/core/device/ThreadOrder.h"
#include <gtest/gtest.h>
#include <set>

namespace stencilc::wavefront_test {
namespace {

using kernels::launch;

// --- coordinates ---------------------------------------------------------------------------------

TEST(WavefrontTest, periodicCoordinatesFromAnyDistance) {
  for (int n = 1; n <= 7; ++n)
    for (int cell = 0; cell < n; ++cell)
      for (int turns = -20; turns <= 20; ++turns)
        EXPECT_EQ(wrap(cell + turns * n, n), cell);
}

TEST(WavefrontTest, clampedCoordinates) {
  EXPECT_EQ(clamp(-5, 4), 0);
  EXPECT_EQ(clamp(0, 4), 0);
  EXPECT_EQ(clamp(3, 4), 3);
  EXPECT_EQ(clamp(4, 4), 3);
  EXPECT_EQ(clamp(100, 1), 0);
}

TEST(WavefrontTest, mirrorsStandOnFacesOrOnCells) {
  const int cellwise[] = {2, 1, 0, 0, 1, 2, 3, 3, 2, 1}; // -3 .. 6 of four cells
  const int nodewise[] = {3, 2, 1, 0, 1, 2, 3, 2, 1, 0};
  for (int c = -3; c <= 6; ++c) {
    EXPECT_EQ(mirrorCell(c, 4), cellwise[c + 3]) << c;
    EXPECT_EQ(mirrorNode(c, 4), nodewise[c + 3]) << c;
  }
}

// Cells that far out are not needed, but computing them must not leave the grid.
TEST(WavefrontTest, mirrorsStayInTheGrid) {
  for (int n = 1; n <= 5; ++n)
    for (int c = -30; c <= 30; ++c)
      for (int mirrored : {mirrorCell(c, n), mirrorNode(c, n)})
        EXPECT_TRUE(mirrored >= 0 && mirrored < n) << c << " of " << n;
}

TEST(WavefrontTest, slotsOfOlderPlanesGoRoundTheRing) {
  for (int slots = 1; slots <= 9; ++slots)
    for (int newest = 0; newest < slots; ++newest)
      for (int age = 0; age < slots; ++age)
        EXPECT_EQ(ringSlot(newest, age, slots), (newest - age + slots) % slots)
            << age << " older than slot " << newest << " of " << slots;
}

// --- rows in shared memory -----------------------------------------------------------------------

template <class T, int N>
constexpr int kPieceBytes = Staged<T, N>::kPiece * static_cast<int>(sizeof(T));

/// Lanes served at a time: as many as fill the 128 bytes of all banks.
template <class T, int N>
constexpr int kAtOnce = 128 / kPieceBytes<T, N> < kWarpSize ? 128 / kPieceBytes<T, N> : kWarpSize;

/// Whether lanes served together use each bank once; `first(lane)` is the first cell of an access.
template <class T, int N, class First> bool isWithoutConflict(First first) {
  for (int group = 0; group < kWarpSize; group += kAtOnce<T, N>) {
    std::set<int> banks; // in units of an access
    for (int lane = group; lane < group + kAtOnce<T, N>; ++lane)
      banks.insert(Staged<T, N>::place(first(lane)) * static_cast<int>(sizeof(T)) % 128 /
                   kPieceBytes<T, N>);
    if (static_cast<int>(banks.size()) != kAtOnce<T, N>)
      return false;
  }
  return true;
}

template <class T, int N> void stagesRows() {
  using Rows = Staged<T, N>;
  SCOPED_TRACE(testing::Message() << N << " cells of " << sizeof(T) << " bytes");
  std::set<int> copied, places;
  for (int piece = 0; piece < Rows::kPieces; ++piece) {
    for (int lane = 0; lane < kWarpSize; ++lane) {
      const int cell = Rows::cell(piece, lane);
      copied.insert(cell);
      places.insert(Rows::place(cell));
      EXPECT_EQ(cell % Rows::kPiece, 0);
      EXPECT_EQ(Rows::place(cell) % Rows::kPiece, 0);
      EXPECT_TRUE(Rows::place(cell) >= 0 && Rows::place(cell) < kWarpSize * N);
    }
    const auto copiedBy = [&](int lane) { return Rows::cell(piece, lane); };
    const auto ownedBy = [&](int lane) { return lane * N + piece * Rows::kPiece; };
    EXPECT_TRUE((isWithoutConflict<T, N>(copiedBy)));
    EXPECT_TRUE((isWithoutConflict<T, N>(ownedBy)));
  }
  EXPECT_EQ(copied.size(), kWarpSize * Rows::kPieces * 1u) << "pieces that nobody copies";
  EXPECT_EQ(places.size(), copied.size()) << "two pieces in one place";
}

TEST(WavefrontTest, rowsAreStagedWithoutBankConflicts) {
  stagesRows<float, 1>();
  stagesRows<float, 2>();
  stagesRows<float, 4>();
  stagesRows<float, 8>();
  stagesRows<double, 1>();
  stagesRows<double, 2>();
  stagesRows<double, 4>();
  stagesRows<double, 8>();
}

// --- what lanes do together ----------------------------------------------------------------------

class WavefrontKernelTest : public testing::TestWithParam<ThreadOrder> {
protected:
  void SetUp() override { device::setThreadOrder(GetParam()); }
  void TearDown() override { device::setThreadOrder(ThreadOrder::Forward); }
};

/// Each lane writes its completed row.
template <int Left, int N, int Right, class T> __global__ void extendRows(const T *from, T *to) {
  constexpr int width = Left + N + Right;
  const int lane = laneIndex() + kWarpSize * warpIndex();
  T row[width];
  for (int i = 0; i < N; ++i)
    row[Left + i] = from[lane * N + i];
  extendRow<Left, N, Right>(row);
  for (int i = 0; i < width; ++i)
    to[lane * width + i] = row[i];
}

/// How many cells of completed rows are wrong; cells beyond a warp may be anything.
template <int Left, int N, int Right, class T = float> int wrongInExtendedRows() {
  constexpr int warps = 2, lanes = warps * kWarpSize, width = Left + N + Right;
  const std::vector<T> from = kernels::someNumbers<T>(lanes * N);
  std::vector<T> got(lanes * width);
  const LaunchShape shape = {dim3(1), dim3(lanes), 0, true};
  // The CPU device computes in host memory.
  if (!kernels::fine(
          launch("extendRows", extendRows<Left, N, Right, T>, shape, from.data(), got.data())))
    return lanes * width;
  int wrong = 0;
  for (int lane = 0; lane < lanes; ++lane)
    for (int i = 0; i < width; ++i) {
      const int cell = lane * N + i - Left, begin = lane / kWarpSize * kWarpSize * N;
      if (cell >= begin && cell < begin + kWarpSize * N)
        wrong += got[lane * width + i] != from[cell];
    }
  return wrong;
}

TEST_P(WavefrontKernelTest, marginsComeFromOtherLanes) {
  EXPECT_EQ((wrongInExtendedRows<0, 1, 0>()), 0);
  EXPECT_EQ((wrongInExtendedRows<1, 1, 1>()), 0);
  EXPECT_EQ((wrongInExtendedRows<1, 2, 1, double>()), 0);
  EXPECT_EQ((wrongInExtendedRows<4, 4, 4>()), 0);
  EXPECT_EQ((wrongInExtendedRows<2, 4, 0>()), 0);
  EXPECT_EQ((wrongInExtendedRows<0, 8, 3>()), 0);
  EXPECT_EQ((wrongInExtendedRows<5, 2, 7, double>()), 0) << "margins of several lanes";
  EXPECT_EQ((wrongInExtendedRows<4, 1, 3>()), 0);
}

/// The warp stores those of its cells that lie in [begin, end); the first is cell `left`.
template <int N, class T>
__global__ void storeRows(const T *from, T *to, int left, int begin, int end) {
  const int lane = laneIndex();
  T cells[N];
  for (int i = 0; i < N; ++i)
    cells[i] = from[lane * N + i];
  storeStaged<N>(to + left + lane * N, cells, lane, left + lane * N, begin, end);
}

/// A row of 64 * N cells, of which a warp has 32 * N from the tenth lane's on; negative cells stand
/// for those not stored.
template <int N, class T> int wrongInStoredRows(int beginLane, int endLane) {
  constexpr int left = 10 * N, count = 64 * N;
  const std::vector<T> from = kernels::someNumbers<T>(kWarpSize * N);
  kernels::DeviceArray<T> target(std::vector<T>(count, T{-1}));
  const int begin = left + beginLane * N, end = left + endLane * N;
  const LaunchShape shape = {dim3(1), dim3(kWarpSize), 0, true};
  if (!kernels::fine(launch("storeRows", storeRows<N, T>, shape, from.data(), target.data(), left,
                            begin, end)))
    return count;
  std::vector<T> expected(count, T{-1});
  for (int x = std::max(begin, left); x < std::min(end, left + kWarpSize * N); ++x)
    expected[x] = from[x - left];
  return static_cast<int>(target.wrong(expected));
}

template <class T, int N> void storesRows() {
  SCOPED_TRACE(testing::Message() << N << " cells of " << sizeof(T) << " bytes");
  EXPECT_EQ((wrongInStoredRows<N, T>(0, 32)), 0) << "the whole row";
  EXPECT_EQ((wrongInStoredRows<N, T>(-5, 40)), 0) << "bounds beyond it";
  EXPECT_EQ((wrongInStoredRows<N, T>(4, 28)), 0) << "from an even lane to an even one";
  EXPECT_EQ((wrongInStoredRows<N, T>(3, 29)), 0) << "from an odd lane to an odd one";
  EXPECT_EQ((wrongInStoredRows<N, T>(7, 8)), 0) << "one lane";
  EXPECT_EQ((wrongInStoredRows<N, T>(9, 9)), 0) << "nothing";
}

TEST_P(WavefrontKernelTest, rowsAreStoredWithinTheirBoundsOnly) {
  storesRows<float, 1>();
  storesRows<float, 2>();
  storesRows<float, 4>();
  storesRows<float, 8>();
  storesRows<double, 1>();
  storesRows<double, 2>();
  storesRows<double, 4>();
  storesRows<double, 8>();
}

/// A row goes through shared memory as copies bring it and lanes read it.
template <int N, class T> __global__ void stageRow(const T *from, T *to) {
  using Rows = Staged<T, N>;
  T *row = shared<T>();
  const int lane = laneIndex();
  for (int piece = 0; piece < Rows::kPieces; ++piece) {
    const int cell = Rows::cell(piece, lane);
    store<Rows::kPiece>(row + Rows::place(cell), from + cell);
  }
  syncWarp();
  T cells[N];
  loadStaged<N>(cells, row, lane);
  for (int i = 0; i < N; ++i)
    to[lane * N + i] = cells[i];
}

template <class T, int N> int wrongInStagedRow() {
  const std::vector<T> from = kernels::someNumbers<T>(kWarpSize * N);
  kernels::DeviceArray<T> source(from), target(std::vector<T>(from.size(), T{-1}));
  const LaunchShape shape = {dim3(1), dim3(kWarpSize), from.size() * sizeof(T), true};
  if (!kernels::fine(launch("stageRow", stageRow<N, T>, shape,
                            static_cast<const T *>(source.data()), target.data())))
    return -1;
  return static_cast<int>(target.wrong(from));
}

TEST_P(WavefrontKernelTest, lanesReadTheirOwnCellsOfAStagedRow) {
  EXPECT_EQ((wrongInStagedRow<float, 1>()), 0);
  EXPECT_EQ((wrongInStagedRow<float, 4>()), 0);
  EXPECT_EQ((wrongInStagedRow<float, 8>()), 0);
  EXPECT_EQ((wrongInStagedRow<double, 2>()), 0);
  EXPECT_EQ((wrongInStagedRow<double, 4>()), 0);
  EXPECT_EQ((wrongInStagedRow<double, 8>()), 0);
}

INSTANTIATE_TEST_SUITE_P(orders, WavefrontKernelTest,
                         testing::Values(ThreadOrder::Forward, ThreadOrder::Reverse,
                                         ThreadOrder::Shuffled, ThreadOrder::Ahead,
                                         ThreadOrder::Behind),
                         [](const auto &info) {
                           return std::string(kThreadOrders[static_cast<int>(info.param)]);
                         });

} // namespace
} // namespace stencilc::wavefront_test
