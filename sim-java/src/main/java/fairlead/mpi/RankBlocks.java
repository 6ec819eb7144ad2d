// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Where the blocks of a collective are, of which one is for each rank or neighbour. */
final class RankBlocks {
    private final MpiRank rank;

    RankBlocks(MpiRank rank) {
        this.rank = rank;
    }

    /** Blocks of buffer, count, type. */
    IntFunction<Pieces> even(Request r, int first) {
        long count = r.at(first + 1);
        return i -> rank.type(r, first + 2).at(r.at(first) + i * count * rank.type(r, first + 2).extent, count);
    }

    /** Blocks of buffer, counts, places, type; the arrays are read if the buffer is used. */
    IntFunction<Pieces> uneven(Request r, int first) {
        return i -> {
            Datatype type = rank.type(r, first + 3);
            return type.at(r.at(first) + at(r.at(first + 2), i) * type.extent, at(r.at(first + 1), i));
        };
    }

    /** Blocks of buffer, counts, places in bytes, types. */
    IntFunction<Pieces> typed(Request r, int first, int placeBytes) {
        return i -> {
            Datatype type = rank.types.get(at(r.at(first + 3), i));
            long places = r.at(first + 2);
            long place = placeBytes == Long.BYTES ? longAt(places, i) : at(places, i);
            return type.at(r.at(first) + place, at(r.at(first + 1), i));
        };
    }

    private int at(long array, int i) {
        try {
            return rank.ints(array + (long) i * Integer.BYTES, 1)[0];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private long longAt(long array, int i) {
        try {
            return rank.longs(array + (long) i * Long.BYTES, 1)[0];
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Pieces[] all(IntFunction<Pieces> blocks, int size) {
        return IntStream.range(0, size).mapToObj(blocks).toArray(Pieces[]::new);
    }

    byte[][] read(IntFunction<Pieces> blocks, int size) throws IOException {
        byte[][] all = new byte[size][];
        for (int i = 0; i < size; i++) {
            all[i] = rank.read(blocks.apply(i));
        }
        return all;
    }
}
