// SPDX-License-Identifier: Apache-2.0
package fairlead.mpi;

import fairlead.live.Step;
import fairlead.mpi.Datatype.Basic;
import fairlead.pe.NativeException;
import fairlead.pe.Patience;
import fairlead.pe.Pe;
import fairlead.pe.Request;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** One rank: its objects, and what the families of calls share. */
final class MpiRank {
    static final int PROC_NULL = -1; // as in mpi.h
    static final int UNDEFINED = -32766;
    private static final int WORLD = 1; // handles
    private static final int SELF = 2;
    private static final int GAP = 1024; // between two pieces that are read together: less than a page of the processor

    final MpiWorld world;
    final Pe pe;
    final SoftwareMemory software;
    final PointToPoint messages;
    final Arithmetic arithmetic;
    final Handles<Communicator> comms = new Handles<>(ErrorClass.COMM, "communicator");
    final Handles<Datatype> types = new Handles<>(ErrorClass.TYPE, "datatype");
    final Handles<RmaWindow> windows = new Handles<>(ErrorClass.WIN, "window");
    final Handles<int[]> groups = new Handles<>(ErrorClass.GROUP, "group");
    final Handles<MpiRequest> requests = new Handles<>(ErrorClass.REQUEST, "request");
    MpiObject subject; // whose handler gets an error of the present call
    String awaited = "";
    int given; // bytes in the present collective
    private int[] codes = new int[ErrorClass.values().length];

    MpiRank(MpiWorld world, Pe pe) {
        this.world = world;
        this.pe = pe;
        software = new SoftwareMemory(pe, world.place(pe, "blocks", MpiWorld.AREA));
        messages = new PointToPoint(this);
        arithmetic = new Arithmetic(this);
    }

    /** Learns what mpi.h has; see fl_start in mpi.c. */
    void start(Request request) throws IOException {
        String[] names =
                new String(pe.memory.read(request.at(2), request.number(3)), StandardCharsets.US_ASCII).split(";");
        int[] table = ints(request.at(0), request.number(1) * 5);
        String[] typeNames = names[0].split(" ");
        for (int i = 1; i < typeNames.length; i++) {
            int[] row = Arrays.copyOfRange(table, 5 * i, 5 * i + 5);
            types.put(i, new Datatype(typeNames[i], new Basic(row[0], row[1], row[3], row[4]), row[2]));
        }
        arithmetic.start(names[1].split(" "), request, ints(request.at(4), names[1].split(" ").length));
        List<String> errors = List.of(names[2].split(" "));
        for (ErrorClass each : ErrorClass.values()) {
            codes[each.ordinal()] = errors.indexOf(each.name());
        }
        int[] all = new int[pe.pes()];
        Arrays.setAll(all, i -> i);
        groups.put(1, new int[0]);
        make(WORLD, new Communicator(world.context("world"), all, pe.number), "MPI_COMM_WORLD");
        int self = world.context(List.of("self", pe.number));
        make(SELF, new Communicator(self, new int[] {pe.number}, pe.number), "MPI_COMM_SELF");
    }

    private void make(int handle, Communicator made, String name) {
        comms.put(handle, made);
        made.handle = handle;
        made.name = name;
    }

    // ---- objects of the present call

    Communicator comm(int handle) {
        Communicator comm = comms.get(handle);
        subject = comm;
        return comm;
    }

    RmaWindow window(int handle) {
        RmaWindow window = windows.get(handle);
        subject = window;
        return window;
    }

    Datatype type(Request request, int argument) {
        return types.get(request.number(argument));
    }

    /** Returns where a buffer is, whose address, count and type are the arguments from this one on. */
    Pieces buffer(Request request, int first) {
        return type(request, first + 2).at(request.at(first), request.number(first + 1));
    }

    int handle(long variable) throws IOException {
        return ints(variable, 1)[0];
    }

    /** Removes the object whose handle is in a variable, which gets none. */
    void release(Handles<?> objects, long variable) throws IOException {
        objects.remove(handle(variable));
        put(variable, 0);
    }

    /** Begins a call, whose errors are those of MPI_COMM_WORLD until it names an object. */
    void begin() {
        subject = comms.get(WORLD);
        awaited = "";
    }

    /** Returns what the process gets for an error: its code, and function and object if the program has a function. */
    long fail(MpiError error) {
        int code = code(error);
        if (subject.handler == MpiObject.RETURN) {
            return code;
        }
        if (subject.handler < 1000) {
            String kind = error.kind == null ? "" : "MPI_ERR_" + error.kind + ": ";
            throw NativeException.run(kind + error.getMessage());
        }
        return (long) subject.handle << 32 | (long) subject.handler << 16 | code;
    }

    int code(MpiError error) {
        return error.kind == null ? error.code : codes[error.kind.ordinal()];
    }

    // ---- waiting

    /** Waits for a step; messages for receives that the program has begun are taken meanwhile. */
    void await(Step step) {
        if (messages.isIdle()) {
            pe.task.await(step);
            return;
        }
        Patience patience = new Patience(pe.task);
        for (int look = 1; !pe.task.isDone(step); look = Math.min(2 * look, 1024)) {
            messages.take();
            if (!pe.task.isDone(step)) {
                pe.task.await(patience.pause(look));
            }
        }
    }

    /** Waits until all members are here, and knows what they know then. */
    void meet(Communicator comm) {
        Object meeting = arrive(comm);
        meetAlone(comm);
        pe.order.leave(meeting, i -> true);
    }

    /** Begins a meeting whose members know of each other afterwards. */
    Object arrive(Communicator comm) {
        return pe.order.arrive(comm.context, comm.me, comm.size());
    }

    /** Waits until all members are here, which orders no accesses of theirs. */
    void meetAlone(Communicator comm) {
        comm.requireWithin();
        pe.meetings.meet(comm.context, comm.me, comm.size(), i -> comm.ranks[i], comm.isOrdered(), this::await);
    }

    // ---- memory of the process

    byte[] read(Pieces pieces) throws IOException {
        byte[] all = new byte[Math.toIntExact(pieces.bytes())];
        Pieces groups = pieces.wider(GAP);
        byte[] group = {};
        long first = 0;
        int next = 0;
        int done = 0;
        for (int i = 0; i < pieces.count(); i++) {
            long at = pieces.place(i);
            if (at < first || at + pieces.length(i) > first + group.length) {
                first = groups.place(next);
                group = pe.memory.read(first, groups.length(next++));
            }
            System.arraycopy(group, (int) (at - first), all, done, pieces.length(i));
            pe.order.now(pe.number, at, pieces.length(i), false, 0);
            done += pieces.length(i);
        }
        return all;
    }

    /** Writes as many bytes as there are, at most. */
    void write(Pieces pieces, byte[] bytes) throws IOException {
        int done = 0;
        for (int i = 0; i < pieces.count() && done < bytes.length; i++) {
            int part = Math.min(pieces.length(i), bytes.length - done);
            pe.memory.write(pieces.place(i), Arrays.copyOfRange(bytes, done, done + part));
            pe.order.now(pe.number, pieces.place(i), part, true, 0);
            done += part;
        }
    }

    private ByteBuffer bytes(long address, int count) throws IOException {
        byte[] bytes = count == 0 ? new byte[0] : pe.memory.read(address, count);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    int[] ints(long address, int count) throws IOException {
        int[] ints = new int[count];
        bytes(address, count * Integer.BYTES).asIntBuffer().get(ints);
        return ints;
    }

    long[] longs(long address, int count) throws IOException {
        long[] longs = new long[count];
        bytes(address, count * Long.BYTES).asLongBuffer().get(longs);
        return longs;
    }

    String text(long address, int length) throws IOException {
        return new String(pe.memory.read(address, length), StandardCharsets.ISO_8859_1);
    }

    void put(long address, int... values) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        if (values.length > 0) {
            pe.memory.write(address, bytes.array());
        }
    }

    void putLong(long address, long value) throws IOException {
        pe.memory.write(address, SoftwareMemory.bytes(value));
    }

    /** Writes a text with its end; `length` gets its length unless it is 0. */
    void putText(long address, long length, String text) throws IOException {
        pe.memory.write(address, (text + "\0").getBytes(StandardCharsets.ISO_8859_1));
        if (length != 0) {
            put(length, text.length());
        }
    }
}
