// Loops and conditions in unsigned and short types that do not wrap around, and conditions and choices as numbers.
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
double u[32], v[32];

void kernel(unsigned n) {
  for (unsigned char t = 0; t < 5u; t++) {
    for (size_t i = 1; i < n - 1; i++)
      v[i] = 0.5 * u[i - 1] + (i > 3 && i < n - 2 ? 0.25 : i - 1) * u[i + 1] + 1e-3 * (n - i);
    for (short i = 1; i < 31; i++) {
      short j = i + 1;
      char c = i * 2;
      u[i] = v[j] * 1e-2 * i + (bool)(i - 3) * v[i] + !!i * 0.5 + !(i - 5) + 0.01 * c;
    }
    for (size_t i = 0; i < n; i++)
      v[i] = u[(i + n - 1) % n] + u[i] + abs((int)i - 5) * 0.25 + (u[i] > 0.5 ? 3 : i) * 0.01;
  }
}

// Compare: 32 5 "kernel(32)" --start=u=u --start=v=v --same=u=u --same=v=v
