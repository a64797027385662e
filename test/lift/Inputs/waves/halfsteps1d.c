// Two half-steps an iteration: each array is made of the other.
#define N 120
float A[N], B[N];

void kernel(int steps) {
  int t, i;
  for (t = 0; t < steps; t++) {
    for (i = 1; i < N - 1; i++)
      B[i] = 0.33333 * (A[i - 1] + A[i] + A[i + 1]);
    for (i = 1; i < N - 1; i++)
      A[i] = 0.33333 * (B[i - 1] + B[i] + B[i + 1]);
  }
}

// Compare: 120 3 "kernel(3)" --start=A=A --start=B=B --same=A=A --same=B=B
