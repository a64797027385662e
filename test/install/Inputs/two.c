/* Two emitted libraries made by different versions of stencilc, in turn. */
#include "heat3d.h"
#include "heat3d_later.h"
#include <stdio.h>

static double a[20 * 20 * 20], b[20 * 20 * 20];

int main(void) {
  char message[256];
  heat3d_options mine = heat3d_defaults();
  heat3d_later_options other = heat3d_later_defaults();
  mine.nx = mine.ny = mine.nz = other.nx = other.ny = other.nz = 20;
  heat3d *first = heat3d_create(&mine, message, sizeof message);
  heat3d_later *second = heat3d_later_create(&other, message, sizeof message);
  if (!first || !second)
    return puts(message), 1;
  for (int turn = 0; turn < 3; ++turn)
    if (heat3d_run(first, 10, NULL) || heat3d_later_run(second, 10, NULL))
      return puts(heat3d_last_error(first)), 1;
  if (heat3d_copy_out(first, "T", 0, a, 0, 0) || heat3d_later_copy_out(second, "T", 0, b, 0, 0))
    return puts(heat3d_last_error(first)), 1;
  int equal = a[4210] > 0;
  for (int i = 0; i < 20 * 20 * 20; ++i)
    equal &= a[i] == b[i];
  heat3d_set_parameter(first, "d", 1);
  heat3d_later_set_parameter(second, "e", 1);
  printf("%s and %s, equal %d\n%s\n%s\n", heat3d_info()->version, heat3d_later_info()->version, equal,
         heat3d_last_error(first), heat3d_later_last_error(second));
  heat3d_destroy(first);
  heat3d_later_destroy(second);
  return !equal;
}
