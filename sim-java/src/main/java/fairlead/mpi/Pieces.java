// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.util.Arrays;

/** Ranges of the memory of a process, in the order in which their bytes follow each other. */
final class Pieces {
    /** Gets a range that is in one piece of each of two lists. */
    interface Pair {
        void move(long one, long other, int bytes);
    }

    private long[] places = new long[4];
    private int[] lengths = new int[4];
    private int count;
    private long bytes;

    int count() {
        return count;
    }

    long bytes() {
        return bytes;
    }

    long place(int i) {
        return places[i];
    }

    int length(int i) {
        return lengths[i];
    }

    /** Appends a range, which becomes part of the last one if it follows it. */
    void add(long place, long length) {
        if (length <= 0) {
            return;
        }
        bytes += length;
        if (count > 0 && places[count - 1] + lengths[count - 1] == place) {
            lengths[count - 1] = Math.toIntExact(lengths[count - 1] + length);
            return;
        }
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        places[count] = place;
        lengths[count++] = Math.toIntExact(length);
    }

    /** Returns the first address of all ranges. */
    long lowest() {
        return Arrays.stream(places, 0, count).min().orElse(0);
    }

    /** Returns the address behind all ranges. */
    long highest() {
        long highest = count == 0 ? 0 : Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            highest = Math.max(highest, places[i] + lengths[i]);
        }
        return highest;
    }

    /** Returns ranges that include these and at most so many bytes between two of them that follow each other. */
    Pieces wider(int gap) {
        Pieces wider = new Pieces();
        long first = 0;
        long end = 0;
        for (int i = 0; i < count; i++) {
            if (end > first && places[i] >= first && places[i] <= end + gap) {
                end = Math.max(end, places[i] + lengths[i]);
            } else {
                wider.add(first, end - first);
                first = places[i];
                end = first + lengths[i];
            }
        }
        wider.add(first, end - first);
        return wider;
    }

    /** Returns the addresses of elements of a size, of which the pieces consist. */
    long[] elements(int size) {
        long[] elements = new long[Math.toIntExact(bytes / size)];
        int next = 0;
        for (int i = 0; i < count; i++) {
            for (int at = 0; at < lengths[i]; at += size) {
                elements[next++] = places[i] + at;
            }
        }
        return elements;
    }

    /** Hands the bytes of these and of other pieces on, both in their order, as far as both have some. */
    void with(Pieces other, Pair pair) {
        int j = 0;
        int used = 0;
        for (int i = 0; i < count; i++) {
            for (int at = 0; at < lengths[i] && j < other.count; ) {
                int part = Math.min(lengths[i] - at, other.lengths[j] - used);
                pair.move(places[i] + at, other.places[j] + used, part);
                at += part;
                used += part;
                if (used == other.lengths[j]) {
                    j++;
                    used = 0;
                }
            }
        }
    }
}
