/// \file Main program of `stencilc`.
#include "driver/ToolMain.h"

int main(int argc, char **argv) { return stencilc::driver::toolMain(argc, argv); }
