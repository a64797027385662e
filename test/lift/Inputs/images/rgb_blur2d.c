// Blur of a colour image, three interleaved channels, weights from a table.
#define W 21
#define H 16
static float image[H][W][3], blurred[H][W][3];
static const float weight[3] = {0.25f, 0.5f, 0.25f};

void blur(int passes) {
  for (int p = 0; p < passes; p++) {
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++)
        for (int c = 0; c < 3; c++) {
          float sum = 0.0f;
          for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++)
              sum += weight[j + 1] * weight[i + 1] * image[y + j][x + i][c];
          blurred[y][x][c] = sum;
        }
    for (int y = 1; y < H - 1; y++)
      for (int x = 1; x < W - 1; x++) {
        image[y][x][0] = blurred[y][x][0];
        image[y][x][1] = blurred[y][x][1];
        image[y][x][2] = 0.9f * blurred[y][x][2];
      }
  }
}

static float red[H][W], green[H][W], blue[H][W], empty[H][W];
static void split(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      image[y][x][0] = red[y][x], image[y][x][1] = green[y][x], image[y][x][2] = blue[y][x],
      blurred[y][x][2] = empty[y][x];
}
static void join(void) {
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      red[y][x] = image[y][x][0], green[y][x] = image[y][x][1], blue[y][x] = image[y][x][2];
}

// Compare: 21,16 2 "split(),blur(2),join()" --start=image0=red --start=image1=green --start=image2=blue
// Compare: --same=image0=red --same=image2=blue --start=blurred2=empty
