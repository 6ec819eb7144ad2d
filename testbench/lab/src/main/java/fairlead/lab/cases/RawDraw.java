// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.DlaCommand;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lab.cases.CaseDraw.MachineDraw;
import fairlead.lab.script.DrawScript;
import fairlead.machine.FifoNumber;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.OptionalUnit;
import fairlead.machine.Shape;
import fairlead.twin.nic.HostGuard;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Draws a machine and raw commands for its host ports. Commands have any op code and any field values, whether or not a
 * program could use them, and resets come in between. For one seed, a longer case begins with the words of a shorter
 * one.
 *
 * <p>Two sets of commands are never drawn: FAULT_ARM, which the product library does not have, and the commands of
 * {@link HwLayout.HostCommand}, which are accesses of a program to its own memory.
 */
public final class RawDraw {
    private static final int MACHINE = 21;
    private static final int CONTENT = 22;
    private static final int ROUTES = 24;
    private static final int SHORT_LIFE = 400; // in words
    private static final int LONG_LIFE = 8000;
    private static final int IN_MID_RUN = 70; // in percent; such a reset comes before the last command acts

    private static final int EPOCHS = 5; // most words use one of these few epochs, so that the words affect one another
    /** The first of these epochs. Where numbers have more than six bits, all of these bits matter. */
    private static final int FIRST_EPOCH =
            HwLayout.ORIGIN_EPOCHS > HwLayout.SMALL_TABLE ? HwLayout.ORIGIN_EPOCHS - EPOCHS : 0;

    private RawDraw() {}

    /** Returns a file of words and tree.yaml with what their blocks refer to. */
    static DrawScript script(String file, SplittableRandom random, MachineConfig machine, Object target) {
        return new DrawScript(RawDraw.class, "tree.yaml " + file, random, target)
                .with("machine", machine)
                .with("network", machine.collective())
                .with(
                        "groups",
                        machine.collective().groups().stream()
                                .map(group ->
                                        group.stream().map(Integer::longValue).toList())
                                .toList())
                .with("FifoNumber", FifoNumber.class);
    }

    /** @param count least number of words to draw */
    public static RawCase draw(long seed, int count, Capabilities limits) {
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("seed", seed);
        SplittableRandom random = new SplittableRandom(Mix.seed(seed, MACHINE));
        DrawScript script = MachineDraw.script(random, limits);
        Map<String, Object> section = machine(script, limits);
        SplittableRandom routes = new SplittableRandom(Mix.seed(seed, ROUTES));
        if (OptionalUnit.COLLECTIVE.isHere() && routes.nextInt(5) < 2) {
            if (routes.nextInt(4) == 0) {
                script.from(routes).keys("io_tiles", section);
            }
            script.from(routes).with("least", 1L).keys("collective", section);
        }
        keys.put("machine", section);
        keys.put("run", Map.of("max_cycles", 1_000_000_000L));
        MachineConfig drawn = CaseFile.of("raw-" + seed, keys).scenario().machine();
        MachineConfig machine = drawn.withMessageBase(Case.messageBase(drawn));
        boolean skips = random.nextInt(5) < 3;
        return new RawCase(seed, machine, skips, lives(new SplittableRandom(Mix.seed(seed, CONTENT)), machine, count));
    }

    /** Draws a machine like those of the other random cases, which is then changed for raw words. */
    @SuppressWarnings("unchecked")
    private static Map<String, Object> machine(DrawScript script, Capabilities limits) {
        Map<String, Object> keys = script.keys("raw", MachineDraw.draw(script, limits));
        Map<String, Object> buffers = (Map<String, Object>) keys.get("buffers");
        int reception = (int) buffers.get("reception");
        buffers.computeIfPresent("receptions", (key, value) -> atMost(reception, (Map<String, Object>) value));
        return keys;
    }

    /** The depths of single FIFOs, none of them above that of all others, for which there is memory. */
    private static Map<String, Object> atMost(int depth, Map<String, Object> singles) {
        Map<String, Object> less = new LinkedHashMap<>(singles);
        less.replaceAll((fifo, value) -> 1 + ((int) value - 1) % depth);
        return less;
    }

    private static List<RawCase.Life> lives(SplittableRandom random, MachineConfig machine, int count) {
        boolean gets = random.nextInt(3) > 0;
        List<RawCase.Life> lives = new ArrayList<>();
        int drawn = 0;
        while (true) {
            int most = 1 + random.nextInt(random.nextInt(10) < 4 ? SHORT_LIFE : LONG_LIFE);
            RawLife life = new RawLife(random, machine, gets);
            while (drawn + life.drawn.size() < count && life.drawn.size() < most) {
                life.one();
            }
            drawn += life.drawn.size();
            if (drawn >= count) {
                lives.add(life.toItsEnd());
                return lives;
            }
            boolean inMidRun = random.nextInt(100) < IN_MID_RUN;
            lives.add(life.upTo(inMidRun ? 1 + random.nextLong(life.last) : life.last + 1 + random.nextInt(2000)));
        }
    }

    /**
     * Random command words for the host ports of a machine, all drawn before the first cycle.
     *
     * @param skips whether the engines may skip tiles that have nothing to do
     * @param lives the periods between resets of the machine, in order; the last period ends with the machine at rest
     */
    public record RawCase(long seed, MachineConfig machine, boolean skips, List<Life> lives) {
        /** The value of {@link Life#reset} if no reset ends the period. */
        public static final long NEVER = Long.MAX_VALUE;

        /**
         * The commands between two resets.
         *
         * @param words number of drawn commands that act before the reset, provided that no store stalls its node
         * @param first cycle in which the first of them acts; before it, the commands only give end-to-end credits
         * @param last cycle in which the last command acts
         * @param flits greatest number of payload flits that all commands may move, in both directions
         * @param reset cycle before which the machine is reset, whatever is in flight then
         */
        public record Life(CommandBuffer commands, int words, long first, long last, long flits, long reset) {
            public boolean isLast() {
                return reset == NEVER;
            }
        }

        public RawCase {
            lives = List.copyOf(lives);
        }

        public int words() {
            return lives.stream().mapToInt(Life::words).sum();
        }

        public Life lastLife() {
            return lives.get(lives.size() - 1);
        }

        /** Returns whether a store may stall its node (docs/decisions/0010-dla-bypass.md). */
        public boolean mayStall() {
            return machine.dla().options().bypass();
        }
    }

    /**
     * Draws the commands between two resets of a machine. Each node has its own first cycle and its own pace; its port
     * takes one command per cycle.
     */
    static final class RawLife {
        // cycles until an INIT_ACK arrives if the target does not queue the INIT
        private static final long ANSWERED = 5000;
        // number of end-to-end credits; more than the number of messages that can wait
        private static final int MANY = 500;

        private final SplittableRandom random;
        private final MachineConfig machine;
        private final DrawScript words; // raw.yaml
        private final CommandBuffer commands = new CommandBuffer();
        private final long[] next; // by node: first cycle of the next command
        private final long[] acted; // by node: cycle in which the last command acts
        private final int[] pace; // by node: greatest number of cycles between two commands
        private final List<Long> drawn = new ArrayList<>(); // cycles in which drawn commands act
        private int owner = CommandBuffer.SYSTEM; // of the next command
        private int sequence;
        private long last;

        /** @param gets whether to draw gets at all */
        RawLife(SplittableRandom random, MachineConfig machine, boolean gets) {
            this.random = random;
            this.machine = machine;
            words = script("raw.yaml", random, machine, null)
                    .with("legal", false)
                    .with("gets", gets)
                    .with("epochs", (long) EPOCHS)
                    .with("first_epoch", (long) FIRST_EPOCH)
                    .with("channel", 0L)
                    .with("moved", 0L);
            next = new long[machine.nodes()];
            acted = new long[machine.nodes()];
            Arrays.fill(acted, -1);
            pace = new int[machine.nodes()];
            for (int node = 0; node < next.length; node++) {
                next[node] = machine.nodes() + random.nextInt(300); // all MSG_CREDIT act before the first command
                pace[node] = random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(24);
            }
            shareSlots(machine.buffers().receptions().least() / machine.nodes(), 0);
        }

        /**
         * Gives each origin a share of the target's slots, so that every credit counter is defined and the first
         * messages are not refused.
         */
        private void shareSlots(int share, long cycle) {
            Shape shape = machine.shape();
            for (int node = 0; node < machine.nodes(); node++) {
                for (int target = 0; target < machine.nodes(); target++) {
                    add(cycle, node, TileCommand.MSG_CREDIT, shape.coord(target), share, 0, 0);
                }
            }
        }

        private void add(long cycle, int node, int op, long w0, long w1, long w2, long w3) {
            commands.add(cycle, node, 0, owner, op, w0, w1, w2, w3, sequence++);
            acted[node] = Math.max(cycle, acted[node] + 1);
            last = Math.max(last, acted[node]);
        }

        /** Draws the owner of a command: mostly the task of its words or task 0, seldom another one or the system. */
        private void drawOwner() {
            long draw = Mix.mix64(sequence * Mix.GOLDEN) & 31;
            int op = (int) words.number("op");
            int rightful =
                    CommandBuffer.nameFor(Math.max(0, HostGuard.giver(op, words.number("w0"), words.number("w2"))), op);
            owner = draw >= 6 ? rightful : draw == 5 ? CommandBuffer.SYSTEM : 3 * (int) draw;
        }

        /**
         * Draws one command. The data of a store-path request, or of a packet for the collective network, follow it.
         */
        void one() {
            int node = random.nextInt(machine.nodes());
            words.run("word");
            drawOwner();
            give(node);
            for (long flits = words.number("data"); flits > 0; flits--) {
                words.run("next");
                if (random.nextInt(40) == 0) {
                    next[node] += 1 + random.nextInt(20);
                }
                give(node);
            }
        }

        private void give(int node) {
            next[node] += random.nextInt(pace[node]);
            add(
                    next[node],
                    node,
                    (int) words.number("op"),
                    words.number("w0"),
                    words.number("w1"),
                    words.number("w2"),
                    words.number("w3"));
            drawn.add(acted[node]);
        }

        private long least() {
            return drawn.stream().mapToLong(cycle -> cycle).min().orElse(Long.MAX_VALUE);
        }

        RawCase.Life upTo(long reset) {
            int before = (int) drawn.stream().filter(cycle -> cycle < reset).count();
            return new RawCase.Life(commands, before, least(), last, words.number("moved"), reset);
        }

        /**
         * Returns the commands of the last period, after which the machine comes to rest: everything that waits for
         * software gets its command, and all epochs are closed.
         */
        RawCase.Life toItsEnd() {
            int count = drawn.size();
            long cycle = last + 1;
            owner = CommandBuffer.SYSTEM;
            for (int node = 0; node < machine.nodes(); node++) {
                for (long channel = 0; channel < 1 << DlaCommand.CHANNEL_WIDTH; channel++) {
                    add(cycle, node, TileCommand.DLA_CLEAR, channel << DlaCommand.CHANNEL_LSB, 0, 0, 0);
                }
            }
            shareSlots(MANY, cycle);
            for (int node = 0; node < machine.nodes(); node++) {
                for (long index = FIRST_EPOCH; index < FIRST_EPOCH + EPOCHS; index++) {
                    add(cycle + ANSWERED, node, TileCommand.EPOCH_CLOSE, index << EpochCommand.INDEX_LSB, 0, 0, 0);
                }
            }
            return new RawCase.Life(commands, count, least(), last, words.number("moved"), RawCase.NEVER);
        }
    }
}
