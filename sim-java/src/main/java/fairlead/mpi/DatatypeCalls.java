// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.mpi.Datatype.Contents;
import fairlead.mpi.Datatype.Part;
import fairlead.pe.Request;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Derived datatypes, and packing by them. */
final class DatatypeCalls {
    private static final int ORDER_C = 0; // as in mpi.h

    private final MpiRank rank;
    private int combiners;
    private Datatype last; // that was made

    DatatypeCalls(MpiRank rank, MpiCalls calls) {
        this.rank = rank;
        on(calls, "Type_dup", "t", r -> add(r.at(1), rank.type(r, 0).copy()));
        on(calls, "Type_contiguous", "it", r -> make(r.at(2), List.of(new Part(0, r.number(0), rank.type(r, 1)))));
        on(calls, "Type_vector", "iiit", r -> indexed(r, block(r), steps(r), rank.type(r, 3).extent, 3));
        on(calls, "Type_create_hvector", "iiat", r -> indexed(r, block(r), steps(r), 1, 3));
        on(calls, "Type_indexed", "iIIt", r -> indexed(r, lengths(r), ints(r, 2), rank.type(r, 3).extent, 3));
        on(calls, "Type_create_hindexed", "iIAt", r -> indexed(r, lengths(r), rank.longs(r.at(2), r.number(0)), 1, 3));
        on(
                calls,
                "Type_create_indexed_block",
                "iiIt",
                r -> indexed(r, block(r), ints(r, 2), rank.type(r, 3).extent, 3));
        on(
                calls,
                "Type_create_hindexed_block",
                "iiAt",
                r -> indexed(r, block(r), rank.longs(r.at(2), r.number(0)), 1, 3));
        on(calls, "Type_create_struct", "iIAT", this::struct);
        on(calls, "Type_create_subarray", "iIIIit", this::subarray);
        on(
                calls,
                "Type_create_resized",
                "taa",
                r -> add(r.at(3), rank.type(r, 0).resized(r.at(1), r.at(2))));
        calls.on("Type_get_envelope", r -> {
            Contents made = rank.type(r, 0).contents;
            rank.put(r.at(1), made == null ? 0 : made.ints().length);
            rank.put(r.at(2), made == null ? 0 : made.places().length);
            rank.put(r.at(3), made == null ? 0 : made.types().size());
            rank.put(r.at(4), made == null ? 0 : made.combiner());
        });
        calls.on("Type_get_contents", this::contents);
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

    /**
     * A function that makes a type, which remembers its arguments.
     *
     * @param kinds of the arguments: int, address and type, and arrays of them with as many as the first one says
     */
    private void on(MpiCalls calls, String name, String kinds, MpiCalls.Action action) {
        int combiner = ++combiners; // they have the order of mpi.h
        calls.on(name, r -> {
            action.act(r);
            IntStream.Builder ints = IntStream.builder();
            LongStream.Builder places = LongStream.builder();
            IntStream.Builder types = IntStream.builder();
            for (int i = 0; i < kinds.length(); i++) {
                switch (kinds.charAt(i)) {
                    case 'i' -> ints.add(r.number(i));
                    case 'I' -> Arrays.stream(rank.ints(r.at(i), r.number(0))).forEach(ints);
                    case 'a' -> places.add(r.at(i));
                    case 'A' -> Arrays.stream(rank.longs(r.at(i), r.number(0))).forEach(places);
                    case 't' -> types.add(r.number(i));
                    default -> Arrays.stream(rank.ints(r.at(i), r.number(0))).forEach(types);
                }
            }
            int[] handles = types.build().toArray();
            List<Datatype> made =
                    Arrays.stream(handles).mapToObj(rank.types::get).toList();
            last.contents = new Contents(
                    combiner, ints.build().toArray(), places.build().toArray(), handles, made);
        });
    }

    /** Types that MPI has not made get new handles. */
    private void contents(Request r) throws IOException {
        Contents made = rank.type(r, 0).contents;
        if (made == null
                || made.ints().length > r.at(1)
                || made.places().length > r.at(2)
                || made.handles().length > r.at(3)) {
            throw new MpiError(ErrorClass.ARG, "no room for the contents of a type, or it has none");
        }
        rank.put(r.at(4), made.ints());
        for (int i = 0; i < made.places().length; i++) {
            rank.putLong(r.at(5) + (long) i * Long.BYTES, made.places()[i]);
        }
        int[] handles = made.handles().clone();
        for (int i = 0; i < handles.length; i++) {
            handles[i] =
                    handles[i] < 1000 ? handles[i] : rank.types.add(made.types().get(i));
        }
        rank.put(r.at(6), handles);
    }

    private void add(long result, Datatype made) throws IOException {
        last = made;
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
