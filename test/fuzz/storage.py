"""Types in which fields of random programs (generate.py) are stored and nothing is computed."""
import random

HALVES = ("f16", "bf16")
WHOLE = ("u8", "i16", "i32")


class Storage:
    """Chosen with numbers of its own, so that programs without such types are what they were."""

    def __init__(self, seed):
        self.choose = random.Random(seed ^ 0x16B17)
        self.isUsed = self.choose.random() < 0.3

    def precision(self, chosen):
        """What stands behind `precision`."""
        if not self.isUsed or self.choose.random() < 0.5:
            return chosen
        compute = "f64" if "compute f64" in chosen or chosen == "f64" else "f32"
        return f"storage {self.choose.choice(HALVES)}, compute {compute}"

    def give(self, fields, precision):
        """Gives some fields a type of their own."""
        computesWide = precision.endswith("f64")
        types = HALVES + (WHOLE if computesWide else WHOLE[:2])
        for one in fields:
            if self.isUsed and self.choose.random() < 0.5:
                one.storage = self.choose.choice(types)

    @staticmethod
    def start(one, line):
        """The initial value, such that whole numbers are not all 0 or 1."""
        return line.replace("random(", "200 * random(") if one.storage in WHOLE and line.startswith("init") else line
