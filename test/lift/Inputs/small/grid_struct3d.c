// Heat in a block with sources: a structure holds the sizes and the pointers, which are exchanged.
struct grid {
  int nx, ny, nz;
  double dt;
  double *restrict T, *restrict next, *restrict source;
};
#define AT(g, i, j, k) (((k) * (g)->ny + (j)) * (g)->nx + (i))

static void advance(struct grid *g) {
  for (int k = 1; k < g->nz - 1; k++)
    for (int j = 1; j < g->ny - 1; j++)
      for (int i = 1; i < g->nx - 1; i++)
        g->next[AT(g, i, j, k)] =
            g->T[AT(g, i, j, k)] +
            g->dt * (g->T[AT(g, i - 1, j, k)] + g->T[AT(g, i + 1, j, k)] + g->T[AT(g, i, j - 1, k)] +
                     g->T[AT(g, i, j + 1, k)] + g->T[AT(g, i, j, k - 1)] + g->T[AT(g, i, j, k + 1)] -
                     6.0 * g->T[AT(g, i, j, k)] + g->source[AT(g, i, j, k)]);
  double *swap = g->T;
  g->T = g->next;
  g->next = swap;
}

void heat(struct grid *g, int steps) {
  for (int n = 0; n < steps; n++)
    advance(g);
}

// Compare: 11,9,8 3 "heat(&(struct grid){11,9,8,0.1,p,q,s},3)" --own=double:p --own=double:q --own=double:s
// Compare: --start=T=p --start=T=q --start=source_=s --same=T=q --set=dt=0.1
