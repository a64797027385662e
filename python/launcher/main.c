/** \file The program `stencilc` of the Python package. The compiler is in the library libstencilc. */
#include <stencilc.h>

int main(int argc, char **argv) { return stencilc_main(argc, argv); }
