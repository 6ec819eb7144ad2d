// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tasks that are not of the program and share its nodes. A stranger gives raw commands at the host port of one node. It
 * has an injection FIFO and a DLA channel that no operation of the program on this node uses, and tags, byte counters,
 * epoch indices and memory of its own. Only a kind about foreign names uses others. The same seed, kinds, program and
 * machine give the same commands.
 */
public final class Strangers {
    /** Bytes of a node that only strangers use, above those of the program. */
    public static final int GROUND_BYTES = 1 << 16;

    static final int TASK = 15; // its commands are after those of other tasks in the same cycle
    static final int PROCESSOR = HwLayout.TREE_PROCESSORS - 1; // on the collective network
    static final int FIRST_TAG = 1 << HwLayout.TAG_BITS - 1; // a program has fewer operations on a node
    static final int FIRST_REFUSED = FIRST_TAG + FIRST_TAG / 2; // of descriptors that must be refused
    static final int FIRST_SEQUENCE = 1 << 30;
    static final int FIRST_ID = 1 << 15; // of epochs
    static final int FIRST_EPOCH = HwLayout.ORIGIN_EPOCHS / 2; // software takes the lowest free index and counter
    static final int FIRST_COUNTER = HwLayout.COUNTERS / 2;
    static final int COUNTERS = HwLayout.COUNTERS / 4;

    private static final int MOST = 3; // strangers of a run
    private static final String HOLDS = ""; // in place of a reason

    /** What a stranger does: some of these commands, each drawn from the list. Names of OpKind are POSTs. */
    public enum Kind {
        STORES(HOLDS, 24, "DLA_REQUEST", "interleaved stores, and death between two of them"),
        PUTS(HOLDS, 80, "PUT PUT FADD CAS", "a stream of puts and atomics"),
        GETS(HOLDS, 8, "GET", "gets from one node, together often more than it serves at a time"),
        ORDERS(HOLDS, 800, "FLUSH FLUSH FENCE", "a stream of flushes and fences beside the store path"),
        MALFORMED(HOLDS, 32, "PUT GET FADD CAS FLUSH FENCE", "descriptors that must be refused"),
        DISORDER(
                HOLDS,
                32,
                "DLA_DATA DLA_END DLA_RELEASE DLA_MARK DLA_CLEAR DLA_ALLOC DLA_REQUEST EPOCH_CLOSE COUNTER_SET"
                        + " COUNTER_CLEAR MSG_POP TREE_BODY TREE_ABORT DEVICE_UNLOCK",
                "commands in any order, on names of its own"),
        HOST(
                HOLDS,
                32,
                "LOAD STORE ADD CAS_LOCAL POLL TIMER FILL BAR_READ COUNT_READ",
                "commands of the processor's port"),
        ABORTED(HOLDS, 3, "TREE_GIVE", "death in a message of the collective network, and TREE_ABORT by the system"),
        SETTING(HOLDS, 8, "COUNT_CONTROL DLA_EVENT_CREDIT", "performance counters and event credits of the node"),
        CHANNEL("a DLA channel has no owner", 400, "DLA_END DLA_RELEASE DLA_CLEAR", "ends and clears of channels"),
        COUNTER("a free byte counter has no owner", 16, "PUT", "puts that name byte counters"),
        PRESET("a free byte counter has no owner", 8, "COUNTER_SET COUNTER_CLEAR", "presets of byte counters"),
        CLOSE("an epoch index has no owner", 60, "EPOCH_CLOSE", "closing of epochs"),
        EXPOSURE("an epoch refuses accesses outside of epochs, of all tasks", 2, "EPOCH_OPEN", "epochs left open"),
        FIFO("an injection FIFO has no owner", 60, "PUT", "descriptors in the FIFOs of others"),
        BARRIER("a task may enter and add for another", 4, "BAR_ENTER BAR_ADD", "commands of the barrier"),
        MESSAGE("messages, pops and credits are of the node", 12, "MSG MSG_POP MSG_CREDIT", "messages and pops"),
        HALF_MESSAGE("a message that has begun keeps out other processors", 3, "TREE_GIVE", "death in a message"),
        DEVICE(
                "the shared device obeys everybody",
                16,
                "DEVICE_LOCK DEVICE_UNLOCK DEVICE_READ_HEADER DEVICE_DRAIN TREE_READ",
                "commands of the shared device");

        final int most; // commands
        final String[] commands;
        private final String breaks;
        private final String about;

        Kind(String breaks, int most, String commands, String about) {
            this.breaks = breaks;
            this.most = most;
            this.commands = commands.split(" ");
            this.about = about;
        }

        /** Returns what the stranger does, for tables. */
        public String about() {
            return about;
        }

        /** Returns why a program beside it does not have all that it has alone, or an empty text: it holds. */
        public String breaks() {
            return breaks;
        }

        /** Returns whether only a machine with a collective network can have the kind. */
        public boolean needsTree() {
            return commands[0].startsWith("TREE") || this == DEVICE;
        }

        /** Returns whether the kind uses the names of the program. */
        boolean isForeign() {
            return compareTo(CHANNEL) >= 0;
        }

        /** Returns the name in options and tables. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the kinds that every machine can have and that hold. */
        public static List<Kind> thatHold() {
            return Arrays.stream(values())
                    .filter(kind -> kind.breaks.isEmpty() && !kind.needsTree())
                    .toList();
        }

        /** Returns whether the kind reserves space in the store path. */
        boolean reserves() {
            return this == STORES || this == ORDERS || this == DISORDER;
        }
    }

    /**
     * A node with space for a stranger.
     *
     * @param fifos injection FIFOs that no operation of the program on this node uses, a bit each
     * @param channels likewise of the DLA
     */
    record Room(int node, int fifos, int channels) {
        private static Room of(int node, Program program) {
            int fifos = (1 << HwLayout.INJECTION_FIFOS) - 1;
            int channels = (1 << HwLayout.Product.DLA_CHANNELS) - 1;
            for (Operation op : program.operations()) {
                if (op.node() == node) {
                    fifos &= ~(1 << op.task() % HwLayout.INJECTION_FIFOS);
                    channels &= op.isOfDla() ? ~(1 << op.task() % HwLayout.Product.DLA_CHANNELS) : -1;
                }
            }
            return new Room(node, fifos, channels);
        }
    }

    private Strangers() {}

    /**
     * Returns the commands of one to three strangers of these kinds; none if the program uses all FIFOs or channels of
     * each node.
     *
     * @param takesAll the software takes all space in the store path, so that kinds that reserve some are left out
     * @param ground first address of the strangers' memory
     * @param span the strangers begin in one of so many cycles
     */
    static CommandBuffer draw(
            List<Kind> asked,
            long seed,
            Program program,
            boolean takesAll,
            MachineConfig machine,
            int ground,
            long span) {
        SplittableRandom random = new SplittableRandom(Mix.mix64(seed));
        List<Kind> kinds =
                asked.stream().filter(kind -> !takesAll || !kind.reserves()).toList();
        List<Room> rooms = IntStream.range(
                        0, kinds.isEmpty() ? 0 : machine.shape().nodes())
                .mapToObj(node -> Room.of(node, program))
                .filter(room -> room.fifos != 0 && room.channels != 0)
                .collect(Collectors.toCollection(ArrayList::new));
        CommandBuffer commands = new CommandBuffer();
        for (int count = Math.min(rooms.size(), 1 + random.nextInt(MOST)); count > 0; count--) {
            Room room = rooms.remove(random.nextInt(rooms.size()));
            Kind kind = kinds.get(random.nextInt(kinds.size()));
            new StrangerDraw(random, machine, room, kind, commands, ground, 1 + random.nextLong(span)).draw();
        }
        return commands;
    }
}
