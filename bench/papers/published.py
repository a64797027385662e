"""The numbers the papers print, as their texts have them; None where a text does not give one."""

# 000: GLUP/s at the peak of figure 8 on a Tesla C2050. The figure itself is not in the text.
PEAKS_000 = {"naive": None, "cached plane sweep": 8.68, "pipelined wavefront": 9.52}
BASELINE_000 = "cached plane sweep"
# 000: table 1, measured half: GeForce GTX 480 and Tesla C2050; and where a machine file of `stencilc probe`
# has the same, with a factor to the paper's unit.
TABLE_000 = [
    ("double precision, GFLOP/s (fma)", 167.9, 506.1, "fma_g_s.f64", 2),
    ("registers, GB/s", 2689.4, 8103.8, "bandwidth_gb_s.registers_f64", 1),
    ("shared memory, GB/s", 1343.2, 1020.3, "bandwidth_gb_s.shared_read", 1),
    ("L1, GB/s", 1129.6, 1000.3, "bandwidth_gb_s.l1_read", 1),
    ("L2, GB/s", None, None, "bandwidth_gb_s.l2_read", 1),
    ("memory, GB/s", 142.9, 113.0, "bandwidth_gb_s.memory_copy", 1),
]
# 000: figure 4 as the text tells it: operations of a thread that cost nothing behind a load.
HIDDEN_000 = ("operations hidden behind a load (fig. 4)", 25, 50, "hidden_fma_per_word.f64.free", 2)

# 001: tables I and II. Milliseconds a step at 128 cubed on GTX 480, GTX 660M and GTX 680; registers, divergent branches,
# bytes of shared memory a block, 64-bit loads and stores on the GTX 680.
TABLE_001 = {
    "3DBase": ((1.7, 3.45, 0.62), 25, 12016, 0, 14002632, 2000376),
    "3DShMOverL": ((3.5, 6.17, 1.13), 19, 20811, 4096, 4741632, 2000376),
    "3DShMNoOverL": ((1.8, None, 0.73), 21, 12694, 8000, 3524851, 2000376),
    "2DBase": ((1.2, None, 0.63), 25, 94, 0, 14002632, 2000376),
    "2DReg": ((0.9, None, 0.58), 25, 94, 0, 10033632, 2000376),
    "2DShM": ((1.2, None, 0.59), 25, 94, 800, 6953688, 2000376),
    "2DShMReg": ((1.09, None, 0.48), 25, 94, 640, 2984688, 2000376),
}
CARDS_001 = ("GTX 480", "GTX 660M", "GTX 680")

# 002: seconds for 4096 iterations. Table 3: baseline by block, on C870 and C1060.
TABLE3_002 = {
    1024: {"14x14": (13.50, 3.27), "16x16": (13.16, 2.34), "18x18": (13.70, 3.24), "20x20": (14.13, 3.071)},
    2048: {"14x14": (52.73, 12.73), "16x16": (50.74, 8.72), "18x18": (52.57, 11.88), "20x20": (52.43, 11.594)},
    4096: {"14x14": (206.99, 50.36), "16x16": (203.35, 34.60), "18x18": (207.06, 46.28), "20x20": (211.28, 44.402)},
    8192: {"14x14": (843.55, 211.03), "16x16": (850.18, 144.02), "18x18": (899.46, 211.16), "20x20": (852.26, 177.795)},
}
# Table 4: C870 and C1060.
TABLE4_002 = {
    1024: {"baseline": (13.16, 2.34), "1": (3.77, 0.73), "1+2": (3.76, 0.65), "1+2+3": (3.88, 0.63)},
    2048: {"baseline": (50.74, 8.72), "1": (14.49, 2.79), "1+2": (14.45, 2.47), "1+2+3": (14.71, 2.42)},
    4096: {"baseline": (203.35, 34.60), "1": (55.60, 11.45), "1+2": (55.59, 9.93), "1+2+3": (57.45, 9.66)},
    8192: {"baseline": (850.18, 144.02), "1": (243.00, 45.70), "1+2": (241.81, 40.35), "1+2+3": (241.81, 40.29)},
}
# Table 5: C1060, 4096 squared: one cell a thread and 2 x 2.
TABLE5_002 = {"14x14": (13.91, 19.31), "16x16": (11.45, 15.43), "18x18": (13.27, 18.16), "20x20": (13.83, 18.40)}
# Table 6: C1060, single and double precision.
TABLE6_002 = {1024: (0.90, 1.70), 2048: (3.36, 6.55), 4096: (13.41, 26.33)}
# Table 7: C870, C1060, then an Intel Q9450 with 1, 2 and 4 threads (and 8, 16 on its 4 cores).
TABLE7_002 = {
    1024: (3.88, 0.63, {1: 12.30, 2: 6.04, 4: 3.08, 8: 3.91, 16: 4.26}),
    2048: (14.71, 2.42, {1: 50.05, 2: 53.13, 4: 61.10, 8: 61.17, 16: 59.02}),
    4096: (57.45, 9.66, {1: 200.56, 2: 220.02, 4: 252.92, 8: 251.84, 16: 251.44}),
    8192: (241.81, 40.29, {1: 807.87, 2: 876.00, 4: 1003.01, 8: 1009.11, 16: 1000.43}),
}

# 004: GFLOPS on K80 and P100, figure 4 as the text tells it, and GFLOPS/W over that of naive, figure 5 likewise.
# Where the text gives a gain, the number is that gain on what it is over.
TABLE_004 = {
    "naive": (98.1, 489.3, 1, 1),
    "naive int.z": (None, 489.3 * 1.208, None, 1.288),
    "naive int.z.reg": (138.8, 838.9, 1.548, 1.969),
    "shared": (144.4, 643.2, 1.564, 1.368),
    "shared int.z": (154.6, None, None, None),
    "shared int.z.reg": (296.04, 643.2 * 2.773, 3.556, 4.148),
    "read-only": (162.2, 496.5, None, None),
    "read-only int.z": (162.2 * 1.0603, 496.5 * 1.189, None, None),
    "read-only int.z.reg": (162.2 * 1.418, 496.5 * 1.679, None, None),
}
