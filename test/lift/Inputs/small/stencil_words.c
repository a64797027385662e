// A function and variables with names that the language has words for; values passed through chains of assignments.
void stencil(double *restrict field, double *restrict let, int size, double param, int steps) {
  double west, east, sum;
  for (int t = 0; t < steps; t++) {
    double *old;
    for (int i = 1; i < size - 1; i++) {
      west = east = param * 0.5;
      sum = west * field[i - 1] + east * field[i + 1];
      let[i] = sum += (1.0 - param) * field[i];
    }
    old = field, field = let, let = old;
  }
}
// Compare: 40 4 "stencil(a,b,40,0.3,4)" --own=double:a --own=double:b --start=field_=a --start=field_=b --same=field_=a --set=param_=0.3
