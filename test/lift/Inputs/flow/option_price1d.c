// Price of an option (Black and Scholes), explicit in time; coefficients depend on the node, early exercise.
#define NODES 100
static double v[2][NODES], payoff[NODES];

void price(int steps, double rate, double sigma) {
  const double dt = 0.0001;
  int now = 0;
  for (int n = 0; n < steps; n++) {
    for (int i = 1; i < NODES - 1; i++) {
      double a = 0.5 * dt * (sigma * sigma * i * i - rate * i);
      double b = 1.0 - dt * (sigma * sigma * i * i + rate);
      double c = 0.5 * dt * (sigma * sigma * i * i + rate * i);
      double held = a * v[now][i - 1] + b * v[now][i] + c * v[now][i + 1];
      v[!now][i] = held > payoff[i] ? held : payoff[i];
    }
    now = !now;
  }
}

// Compare: 100 4 "price(4,0.05,0.2)" --start=v=v[0] --start=v=v[1] --start=payoff=payoff --same=v=v[0]
// Compare: --set=rate=0.05 --set=sigma=0.2
