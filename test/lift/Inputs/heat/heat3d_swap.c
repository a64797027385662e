// Heat conduction in space on linear indices; the buffers are exchanged by their pointers.
#define IDX(i, j, k) (((i) * m + (j)) * n + (k))

void heat(float *restrict T, float *restrict next, int l, int m, int n, float d, int steps) {
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < l - 1; i++)
      for (int j = 1; j < m - 1; j++)
        for (int k = 1; k < n - 1; k++)
          next[IDX(i, j, k)] =
              T[IDX(i, j, k)] +
              d * (T[IDX(i - 1, j, k)] + T[IDX(i + 1, j, k)] + T[IDX(i, j - 1, k)] +
                   T[IDX(i, j + 1, k)] + T[IDX(i, j, k - 1)] + T[IDX(i, j, k + 1)] -
                   6.0f * T[IDX(i, j, k)]);
    float *old = T;
    T = next;
    next = old;
  }
}

// Compare: 13,11,9 4 "heat(T,n,9,11,13,0.1f,4)" --own=float:T --own=float:n --start=T=T --start=T=n
// Compare: --same=T=T --set=d=0.1
