"""Figures 11 and 17 of Jin, Endo and Matsuoka, which are of one GPU: their rows, and tables of what was measured."""
from rows import METHODS, Row

MEMORY = "6GiB"  # of a K20X
DEPTHS = (10, 20, 40, 80, 160, 320)     # steps a traversal in figure 11; no more than planes of a sub-domain
CUT = 640, 2                            # its domain, cubed, and sub-domains
EXTENTS = (240, 480, 960, 1440, 2160)   # of figure 17, cubed
PAPER_RATIO = 2.63                      # p-tbmr over t, "from 240 x 240 x 240 to 2160 x 2160 x 2160"


def name_11(method, depth):
    return f"figure 11, {method}, {depth} steps a traversal"


def name_17(extent, method):
    return f"figure 17, {extent} cubed, {method}"


def rows():
    extent, _ = CUT
    for method in ("t", "tbm"):
        for depth in DEPTHS:
            yield Row(name_11(method, depth), "figures", f"{method}-{depth}", (extent,) * 3, 320, 4,
                      MEMORY, seconds=2)
    for extent in EXTENTS:
        for method, steps in METHODS:
            yield Row(name_17(extent, method), "figures", method, (extent,) * 3, steps, 4, MEMORY, seconds=3)


def tables(records, line, head):
    """What there is of both, by the rows' names."""
    found = {record["row"]: record for record in records if "glups" in record}
    figure_11(found, line, head)
    figure_17(found, line, head)


def figure_11(found, line, head):
    extent, parts = CUT
    depths = [depth for depth in DEPTHS if any(name_11(m, depth) in found for m in ("t", "tbm"))]
    if not depths:
        return
    print(f"\nFigure 11: milliseconds of a time step, {extent} cubed in {parts} sub-domains; measured / model. The paper has a plot"
          " alone: both fall with steps a traversal, tbm as far as it goes.\n")
    head("steps a traversal", "t", "tbm", "t over tbm")
    for depth in depths:
        pair = [found.get(name_11(method, depth)) for method in ("t", "tbm")]
        cells = []
        for record in pair:
            per_step = record["updates"] / record["glups"] / record["steps"] * 1e-6 if record else 0
            model = record and record.get("measured_over_model")
            cells.append(f"{per_step:.3g} / {per_step * model:.3g}" if model else "")
        line(depth, *cells, f"{pair[1]['glups'] / pair[0]['glups']:.2f}" if all(pair) else "")


def figure_17(found, line, head):
    def record(extent, method):
        return found.get(name_17(extent, method))
    extents = [extent for extent in EXTENTS if any(record(extent, method) for method, _ in METHODS)]
    if not extents:
        return
    print(f"\nFigure 17: GLUP/s, and as a multiple of t, under {MEMORY}; the paper has {PAPER_RATIO} for p-tbmr, and a plot.\n")
    head("domain, cubed", *(method for method, _ in METHODS))
    for extent in extents:
        base = record(extent, "t")
        line(extent, *(f"{r['glups']:.4g}" + (f" ({r['glups'] / base['glups']:.2f})" if base else "") if r else ""
                       for r in (record(extent, method) for method, _ in METHODS)))
