// A forest on fire: trees burn if a neighbour does, burnt ones grow again; states and heat as numbers.
#define SIZE 22
typedef struct {
  double state[SIZE][SIZE], next[SIZE][SIZE];
  double dryness[SIZE][SIZE];
} forest;

void burn(forest *f, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < SIZE - 1; y++)
      for (int x = 1; x < SIZE - 1; x++) {
        const double s = f->state[y][x];
        const int burns = f->state[y - 1][x] > 1.2 || f->state[y + 1][x] > 1.2 || f->state[y][x - 1] > 1.2 ||
                          f->state[y][x + 1] > 1.2;
        if (s > 1.2)
          f->next[y][x] = 0.5;
        else if (s >= 0.8 && burns && f->dryness[y][x] > 0.9)
          f->next[y][x] = 1.3;
        else
          f->next[y][x] = s + 0.05 * f->dryness[y][x];
      }
    for (int y = 1; y < SIZE - 1; y++)
      for (int x = 1; x < SIZE - 1; x++)
        f->state[y][x] = f->next[y][x];
  }
}

// Compare: 22,22 4 "burn(g,4)" "--own=forest:g" --start=state=g[0].state --start=dryness=g[0].dryness --same=state=g[0].state
