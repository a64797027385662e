/// \file Weights of finite differences against closed forms and published tables.
#include "sema/differences/Fornberg.h"
#include "sema/differences/Differences.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace stencilc;
using namespace stencilc::sema;
using From = AlongAxis::From;

namespace {

Fraction factorial(int n) { return n < 2 ? Fraction(1) : Fraction(n) * factorial(n - 1); }

std::vector<Fraction> points(int first, int last) {
  std::vector<Fraction> cells;
  for (int cell = first; cell <= last; ++cell)
    cells.emplace_back(cell);
  return cells;
}

/// As a line of a published table: "1/12 -2/3 0 2/3 -1/12".
std::string line(const std::vector<Fraction> &weights) {
  std::string text;
  for (const Fraction &weight : weights)
    text += (text.empty() ? "" : " ") + weight.text();
  return text;
}
std::string line(int derivative, int first, int last, const Fraction &at = 0) {
  return line(fornbergWeights(derivative, points(first, last), at));
}
/// The first and the last cell, where values lie in the cells.
std::pair<int, int> cellsOf(From from, int derivative, int order) {
  const auto [first, last] = halvesOf({0, from}, derivative, order);
  return {first / 2, last / 2};
}
std::string line(int derivative, From from, int order) {
  const auto [first, last] = cellsOf(from, derivative, order);
  const Fraction at = from == From::Above   ? Fraction(1, 2)
                      : from == From::Below ? Fraction(-1, 2)
                                            : Fraction(0);
  return line(derivative, first, last, at);
}

// Fornberg 1988, Table 1: centred.
TEST(Fornberg, CentredTable) {
  EXPECT_EQ(line(1, From::Around, 2), "-1/2 0 1/2");
  EXPECT_EQ(line(1, From::Around, 4), "1/12 -2/3 0 2/3 -1/12");
  EXPECT_EQ(line(1, From::Around, 6), "-1/60 3/20 -3/4 0 3/4 -3/20 1/60");
  EXPECT_EQ(line(1, From::Around, 8), "1/280 -4/105 1/5 -4/5 0 4/5 -1/5 4/105 -1/280");
  EXPECT_EQ(line(2, From::Around, 2), "1 -2 1");
  EXPECT_EQ(line(2, From::Around, 4), "-1/12 4/3 -5/2 4/3 -1/12");
  EXPECT_EQ(line(2, From::Around, 6), "1/90 -3/20 3/2 -49/18 3/2 -3/20 1/90");
  EXPECT_EQ(line(2, From::Around, 8), "-1/560 8/315 -1/5 8/5 -205/72 8/5 -1/5 8/315 -1/560");
  EXPECT_EQ(line(3, -2, 2), "-1/2 1 0 -1 1/2");
  EXPECT_EQ(line(4, -2, 2), "1 -4 6 -4 1");
}

// Fornberg 1988, Table 2: centred at half a cell.
TEST(Fornberg, HalfCellTable) {
  EXPECT_EQ(line(1, From::Above, 2), "-1 1");
  EXPECT_EQ(line(1, From::Above, 4), "1/24 -9/8 9/8 -1/24");
  EXPECT_EQ(line(1, From::Above, 6), "-3/640 25/384 -75/64 75/64 -25/384 3/640");
  EXPECT_EQ(line(1, From::Above, 8),
            "5/7168 -49/5120 245/3072 -1225/1024 1225/1024 -245/3072 49/5120 -5/7168");
  EXPECT_EQ(line(2, From::Above, 2), "1/2 -1/2 -1/2 1/2");
  EXPECT_EQ(line(2, From::Above, 4), "-5/48 13/16 -17/24 -17/24 13/16 -5/48");
  EXPECT_EQ(line(0, -1, 2, Fraction(1, 2)), "-1/16 9/16 9/16 -1/16");
  EXPECT_EQ(line(1, From::Below, 8), line(1, From::Above, 8));
}

// Fornberg 1988, Table 3: to one side.
TEST(Fornberg, SidedTable) {
  EXPECT_EQ(line(1, From::Forward, 1), "-1 1");
  EXPECT_EQ(line(1, From::Forward, 2), "-3/2 2 -1/2");
  EXPECT_EQ(line(1, From::Forward, 3), "-11/6 3 -3/2 1/3");
  EXPECT_EQ(line(1, From::Forward, 4), "-25/12 4 -3 4/3 -1/4");
  EXPECT_EQ(line(1, From::Forward, 8), "-761/280 8 -14 56/3 -35/2 56/5 -14/3 8/7 -1/8");
  EXPECT_EQ(line(2, From::Forward, 1), "1 -2 1");
  EXPECT_EQ(line(2, From::Forward, 2), "2 -5 4 -1");
  EXPECT_EQ(line(2, From::Forward, 4), "15/4 -77/6 107/6 -13 61/12 -5/6");
  EXPECT_EQ(line(1, From::Backward, 2), "1/2 -2 3/2");
  EXPECT_EQ(line(2, From::Backward, 2), "-1 4 -5 2");
}

// To order 16 by the closed forms for p = order / 2 cells to each side:
//   first  derivative, cell k:  (-1)^(k+1) p!^2 / (k (p-k)! (p+k)!)
//   second derivative, cell k:  2 (-1)^(k+1) p!^2 / (k^2 (p-k)! (p+k)!), the cell -2 sum 1/k^2
TEST(Fornberg, CentredClosedForms) {
  for (int order = 2; order <= kMaxOrder; order += 2) {
    const int p = order / 2;
    const auto first = fornbergWeights(1, points(-p, p), 0);
    const auto second = fornbergWeights(2, points(-p, p), 0);
    Fraction centre = 0;
    for (int k = 1; k <= p; ++k) {
      const Fraction share = factorial(p) * factorial(p) / (factorial(p - k) * factorial(p + k));
      const Fraction one = Fraction(k % 2 ? 1 : -1, k) * share;
      EXPECT_EQ(first[p + k], one) << order << " " << k;
      EXPECT_EQ(first[p - k], Fraction(-1) * one) << order << " " << k;
      EXPECT_EQ(second[p + k], Fraction(2, k) * one) << order << " " << k;
      EXPECT_EQ(second[p - k], Fraction(2, k) * one) << order << " " << k;
      centre = centre - Fraction(2, std::int64_t{k} * k);
    }
    EXPECT_TRUE(first[p].isZero());
    EXPECT_EQ(second[p], centre) << order;
  }
}

// All of them to order 16 by what defines them: exact for polynomials up to a degree, and not for
// the next.
TEST(Fornberg, MomentsToOrder16) {
  for (const From from : {From::Around, From::Above, From::Below, From::Forward, From::Backward})
    for (int derivative = 1; derivative <= 2; ++derivative)
      for (int order = from >= From::Forward ? 1 : 2; order <= kMaxOrder;
           order += from >= From::Forward ? 1 : 2) {
        const auto [low, high] = cellsOf(from, derivative, order);
        const Fraction at = from == From::Above   ? Fraction(1, 2)
                            : from == From::Below ? Fraction(-1, 2)
                                                  : Fraction(0);
        const auto weights = fornbergWeights(derivative, points(low, high), at);
        for (int degree = 0; degree <= order + derivative; ++degree) {
          Fraction moment = 0;
          for (int cell = low; cell <= high; ++cell) {
            Fraction power = 1;
            for (int factor = 0; factor < degree; ++factor)
              power = power * (Fraction(cell) - at);
            moment = moment + weights[cell - low] * power;
          }
          const Fraction wanted = degree == derivative ? factorial(degree) : Fraction(0);
          EXPECT_EQ(moment == wanted, degree < order + derivative)
              << static_cast<int>(from) << " " << derivative << " " << order << " " << degree;
        }
      }
}

TEST(Fraction, RoundsOnce) {
  EXPECT_EQ(Fraction(1, 3).rounded(), 1.0 / 3);
  EXPECT_EQ(Fraction(-205, 72).rounded(), -205.0 / 72);
  EXPECT_EQ(Fraction().rounded(), 0);
  for (const double value : {0.1, 10.0, -1e-300, 1.5e300, 0x1p-1074})
    EXPECT_EQ(Fraction::of(value).rounded(), value);
  // 2^53 + 1 lies between two doubles and goes to the even one; the least bit more goes up.
  const std::int64_t odd = (std::int64_t{1} << 53) + 1;
  EXPECT_EQ(Fraction(odd).rounded(), 0x1p53);
  EXPECT_EQ((Fraction(odd) + Fraction::of(0x1p-200)).rounded(), 0x1p53 + 2);
  EXPECT_TRUE(std::isinf((Fraction::of(1e300) * Fraction::of(1e300)).rounded()));
}

TEST(Differences, SpacingsAndAxesAreRoundedOnce) {
  const WeightTable lap =
      weightsOf({2, true, 2, {{0}, {1}}}, {0.1, 0.3, 1}); // weights -2/0.1^2 - 2/0.3^2, exactly
  const Fraction hx = Fraction::of(0.1), hy = Fraction::of(0.3);
  const Fraction centre = Fraction(-2) / (hx * hx) - Fraction(2) / (hy * hy);
  ASSERT_EQ(lap.size(), 5u);
  EXPECT_EQ(lap.at(Offset()), centre.rounded());
  EXPECT_EQ(lap.at(Offset{{0, 2, 0}}), (Fraction(1) / (hy * hy)).rounded());
  const WeightTable mixed = weightsOf({1, false, 2, {{0}, {1}}}, {0.5, 0.25, 1});
  ASSERT_EQ(mixed.size(), 4u); // the weights on the axes are zero
  EXPECT_EQ(mixed.at(Offset{{2, 2, 0}}), 2);
  EXPECT_EQ(mixed.at(Offset{{-2, 2, 0}}), -2);
}

TEST(Differences, ValuesBesideThePlaceOfUse) {
  const auto along = [](From from, int order) {
    return weightsOf({1, false, order, {{0, from, true}}}, {0.5, 1, 1});
  };
  const WeightTable compact = along(From::Around, 2); // centred: between the two beside
  EXPECT_EQ(compact, (WeightTable{{Offset{{-1}}, -2}, {Offset{{1}}, 2}}));
  EXPECT_EQ(along(From::Above, 2), (WeightTable{{Offset{{-1}}, -1}, {Offset{{3}}, 1}}));
  EXPECT_EQ(along(From::Below, 2), (WeightTable{{Offset{{-3}}, -1}, {Offset{{1}}, 1}}));
  const WeightTable wider = along(From::Around, 4);
  ASSERT_EQ(wider.size(), 4u);
  EXPECT_EQ(wider.at(Offset{{-3}}), Fraction(1, 12).rounded());
  EXPECT_EQ(wider.at(Offset{{1}}), 2.25);
}

} // namespace
