// Conway's Game of Life on a torus, cells as 0 and 1 in float; here with shades between.
#define N 24
float cell[N][N], next[N][N];

void life(int generations) {
  for (int g = 0; g < generations; g++) {
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++) {
        float alive = 0.0f;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            if (dy != 0 || dx != 0)
              alive += cell[(y + dy + N) % N][(x + dx + N) % N];
        if (alive > 7.8f && alive < 8.3f)
          next[y][x] = 0.5f + 0.0625f * alive;
        else if (alive > 8.6f)
          next[y][x] = cell[y][x] * 0.9f;
        else
          next[y][x] = cell[y][x];
      }
    for (int y = 0; y < N; y++)
      for (int x = 0; x < N; x++)
        cell[y][x] = next[y][x];
  }
}

// Compare: 24,24 4 "life(4)" --start=cell=cell --same=cell=cell
