// SPDX-License-Identifier: Apache-2.0
package fairlead.shmem;

import fairlead.live.Step;
import fairlead.pe.QuickCall;
import fairlead.pe.Request;
import fairlead.race.PeOrder;
import java.io.IOException;
import java.util.List;

/** What the calls of one PE access and what they order, as the standard has it, which is less than the machine does. */
final class CallOrder {
    private static final int FETCH = 0; // the function of calls.h
    private static final int WORD = Long.BYTES;

    private final PeOrder order;
    private final int pe;

    CallOrder(PeOrder order, int pe) {
        this.order = order;
        this.pe = pe;
    }

    /** Begins a call. */
    void begin(Request r) {
        if (!order.isOn()) {
            return;
        }
        Long context = r.context() / 2;
        switch (Call.valueOf(r.call())) {
            case PUT -> put(context, r.at(0), r.at(1), r.at(2), r.number(3), r.at(4) != 0);
            case GET -> get(context, r.at(0), r.at(1), r.at(2), r.number(3), r.at(4) != 0);
            case IPUT, IGET -> strided(context, r);
            case FENCE -> order.fence(context);
            case QUIET -> order.complete(context, -1);
            case ATOMIC -> atomic(context, r);
            case PUT_SIGNAL -> signalled(context, r);
            case BARRIER -> {
                if (r.at(0) != 0) {
                    order.completeAll();
                }
            }
            case LOCK -> {
                if (r.at(0) == 2) {
                    order.completeAll();
                    order.release(lock(r));
                }
            }
            case BROADCAST, COLLECT -> order.now(pe, r.at(1), r.at(2), false, 0);
            case ALLTOALL -> elements(r, r.at(1), r.at(4), false);
            case REDUCE -> order.now(pe, r.at(1), r.at(2) * r.at(4), false, 0);
            default -> {}
        }
    }

    /** Lets a call that needs no thread end as {@link #end} says; null stays null. */
    QuickCall ending(Request r, QuickCall call) {
        boolean learns = r.call().equals(Call.ATOMIC.name()) || r.call().equals(Call.WAIT.name());
        if (call == null || !order.isOn() || !learns) {
            return call;
        }
        return new QuickCall() {
            @Override
            public List<Step> next() throws IOException {
                return call.next();
            }

            @Override
            public long value() {
                long value = call.value();
                end(r, value);
                return value;
            }
        };
    }

    /** Ends a call. */
    void end(Request r, long value) {
        if (!order.isOn()) {
            return;
        }
        switch (Call.valueOf(r.call())) {
            case WAIT -> {
                if (value != 0) {
                    order.acquireAt(pe, r.at(1), r.at(2));
                }
            }
            case WAIT_VECTOR -> {
                if (value != 0) {
                    order.acquireAt(pe, r.at(1), r.at(6) * (r.at(2) / 2));
                }
            }
            case ATOMIC -> {
                if (r.at(6) != 0) {
                    order.acquireAt(r.number(5), r.at(1), r.at(2));
                }
            }
            case LOCK -> {
                if (r.at(0) == 0 || r.at(0) == 1 && value == 0) {
                    order.acquire(lock(r));
                }
            }
            case BROADCAST -> {
                boolean root = pe == r.at(4) + r.at(3) * r.at(5);
                order.now(pe, r.at(0), root && r.at(7) == 0 ? 0 : r.at(2), true, 0);
            }
            case COLLECT -> order.now(pe, r.at(0), r.at(3) == 0 ? 0 : r.at(2) * r.at(6), true, 0);
            case ALLTOALL -> elements(r, r.at(0), r.at(3), true);
            case REDUCE -> order.now(pe, r.at(0), r.at(2) * r.at(4), true, 0);
            default -> {}
        }
    }

    private static Object lock(Request r) {
        return List.of("lock", r.at(1));
    }

    private void put(Long context, long dest, long source, long bytes, int target, boolean now) {
        if (now) {
            order.source(context, target, source, bytes);
        } else {
            order.now(pe, source, bytes, false, 0);
        }
        order.put(context, target, dest, bytes, true, 0);
        order.releaseAt(target, dest, bytes);
    }

    private void get(Long context, long dest, long source, long bytes, int target, boolean now) {
        if (now) {
            order.get(context, target, source, bytes);
            order.landing(context, target, dest, bytes);
        } else {
            order.now(target, source, bytes, false, 0);
            order.now(pe, dest, bytes, true, 0);
        }
    }

    private void strided(Long context, Request r) {
        for (long i = 0; i < r.at(4); i++) {
            long dest = r.at(0) + i * r.at(2);
            long source = r.at(1) + i * r.at(3);
            if (r.call().equals(Call.IPUT.name())) {
                put(context, dest, source, r.at(5), r.number(6), false);
            } else {
                get(context, dest, source, r.at(5), r.number(6), false);
            }
        }
    }

    /** Accesses the elements of an exchange, which are some bytes apart. */
    private void elements(Request r, long first, long apart, boolean writes) {
        long count = r.at(2) * r.at(8);
        if (apart == r.at(5)) {
            order.now(pe, first, count * apart, writes, 0);
            return;
        }
        for (long i = 0; i < count; i++) {
            order.now(pe, first + i * apart, r.at(5), writes, 0);
        }
    }

    /** Atomics of one type, in contexts that are all of the shared team or all not, are atomic to each other. */
    private static int kind(Request r, int size) {
        boolean real = r.function().contains("float") || r.function().contains("double");
        return 1 + (real ? 1 : 0) + 2 * size + (int) (r.context() % 2) * 4 * WORD;
    }

    private void atomic(Long context, Request r) {
        int target = r.number(5);
        boolean writes = r.at(0) != FETCH;
        int kind = kind(r, r.number(2));
        if (r.at(6) == 1) { // it has ended when its value is there
            order.now(target, r.at(1), r.at(2), writes, kind);
        } else {
            order.put(context, target, r.at(1), r.at(2), writes, kind);
        }
        if (r.at(6) > 1) {
            order.landing(context, target, r.at(6), r.at(2));
        }
        if (writes) {
            order.releaseAt(target, r.at(1), r.at(2));
        }
    }

    private void signalled(Long context, Request r) {
        int target = r.number(6);
        order.fenced(() -> put(context, r.at(0), r.at(1), r.at(2), target, r.at(7) != 0));
        order.put(context, target, r.at(3), WORD, true, kind(r, WORD));
        order.releaseAt(target, r.at(3), WORD);
    }
}
