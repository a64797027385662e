// Laplace's equation on a matrix class whose call operator chooses the cell.
#include <cmath>
#include <utility>
#include <vector>

class Matrix {
public:
  Matrix(int rows, int columns) : rows(rows), columns(columns), data(rows * columns) {}
  double &operator()(int i, int j) { return data[i * columns + j]; }
  double operator()(int i, int j) const { return data[i * columns + j]; }
  int rows, columns;
  std::vector<double> data;
};

void relax(Matrix &u, Matrix &v, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < u.rows - 1; ++i)
      for (int j = 1; j < u.columns - 1; ++j)
        v(i, j) = 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
    std::swap(u, v);
  }
}

// Compare: 20,16 3 "relax(a,b,3)" --own=Matrix:a(16,20) --own=Matrix:b(16,20)
// Compare: --lift=--assume-no-alias --start=u_data=a.data.data() --start=u_data=b.data.data()
// Compare: --same=u_data=a.data.data()
