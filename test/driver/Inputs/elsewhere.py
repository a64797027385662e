"""Writes HDF5 files whose array p is elsewhere: in other files, or made of itself."""
import h5py
import numpy as np

cells = np.arange(480.0).reshape(20, 24)
with h5py.File("plain.h5", "w") as file:
    file["p"] = cells
with h5py.File("soft.h5", "w") as file:
    file["group/p"] = cells
    file["p"] = h5py.SoftLink("/group/p")
with h5py.File("external.h5", "w") as file:
    file["p"] = h5py.ExternalLink("plain.h5", "p")
with h5py.File("through.h5", "w") as file:
    file["group"] = h5py.ExternalLink("plain.h5", "/")
    file["p"] = h5py.SoftLink("/group/p")
with h5py.File("storage.h5", "w") as file:
    file.create_dataset("p", (20, 24), "f8", external=[("plain.h5", 0, 480 * 8)])
for name, source in (("virtual.h5", "plain.h5"), ("self.h5", ".")):
    layout = h5py.VirtualLayout((20, 24), "f8")
    layout[:] = h5py.VirtualSource(source, "p", (20, 24))
    with h5py.File(name, "w") as file:
        file.create_virtual_dataset("p", layout)
