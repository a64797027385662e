"""What an animated GIF holds: its size, and of each image the rectangle and the delay in hundredths of a second.

usage: gif.py FILE
"""
import struct
import sys

data = open(sys.argv[1], "rb").read()
assert data[:6] == b"GIF89a" and data[-1:] == b";", "no whole GIF"
width, height, flags = struct.unpack("<HHB", data[6:11])
at = 13 + (3 << (flags & 7) + 1 if flags & 128 else 0)
delays, images, loops = [], [], False
while data[at] != 0x3B:
    kind = data[at]
    if kind == 0x21:
        loops |= data[at + 3:at + 14] == b"NETSCAPE2.0"
        if data[at + 1] == 0xF9:
            delays.append(struct.unpack("<H", data[at + 4:at + 6])[0])
        at += 2
    else:
        images.append(struct.unpack("<HHHH", data[at + 1:at + 9]))
        at += 11
    while data[at]:
        at += data[at] + 1
    at += 1
for left, top, w, h in images:
    assert left + w <= width and top + h <= height
print(f"{width} x {height}, {len(images)} images, delays {sorted(set(delays))}, {'again and again' if loops else 'once'}")
