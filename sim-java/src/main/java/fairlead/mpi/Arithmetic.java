// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.pe.Request;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Operations on elements, which the process computes: with functions of combine.c, or of the program. */
final class Arithmetic {
    /**
     * An operation of MPI or of the program.
     *
     * @param number of the function of combine.c, or -1
     * @param function address in the program, or 0
     */
    record Op(String name, int number, long function, boolean commutes) {
        boolean isReplace() {
            return name.equals("REPLACE");
        }

        boolean isNoOp() {
            return name.equals("NO_OP");
        }

        private boolean suits(Datatype type) {
            return function != 0
                    || isReplace()
                    || isNoOp()
                    || type.basic != null && (type.basic.functions() >> number & 1) != 0;
        }
    }

    static final int SUM = 0; // numbers of combine.c
    static final int AND = 4;
    static final int OR = 5;
    static final int XOR = 6;
    private static final int NUMBER_BITS = 4;
    private static final int TYPE_BITS = 6;

    private final MpiRank rank;
    final Handles<Op> ops = new Handles<>(ErrorClass.OP, "operation");
    private long scratch; // two arrays of the process
    private int scratchBytes;

    Arithmetic(MpiRank rank) {
        this.rank = rank;
    }

    void start(String[] names, Request request, int[] numbers) {
        for (int i = 1; i < names.length; i++) {
            boolean combines = !List.of("REPLACE", "NO_OP").contains(names[i]);
            ops.put(i, new Op(names[i], combines ? numbers[i] : -1, 0, true));
        }
        scratch = request.at(5);
        scratchBytes = request.number(6);
    }

    int create(long function, boolean commutes) {
        return ops.add(new Op("an operation of the program", -1, function, commutes));
    }

    Op op(int handle) {
        return ops.get(handle);
    }

    /** Returns an operation that elements of a type have. */
    Op op(int handle, Datatype type) {
        Op op = ops.get(handle);
        if (!op.suits(type)) {
            throw new MpiError(ErrorClass.OP, "MPI_" + op.name + " is not defined for " + type);
        }
        return op;
    }

    /** Returns, for each element, left OP right; the arrays have the bytes of the elements without gaps. */
    byte[] combine(Op op, Datatype type, int handle, byte[] left, byte[] right) throws IOException {
        if (op.isReplace() || left.length == 0) {
            return right;
        }
        if (op.isNoOp()) {
            return left;
        }
        int extent = op.function != 0 ? Math.toIntExact(type.extent) : type.basic.extent();
        int size = op.function != 0 ? type.size() : type.basic.size();
        int room = scratchBytes / Math.max(1, extent);
        if (room == 0) {
            throw new MpiError(ErrorClass.TYPE, "an element of " + extent + " bytes in a reduction");
        }
        byte[] result = new byte[left.length];
        for (int done = 0; done < left.length; done += room * size) {
            int count = Math.min(room, (left.length - done) / size);
            part(
                    op,
                    type,
                    handle,
                    Arrays.copyOfRange(left, done, done + count * size),
                    Arrays.copyOfRange(right, done, done + count * size),
                    result,
                    done,
                    count);
        }
        return result;
    }

    private void part(Op op, Datatype type, int handle, byte[] left, byte[] right, byte[] result, int at, int count)
            throws IOException {
        long one = scratch;
        long other = scratch + scratchBytes;
        Pieces pieces = new Pieces();
        Pieces with = new Pieces();
        if (op.function != 0) {
            pieces = type.at(one - type.lower, count);
            with = type.at(other - type.lower, count);
            rank.write(pieces, left);
            rank.write(with, right);
            rank.pe.memory.apply(
                    one - type.lower, other - type.lower, (long) handle << Integer.SIZE | count, op.function);
            pieces = with;
        } else {
            for (int i = 0; i < count; i++) {
                pieces.add(one + (long) i * type.basic.extent(), type.basic.size());
                with.add(other + (long) i * type.basic.extent(), type.basic.size());
            }
            rank.write(pieces, left);
            rank.write(with, right);
            long what = (long) count << TYPE_BITS + NUMBER_BITS | (long) type.basic.number() << NUMBER_BITS | op.number;
            rank.pe.memory.combine(one, other, what);
        }
        byte[] made = rank.read(pieces);
        System.arraycopy(made, 0, result, at, made.length);
    }
}
