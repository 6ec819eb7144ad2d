// SPDX-License-Identifier: Apache-2.0
package fairlead.run;

import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.program.Operation;
import fairlead.program.Program;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Tasks that are not of the program and share its nodes. A stranger gives raw commands at the host port of one node. It
 * has an injection FIFO and a DLA channel that no operation of the program on this node uses, and tags, byte counters,
 * epoch indices and memory of its own; only a kind about foreign names uses others. The same seed, program and machine
 * give the same commands.
 */
public final class Strangers {
    /** Bytes of a node that only strangers use, above those of the program. */
    public static final int GROUND_BYTES = 1 << 16;

    static final int FIRST_TAG = 1 << HwLayout.TAG_BITS - 1; // a program has fewer operations on a node
    static final int FIRST_SEQUENCE = 1 << 30;
    static final int FIRST_ID = 1 << 15; // of epochs
    static final int FIRST_EPOCH = HwLayout.ORIGIN_EPOCHS / 2; // software takes the lowest free index and counter
    static final int FIRST_COUNTER = HwLayout.COUNTERS / 2;
    static final int COUNTERS = HwLayout.COUNTERS / 4;
    static final int PROCESSOR = 3; // of the shared device

    private static final int MOST = 3; // strangers of a run

    /** What a stranger does. */
    public enum Kind {
        STORES("requests of the store path with gaps between their stores", StrangerDraw::stores),
        HALF_REQUEST("dies between two stores of a request", StrangerDraw::halfRequest),
        PUTS("a stream of puts", StrangerDraw::puts),
        GETS("long gets, together as many as a node serves at a time", StrangerDraw::gets),
        MANY_GETS("more long gets than a node serves at a time", StrangerDraw::manyGets),
        FLUSHES("a stream of flushes beside the store path", StrangerDraw::flushes),
        MALFORMED("descriptors of any fields", StrangerDraw::malformed),
        DISORDER("commands that nothing has begun, on names of its own", StrangerDraw::disorder),
        HOST("all commands of the processor's port", StrangerDraw::host),
        CHANNEL("ends, releases and clears DLA channels of the program", StrangerDraw::channel),
        COUNTER("puts that name byte counters of the program", StrangerDraw::counter),
        PRESET("presets byte counters of the program", StrangerDraw::preset),
        EPOCH("closes epochs of the program", StrangerDraw::epoch),
        EXPOSURE("opens epochs at nodes of the program and never closes them", StrangerDraw::exposure),
        FIFO("descriptors in injection FIFOs of the program", StrangerDraw::fifo),
        BARRIER("enters the barrier for tasks of the program, and adds to its counter", StrangerDraw::barrier),
        MESSAGE("messages to, and pops of, reception FIFOs of the program", StrangerDraw::message),
        HALF_MESSAGE("dies in a message on the collective network", StrangerDraw::halfMessage),
        DEVICE("commands of the shared device in the name of its processors", StrangerDraw::device);

        private final String about;
        private final Consumer<StrangerDraw> drawn;

        Kind(String about, Consumer<StrangerDraw> drawn) {
            this.about = about;
            this.drawn = drawn;
        }

        /** Returns what the stranger does, for tables. */
        public String about() {
            return about;
        }

        /** Returns whether the kind uses names that are not its own. */
        public boolean isForeign() {
            return compareTo(CHANNEL) >= 0;
        }

        /** Returns whether only a machine with a collective network can have the kind. */
        public boolean needsTree() {
            return this == HALF_MESSAGE || this == DEVICE;
        }
    }

    /**
     * A node with space for a stranger.
     *
     * @param fifo an injection FIFO that no operation of the program on this node uses
     * @param channel likewise of the DLA
     */
    record Room(int node, int fifo, int channel) {}

    private Strangers() {}

    /** Returns the kinds with names of their own in turn. */
    public static Kind ofSchedule(int number) {
        return Kind.values()[number % Kind.CHANNEL.ordinal()];
    }

    /**
     * Returns the commands of one to three strangers of a kind; none if each node has a program that uses all its FIFOs
     * or channels.
     *
     * @param ground first address of the strangers' memory
     * @param span the strangers begin in one of so many cycles
     */
    public static CommandBuffer draw(
            Kind kind, long seed, Program program, MachineConfig machine, int ground, long span) {
        SplittableRandom random = new SplittableRandom(Mix.seed(seed, kind.ordinal()));
        List<Room> rooms = rooms(program, machine);
        CommandBuffer commands = new CommandBuffer();
        int count = Math.min(rooms.size(), 1 + random.nextInt(MOST));
        for (int i = 0; i < count; i++) {
            Room room = rooms.remove(random.nextInt(rooms.size()));
            StrangerDraw one = new StrangerDraw(random, program, machine, room, commands);
            one.ground = ground;
            one.cycle = 1 + random.nextLong(span);
            one.share = machine.buffers().responses().least() / count;
            kind.drawn.accept(one);
        }
        return commands;
    }

    private static List<Room> rooms(Program program, MachineConfig machine) {
        int[] fifos = new int[program.nodes()];
        int[] channels = new int[program.nodes()];
        for (Operation op : program.operations()) {
            fifos[op.node()] |= 1 << op.task() % HwLayout.INJECTION_FIFOS;
            channels[op.node()] |= op.isOfDla() ? 1 << op.task() % HwLayout.Product.DLA_CHANNELS : 0;
        }
        List<Room> rooms = new ArrayList<>();
        for (int node = 0; node < machine.shape().nodes(); node++) {
            int fifo = Integer.numberOfTrailingZeros(~fifos[node]);
            int channel = Integer.SIZE
                    - 1
                    - Integer.numberOfLeadingZeros(~channels[node] & (1 << HwLayout.Product.DLA_CHANNELS) - 1);
            if (fifo < HwLayout.INJECTION_FIFOS && channel >= 0) {
                rooms.add(new Room(node, fifo, channel));
            }
        }
        return rooms;
    }
}
