// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import java.util.List;

/** A datatype: where the bytes of an element are, and the bytes from one element to the next. */
final class Datatype {
    /** Elements of a type that follow each other at a place. */
    record Part(long place, long count, Datatype type) {}

    final Pieces pieces;
    final long lower;
    final long extent;
    final Basic basic; // all parts have it; null if they differ
    String name;
    Contents contents; // null for a type of the language
    private final int align;

    /**
     * A type of the language.
     *
     * @param number of combine.c
     * @param functions a bit for each function of combine.c that it has
     */
    record Basic(int size, int extent, int number, int functions) {}

    /** How a type was made: the combiner of mpi.h, and the arguments; types with their handles. */
    record Contents(int combiner, int[] ints, long[] places, int[] handles, List<Datatype> types) {}

    private Datatype(String name, Pieces pieces, long lower, long extent, Basic basic, int align) {
        this.name = name;
        this.pieces = pieces;
        this.lower = lower;
        this.extent = extent;
        this.basic = basic;
        this.align = align;
    }

    Datatype(String name, Basic basic, int align) {
        this(name, new Pieces(), 0, basic.extent, basic, align);
        pieces.add(0, basic.size);
    }

    /** Returns a type of parts, whose extent becomes a multiple of what its basic types need if it `pads`. */
    static Datatype of(List<Part> parts, boolean pads) {
        Pieces pieces = new Pieces();
        long lower = Long.MAX_VALUE;
        long upper = Long.MIN_VALUE;
        int align = 1;
        Basic basic = null;
        boolean differ = false;
        for (Part part : parts) {
            if (part.count < 0) {
                throw new MpiError(ErrorClass.ARG, "a length of " + part.count + " elements");
            }
            if (part.count > 0) {
                Datatype type = part.type;
                type.addTo(pieces, part.place, part.count);
                long last = part.place + (part.count - 1) * type.extent;
                lower = Math.min(lower, Math.min(part.place, last) + type.lower);
                upper = Math.max(upper, Math.max(part.place, last) + type.lower + type.extent);
                align = Math.max(align, type.align);
                differ |= type.basic == null || basic != null && type.basic != basic;
                basic = type.basic;
            }
        }
        if (lower > upper) {
            return new Datatype("", pieces, 0, 0, null, 1);
        }
        long extent = upper - lower;
        if (pads) {
            extent = (extent + align - 1) / align * align;
        }
        return new Datatype("", pieces, lower, extent, differ ? null : basic, align);
    }

    Datatype resized(long first, long bytes) {
        return new Datatype("", pieces, first, bytes, basic, align);
    }

    Datatype copy() {
        return new Datatype("", pieces, lower, extent, basic, align);
    }

    int size() {
        return (int) pieces.bytes();
    }

    private boolean isDense() {
        return pieces.count() == 1 && pieces.place(0) == 0 && pieces.bytes() == extent;
    }

    private void addTo(Pieces all, long at, long count) {
        if (isDense()) {
            all.add(at, count * extent);
            return;
        }
        for (long i = 0; i < count; i++) {
            for (int k = 0; k < pieces.count(); k++) {
                all.add(at + i * extent + pieces.place(k), pieces.length(k));
            }
        }
    }

    /** Returns where the bytes of elements at an address are. */
    Pieces at(long address, long count) {
        if (count < 0) {
            throw new MpiError(ErrorClass.COUNT, "a count of " + count);
        }
        Pieces all = new Pieces();
        addTo(all, address, count);
        return all;
    }

    @Override
    public String toString() {
        return name.isEmpty() ? "a derived type" : name;
    }
}
