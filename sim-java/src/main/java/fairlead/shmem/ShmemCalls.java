// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.pe.Frames;
import fairlead.pe.Library;
import fairlead.pe.Pe;
import fairlead.pe.QuickCall;
import fairlead.pe.Request;
import fairlead.pe.SymmetricHeap;
import fairlead.shmem.Groups.Members;
import fairlead.shmem.VariableWaits.Condition;
import fairlead.shmem.VariableWaits.Vector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/** The calls of OpenSHMEM of one PE. */
public final class ShmemCalls implements Library.Calls {
    private final Pe pe;
    private final SymmetricHeap heap;
    private final Transfers transfers;
    private final Atomics atomics;
    private final VariableWaits waits;
    private final Groups groups;
    private final CallOrder order;
    /** @param heap first address and bytes of its symmetric heap */
    public ShmemCalls(Pe pe, long heap, long heapBytes) {
        this.pe = pe;
        this.heap = new SymmetricHeap(heap, heapBytes);
        transfers = new Transfers(pe);
        atomics = new Atomics(pe);
        waits = new VariableWaits(pe);
        groups = new Groups(pe, transfers);
        order = new CallOrder(pe.order, pe.number);
    }

    @Override
    public long call(Request r) throws IOException {
        if (isSetUp(r)) {
            return 0;
        }
        long value = 0;
        switch (Call.valueOf(r.call())) {
            case MALLOC -> value = allocate(r.at(0), r.at(1));
            case REALLOC -> value = reallocate(r.at(0), r.at(1));
            case FREE -> {
                if (r.at(0) == 0) {
                    barrierAll();
                } else {
                    reallocate(r.at(0), 0);
                }
            }
            case IPUT, IGET -> transfers.strided(
                    is(r, Call.IPUT), r.at(0), r.at(1), r.at(2), r.at(3), r.at(4), r.number(5), r.at(6));
            case PUT_SIGNAL -> {
                pe.await(transfers.put(r.at(0), r.at(1), r.at(2), r.at(6), r.at(7) != 0, 0));
                atomics.signal(r.at(3), r.at(4), r.at(5) != 0, r.at(6));
            }
            case BARRIER -> {
                if (r.at(0) != 0) {
                    pe.quiet();
                }
                groups.meet(members(r, 1), i -> true);
            }
            case WAIT_VECTOR -> value = awaitSome(r);
            case LOCK -> value = atomics.lock(r.number(0), r.at(1));
            case BROADCAST -> groups.broadcast(r.at(0), r.at(1), r.at(2), r.number(3), members(r, 4), r.at(7) != 0);
            case COLLECT -> groups.collect(r.at(0), r.at(1), r.at(2), r.at(3) != 0, members(r, 4));
            case ALLTOALL -> groups.exchange(r.at(0), r.at(1), r.at(2), r.at(3), r.at(4), r.number(5), members(r, 6));
            case REDUCE -> groups.reduce(r.at(0), r.at(1), r.at(2), r.number(3), r.number(4), r.at(5), members(r, 6));
            default -> throw new IllegalStateException(r.call() + " needs no thread");
        }
        order.end(r, value);
        return value;
    }

    @Override
    public QuickCall begin(Request r, int late) throws IOException {
        if (isSetUp(r)) {
            return null;
        }
        order.begin(r);
        return order.ending(
                r,
                switch (Call.valueOf(r.call())) {
                    case PUT -> QuickCall.of(transfers.put(r.at(0), r.at(1), r.at(2), r.at(3), r.at(4) != 0, late));
                    case GET -> QuickCall.of(transfers.get(r.at(0), r.at(1), r.at(2), r.at(3), r.at(4) != 0, late));
                    case FENCE -> QuickCall.of(pe.fence());
                    case QUIET -> QuickCall.of(pe.beginQuiet());
                    case ATOMIC -> atomics.begin(
                            r.number(0), r.at(1), r.number(2), r.at(3), r.at(4), r.at(5), r.at(6) != 0);
                    case WAIT -> await(r);
                    default -> null;
                });
    }

    @Override
    public boolean floats(Request r) {
        return is(r, Call.PUT) || is(r, Call.GET) && r.at(4) != 0;
    }

    private static boolean isSetUp(Request r) {
        return r.call().equals("INIT") || r.call().equals("FINALIZE");
    }

    private static boolean is(Request r, Call call) {
        return r.call().equals(call.name());
    }

    private long allocate(long bytes, long alignment) {
        if (bytes == 0) {
            return 0;
        }
        long made = heap.allocate(bytes, alignment);
        barrierAll();
        return made;
    }

    /** Returns the address of a block with the bytes of an old one, which is freed; 0 if it shall have none. */
    private long reallocate(long old, long bytes) throws IOException {
        barrierAll();
        if (bytes == 0 && old != 0) {
            heap.free(old);
            return 0;
        }
        long made = heap.allocate(bytes, Long.BYTES * 2);
        if (old != 0 && made != 0) {
            long kept = Math.min(heap.size(old), bytes);
            for (long done = 0; done < kept; done += Frames.BYTES) {
                int part = (int) Math.min(kept - done, Frames.BYTES);
                pe.memory.write(made + done, pe.memory.read(old + done, part));
            }
            heap.free(old);
        }
        barrierAll();
        return made;
    }

    private void barrierAll() {
        pe.quiet();
        pe.order.completeAll();
        pe.meetings.meetAll();
    }

    /** Returns the set whose start, stride and size begin at this argument. */
    private static Members members(Request r, int first) {
        return new Members(r.number(first), r.number(first + 1), r.number(first + 2));
    }

    private QuickCall await(Request r) throws IOException {
        Condition condition = new Condition(r.number(2), r.at(3) != 0, Condition.of(r.number(4)));
        if (r.at(0) != 0) {
            boolean holds = waits.test(r.at(1), condition, r.at(5));
            return QuickCall.of(List.of(), () -> holds ? 1 : 0);
        }
        return waits.waiting(r.at(1), condition, r.at(5));
    }

    private long awaitSome(Request r) throws IOException {
        int type = r.number(2);
        Condition condition = new Condition(type / 2, type % 2 != 0, Condition.of(r.number(3)));
        Vector vector = new Vector(r.at(1), r.at(6), condition, r.at(4), r.at(5), r.at(7));
        boolean once = r.at(0) != 0;
        long indices = r.at(8);
        if (indices == 0) {
            return waits.all(vector, !once);
        }
        long most = r.at(9) == 0 ? Long.MAX_VALUE : r.at(9);
        List<Integer> found = waits.some(vector, !once, most);
        ByteBuffer numbers = ByteBuffer.allocate(found.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        found.forEach(numbers::putLong);
        if (!found.isEmpty()) {
            pe.memory.write(indices, numbers.array());
        }
        return found.size();
    }
}
