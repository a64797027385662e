#include "heat3d.hpp"
#include <cstdio>
int main() { std::printf("%s\n", heat3d_stencil::Simulation::info().version); }
