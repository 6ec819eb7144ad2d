// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.Datatype.Part;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/** Derived datatypes, and packing by them. */
final class DatatypeCalls {
    private static final int ORDER_C = 0; // as in mpi.h

    private final MpiRank rank;

    DatatypeCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        calls.on("Type_contiguous", r -> make(r.at(2), List.of(new Part(0, r.number(0), rank.type(r, 1)))));
        calls.on("Type_vector", r -> indexed(r, block(r), steps(r), rank.type(r, 3).extent, 3));
        calls.on("Type_create_hvector", r -> indexed(r, block(r), steps(r), 1, 3));
        calls.on("Type_indexed", r -> indexed(r, lengths(r), ints(r, 2), rank.type(r, 3).extent, 3));
        calls.on("Type_create_hindexed", r -> indexed(r, lengths(r), rank.longs(r.at(2), r.number(0)), 1, 3));
        calls.on("Type_create_indexed_block", r -> indexed(r, block(r), ints(r, 2), rank.type(r, 3).extent, 3));
        calls.on("Type_create_hindexed_block", r -> indexed(r, block(r), rank.longs(r.at(2), r.number(0)), 1, 3));
        calls.on("Type_create_struct", this::struct);
        calls.on("Type_create_resized", r -> add(r.at(3), rank.type(r, 0).resized(r.at(1), r.at(2))));
        calls.on("Type_create_subarray", this::subarray);
        calls.on("Type_dup", r -> add(r.at(1), rank.type(r, 0).copy()));
        calls.on("Type_commit", r -> rank.types.get(rank.handle(r.at(0))));
        calls.on("Type_free", r -> {
            if (rank.handle(r.at(0)) < 1000) {
                throw new MpiError(ErrorClass.TYPE, "a type that MPI has made cannot be freed");
            }
            rank.release(rank.types, r.at(0));
        });
        calls.on("Type_size", r -> rank.put(r.at(1), rank.type(r, 0).size()));
        calls.on("Type_get_extent", r -> {
            rank.putLong(r.at(1), rank.type(r, 0).lower);
            rank.putLong(r.at(2), rank.type(r, 0).extent);
        });
        calls.on("Type_get_true_extent", r -> {
            Pieces pieces = rank.type(r, 0).pieces;
            rank.putLong(r.at(1), pieces.lowest());
            rank.putLong(r.at(2), pieces.highest() - pieces.lowest());
        });
        calls.on("Type_set_name", r -> rank.type(r, 0).name = rank.text(r.at(1), r.number(2)));
        calls.on("Type_get_name", r -> rank.putText(r.at(1), r.at(2), rank.type(r, 0).name));
        calls.on("Pack", this::pack);
        calls.on("Unpack", this::unpack);
        calls.on(
                "Pack_size",
                r -> rank.put(r.at(3), r.number(0) * rank.type(r, 1).size()));
    }

    private void add(long result, Datatype made) throws IOException {
        rank.put(result, rank.types.add(made));
    }

    private void make(long result, List<Part> parts) throws IOException {
        add(result, Datatype.of(parts, false));
    }

    private static void requireCount(Request request) {
        if (request.at(0) < 0) {
            throw new MpiError(ErrorClass.COUNT, "a count of " + request.at(0));
        }
    }

    private static long[] steps(Request request) {
        return LongStream.range(0, request.number(0))
                .map(i -> i * request.at(2))
                .toArray();
    }

    private long[] ints(Request request, int argument) throws IOException {
        requireCount(request);
        return Arrays.stream(rank.ints(request.at(argument), request.number(0)))
                .asLongStream()
                .toArray();
    }

    private long[] lengths(Request request) throws IOException {
        return ints(request, 1);
    }

    private static long[] block(Request request) {
        requireCount(request);
        long[] lengths = new long[request.number(0)];
        Arrays.fill(lengths, request.at(1));
        return lengths;
    }

    private void indexed(Request request, long[] lengths, long[] places, long unit, int type) throws IOException {
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            parts.add(new Part(places[i] * unit, lengths[i], rank.type(request, type)));
        }
        make(request.at(type + 1), parts);
    }

    private void struct(Request request) throws IOException {
        long[] lengths = lengths(request);
        long[] places = rank.longs(request.at(2), lengths.length);
        int[] types = rank.ints(request.at(3), lengths.length);
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i < lengths.length; i++) {
            parts.add(new Part(places[i], lengths[i], rank.types.get(types[i])));
        }
        add(request.at(4), Datatype.of(parts, true));
    }

    private void subarray(Request request) throws IOException {
        int dims = request.number(0);
        int[] sizes = rank.ints(request.at(1), dims);
        int[] parts = rank.ints(request.at(2), dims);
        int[] starts = rank.ints(request.at(3), dims);
        boolean rows = request.at(4) == ORDER_C;
        IntFunction<Integer> dim = i -> rows ? dims - 1 - i : i; // the one that varies fastest first
        Datatype part = rank.type(request, 5);
        long full = part.extent;
        long place = 0;
        for (int i = 0; i < dims; i++) {
            int d = dim.apply(i);
            if (parts[d] < 1 || starts[d] < 0 || starts[d] + parts[d] > sizes[d]) {
                throw new MpiError(
                        ErrorClass.ARG, "a part of " + parts[d] + " from " + starts[d] + " on of " + sizes[d]);
            }
            List<Part> lines = new ArrayList<>();
            for (int k = 0; k < parts[d]; k++) {
                lines.add(new Part(k * full, 1, part));
            }
            place += starts[d] * full;
            part = Datatype.of(lines, false);
            full *= sizes[d];
        }
        add(request.at(6), Datatype.of(List.of(new Part(place, 1, part)), false).resized(0, full));
    }

    private void pack(Request request) throws IOException {
        byte[] bytes = rank.read(rank.buffer(request, 0));
        int place = rank.ints(request.at(6), 1)[0];
        requireRoom(place, bytes.length, request.at(4));
        if (bytes.length > 0) {
            rank.pe.memory.write(request.at(3) + place, bytes);
        }
        rank.put(request.at(6), place + bytes.length);
    }

    private void unpack(Request request) throws IOException {
        Pieces pieces = rank.buffer(request, 3);
        int place = rank.ints(request.at(2), 1)[0];
        requireRoom(place, pieces.bytes(), request.at(1));
        if (pieces.bytes() > 0) {
            rank.write(pieces, rank.pe.memory.read(request.at(0) + place, (int) pieces.bytes()));
        }
        rank.put(request.at(2), (int) (place + pieces.bytes()));
    }

    private static void requireRoom(int place, long bytes, long room) {
        if (place < 0 || place + bytes > room) {
            throw new MpiError(ErrorClass.ARG, bytes + " bytes at place " + place + " of a buffer of " + room);
        }
    }
}
