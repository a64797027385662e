/* A user in C: arrays in and out, options, what is refused, what the program says of itself. */
#include "heat3d.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int stopAtOnce(void *user, int64_t steps, int64_t wanted) {
  ++*(int *)user;
  return steps < wanted;
}

int main(int argc, char **argv) {
  char message[256];
  heat3d_options options = heat3d_defaults();
  options.nx = 40, options.ny = 30, options.nz = 20, options.threads = 2;
  heat3d *simulation = heat3d_create(&options, message, sizeof message);
  if (!simulation)
    return puts(message), 1;
  const size_t cells = 40 * 30 * 20;
  double *T = calloc(cells, sizeof *T);
  T[(9 * 30 + 14) * 40 + 19] = 1000;
  int failed = heat3d_copy_in(simulation, "T", 0, T, 0, 0) ||
               heat3d_set_parameter(simulation, "d", 0.15) ||
               heat3d_run(simulation, 100, NULL) || heat3d_copy_out(simulation, "T", 0, T, 0, 0);
  if (failed)
    puts(heat3d_last_error(simulation));
  FILE *file = fopen(argc > 1 ? argv[1] : "T.raw", "wb");
  fwrite(T, sizeof *T, cells, file);
  fclose(file);

  /* What is refused; the last asks for more memory than there is. */
  if (heat3d_set_parameter(simulation, "d", 1))
    puts(heat3d_last_error(simulation));
  if (heat3d_copy_out(simulation, "U", 0, T, 0, 0))
    puts(heat3d_last_error(simulation));
  options.nx = options.ny = options.nz = 40000;
  if (!heat3d_create(&options, message, sizeof message))
    printf("create: %s\n", message);

  int calls = 0;
  heat3d_on_progress(simulation, stopAtOnce, &calls, 0);
  heat3d_run(simulation, 1000, NULL);
  printf("%d %s, %s, stopped %d\n", failed, heat3d_info()->name, heat3d_info()->fields[0].type,
         calls > 0 && heat3d_steps_done(simulation) < 1100);
  free(T);
  heat3d_destroy(simulation);
  return failed;
}
