#include "heat3d.h"
#include "heat3d_f32.h"
#include "wave2d.h"
#include <stdio.h>

int main(void) {
  char message[256] = "";
  heat3d_options wide = heat3d_defaults();
  heat3d_f32_options narrow = heat3d_f32_defaults();
  wave2d_options wave = wave2d_defaults();
  wide.nx = 40, wide.ny = 30, wide.nz = 20;
  heat3d *a = heat3d_create(&wide, message, sizeof message);
  heat3d_f32 *b = heat3d_f32_create(&narrow, message, sizeof message);
  wave2d *c = wave2d_create(&wave, message, sizeof message);
  static double A[40 * 30 * 20], C[400 * 400];
  static float B[40 * 30 * 20];
  if (!a || !b || !c || heat3d_run(a, 50, NULL) || heat3d_f32_run(b, 50, NULL) ||
      wave2d_run(c, 50, NULL) || heat3d_copy_out(a, "T", 0, A, 0, 0) ||
      heat3d_f32_copy_out(b, "T", 0, B, 0, 0) || wave2d_copy_out(c, "h", 0, C, 0, 0))
    return puts(message), 1;
  double d;
  heat3d_get_parameter(a, "d", &d);
  const int i = (9 * 30 + 14) * 40 + 3;
  printf("%s %s, %d, d = %g\n", heat3d_info()->fields[0].type, heat3d_f32_info()->fields[0].type,
         A[i] > 1 && A[i] - B[i] < 1e-3 && B[i] - A[i] < 1e-3 && A[i] != B[i] && C[80000] != 0, d);
  heat3d_destroy(a), heat3d_f32_destroy(b), wave2d_destroy(c);
}
