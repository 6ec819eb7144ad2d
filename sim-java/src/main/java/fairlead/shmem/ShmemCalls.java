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
    private Request request; // the present call

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
    public long call(Request made) throws IOException {
        request = made;
        if (made.call().equals("INIT") || made.call().equals("FINALIZE")) {
            return 0;
        }
        long value =
                switch (Call.valueOf(made.call())) {
                    case MALLOC, REALLOC, FREE -> heap();
                    case IPUT, IGET, PUT_SIGNAL -> move();
                    case BARRIER -> barrier();
                    case WAIT_VECTOR -> awaitSome();
                    case LOCK -> lock();
                    case BROADCAST, COLLECT, ALLTOALL, REDUCE -> collective();
                    default -> throw new IllegalStateException(request.call() + " needs no thread");
                };
        order.end(made, value);
        return value;
    }

    @Override
    public QuickCall begin(Request made, int late) throws IOException {
        request = made;
        if (made.call().equals("INIT") || made.call().equals("FINALIZE")) {
            return null;
        }
        order.begin(made);
        return order.ending(
                made,
                switch (Call.valueOf(made.call())) {
                    case PUT -> QuickCall.of(transfers.put(
                            request.at(0), request.at(1), request.at(2), request.at(3), request.at(4) != 0, late));
                    case GET -> QuickCall.of(transfers.get(
                            request.at(0), request.at(1), request.at(2), request.at(3), request.at(4) != 0, late));
                    case FENCE -> QuickCall.of(pe.fence());
                    case QUIET -> QuickCall.of(pe.beginQuiet());
                    case ATOMIC -> atomics.begin(
                            request.number(0),
                            request.at(1),
                            request.number(2),
                            request.at(3),
                            request.at(4),
                            request.at(5),
                            request.at(6) != 0);
                    case WAIT -> await();
                    default -> null;
                });
    }

    @Override
    public boolean floats(Request made) {
        return made.call().equals(Call.PUT.name()) || made.call().equals(Call.GET.name()) && made.at(4) != 0;
    }

    private boolean is(Call call) {
        return request.call().equals(call.name());
    }

    private long heap() throws IOException {
        if (is(Call.MALLOC)) {
            if (request.at(0) == 0) {
                return 0;
            }
            long made = heap.allocate(request.at(0), request.at(1));
            barrierAll();
            return made;
        }
        long old = request.at(0);
        barrierAll();
        if (is(Call.FREE) || old != 0 && request.at(1) == 0) {
            if (old != 0) {
                heap.free(old);
            }
            return 0;
        }
        long made = heap.allocate(request.at(1), Long.BYTES * 2);
        if (old != 0 && made != 0) {
            long bytes = Math.min(heap.size(old), request.at(1));
            for (long done = 0; done < bytes; done += Frames.BYTES) {
                int part = (int) Math.min(bytes - done, Frames.BYTES);
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

    private long move() throws IOException {
        long dest = request.at(0);
        long source = request.at(1);
        switch (Call.valueOf(request.call())) {
            case PUT_SIGNAL -> {
                pe.await(transfers.put(dest, source, request.at(2), request.at(6), request.at(7) != 0, 0));
                atomics.signal(request.at(3), request.at(4), request.at(5) != 0, request.at(6));
            }
            default -> transfers.strided(
                    is(Call.IPUT),
                    dest,
                    source,
                    request.at(2),
                    request.at(3),
                    request.at(4),
                    request.number(5),
                    request.at(6));
        }
        return 0;
    }

    private long barrier() {
        if (request.at(0) != 0) {
            pe.quiet();
        }
        groups.meet(members(1), i -> true);
        return 0;
    }

    /** Returns the set whose start, stride and size begin at this argument. */
    private Members members(int first) {
        return new Members(request.number(first), request.number(first + 1), request.number(first + 2));
    }

    private QuickCall await() throws IOException {
        Condition condition = new Condition(request.number(2), request.at(3) != 0, Condition.of(request.number(4)));
        if (request.at(0) != 0) {
            boolean holds = waits.test(request.at(1), condition, request.at(5));
            return QuickCall.of(List.of(), () -> holds ? 1 : 0);
        }
        return waits.waiting(request.at(1), condition, request.at(5));
    }

    private long awaitSome() throws IOException {
        int type = request.number(2);
        Condition condition = new Condition(type / 2, type % 2 != 0, Condition.of(request.number(3)));
        Vector vector =
                new Vector(request.at(1), request.at(6), condition, request.at(4), request.at(5), request.at(7));
        boolean once = request.at(0) != 0;
        long indices = request.at(8);
        if (indices == 0) {
            return waits.all(vector, !once);
        }
        long most = request.at(9) == 0 ? Long.MAX_VALUE : request.at(9);
        List<Integer> found = waits.some(vector, !once, most);
        ByteBuffer numbers = ByteBuffer.allocate(found.size() * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        found.forEach(numbers::putLong);
        if (!found.isEmpty()) {
            pe.memory.write(indices, numbers.array());
        }
        return found.size();
    }

    private long lock() throws IOException {
        switch (request.number(0)) {
            case 0 -> atomics.setLock(request.at(1));
            case 1 -> {
                return atomics.testLock(request.at(1));
            }
            default -> atomics.clearLock(request.at(1));
        }
        return 0;
    }

    private long collective() throws IOException {
        long dest = request.at(0);
        long source = request.at(1);
        switch (Call.valueOf(request.call())) {
            case BROADCAST -> groups.broadcast(
                    dest, source, request.at(2), request.number(3), members(4), request.at(7) != 0);
            case COLLECT -> groups.collect(dest, source, request.at(2), request.at(3) != 0, members(4));
            case ALLTOALL -> groups.exchange(
                    dest, source, request.at(2), request.at(3), request.at(4), request.number(5), members(6));
            default -> groups.reduce(
                    dest, source, request.at(2), request.number(3), request.number(4), request.at(5), members(6));
        }
        return 0;
    }
}
