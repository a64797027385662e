// A class whose step is its operator(), a template, among functions that have no plain name.
#define N 32
double u[N], w[N];

struct Half {
  template <class T> T operator()(T x) const { return 0.5 * x; }
};
struct Sweep {
  explicit Sweep(double a) : a(a) {
    for (int i = 0; i < N; i++)
      w[i] = 0;
  }
  ~Sweep() {
    for (int i = 0; i < N; i++)
      w[i] = 0;
  }
  operator double() const {
    for (int i = 0; i < N; i++)
      w[i] = 0;
    return a;
  }
  template <class T> operator T *() const {
    for (int i = 0; i < N; i++)
      w[i] = 0;
    return nullptr;
  }
  Sweep &operator+=(double b) {
    for (int i = 0; i < N; i++)
      w[i] += b;
    return *this;
  }
  template <class T> void operator()(T count) {
    for (T t = 0; t < count; t++) {
      for (int i = 1; i < N - 1; i++)
        w[i] = a * (u[i - 1] + u[i + 1]);
      for (int i = 1; i < N - 1; i++)
        u[i] = w[i];
    }
  }
  double a;
};
template <char... C> double operator""_w() {
  for (int i = 0; i < N; i++)
    w[i] = sizeof...(C);
  return 0;
}
double operator""_x(unsigned long long x) {
  for (int i = 0; i < N; i++)
    w[i] = x;
  return 0;
}
template <class F> void each(F f) {
  for (int i = 1; i < N - 1; i++)
    w[i] = f(u[i]);
}
void use(int steps) {
  Sweep sweep(0.5);
  double *p = sweep;
  sweep += 3_x + 12_w + sweep + (p ? 1 : 0);
  each(Half());
  each([](auto x) { return 0.25 * x; });
  sweep(steps);
}

// Compare: 32 5 "Sweep(0.375)(5)" --start=u=u --set=a=0.375 --same=u=u
