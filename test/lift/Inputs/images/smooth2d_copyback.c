// Image smoothing with a table of weights, copied back after each pass.
enum { W = 27, H = 19 };
static const double weight[3][3] = {{0.0625, 0.125, 0.0625}, {0.125, 0.25, 0.125}, {0.0625, 0.125, 0.0625}};
double image[H][W], smooth[H][W];

void kernel(int passes) {
  for (int p = 0; p < passes; ++p) {
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x) {
        double sum = 0.0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            sum += weight[dy + 1][dx + 1] * image[y + dy][x + dx];
        smooth[y][x] = sum;
      }
    for (int y = 1; y < H - 1; ++y)
      for (int x = 1; x < W - 1; ++x)
        image[y][x] = smooth[y][x];
  }
}

// Compare: 27,19 3 "kernel(3)" --start=image=image --same=image=image
