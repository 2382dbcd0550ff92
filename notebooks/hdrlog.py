"""Reads HdrHistogram logs (.hlog, format 1.3) without the library.

Each line of data ends in a histogram: base64 of a small header and a zlib stream, within it forty bytes
of header and the counts as ZigZag LEB128 numbers, where a negative one stands for that many zeros.
The layout is that of HdrHistogram's "V2" encoding.
"""

import base64
import math
import struct
import zlib

COMPRESSED_V2 = 0x1C849304
PLAIN_V2 = 0x1C849303
WORD_SIZE_BITS = 0xF0  # the cookies' second digit says how wide a word the writer used


class Histogram:
    """Counts by value, and what HdrHistogram's Java class reads from them."""

    def __init__(self, lowest=1, digits=3):
        self.lowest = lowest
        self.digits = digits
        self.unit = int(math.log2(lowest))
        # A bucket holds as many values as make the first unit of the next as fine as the digits ask for.
        self.half_bits = max(math.ceil(math.log2(2 * 10**digits)), 1) - 1
        self.counts = {}

    def add(self, other):
        """Takes the counts of another histogram of the same precision."""
        if (self.lowest, self.digits) != (other.lowest, other.digits):
            raise ValueError("histograms of different precision do not merge without loss")
        for index, count in other.counts.items():
            self.counts[index] = self.counts.get(index, 0) + count

    @property
    def total(self):
        return sum(self.counts.values())

    def highest_equivalent(self, index):
        """The largest value counted at an index."""
        half = 1 << self.half_bits
        bucket = (index >> self.half_bits) - 1
        position = (index & (half - 1)) + half
        if bucket < 0:
            bucket, position = 0, position - half
        return ((position + 1) << (bucket + self.unit)) - 1

    def percentile(self, percent):
        """The value at or below which so many per cent of the counts lie."""
        # One step down, as the Java class does: 99.9 as a binary fraction must not ask for one count more.
        wanted = max(1, math.ceil(math.nextafter(percent, -math.inf) * self.total / 100))
        seen = 0
        for index in sorted(self.counts):
            seen += self.counts[index]
            if seen >= wanted:
                return self.highest_equivalent(index)
        raise ValueError("an empty histogram has no percentiles")

    @property
    def max(self):
        return self.highest_equivalent(max(self.counts))

    def curve(self):
        """For each value counted: (share of the counts beyond it, the value)."""
        total = self.total
        seen = 0
        points = []
        for index in sorted(self.counts):
            seen += self.counts[index]
            points.append(((total - seen) / total, self.highest_equivalent(index)))
        return points


def leb128_numbers(payload):
    """ZigZag LEB128: seven bits a byte, lowest first; the ninth byte, if there is one, is whole."""
    position = 0
    while position < len(payload):
        number = shift = 0
        while True:
            byte = payload[position]
            position += 1
            if shift == 56:
                number |= byte << shift
                break
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
        yield (number >> 1) ^ -(number & 1)


def decode(text):
    """One histogram from its base64 text."""
    packed = base64.b64decode(text)
    cookie, length = struct.unpack_from(">ii", packed)
    if cookie & ~WORD_SIZE_BITS != COMPRESSED_V2:
        raise ValueError(f"not a compressed V2 histogram: cookie {cookie:#x}")
    plain = zlib.decompress(packed[8 : 8 + length])
    cookie, length, offset, digits, lowest, _highest, _ratio = struct.unpack_from(">iiiiqqd", plain)
    if cookie & ~WORD_SIZE_BITS != PLAIN_V2 or offset != 0:
        raise ValueError(f"not a plain V2 histogram: cookie {cookie:#x}, offset {offset}")
    histogram = Histogram(lowest, digits)
    index = 0
    for number in leb128_numbers(plain[40 : 40 + length]):
        if number < 0:
            index -= number
        else:
            if number > 0:
                histogram.counts[index] = number
            index += 1
    return histogram


def read_log(path):
    """All intervals of a log as one histogram."""
    merged = None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("#") or line.startswith('"'):
                continue
            interval = decode(line.strip().rsplit(",", 1)[1])
            if merged is None:
                merged = Histogram(interval.lowest, interval.digits)
            merged.add(interval)
    return merged if merged is not None else Histogram()
