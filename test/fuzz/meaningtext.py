"""The text of a program that is built of the classes of reference.py."""
from reference import PLAIN, Update


def shift(axes, halves, *more):
    """`[x+1/2, t-1]`."""
    def amount(h):
        return f"{h // 2:+d}" if h % 2 == 0 else f"{h:+d}/2"
    parts = [axis + amount(h) for axis, h in zip(axes, halves) if h] + [part for part in more if part]
    return f"[{', '.join(parts)}]" if parts else ""


class Text:
    """Writes one program."""

    def __init__(self, program):
        self.program = program

    def text(self, e):
        axes, kind = self.program.axes, e[0]
        if kind == "number":
            whole = str(int(e[1])) if e[2] == "w" else f"{e[1]!r}{e[2]}"
            return whole if e[1] >= 0 else f"({whole})"
        if kind in ("scalar", "global"):
            return e[1]
        if kind in ("size", "at"):
            return ("n" if kind == "size" else "") + axes[e[1]]
        if kind in ("step", "time"):
            return kind
        if kind == "read":
            moment = "" if e[2] == 0 else f"t+{e[2]}" if isinstance(e[2], str) else f"t{e[2]:+d}"
            return e[1] + shift(axes, e[3], moment)
        if kind == "let":
            return e[1] + shift(axes, e[2])
        if kind == "cast":
            return f"{e[1]}({self.text(e[2])})"
        if kind == "un":
            return f"({e[1]}{self.text(e[2])})" if e[1] in "-!" else f"{e[1]}({self.text(e[2])})"
        if kind == "bin":
            if e[1] in ("min", "max"):
                return f"{e[1]}({self.text(e[2])}, {self.text(e[3])})"
            return f"({self.text(e[2])} {e[1]} {self.text(e[3])})"
        if kind == "select":
            return f"select({', '.join(self.text(part) for part in e[1:])})"
        if kind == "power":
            return f"({self.text(e[1])})^{e[2]}"
        if kind == "sum":
            return f"sum(star(1), {self.text(e[2])})"
        return f"{e[1]}({self.text(e[2])})"

    def declared(self, one):
        axes, words = self.program.axes, {0: "", 1: "+1/2", -1: "-1/2"}
        along = ", ".join(axis + (" faces" if wide else words[p]) for axis, p, wide in zip(axes, one.places, one.faces) if p is not None)
        text = f"    {'local' if one.isLocal else 'field'} {one.name}({along})"
        if one.levels > 1:
            text += f" levels {one.levels}"
        if one.storage != self.program.compute:
            text += f" storage {one.storage}"
        text += (" constant" if one.isConstant and None not in one.places else "") + " {"
        for axis, name in enumerate(axes):
            for side, end in enumerate(("low", "high")):
                if one.places[axis] is not None:
                    text += self.boundaryText(*one.beyond[axis][side], f"{name}.{end}")
        if not one.isLocal:
            text += f" init {self.text(one.init)};" + (f" init[t-1] {self.text(one.older)};" if one.older else "")
        return text + " }\n"

    def boundaryText(self, kind, argument, face):
        if kind in PLAIN:
            said = "mirror(node)" if kind == "node" else kind
        elif kind == "keep":
            said = f"keep({argument})" if argument else kind
        elif kind.startswith("factor"):
            said = f"mirror({'node, ' if 'node' in kind else ''}{self.text(argument)})"
        else:
            said = f"{kind}({argument if kind == 'extrapolate' else self.text(argument)})"
        return f" boundary {said} on {face};"

    def whole(self):
        program = self.program
        text = f"stencil meaning({', '.join(program.axes)}) {{\n    precision {program.compute};\n    spacing h = {program.spacing!r};\n"
        text += f"    timestep dt = {program.timestep!r};\n" + ("    arithmetic written;\n" if program.isWritten else "")
        text += f"    param p = {program.scalars['p']!r};\n    const k = {program.scalars['k']!r};\n"
        text += "".join(self.declared(one) for one in program.fields.values())
        text += "".join(f"    let {name} = {self.text(e)};\n" for name, e in program.lets.items())
        for stage in program.stages:
            if not isinstance(stage, Update):
                text += f"    global {stage[0]} = {self.text(stage[1])};\n"
                continue
            arms = [f"{self.text(value)} where {self.text(condition)}" for condition, value in stage.arms]
            if stage.value is not None:
                arms.append(self.text(stage.value) + (" elsewhere" if arms else ""))
            text += f"    {stage.field}[t+{stage.moment}] = {', '.join(arms)};\n"
        text += "".join(f"    report {name} = {self.text(e)} every 1 steps;\n" for name, e in program.reports.items())
        text += "".join(f"    receiver {name} of {heard} at ({', '.join(f'{at:g}' for at in point)}) every 1 steps;\n"
                        for name, (heard, point) in program.receivers.items())
        return text + "}\n"
