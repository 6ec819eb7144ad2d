// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.lockstep;

import fairlead.engine.CommandBuffer;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Coord;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EpochEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lockstep.LockstepEngine;
import fairlead.lockstep.Monitor;
import fairlead.machine.MachineConfig;
import fairlead.rtl.RtlEngine;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngine;
import fairlead.twin.fabric.ModelEngineFactory;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Runs RTL and twin in lockstep with counters that begin a few steps before their wrap instead of at 0: the counters of
 * a node from its first cycle on, and those of an epoch, with the same number at origin and target, from the cycle in
 * which its origin has seen that it is open. Software does not notice. At the end of each batch, every preset register
 * is compared.
 *
 * <p>With `everywhere`, a counter begins a few steps before one of its bits changes, and the counts of merged events
 * are set again at the end of each batch.
 */
public final class PresetEngine extends ForwardingEngine {
    static final Register ENQUEUED = new Register("dla.enqueued", "dla.store.whole", 16);
    static final Register DEQUEUED = new Register("dla.dequeued", "dla.dequeued", 16);
    static final Register MERGES = new Register("dla.notices.merges", "dla.notices.merges", 20);
    static final Register WRITES = new Register("dla.status.writes", "dla.status.writes", 20);
    static final Register PUTS = new Register("epoch.origin.puts_ext.Memory", "epoch.origin.puts", 28);
    static final Register BEGUN = new Register("epoch.origin.getsBegun_ext.Memory", "epoch.origin.getsBegun", 28);
    static final Register DONE = new Register("epoch.origin.getsDone_ext.Memory", "epoch.origin.getsDone", 28);
    static final Register EXTRAS = new Register("epoch.origin.extras_ext.Memory", "epoch.origin.extras", 15);
    static final Register GOT = new Register("epoch.target.got_ext.Memory", "epoch.target.got", 28);
    static final Register LACKS = new Register("epoch.target.lacks_ext.Memory", "epoch.target.lacks", 15);
    static final List<Register> ALL =
            List.of(ENQUEUED, DEQUEUED, MERGES, WRITES, PUTS, BEGUN, DONE, EXTRAS, GOT, LACKS);
    private static final List<Register> OF_ORIGIN = List.of(PUTS, EXTRAS, BEGUN, DONE);
    private static final int NEAR = 4; // greatest number of steps before the wrap
    private static final long PERIOD = 61;

    private record Place(Register register, int node, int index) {}

    private final RtlEngine rtl;
    private final ModelEngine twin;
    private final SplittableRandom random;
    private final Register alone;
    private final boolean everywhere;
    private final Map<Place, Long> preset = new HashMap<>();
    private final Map<Long, Integer> targets = new HashMap<>(); // by node and index
    final Map<String, Integer> wraps = new TreeMap<>(); // number of wraps seen, by register

    /**
     * Opens a machine of a library with the twin.
     *
     * @param alone the register to preset in the RTL only, or null
     * @throws RuntimeException if the library does not take values of registers
     */
    public PresetEngine(
            String library,
            MachineConfig config,
            EngineOptions options,
            long seed,
            Register alone,
            boolean everywhere) {
        this(
                new RtlEngineFactory(RtlOptions.of(library)).open(config, options),
                new ModelEngineFactory().open(config, options),
                options,
                seed,
                alone,
                everywhere);
    }

    private PresetEngine(
            RtlEngine rtl, ModelEngine twin, EngineOptions options, long seed, Register alone, boolean everywhere) {
        super(beside(rtl, twin, options));
        MachineConfig config = config();
        this.rtl = rtl;
        this.twin = twin;
        random = new SplittableRandom(seed);
        this.alone = alone;
        this.everywhere = everywhere;
        for (int node = 0; node < config.nodes(); node++) {
            long requests = near(ENQUEUED);
            set(ENQUEUED, node, 0, requests);
            set(DEQUEUED, node, 0, requests);
            set(MERGES, node, 0, near(MERGES));
            set(WRITES, node, 0, near(WRITES));
            if (everywhere && config.dla().options().eventCredits() != 0) {
                both(
                        "out",
                        "out",
                        node,
                        0,
                        near(ENQUEUED) & config.dla().options().eventCredits());
            }
        }
    }

    private static LockstepEngine beside(RtlEngine rtl, ModelEngine twin, EngineOptions options) {
        LockstepEngine both = new LockstepEngine(rtl, twin, PERIOD, new Monitor() {});
        both.stretches(options.skipQuiescent());
        return both;
    }

    private long near(Register register) {
        int bits = everywhere ? 1 + random.nextInt(register.bits()) : register.bits();
        return (1L << bits) - 1 - random.nextInt(NEAR) & register.mask();
    }

    /** Sets a 16-bit register of the DLA's notices in RTL and twin. */
    private void both(String name, String ofTwin, int node, int index, long value) {
        Register register = new Register("dla.notices." + name, "dla.notices." + ofTwin, Short.SIZE);
        register.setRtl(rtl, node, 0, value);
        register.setTwin(twin, node, index, value);
    }

    private void count() {
        for (int node = 0; node < config().nodes(); node++) {
            int channel = random.nextInt(capabilities().dlaChannels());
            both("count_" + channel, "count", node, channel, near(ENQUEUED));
            both("older_" + channel, "older", node, channel, near(ENQUEUED));
        }
    }

    private void set(Register register, int node, int index, long value) {
        register.setRtl(rtl, node, index, value);
        if (!register.equals(alone)) {
            register.setTwin(twin, node, index, value);
        }
        preset.put(new Place(register, node, index), value & register.mask());
    }

    /**
     * Presets the counters of an epoch that has counted nothing since it is open. In a case of raw commands a node need
     * not wait for EPOCH_OPENED before it uses the epoch; then the counters stay as they are.
     */
    private void open(int node, int index, long event) {
        if (OF_ORIGIN.stream().anyMatch(counter -> counter.ofRtl(rtl, node, index) != 0)) {
            return;
        }
        int target = targets.get(key(node, index));
        int entry = (int) EpochEvent.entry(event);
        if (!capabilities().asserts()) { // EU_P7 compares two counts of an epoch, of which one wraps before the other
            long puts = near(PUTS);
            set(PUTS, node, index, puts);
            set(GOT, target, entry, puts);
        }
        long gets = near(BEGUN);
        set(BEGUN, node, index, gets);
        set(DONE, node, index, gets);
        long parts = near(EXTRAS);
        set(EXTRAS, node, index, parts);
        set(LACKS, target, entry, -parts); // number announced minus number arrived
    }

    private static long key(int node, int index) {
        return (long) node << 32 | index;
    }

    private int rank(long coord) {
        return config().shape().rank((int) Coord.x(coord), (int) Coord.y(coord), (int) Coord.z(coord));
    }

    private void compare() {
        preset.replaceAll((place, before) -> {
            long now = place.register.ofRtl(rtl, place.node, place.index);
            long ofTwin = place.register.ofTwin(twin, place.node, place.index);
            if (now != ofTwin && !place.register.equals(alone)) {
                throw new IllegalStateException(
                        "cycle " + cycle() + " " + place + ": " + now + " in the RTL, " + ofTwin + " in the twin");
            }
            long half = place.register.mask() >>> 1;
            boolean up = before > half && now < before - half;
            boolean down = place.register == LACKS && before <= half && now > before + half;
            if (up || down) {
                wraps.merge(place.register.rtl(), 1, Integer::sum);
            }
            return now;
        });
    }

    @Override
    public void submit(CommandBuffer commands) {
        for (int i = 0; i < commands.count(); i++) {
            if (commands.op(i) == TileCommand.EPOCH_OPEN) {
                long word = commands.word(i, 0);
                int node = commands.node(i);
                int index = (int) EpochCommand.index(word);
                targets.put(key(node, index), rank(EpochCommand.target(word)));
                OF_ORIGIN.forEach(counter -> preset.remove(new Place(counter, node, index)));
            }
        }
        super.submit(commands);
    }

    @Override
    public StopReason run(long limitCycle) {
        StopReason stop = super.run(limitCycle);
        EventCursor events = events();
        while (events.next()) {
            // the count begins at 0
            if (events.kind() == EventKind.EPOCH_EXPOSED || events.kind() == EventKind.EPOCH_QUEUED) {
                int entry = (int) EpochEvent.entry(events.a());
                preset.remove(new Place(GOT, events.node(), entry));
                preset.remove(new Place(LACKS, events.node(), entry));
            }
        }
        compare();
        if (everywhere) {
            count();
        }
        events.rewind();
        while (events.next()) {
            if (events.kind() == EventKind.EPOCH_OPENED) {
                open(events.node(), (int) events.a(), events.b());
            }
        }
        events.rewind();
        return stop;
    }

    /**
     * A register that exists in RTL and twin, and that can be read and set in both.
     *
     * @param rtl path below the tile in the RTL
     * @param twin names of the fields from the twin's tile to the register
     * @param bits width in bits
     */
    record Register(String rtl, String twin, int bits) {
        long mask() {
            return (1L << bits) - 1;
        }

        long ofRtl(RtlEngine engine, int node, int index) {
            return engine.peek(node, rtl, index) & mask();
        }

        void setRtl(RtlEngine engine, int node, int index, long value) {
            engine.poke(node, rtl, index, value & mask());
        }

        long ofTwin(ModelEngine engine, int node, int index) {
            Object holder = holder(engine, node);
            Object value = field(holder, last());
            return (value.getClass().isArray() ? Array.getLong(value, index) : ((Number) value).longValue()) & mask();
        }

        void setTwin(ModelEngine engine, int node, int index, long value) {
            Object holder = holder(engine, node);
            Object old = field(holder, last());
            int narrow = (int) (value & mask());
            try {
                if (old.getClass().isArray()) {
                    Array.setInt(old, index, narrow);
                } else if (old instanceof Long) {
                    declared(holder, last()).setLong(holder, value & mask());
                } else {
                    declared(holder, last()).setInt(holder, narrow);
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(twin, e);
            }
        }

        /** Returns the object that the field is. */
        Object twinObject(ModelEngine engine, int node) {
            return field(holder(engine, node), last());
        }

        private String last() {
            return twin.substring(twin.lastIndexOf('.') + 1);
        }

        private Object holder(ModelEngine engine, int node) {
            Object at = null;
            Object parts = field(field(engine, "machine"), "parts");
            for (int part = 0; part < Array.getLength(parts) && at == null; part++) {
                at = Array.get(field(Array.get(parts, part), "tiles"), node);
            }
            String[] names = twin.split("\\.");
            for (int i = 0; i < names.length - 1; i++) {
                at = field(at, names[i]);
            }
            return at;
        }

        private static Field declared(Object object, String name) {
            try {
                Field field = object.getClass().getDeclaredField(name);
                field.setAccessible(true);
                return field;
            } catch (NoSuchFieldException e) {
                throw new AssertionError(object.getClass() + " has no " + name, e);
            }
        }

        private static Object field(Object object, String name) {
            try {
                return declared(object, name).get(object);
            } catch (IllegalAccessException e) {
                throw new AssertionError(name, e);
            }
        }
    }
}
