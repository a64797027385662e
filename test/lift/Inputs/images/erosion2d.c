// Grey erosion of an image and dilation after it: smallest and largest of nine.
#define W 26
#define H 15
double img[H][W], low[H][W];
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

void open_image(int passes) {
  for (int p = 0; p < passes; p++) {
    for (int i = 1; i < H - 1; i++)
      for (int j = 1; j < W - 1; j++) {
        double m = img[i][j];
        for (int a = -1; a <= 1; a++)
          for (int b = -1; b <= 1; b++)
            m = MIN(m, img[i + a][j + b]);
        low[i][j] = m;
      }
    for (int i = 1; i < H - 1; i++)
      for (int j = 1; j < W - 1; j++) {
        double m = low[i][j];
        for (int a = -1; a <= 1; a++)
          for (int b = -1; b <= 1; b++)
            m = MAX(m, low[i + a][j + b]);
        img[i][j] = m;
      }
  }
}

// Compare: 26,15 2 "open_image(2)" --start=img=img --start=low=low --same=img=img --same=low=low
