#!/usr/bin/env python3
"""Jumps, calls, writes and stopping rules made at random: each program is refused or lifted to the bytes of C.

    lift_effects.py STENCILC [--count N] [--first SEED] [--batch N] [--cpp] [--folder DIR]

A program is a function with a loop over time, drawn from a few shapes, into which one to three statements are inserted: what
jumps, what changes the counter or a number under a condition, and calls that write through globals, pointers and references,
the library's too. Half of the programs end by a rule on a number that loops collect: it is set in every step, or not, or elsewhere,
to any value, and collected, changed and compared in many ways. Those that are lifted are compiled together, run once in C, each in a process of its own, and once by the
interpreter, with the size, steps and parameters that the lifted text says. A finding, left in DIR: other bytes, a program that C does not end, an exit code that is none. Exit code 1 if
there is any.
"""
import argparse
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

N = 24
PRELUDE_C = """#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 24
"""
PRELUDE_CPP = """#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <utility>
#include <vector>
#define N 24
#define restrict __restrict
"""

# What belongs to a program beside its kernel; @ is its number.
HELPERS = """
double u@[N], w@[N], F@[2][N], D@[N][N], E@[N][N];
double *a@, *b@;
static double amp@ = 0.75, other@ = 0.5;
static int k@ = 1, last@;
struct state@ { double amp; int k; } s@ = {0.75, 1};
static void grow@(void) { amp@ *= 0.9; }
static void grow_by@(double *p) { *p *= 0.9; }
static void grow_two@(double *p) { grow_by@(p); }
static void set@(int *p) { *p = *p + 1; }
static void clear@(double *p) { p[4] = 0.125; }
static void fill@(double *p) { for (int i = 2; i < N - 2; i++) p[i] = 0.25 * p[i]; }
static double value@(double x) { amp@ = amp@ * 0.9; return x; }
static double pure@(double x) { double y = x * 0.5; y = y + 0.25; return y; }
static int count@(void) { static int calls = 0; calls++; return calls; }
static double kept@(double x) { static double sum = 0.5; sum = 0.5 * sum; return x * sum; }
static void swap@(double **p, double **q) { double *t = *p; *p = *q; *q = t; }
static void swap_half@(double *p, double *q) { for (int i = 1; i < N - 1; i++) p[i] = 0.5 * (p[i] + q[i]); }
"""
HELPERS_CPP = """
static void grow_ref@(double &x) { x *= 0.9; }
static void cell_ref@(double &to, double from) { to = 0.5 * from; }
static void set_ref@(int &x) { x = x + 1; }
struct Grow@ { void operator()() const { amp@ *= 0.9; } };
struct Make@ { Make@() { amp@ *= 0.9; } ~Make@() { other@ = 0.25; } };
struct Box@ { double held; Box@ &operator=(double x) { held = x; amp@ = x; return *this; } };
struct Base@ { virtual void act() {} virtual ~Base@() {} };
struct More@ : Base@ { void act() override { amp@ = 0.25; } };
static More@ more@;
static std::vector<double> v@(N), next@(N);
"""

# Shapes: statements of a step are put where a line says SPOT, into cells where it says CELL. Fields and C expressions to compare.
SHAPES = [
    ("""  double mine = 0.5, diff = 1.0;
  int n = 7; SPOT0
  for (int t = 0; t < n; t++) {
    SPOT
    for (int i = 1; i < N - 1; i++) {
      CELL
      w@[i] = 0.5 * u@[i - 1] + 0.25 * AMP * u@[i + 1];
    }
    SPOT
    for (int i = 1; i < N - 1; i++) { u@[i] = w@[i]; CELL }
    SPOT
  }""", {"u@": "u@"}),
    ("""  double mine = 0.5, diff = 1.0;
  int t = 0, n = 9;
  while (diff > 1e-3 && t < n) {
    mine = 0.0;
    SPOT
    for (int i = 1; i < N - 1; i++) w@[i] = 0.5 * (u@[i - 1] + AMP * u@[i + 1]);
    for (int i = 1; i < N - 1; i++) { CELL mine = fmax(mine, fabs(w@[i] - u@[i])); }
    for (int i = 1; i < N - 1; i++) u@[i] = w@[i];
    SPOT
    diff = mine;
    t++;
    SPOT
  }""", {"u@": "u@"}),
    ("""  double mine = 0.5, diff = 1.0;
  int n = 6;
  for (int t = 1; t <= n; t++) {
    for (int i = 1; i < N - 1; i++) { b@[i] = 0.5 * (a@[i - 1] + AMP * a@[i + 1]); CELL }
    SPOT
    double *old = a@;
    a@ = b@;
    b@ = old;
    SPOT
  }""", {"a@": "a@"}),
    ("""  double mine = 0.5, diff = 1.0;
  int n = 7;
  for (int t = 0; t < n; t++) {
    SPOT
    for (int i = 1; i < N - 1; i++) {
      F@[(t + 1) % 2][i] = 0.5 * (F@[t % 2][i - 1] + AMP * F@[t % 2][i + 1]);
    }
    last@ = (t + 1) % 2;
    SPOT
  }""", {"F@": "F@[last@]"}),
    ("""  double mine = 0.5, diff = 1.0;
  int n = 5, m = 0;
  for (int t = 0; t < n; t++) {
    SPOT
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        E@[j][i] = 0.25 * (D@[j - 1][i] + D@[j + 1][i] + AMP * D@[j][i - 1] + D@[j][i + 1]);
        CELL
      }
    diff = 0.0; SPOT
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) {
        double d = fabs(E@[j][i] - D@[j][i]);
        if (d > diff) diff = d;
        D@[j][i] = E@[j][i];
        CELL
      }
    m++;
    SPOT
    if (diff < 0.05) break;
  }""", {"D@": "D@"}),
]
SHAPES_CPP = [
    ("""  double mine = 0.5, diff = 1.0;
  int n = 7; SPOT0
  for (int t = 0; t < n; t++) {
    SPOT
    for (int i = 1; i < N - 1; i++) { CELL next@[i] = 0.5 * (v@[i - 1] + AMP * v@[i + 1]); }
    SPOT
    std::swap(v@, next@);
    SPOT
  }""", {"v@": "v@.data()"}),
]

CONDITIONS = ("t == 3", "t > 3", "t % 3 == 1", "u@[3] > 0.8", "diff < 0.3", "diff < mine", "mine > 0.1", "k@ > 2", "amp@ < 0.5", "n == 4", "w@[5] < u@[5]")
PLAIN = (
    "amp@ = amp@ * 0.9;", "amp@ *= 0.9;", "amp@ = 0.5;", "other@ = amp@;", "amp@ = other@;", "s@.amp = 0.5;", "s@.k++;",
    "k@++;", "k@ = k@ + 1;", "k@ = 2;", "mine = diff;", "diff = mine;", "diff = 0.01;", "diff = fmax(diff, mine);", "mine += 0.1;",
    "t++;", "t += 1;", "++t;", "n--;", "n = 4;", "n -= 2;",
    "grow@();", "grow_by@(&amp@);", "grow_two@(&amp@);", "grow_by@(&diff);", "grow_by@(&mine);", "set@(&k@);", "set@(&n);", "set@(&t);",
    "clear@(u@);", "clear@(w@);", "fill@(u@);", "fill@(w@);", "swap_half@(u@, w@);", "swap_half@(w@, u@);", "count@();",
    "double z = value@(1.0); diff = z;", "diff = value@(diff);", "diff = pure@(diff);", "amp@ = pure@(amp@);", "k@ = count@();",
    "double *p = &amp@; *p = 0.5;", "int *q = &n; *q = 4;", "int *q = &k@; (*q)++;", "double *p = u@; p[3] = 0.5;", "double *p = w@; p[3] = 0.5;",
    "memcpy(&amp@, &other@, sizeof other@);", "memcpy(w@, u@, sizeof u@);", "memcpy(u@, w@, sizeof u@);", "memset(w@, 0, sizeof w@);",
    'sscanf("0.5", "%lf", &amp@);', 'sscanf("4", "%d", &n);', 'sscanf("0.5", "%lf", &u@[4]);', "amp@ = strtod(\"0.5\", NULL);",
    "frexp(amp@, &k@);", "amp@ = modf(2.5, &other@);", "swap@(&a@, &b@);", "u@[3] = 0.25;", "w@[4] = u@[4];", "D@[2][3] = 0.5;", "b@[2] = 0.5;",
    "fprintf(stderr, \"\");", "snprintf((char *)&amp@, 1, \"\");", "struct state@ other = {0.5, 2}; s@ = other;", "(void)kept@(0.5);",
    "for (int r = 0; r < 2; r++) amp@ *= 0.9;", "for (int i = 0; i < N; i++) diff = fmax(diff, u@[i]);", "for (int i = 0; i < N; i++) k@++;",
    "for (int i = 0; i < N; i++) { if (u@[i] > 0.9) { diff = 0.0; break; } }", "for (int i = 0; i < N; i++) amp@ = u@[i];",
    "while (k@ < 3) k@++;", "do amp@ *= 0.9; while (amp@ > 0.7);", "switch (t) { case 3: amp@ = 0.5; break; default: break; }",
    "amp@ = t == 3 ? 0.5 : amp@;", "diff = k@ == 2 ? 0.0 : diff;", "(t == 3) && (amp@ = 0.5);", "t == 3 ? grow@() : set@(&k@);",
)
JUMPS = ("break;", "continue;", "return;", "goto end;", "exit(0);", "k@ = 2; break;", "fprintf(stderr, \"\"); break;", "amp@ = 0.5; continue;",
         "u@[3] = 0.25; break;", "abort();")
CELLS = (
    "amp@ = amp@ * 0.9;", "k@++;", "n = 4;", "i++;", "i += 1;", "grow@();", "grow_by@(&amp@);", "mine = fmax(mine, u@[i]);", "diff = u@[i];",
    "if (u@[i] > 0.8) amp@ = 0.5;", "if (i == 5) continue;", "if (u@[i] > 0.9) break;", "if (i == 4) return;", "if (u@[i] > 0.8) k@ = 2;",
    "double c = kept@(u@[i]); diff = c;", "double c = pure@(u@[i]); diff = fmax(diff, c);", "double c; if (i > 4) c = u@[i]; else c = w@[i]; mine = fmax(mine, c);",
    "double *p; if (i > 4) p = u@; else p = w@; p[i] = 0.5 * p[i];", "clear@(w@);", "w@[i] = 0.5;", "u@[i] = pure@(w@[i]);", "if (i > 5) w@[i] = 0.25;",
    "for (int r = 0; r < 2; r++) { diff = 0.5 * diff; }", "memcpy(&amp@, &u@[i], sizeof amp@);", "s@.amp = u@[i];",
    "w@[i] *= 0.125 * abs(i - 5);", "w@[i] += (u@[i] > 0.8 ? 3 : i) * 0.125;", "unsigned j = i; if (j - 3 < 5) w@[i] = 0.5;", "char c = i * 9; w@[i] += c * 0.125;",
    "if (i > 3) for (int r = 0; r < 2; r++) w@[i] *= 0.5; else for (int r = 1; r < 3; r++) w@[i] += 0.25 * r;", "long double l = u@[i]; w@[i] = l * 0.1L;",
    "bool b = i - 3; w@[i] = b * 0.5;", "w@[i] = !i + 0.25 * (i > 4);", "w@[4] = 0.125;", "u@[i] = t * 0.125 + (unsigned char)(i * 20) * 0.01;",
)
PLAIN_CPP = (
    "v@ = next@;", "next@ = v@;", "std::copy(next@.begin(), next@.end(), v@.begin());", "std::fill(v@.begin(), v@.end(), 0.5);",
    "std::copy(w@, w@ + N, u@);", "std::fill(w@, w@ + N, 0.5);", "v@.assign(N, 0.5);", "v@[3] = 0.5;", "v@.at(3) = 0.5;", "v@.front() = 0.5;", "v@.swap(next@);",
    "grow_ref@(amp@);", "grow_ref@(diff);", "set_ref@(n);", "set_ref@(k@);", "double &x = amp@; x = 0.5;", "int &x = n; x = 4;", "double &x = u@[3]; x = 0.5;",
    "cell_ref@(u@[3], 0.5);", "cell_ref@(w@[3], u@[4]);", "cell_ref@(amp@, 0.5);",
    "Grow@()();", "Grow@ g; g();", "Make@ made;", "{ Make@ made; }", "Make@();", "Box@ box; box = 0.5;", "Base@ &base = more@; base.act();",
    "auto f = [&] { amp@ = 0.5; }; f();", "auto f = [&](double x) { diff = x; }; f(0.01);", "[&] { u@[3] = 0.5; }();", "auto f = [=]() mutable { diff = 0.0; }; f();",
    "std::function<void()> f = [&] { amp@ = 0.5; }; f();", "std::for_each(u@, u@ + N, [](double &x) { x *= 0.5; });", "std::generate(w@, w@ + N, [] { return 0.5; });",
    "std::exchange(amp@, 0.5);", "std::swap(amp@, other@);", "std::swap(u@[3], u@[4]);", "std::swap_ranges(u@, u@ + N, w@);", "std::vector<double> z(v@); v@ = z;",
    "std::vector<double> z = std::move(v@); v@ = z;", "std::transform(u@, u@ + N, u@, [](double x) { return 0.5 * x; });", "std::sort(u@, u@ + N);", "std::reverse(v@.begin(), v@.end());",
    "for (double &x : v@) x *= 0.5;", "for (double x : v@) diff = x;", "amp@ = *std::max_element(v@.begin(), v@.end());", "amp@ = std::max(amp@, 0.8);", "throw 1;",
    "double sum = 0.0; for (auto x : u@) sum += x; amp@ = sum;", "new (&amp@) double(0.5);", "std::array<double, 2> pair{amp@, diff}; diff = pair[0];",
)
# A program with a stopping rule. RESETn, COLLECT, AFTER, RULE and VALUE are drawn from the lists below.
RULED = """  double mine = 0.5, diff = START;
  int t = FIRST, n = 12;
  BEGIN
    RESET SPOT
    for (int i = 1; i < N - 1; i++) w@[i] = 0.5 * (u@[i - 1] + AMP * u@[i + 1]);
    RESET
    for (int i = LOW; i < HIGH; i++) { CELL COLLECT }
    RESET SPOT
    for (int i = 1; i < N - 1; i++) { u@[i] = w@[i]; TIMED CELL }
    RESET
    MORE
    AFTER SPOT
  END
"""
RULED_2D = """  double mine = 0.5, diff = START;
  int t = FIRST, n = 12;
  BEGIN
    RESET
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) E@[j][i] = 0.25 * (D@[j - 1][i] + D@[j + 1][i] + AMP * D@[j][i - 1] + D@[j][i + 1]);
    RESET SPOT
    for (int j = LOW; j < HIGH; j++) {
      ROW
      for (int i = LOW; i < HIGH; i++) { COLLECT CELL }
      ROW
    }
    RESET
    for (int j = 1; j < N - 1; j++)
      for (int i = 1; i < N - 1; i++) D@[j][i] = E@[j][i];
    AFTER SPOT
  END
"""
LOOPS = (("for (t = FIRST; t < n; t++) {", "if (RULE) break;\n  }"), ("do {", "t++;\n  } while (!(RULE) && t < n);"), ("for (t = FIRST; t < n; t++) {", "if (RULE) { k@++; break; }\n  }"),
         ("for (t = FIRST; t < n && t + mine < 9.0; t++) {", "if (RULE) break;\n  }"))
ASKED_FIRST = (("while (!(RULE) && t < n) {", "t++;\n  }"), ("for (t = FIRST; t < n && !(RULE); t++) {", "}"))  # their condition is assumed to hold before the first step
RIGHT = ("diff = 0.0;", "diff = 0;", "diff = -1e300;", "diff = 1e300;", "double diff = 0.0;")
OTHER = ("diff = 0.2;", "diff = 10.0;", "diff = -1.0;", "diff = 0.01;", "if (COND) diff = 0.0;", "if (COND) diff = 0.0; else diff = 0.3;", "diff = mine;", "diff = u@[3];",
         "diff = 0.5 * diff;", "diff = 0.1 * t;", "diff = t % 3;", "diff = amp@;", "mine = diff; diff = 0.0;", "diff -= 0.1;", "memset(&diff, 0, sizeof diff);",
         "static double diff = 0.0;", "diff = fmax(diff, 0.0);", "amp@ = diff; diff = 0.0;", "grow_by@(&diff);", "{ double diff = 0.0; mine = diff; }", "float diff = 0;")
COLLECTS = ("diff = fmax(diff, VALUE);", "if (VALUE > diff) diff = VALUE;", "diff = diff > VALUE ? diff : VALUE;", "diff = VALUE < diff ? diff : VALUE;", "diff = fmin(diff, VALUE);",
            "diff += VALUE;", "diff = VALUE + diff;", "if (VALUE > 0.6) diff = VALUE;", "diff = VALUE;", "diff = 0.5 * diff + VALUE;", "if (i > 5) diff = fmax(diff, VALUE);",
            "diff = fmax(diff, VALUE); diff = fmax(diff, 0.5 * VALUE);", "diff = fmax(VALUE, diff);", "if (diff < VALUE) diff = 0.5 * VALUE;", "diff = fabs(fmax(diff, VALUE));",
            "double d = VALUE; if (d < 0) d = -d; if (d > diff) diff = d;", "double d = VALUE; diff = d < diff ? d : diff;", "if (VALUE < 0.1) diff = 0.0;", "diff = fmax(diff, mine);",
            "diff = fmax(mine, VALUE);", "mine = fmax(mine, VALUE);", "mine = fmax(mine, VALUE); diff = mine;", "diff = fmax(diff, VALUE); mine = diff;", "diff -= VALUE;",
            "if (VALUE >= diff) { diff = VALUE; }", "diff = fmax(diff, fmax(VALUE, 0.1));", "if (!(VALUE <= diff)) diff = VALUE;", "diff = i == 5 ? 0.0 : fmax(diff, VALUE);")
VALUES = ("fabs(w@[i] - u@[i])", "w@[i] - u@[i]", "u@[i]", "-u@[i]", "fabs(w@[i] - u@[i - 1])", "(w@[i] - u@[i]) * (w@[i] - u@[i])", "fabs(u@[i + 1] - u@[i])", "0.1 * t * u@[i]", "0.25",
          "(t % 2) * u@[i]", "fabs(u@[i] - w@[i]) * amp@", "fabs(w@[i])", "sqrt(u@[i] * u@[i])")
VALUES_2D = ("fabs(E@[j][i] - D@[j][i])", "E@[j][i] - D@[j][i]", "D@[j][i]", "-D@[j][i]", "fabs(E@[j][i] - D@[j - 1][i])", "fabs(D@[j][i + 1] - D@[j][i])", "0.05 * t * D@[j][i]", "D@[j][i] * D@[j][i]")
ROWS = ("", "", "", "", "diff = 0.0;", "diff = fmax(diff, 0.1);", "diff = fmax(diff, D@[j][3]);", "if (j == 7) diff = 0.0;", "double row = diff;")
AFTERS = ("", "", "", "diff = sqrt(fabs(diff));", "diff = fabs(diff);", "diff *= 0.5;", "diff = diff / N;", "diff = -diff;", "diff = fmax(diff, mine);", "diff = diff + amp@;", "mine = diff;",
          "if (diff > 0.3) diff = 0.3;", "diff = t > 3 ? diff : 1.0;", "double z = diff; diff = 2.0 * z;", "diff = diff > 0.2 ? 0.0 : diff;")
RULES = ("diff < LIMIT", "diff < LIMIT", "diff < LIMIT", "diff > LIMIT", "!(diff > LIMIT)", "t % 3 == 2 && diff < LIMIT", "diff < LIMIT && (t + 1) % 4 == 0", "t % 2 && diff < LIMIT", "t == 5",
         "t >= 4 && diff < LIMIT", "diff < 0.1 * t", "diff < mine", "diff < LIMIT || t == 6", "fabs(diff - mine) < LIMIT", "k@ > 2", "amp@ > LIMIT", "u@[4] < LIMIT", "diff <= 0.0", "t == n - 4",
         "diff < LIMIT && mine > 0.2", "(t & 3) == 1", "!(t % 5) && diff < LIMIT", "t * t > 20")
TIMED = ("", "", "", "u@[i] = w@[i] * (t % 3);", "u@[i] = t == 3 ? 0.5 : w@[i];", "u@[i] = !t ? 0.25 : w@[i];", "u@[i] += 0.01 * t;", "u@[i] *= (t - 1) % 2;", "if (t & 1) u@[i] = 0.5 * w@[i];",
         "u@[i] = 0.1 * ((t + 2) % 4) + w@[i];", "if (t % 4 == 1) u@[i] = 0.5;")
AMPS = ("0.75", "amp@", "s@.amp", "other@", "pure@(0.5)", "(k@ * 0.25)")


def ruled(choose):
    """A program with a stopping rule, and what of it is compared."""
    isPlane = choose.random() < 0.3
    shape = RULED_2D if isPlane else RULED
    begin, end = loop = choose.choice(LOOPS + ASKED_FIRST)
    shape = shape.replace("BEGIN", begin).replace("END", end)
    resets = [choose.choice(RIGHT[:2] if choose.random() < 0.7 else RIGHT) if choose.random() < 0.6 else choose.choice(OTHER)]
    if choose.random() < 0.2:
        resets.append(choose.choice(RIGHT + OTHER))
    if choose.random() < 0.15:
        resets = []
    places = shape.count("RESET")
    where = [choose.choice((0, 0, 0, 1, 1) + tuple(range(places))) for _ in resets]
    for place in range(places):
        shape = shape.replace("RESET", " ".join(r for r, w in zip(resets, where) if w == place), 1)
    if not isPlane and choose.random() < 0.3:
        shape = shape.replace("MORE", "for (int i = LOW; i < HIGH; i++) { COLLECT }")
    lists = {"COLLECT": COLLECTS[:6] * 4 + COLLECTS, "VALUE": VALUES_2D if isPlane else VALUES[:3] * 2 + VALUES, "AFTER": AFTERS, "RULE": RULES, "TIMED": TIMED, "ROW": ROWS,
             "COND": CONDITIONS, "LOW": ("1", "1", "1", "2", "5"), "HIGH": ("N - 1", "N - 1", "N - 1", "N - 2", "9"), "MORE": ("",), "START": ("1.0", "0.0", "1e300", "0.5"),
             "LIMIT": ("0.01", "0.05", "0.1", "0.2", "0.5", "0.75", "1.0", "4.0")}
    first = choose.choice(("0", "0", "1", "3"))
    shape = shape.replace("FIRST", first)
    if loop in ASKED_FIRST:
        lists.update(START=("1e300",), RULE=[rule for rule in RULES if "diff < LIMIT" in rule and "||" not in rule])
    value = None
    for name, choices in lists.items():
        while re.search(r"\b%s\b" % name, shape):
            # The two values of `if (e > m) m = e;` are mostly the same.
            value = value if name == "VALUE" and value and choose.random() < 0.9 else choose.choice(choices)
            shape = re.sub(r"\b%s\b" % name, lambda _, value=value: value, shape, count=1)
        value = None
    return shape, {"D@": "D@"} if isPlane else {"u@": "u@"}


class Program:
    """Program number `number`: its text, and what of it is compared."""

    def __init__(self, number, seed, isCpp):
        choose = random.Random(seed)
        self.number, self.seed = number, seed
        isRuled = choose.random() < 0.5
        shape, self.compared = ruled(choose) if isRuled else choose.choice(SHAPES + SHAPES_CPP * 3 if isCpp else SHAPES)
        shape = shape.replace("AMP", choose.choice(AMPS))
        for _ in range(choose.choice((0, 0, 0, 0, 1) if isRuled else (0, 1, 1, 1, 2, 2, 3))):
            shape = self.insert(shape, choose, isCpp)
        self.isPrepared = bool(re.search(r"SPOT0 \S", shape))  # by statements in front of the loop over time
        shape = re.sub(r" *\b(SPOT0?|CELL)\b *", " ", shape)
        end = "\nend:;" if "goto end" in shape else ""
        helpers = HELPERS + (HELPERS_CPP if isCpp else "")
        self.text = (helpers + "void kernel@(void) {\n" + shape + end + "\n}\n").replace("@", str(number))
        self.compared = {field.replace("@", str(number)): c.replace("@", str(number)) for field, c in self.compared.items()}

    @staticmethod
    def insert(shape, choose, isCpp):
        spots = [match for match in re.finditer(r"\b(SPOT0?|CELL)\b", shape)]
        if not spots:
            return shape
        spot = choose.choice(spots)
        if spot[0] == "CELL":
            statement = choose.choice(CELLS)
        else:
            kind = choose.random()
            if kind < 0.25 and spot[0] == "SPOT":
                statement = "if (%s) { %s }" % (choose.choice(CONDITIONS), choose.choice(JUMPS))
            else:
                statement = choose.choice(PLAIN + PLAIN_CPP * 2 if isCpp else PLAIN)
                while spot[0] == "SPOT0" and re.search(r"\b[uwv]@|\bnext@", statement):  # cells that the lifted program begins with
                    statement = choose.choice(PLAIN)
                if spot[0] == "SPOT0":
                    statement = re.sub(r"\bt\b", "k@", statement)
                if kind < 0.55:
                    statement = "if (%s) { %s }" % (choose.choice(CONDITIONS).replace("t ", "k@ ") if spot[0] == "SPOT0" else choose.choice(CONDITIONS),
                                                    statement)
                elif kind < 0.8:
                    statement = "{ %s }" % statement
        return shape[:spot.start()] + spot[0] + " " + statement + " " + shape[spot.end():]


def start(seed):
    """First values of an array of N cells; those near its ends are the same in all."""
    values = [0.5 + 0.03125 * ((7 * i) % 16) for i in range(N)]
    if seed:
        values[2:-2] = [0.5 + 0.015625 * ((11 * i + seed) % 32) for i in range(2, N - 2)]
    return values


BEGUN = {"amp": 0.75, "other": 0.5, "k": 1}  # what variables hold that the lifter finds no value for
ARRAYS = (("u@", 0), ("w@", 3), ("F@[0]", 0), ("F@[1]", 5), ("A@", 0), ("B@", 9))


def harness(programs, isCpp):
    """C text that runs each program in a process of its own and writes what it leaves to a file."""
    text = "#include <sys/wait.h>\n#include <unistd.h>\n"
    for program in programs:
        text += "static double A@[N], B@[N];\n".replace("@", str(program.number))
        text += "static void begin%d(void) {\n" % program.number
        lines = []
        for name, seed in ARRAYS:
            lines.append("  { static const double x[N] = {%s}; memcpy(%s, x, sizeof x); }"
                         % (", ".join(repr(v) for v in start(seed)), name))
        lines.append("  for (int j = 0; j < N; j++) for (int i = 0; i < N; i++) D@[j][i] = 0.5 + 0.03125 * ((7 * i + 5 * j) % 16);")
        lines.append("  for (int j = 0; j < N; j++) for (int i = 0; i < N; i++) E@[j][i] = D@[j][i];")
        lines.append("  a@ = A@; b@ = B@;")
        if isCpp:
            lines.append("  v@.assign(u@, u@ + N); next@.assign(w@, w@ + N);")
        text += "\n".join(lines).replace("@", str(program.number)) + "\n}\n"
        text += "static void finish%d(void) {\n" % program.number
        for field, c in program.compared.items():
            text += '  { FILE *f = fopen("%s.c.raw", "wb"); fwrite(%s, 8, %d, f); fclose(f); }\n' % (
                field, c, N * N if field[0] == "D" else N)
        text += "}\n"
    text += "static void one(void (*begin)(void), void (*kernel)(void), void (*finish)(void)) {\n" \
            "  if (fork() == 0) { alarm(5); begin(); kernel(); finish(); _exit(0); }\n  int status; wait(&status);\n}\n"
    text += "int main(void) {\n" + "".join("  one(begin%d, kernel%d, finish%d);\n" % ((program.number,) * 3)
                                            for program in programs) + "  return 0;\n}\n"
    return text


class Batch:
    """Programs that are lifted, compiled and run together."""

    def __init__(self, options, first, count, folder):
        self.options, self.folder = options, folder
        self.ending = ".cpp" if options.cpp else ".c"
        self.programs = [Program(i, first + i, options.cpp) for i in range(count)]
        self.findings, self.equal, self.refused, self.dropped = [], 0, 0, 0

    def call(self, *command):
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, cwd=self.folder)

    def prelude(self):
        return PRELUDE_CPP if self.options.cpp else PRELUDE_C

    def compiles(self, programs):
        """The programs that the host compiler takes."""
        name = "try" + self.ending
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(self.prelude() + "".join(program.text for program in programs))
        done = self.call("g++" if self.options.cpp else "gcc", "-w", "-fsyntax-only", "-fmax-errors=0", name)
        wrong = [int(line) for line in re.findall(r"^%s:(\d+):\d+: error" % re.escape(name), done.stderr, re.M)]
        line, good = self.prelude().count("\n"), []
        for program in programs:
            last = line + program.text.count("\n")
            if not any(line < at <= last for at in wrong):
                good.append(program)
            line = last
        return good

    def run(self):
        os.makedirs(self.folder, exist_ok=True)
        programs = self.compiles(self.programs)
        self.dropped += len(self.programs) - len(programs)
        lifted = {}
        for program in programs:
            name = "mutant%d%s" % (program.number, self.ending)
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
                out.write(self.prelude() + program.text)
            lift = self.call(self.options.stencilc, "lift", name, "--assume-no-alias")
            if lift.returncode == 0:
                lifted[program.number] = lift.stdout
            elif lift.returncode != 1 or "error:" not in lift.stderr:
                self.found(program, f"exit code {lift.returncode}: {lift.stderr[-400:]}")
        self.refused += len(programs) - len(lifted)
        self.compare([program for program in programs if program.number in lifted], lifted)

    def compare(self, programs, lifted):
        if not programs:
            return
        source = "run" + self.ending
        with open(os.path.join(self.folder, source), "w", encoding="utf-8") as out:
            out.write(self.prelude() + "".join(program.text for program in programs) + harness(programs, self.options.cpp))
        done = self.call("g++" if self.options.cpp else "gcc", "-O0", "-w", "-ffp-contract=off", source, "-o", "run", "-lm")
        if done.returncode != 0:
            self.findings.append(f"{self.folder}: does not compile: {done.stderr[-600:]}")
            return
        self.call("./run")
        for program in programs:
            self.judge(program, lifted[program.number])

    def judge(self, program, text):
        name = "lifted%d.stencil" % program.number
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
            out.write(text)
        unsaid = re.findall(r"^ *param (\w+) = 1; // the source gives no value", text, re.M)
        values = {name: BEGUN.get(re.sub(r"%d$" % program.number, "", name)) for name in unsaid}
        if None in values.values() or (values and program.isPrepared) or not re.search(r"^ *steps \d+;", text, re.M):
            self.dropped += 1  # the user is to say it
            return
        fields = re.findall(r"^ *field (\w+)", text, re.M)
        command = [self.options.stencilc, "run", "-q", "--no-trial", "--target=interpreter", name]
        for field in fields:
            kind = re.fullmatch(r"([a-zA-Z]+)%d" % program.number, field)
            if not kind or kind[1] not in ("u", "w", "a", "b", "F", "D", "E", "v", "next"):
                continue
            raw = field + ".raw"
            with open(os.path.join(self.folder, raw), "wb") as out:
                out.write(self.begin(kind[1]))
            command += ["--init", field + "=" + raw]
        command += ["--param=%s=%s" % value for value in values.items()]
        compared = [field for field in program.compared if field in fields]
        for field in compared:
            command += ["--out", f"{field}={field}.ours.raw"]
        done = self.call(*command)
        if done.returncode != 0:
            self.found(program, "cannot be run: " + done.stderr[-400:])
            return
        for field in compared:
            ofC, ours = (self.bytesOf(field + end) for end in (".c.raw", ".ours.raw"))
            if ofC != ours:
                self.found(program, f"{field} " + ("differs" if ofC else "is not computed: C does not end"))
                return
        self.equal += 1

    @staticmethod
    def begin(kind):
        if kind in "DE":
            values = [0.5 + 0.03125 * ((7 * i + 5 * j) % 16) for j in range(N) for i in range(N)]
        else:
            values = start({"w": 3, "b": 9, "next": 3}.get(kind, 0))
        return struct.pack("%dd" % len(values), *values)

    def bytesOf(self, name):
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            return file.read()

    def found(self, program, what):
        self.findings.append(f"seed {program.seed} ({self.folder}, kernel{program.number}): {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stencilc")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--first", type=int, default=1, metavar="SEED")
    parser.add_argument("--batch", type=int, default=100)
    parser.add_argument("--cpp", action="store_true", help="programs in C++, with vectors and references")
    parser.add_argument("--folder", default=os.path.join(tempfile.gettempdir(), "stencilc-effects"))
    options = parser.parse_args()
    options.stencilc = os.path.abspath(options.stencilc)
    sums = [0, 0, 0, 0]
    for first in range(options.first, options.first + options.count, options.batch):
        count = min(options.batch, options.first + options.count - first)
        batch = Batch(options, first, count, os.path.join(os.path.abspath(options.folder), f"batch-{first}"))
        batch.run()
        for finding in batch.findings:
            print("FOUND:", finding, flush=True)
        if not batch.findings:
            shutil.rmtree(batch.folder, ignore_errors=True)
        sums = [a + b for a, b in zip(sums, (batch.equal, batch.refused, batch.dropped, len(batch.findings)))]
        if options.count > options.batch:
            print(f"to seed {first + count - 1}: {sums[0]} equal, {sums[1]} refused, {sums[2]} dropped, {sums[3]} findings", flush=True)
    print(f"{options.count} programs: {sums[0]} of equal bytes, {sums[1]} refused, {sums[2]} dropped, {sums[3]} findings")
    return 1 if sums[3] else 0


if __name__ == "__main__":
    sys.exit(main())
