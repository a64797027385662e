// Smoothing of an image as std::vector, a template with an index function; neighbours stay at the
// faces.
#include <algorithm>
#include <utility>
#include <vector>

inline int at(int i, int j, int w) { return i * w + j; }

template <typename T>
void smooth(const std::vector<T> &from, std::vector<T> &to, int w, int h, T k) {
  for (int i = 0; i < h; ++i)
    for (int j = 0; j < w; ++j) {
      const int up = std::max(i - 1, 0), down = std::min(i + 1, h - 1);
      const int left = j > 0 ? j - 1 : 0, right = j < w - 1 ? j + 1 : w - 1;
      to[at(i, j, w)] = from[at(i, j, w)] +
                        k * (from[at(up, j, w)] + from[at(down, j, w)] + from[at(i, left, w)] +
                             from[at(i, right, w)] - 4 * from[at(i, j, w)]);
    }
}

void repeat(std::vector<float> &a, std::vector<float> &b, int w, int h, int steps) {
  for (int s = 0; s < steps; ++s) {
    smooth<float>(a, b, w, h, 0.2f);
    std::swap(a, b);
  }
}

// Compare: 18,13 3 "repeat(p,q,18,13,3)" "--own=vector:float:p" "--own=vector:float:q"
// Compare: --lift=--function=repeat --lift=--assume-no-alias "--start=a=p.data()"
// Compare: "--same=a=p.data()"
