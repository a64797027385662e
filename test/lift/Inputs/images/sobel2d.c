// Edges of an image by Sobel's operators: two tables, no loop over time.
#include <math.h>
static const float sx[3][3] = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};
static const float sy[3][3] = {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}};

void sobel(const float *restrict in, float *restrict out, int w, int h) {
  for (int y = 1; y < h - 1; y++)
    for (int x = 1; x < w - 1; x++) {
      float gx = 0, gy = 0;
      for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
          gx += sx[j][i] * in[(y + j - 1) * w + (x + i - 1)];
          gy += sy[j][i] * in[(y + j - 1) * w + (x + i - 1)];
        }
      out[y * w + x] = sqrtf(gx * gx + gy * gy);
    }
}

// Compare: 22,17 1 "sobel(a,b,22,17)" --own=float:a --own=float:b --start=in=a --start=out=b --same=out=b
