"""Types of values, and sums of many, as docs/reference/language.md and docs/reference/arithmetic.md have them: what is rounded, and in which order."""
import ctypes
import math
import struct
from fractions import Fraction

RANGES = {"u8": (0, 255), "i16": (-32768, 32767), "i32": (-2147483648, 2147483647)}
FORMATS = {"f64": "<d", "f32": "<f", "f16": "<e", "u8": "<B", "i16": "<h", "i32": "<i"}


def f32(value):
    return ctypes.c_float(value).value


def bf16(value):
    if value == 0 or not math.isfinite(value):
        return value
    unit = 2.0 ** (max(math.frexp(value)[1], -125) - 8)
    rounded = round(value / unit) * unit
    return rounded if abs(rounded) < 2.0 ** 128 else math.copysign(math.inf, value)


def f16(value):
    try:
        return struct.unpack("<e", struct.pack("<e", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def stored(value, kind):
    """`value` rounded once to the type of storage `kind`."""
    if kind == "f64":
        return value
    if kind in RANGES:
        low, high = RANGES[kind]
        return 0.0 if math.isnan(value) else float(low if value < low else high if value > high else round(value))
    return {"f32": f32, "f16": f16, "bf16": bf16}[kind](value)


def packed(values, kind):
    """The bytes that a file has for `values`: there is one NaN."""
    values = [math.nan if math.isnan(value) else value for value in values]
    if kind == "bf16":
        return b"".join(struct.pack("<f", value)[2:] for value in values)
    whole = kind in RANGES
    return b"".join(struct.pack(FORMATS[kind], int(value) if whole else value) for value in values)


def fma(a, b, c):
    """a * b + c with one rounding."""
    if not math.isfinite(a * b + c):
        return a * b + c
    return float(Fraction(a) * Fraction(b) + Fraction(c))


def reduceList(kind, values, areCells):
    """Segments of 1024, each in 128 accumulators that a tree of neighbours joins."""
    empty = {"max": -math.inf, "min": math.inf}.get(kind, 0.0)

    def join(a, b):
        if kind in ("sum", "norm"):
            return a + b
        return b if (b > a if kind == "max" else b < a) or b != b else a

    found = []
    for begin in range(0, len(values), 1024):
        sums = [empty] * 128
        for i, value in enumerate(values[begin:begin + 1024]):
            if value is None:  # a cell that takes no part
                continue
            if areCells and kind == "norm":
                sums[i % 128] = fma(value, value, sums[i % 128])
            else:
                sums[i % 128] = join(sums[i % 128], value)
        while len(sums) > 1:
            sums = [join(sums[i], sums[i + 1]) for i in range(0, len(sums), 2)]
        found.append(sums[0])
    return found[0] if len(found) == 1 else reduceList(kind, found, False)
