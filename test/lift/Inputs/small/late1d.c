// Steps counted from 3, and a coefficient and a size that the arguments may change.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = 31, last = 9, t, i;
  double k = 0.1;
  if (argc > 2)
    n = atoi(argv[2]);
  if (n > 20)
    k = 0.2;
  double *a = malloc(n * sizeof(double)), *b = malloc(n * sizeof(double));
  for (i = 0; i < n; i++)
    a[i] = b[i] = sin(i * 1.7);
  for (t = 3; t <= last; t++) {
    for (i = 1; i < n - 1; i++)
      b[i] = a[i] + k * (a[i - 1] - 2.0 * a[i] + a[i + 1]) + 0.01 * t;
    double *old = a;
    a = b;
    b = old;
  }
  FILE *file = fopen(argc > 1 ? argv[1] : "/dev/null", "wb");
  fprintf(file, "%d %g", t, k);
  fwrite(a, sizeof(double), n, file);
  fwrite(b, sizeof(double), n, file);
  return fclose(file);
}
