"""Requests for schedules by which random programs are compiled: each method, and each option that shapes text."""
import functools
import re
import subprocess

EVERY = ("naive", "naive:load=readonly", "coarse", "coarse:cells=4", "inplace", "inplace:block=8x4", "wavefront", "wavefront:steps=1", "wavefront:steps=2", "wavefront:steps=3",
         "wavefront:steps=3,rest=1", "wavefront:steps=1,load=async", "wavefront:steps=2,load=async", "wavefront:steps=2,cells=1",
         "wavefront:steps=2,lanes=now,newest=next", "wavefront:steps=3,group=1", "stream", "stream:depth=3,planes=5",
         "stream:method=n,planes=7", "stream:method=t,depth=2,planes=14", "stream:method=tbm,depth=2,planes=9",
         "stream:method=tbmr,depth=3,planes=9", "stream:method=p-tbmr,depth=2,planes=9", "stream:method=resident",
         "stream:inner=naive,depth=2,planes=6", "stream:inner=wavefront:steps=2,depth=4,planes=6", "slabs", "slabs:inner=naive,exchange=ends",
         "slabs:inner=naive,exchange=ordered")
PLANES = ("sweep", "sweep:prefetch=1", "sweep:reuse=none", "sweep:cells=1", "sweep:cells=2,prefetch=1,planes=3",
          "sweep:store=streaming", "sweep:stage=none", "sweep:stage=readonly", "sweep:stage=rows", "sweep:stage=shared",
          "sweep:stage=plane", "sweep:stage=shared,engine=plain", "sweep:stage=shared,engine=async,ahead=2",
          "sweep:stage=plane,reuse=none,engine=plain", "sweep:stage=shared,reuse=none,planes=4",
          "stream:inner=sweep,depth=2,planes=6")
OF_AXES = {
    1: ("persistent:warps=1", "persistent:parts=3,exchange=2,steps=5,warps=2"),
    2: (*PLANES, "tile2d", "tile2d:centre=shared", "tile2d:cells=2x2,engine=async", "tile2d:passes=2", "tensorcore", "tensorcore:steps=3,warps=4",
        "persistent:warps=2", "persistent:parts=2x2,exchange=2,steps=4,warps=2", "persistent:parts=1x2,exchange=1,steps=3,warps=1,rows=3",
        "twosteps", "twosteps:tile=33,prefetch=1", "twosteps:tile=16,warps=1,chunks=2",
        "stream:strips=2,depth=2,planes=4"),
    3: (*PLANES, "sweep:stage=shared,rows=2,block=32x4", "tile3d", "tile3d:halo=overlap", "tile3d:engine=async",
        "wavefront:steps=1,exchange=edges", "wavefront:steps=2,exchange=planes", "wavefront:steps=2,exchange=edges",
        "wavefront:steps=2,faces=apart", "wavefront:steps=2,chunks=2,rows=4,warps=4,cells=1",
        "wavefront:steps=1,rows=2,warps=4,ahead=1", "wavefront:steps=2,exchange=edges,teams=2",
        "wavefront:steps=3,teams=2,align=16,rows=3,warps=3,cells=1", "wavefront:steps=2,exchange=planes,teams=2,load=async",
        "persistent:warps=2", "persistent:parts=1x2x2,exchange=1,steps=4,warps=2", "persistent:parts=1x1x2,exchange=1,steps=3,warps=1,rows=2",
        "twosteps", "twosteps:tile=8x4,prefetch=1", "twosteps:tile=5x7,warps=1,chunks=2",
        "stream:strips=2,depth=2,planes=4"),
}
ON_CPU = ("loops", "loops:rows=4", "loops:steps=2", "loops:steps=3", "loops:steps=4,rows=5", "stream:inner=loops,depth=2,planes=6")

# Values of options, most of which fit together now and then; a plan may refuse them, but not be wrong.
VALUES = {
    "naive": {"block": ("32x8", "8x4x2", "64", "33x3"), "load": ("global", "readonly")},
    "inplace": {"block": ("32x8", "8x4x2", "64", "33x3")},
    "coarse": {"block": ("32x8", "8x4x2", "64", "33x3"), "cells": (2, 4)},
    "sweep": {"block": ("32x8", "64", "16x4", "32x4"), "cells": (1, 2, 4), "vector": ("auto", 4, 8, 16), "planes": (1, 2, 5, 9),
              "prefetch": (0, 1), "reuse": ("registers", "none"), "stage": ("none", "readonly", "rows", "shared", "plane"),
              "engine": ("plain", "async", "tensor"), "rows": (1, 2, 3), "ahead": (1, 2, 3), "blocks": (1, 2),
              "store": ("cached", "streaming")},
    "tile2d": {"block": ("32x8", "16x8", "32x4"), "cells": ("1x1", "2x1", "2x2", "4x4"), "centre": ("register", "shared"),
               "passes": (1, 2, 3), "engine": ("plain", "async")},
    "tile3d": {"block": ("32x4x4", "16x4x2", "32x2x8"), "halo": ("padded", "overlap"), "engine": ("plain", "async")},
    "wavefront": {"steps": (1, 2, 3, 4, 5, 7), "cells": (1, 2, 4, 8), "rows": (1, 2, 3, 4, 5), "warps": (1, 2, 3, 4, 8, 16),
                  "ahead": (1, 2, 3, 5), "group": (1, 2, 3), "exchange": ("edges", "planes"), "lanes": ("now", "next"),
                  "newest": ("now", "next"), "faces": ("together", "apart"), "load": ("tensor", "async"),
                  "chunks": ("auto", 1, 2, 3), "rest": ("auto", "none", "1", "2"), "teams": (1, 2), "align": (32, 16)},
    "twosteps": {"tile": ("32x16", "8x4", "256", "33"), "warps": ("auto", 1, 2, 4), "prefetch": (0, 1), "blocks": ("auto", 1, 2),
                 "chunks": ("auto", 1, 2, 3)},
    "persistent": {"steps": (2, 3, 5, 8), "exchange": (1, 2, 3), "parts": ("2", "2x2", "1x3", "1x2x2", "2x1x1"), "warps": (1, 2, 3),
                   "rows": (1, 2, 3, 4)},
    "tensorcore": {"steps": (2, 3, 4), "warps": (4, 8, 12), "chunks": ("auto", 1, 2, 3)},
    "stream": {"method": ("n", "t", "tbm", "tbmr", "p-tbmr", "resident"), "depth": (1, 2, 3, 4), "planes": (4, 6, 7, 14),
               "strips": (1, 2, 3), "resident": (0, 30, 70)},
}


def random_request(choose):
    """A schedule, wavefronts most often, with up to five of its options."""
    name = choose.choice((*VALUES, "wavefront", "wavefront", "wavefront"))
    options = VALUES[name]
    keys = choose.sample(sorted(options), choose.randint(1, min(5, len(options))))
    return name + ":" + ",".join(f"{key}={choose.choice(options[key])}" for key in keys)


DIVIDED = ("naive", "sweep", "sweep:stage=shared", "wavefront:steps=1", "wavefront:steps=2", "wavefront:steps=3", "wavefront", "")


def divided_request(choose, is_on_cpu, meets, repeats, is_line):
    """Several devices share the domain, whose kernels are those of another schedule, or chosen for so many. Where they meet on the way of a
    step, nothing else fits. With one axis (`is_line`) only naive kernels run on a part of it."""
    inner = "loops" if is_on_cpu else choose.choice(("naive", "naive:block=64", "") if is_line else DIVIDED).replace(",", "+")
    exchange, every = choose.choice(("after", "ends", "ordered")), choose.choice((1, 1, 2, 3))
    if meets:
        exchange, every = "after", every if repeats else 1
    return f"slabs:exchange={exchange},every={every}" + f",inner={inner}" * bool(inner)


def shared_stream_request(choose, is_on_cpu, is_chained):
    """Several processes share the domain, each of which streams its planes, through several devices where these are chained."""
    inner = "loops" if is_on_cpu else choose.choice(DIVIDED).replace(",", "+")
    method = "p-tbmr" if is_chained else choose.choice(("n", "t", "tbm", "tbmr", "p-tbmr", "p-tbmr"))
    options = [f"method={method}"] + [f"inner={inner}"] * bool(inner)
    options += [f"depth={choose.randint(1, 3)}"] * (method != "n" and choose.random() < 0.5)
    options += [f"planes={choose.choice((4, 7, 14))}"] * (choose.random() < 0.5)
    options += [f"strips={choose.randint(1, 2)}"] * (choose.random() < 0.3)
    return "stream:" + ",".join(options)


# What a request may be refused for; whatever else is said is a finding.
REFUSALS = ("[schedule-does-not-fit]", "[plan-limit]", "[option-value]", "give planes=", "give depth=")


@functools.lru_cache(maxsize=None)
def listed(stencilc):
    """Every schedule with its targets, "cuda, cpu", as the tool lists them."""
    said = subprocess.run([stencilc, "--list-schedules"], capture_output=True, text=True, check=True).stdout
    return dict(re.findall(r"^(\w+) +((?:cuda|cpu)(?:, cpu)?) ", said, re.M))


def requests(axes, stencilc):
    """All for CUDA, and the plain names of schedules that no request here names."""
    named = {request.split(":")[0] for request in EVERY + sum(OF_AXES.values(), ())}
    return EVERY + OF_AXES[axes] + tuple(name for name, targets in listed(stencilc).items()
                                         if "cuda" in targets and name not in named)


def is_refusal(said):
    return any(reason in said for reason in REFUSALS)
