// One explicit step of heat conduction in a rod; the caller repeats it and exchanges the buffers.
void heat_step(const double *restrict u, double *restrict v, int n, double r) {
  for (int i = 1; i <= n - 2; ++i)
    v[i] = u[i] + r * (u[i + 1] - 2.0 * u[i] + u[i - 1]);
}

// Compare: 80 1 "heat_step(u,v,80,0.25)" --own=double:u --own=double:v --start=u=u --start=v=v --same=v=v --set=r=0.25
