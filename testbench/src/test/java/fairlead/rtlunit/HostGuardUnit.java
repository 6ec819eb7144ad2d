// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static fairlead.rtlunit.RtlUnit.pin;

import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventUnit;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.twin.nic.HostGuard;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** HostGuard alone, as twin or RTL: a cycle, and then what it showed in it and what it shows next. */
interface HostGuardUnit extends AutoCloseable {
    List<Integer> PORTS =
            List.of(EventUnit.COMMIT, EventUnit.POST, EventUnit.EPOCH_ORIGIN, EventUnit.DLA_NOTICE); // `told`

    /** The bits that a command means, by its op code; of words that are not here none. */
    Map<Integer, long[]> MEANT = meant();

    List<Integer> ON_BARRIER =
            List.of(TileCommand.BAR_ENTER, TileCommand.BAR_LEAVE, TileCommand.BAR_ADD, TileCommand.BAR_READ);

    /** @param empty what a MSG_POP finds */
    record Command(int owner, int op, long w0, long w1, long w2, long w3, boolean empty) {
        boolean isEmpty() {
            return op == TileCommand.MSG_POP && empty;
        }

        /** Returns whether it is no command, or of no barrier that there is, or has a bit that it does not mean. */
        boolean strays() {
            return !MEANT.containsKey(op)
                    || ON_BARRIER.contains(op) && (w0 >> 20 & 7) > 4
                    || (w0 & ~meant(op, 0) | w1 & ~meant(op, 1) | w2 & ~meant(op, 2) | w3 & ~meant(op, 3)) != 0;
        }
    }

    private static Map<Integer, long[]> meant() {
        Map<Integer, long[]> all = new HashMap<>();
        all.put(TileCommand.POST, new long[] {-1, -1, -1, -1});
        all.put(TileCommand.DLA_REQUEST, new long[] {-1, -1, 0, 15});
        all.put(TileCommand.DLA_DATA, new long[] {-1, -1, 0, 15});
        all.put(TileCommand.DLA_EVENT_CREDIT, new long[] {0xFFFF});
        all.put(TileCommand.COUNTER_SET, new long[] {-1, -1});
        all.put(TileCommand.COUNTER_CLEAR, new long[] {-1});
        all.put(TileCommand.MSG_POP, new long[] {-1});
        all.put(TileCommand.MSG_CREDIT, new long[] {0xFFF, 0x1FF});
        all.put(TileCommand.FAULT_ARM, new long[] {-1, -1});
        List.of(TileCommand.BAR_ENTER, TileCommand.BAR_LEAVE).forEach(op -> all.put(op, new long[] {7 << 20 | 31}));
        all.put(TileCommand.TREE_GIVE, new long[] {-1, -1, 15});
        all.put(TileCommand.TREE_BODY, new long[] {-1, -1, 15});
        all.put(TileCommand.TREE_READ, new long[] {7});
        all.put(TileCommand.TREE_ABORT, new long[] {0, 0, 15});
        all.put(TileCommand.COUNT_CONTROL, new long[] {3});
        all.put(TileCommand.COUNT_READ, new long[] {0x1FF});
        all.put(TileCommand.TASK_RESET, new long[] {0xFFFF});
        all.put(TileCommand.TASK_GRANT, new long[] {0xFFFF});
        all.put(TileCommand.FENCE_REGION, new long[] {1});
        all.put(TileCommand.EPOCH_ADMIT, new long[] {0xFFFFFFFFL});
        List.of(TileCommand.BAR_ADD, TileCommand.BAR_READ).forEach(op -> all.put(op, new long[] {(1 << 23) - 1}));
        List.of(TileCommand.EPOCH_OPEN, TileCommand.EPOCH_CLOSE)
                .forEach(op -> all.put(op, new long[] {(1L << EpochCommand.WIDTH) - 1}));
        List.of(
                        TileCommand.DLA_ALLOC,
                        TileCommand.DLA_END,
                        TileCommand.DLA_RELEASE,
                        TileCommand.DLA_MARK,
                        TileCommand.DLA_CLEAR)
                .forEach(op -> all.put(op, new long[] {(1L << 45) - 1}));
        for (int op = TileCommand.DEVICE_LOCK; op <= TileCommand.DEVICE_DRAIN; op++) {
            all.put(op, new long[] {(1L << DeviceCommand.WIDTH) - 1});
        }
        return all;
    }

    static long meant(int op, int word) {
        long[] words = MEANT.getOrDefault(op, new long[0]);
        return word < words.length ? words[word] : 0;
    }

    /** An event on the port of a unit. */
    record Told(int unit, int kind, long a, long b) {
        String pin() {
            return "told_" + PORTS.indexOf(unit);
        }
    }

    /** Returns op code, first and second word of what reaches the units, or null. */
    long[] cycle(Command command, List<Told> told);

    /** Returns kind and words of the event behind the cycle, or null. */
    long[] event();

    @Override
    void close();

    static HostGuardUnit twin() {
        UnitPins pins = new UnitPins();
        HostGuard guard = new HostGuard(pins);
        return new HostGuardUnit() {
            @Override
            public long[] cycle(Command c, List<Told> told) {
                told.forEach(e -> guard.emit(e.unit, e.kind, e.a, e.b)); // events of the cycle before
                pins.clear();
                boolean reaches = c != null && guard.admits(c.owner, c.op, c.w0, c.w1, c.w2, c.w3);
                if (reaches && c.isEmpty()) {
                    guard.empty(c.owner);
                }
                guard.edge();
                return reaches ? new long[] {guard.op(), guard.word()} : null;
            }

            @Override
            public long[] event() {
                int unit = EventUnit.GUARD;
                return pins.shows(unit) ? new long[] {pins.kind(unit), pins.a(unit), pins.b(unit)} : null;
            }

            @Override
            public void close() {}
        };
    }

    static HostGuardUnit rtl() {
        RtlUnit rtl = new RtlUnit("HostGuard");
        rtl.reset();
        return new HostGuardUnit() {
            @Override
            public long[] cycle(Command c, List<Told> told) {
                for (int port = 0; port < PORTS.size(); port++) {
                    rtl.set(pin("told_", port, "_valid"), false);
                }
                for (Told e : told) {
                    rtl.set(e.pin() + "_valid", true);
                    for (String word : List.of("_kind", "_a", "_b")) {
                        if (rtl.has(e.pin() + word)) { // in a tile the others are not read
                            rtl.set(e.pin() + word, word.equals("_a") ? e.a : word.equals("_b") ? e.b : e.kind);
                        }
                    }
                }
                rtl.set("pins_valid", c != null);
                if (c != null) {
                    rtl.set("pins_owner", c.owner);
                    rtl.set("pins_op", c.op);
                    rtl.set("pins_w_0", c.w0);
                    rtl.set("pins_w_1", c.w1);
                    rtl.set("pins_w_2", c.w2);
                    rtl.set("pins_w_3", c.w3);
                }
                rtl.set("empty", false);
                rtl.settle();
                rtl.set("empty", rtl.is("cmd_valid") && c != null && c.isEmpty());
                rtl.settle();
                long[] reaches = rtl.is("cmd_valid") ? new long[] {rtl.get("cmd_op"), rtl.get("cmd_w_0")} : null;
                rtl.edge();
                rtl.set("pins_valid", false);
                rtl.settle();
                return reaches;
            }

            @Override
            public long[] event() {
                return rtl.is("event_valid")
                        ? new long[] {rtl.get("event_kind"), rtl.get("event_a"), rtl.get("event_b")}
                        : null;
            }

            @Override
            public void close() {
                rtl.close();
            }
        };
    }
}
