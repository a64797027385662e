// Anisotropic diffusion of an image (Perona and Malik): the flow depends on the gradient.
#include <math.h>
enum { ROWS = 18, COLS = 23 };
typedef float image[ROWS][COLS];
image img, tmp;
static inline float flow(float d, float k) { return d * expf(-(d * d) / (k * k)); }

void denoise(float k, float lambda, int iterations) {
  for (int n = 0; n < iterations; n++) {
#pragma omp parallel for
    for (int r = 1; r < ROWS - 1; r++)
      for (int c = 1; c < COLS - 1; c++) {
        const float v = img[r][c];
        tmp[r][c] = v + lambda * (flow(img[r - 1][c] - v, k) + flow(img[r + 1][c] - v, k) +
                                  flow(img[r][c - 1] - v, k) + flow(img[r][c + 1] - v, k));
      }
    for (int r = 1; r < ROWS - 1; r++)
      for (int c = 1; c < COLS - 1; c++)
        img[r][c] = tmp[r][c];
  }
}

// Compare: 23,18 3 "denoise(0.3f,0.2f,3)" --start=img=img --same=img=img --set=k=0.3 --set=lambda=0.2
