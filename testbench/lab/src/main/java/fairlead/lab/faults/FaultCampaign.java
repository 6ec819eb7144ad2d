// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.Capabilities;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.ForwardingEngine;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.EventRecord;
import fairlead.hw.HwLayout.Header0;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.lab.faults.FaultCampaign.FaultOutcome.FaultFate;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.ExecutorOptions.Fault;
import fairlead.node.Observer;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.verdict.Verdict;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;

/**
 * Plays drawn programs on drawn machines of the lab library, first without a fault and then with each one, and
 * compares. Everything follows from one seed: the machine, the program, the node with the fault and the cycle in which
 * it is armed.
 */
public final class FaultCampaign {
    private static final long BUDGET = 15_000; // tile-cycles in which a drawn run must end
    private static final long PATIENCE = 4; // cycles that a faulty run gets, for each of the sound one
    private static final long LEAST_CYCLES = 20_000;

    private final List<FaultRow> rows;
    private final Set<String> unheard;
    private final RtlEngineFactory lab = new RtlEngineFactory(RtlOptions.of("lab"));
    private final DrawnPlans drawn;

    /**
     * @param rows the faults
     * @param unheard verdicts to which nobody listens, to show that the others do not see their faults
     */
    public FaultCampaign(List<FaultRow> rows, Set<String> unheard) {
        this.rows = List.copyOf(rows);
        this.unheard = Set.copyOf(unheard);
        Capabilities limits =
                lab.capabilities(MachineConfig.of(new Shape(2, 1, 1)).build(), EngineOptions.DEFAULT);
        drawn = new DrawnPlans(limits, BUDGET);
    }

    private record Played(RunPlan plan, RunResult result, EventTrace events, EndState end) {
        boolean isSound() {
            return result.report().holds() && result.execution().isClean();
        }

        long cycles() {
            return result.execution().cycles();
        }

        boolean sameState(Played sound) {
            return end.memory() == sound.end.memory()
                    && result.report()
                            .eventSha256()
                            .equals(sound.result.report().eventSha256());
        }

        boolean same(Played sound) {
            return events.differsFrom(sound.events) < 0 && sameState(sound) && end.links() == sound.end.links();
        }
    }

    /**
     * The sound runs of one program: without any command of a fault, and with the commands of a control.
     *
     * @param controls the runs with a control, by what is armed in them; faults that arm the same share them
     */
    private record Sound(Played plain, Map<List<Fault>, Played> controls) {}

    /** Runs the program of this seed without a fault and with each fault, and reports each outcome. */
    public void run(long seed, BiConsumer<FaultRow, FaultOutcome> told) {
        Map<AimedPlans.Aim, Sound> sound = new EnumMap<>(AimedPlans.Aim.class);
        for (FaultRow row : rows) {
            Sound known = sound.computeIfAbsent(row.aim(), aim -> new Sound(sound(aim, seed), new HashMap<>()));
            told.accept(row, outcome(row, seed, known));
        }
    }

    /** Plays the first program of this seed that a sound machine plays to its end under true verdicts. */
    private Played sound(AimedPlans.Aim aim, long seed) {
        for (long attempt = 0; ; attempt++) {
            long draw = attempt == 0 ? seed : Mix.seed(seed, attempt) >>> 1;
            RunPlan plan =
                    aim == AimedPlans.Aim.ALL ? drawn.draw(draw, seed + attempt, lab) : AimedPlans.draw(aim, draw, lab);
            Played played =
                    play(plan, Unsafe.NONE, List.of(), plan.executorOptions().maxCycles());
            if (played.isSound() && played.cycles() > 0) {
                return played;
            }
        }
    }

    private Played play(RunPlan plan, Unsafe unsafe, List<Fault> faults, long most) {
        EndState end = new EndState(lab);
        EventTrace events = new EventTrace();
        ExecutorOptions known = plan.executorOptions();
        RunPlan faulty = new RunPlan(
                plan.name(),
                plan.program(),
                plan.machine().change().unsafe(unsafe).build(),
                end,
                new EngineOptions(true, plan.engineOptions().skipQuiescent(), 1, true),
                new ExecutorOptions(known.quantum(), most, known.persistent(), known.seed(), faults),
                plan.effectiveConfig());
        Session session = new Session(faulty, true);
        if (!unheard.isEmpty()) {
            session.keepGoing(); // nobody listens who would end the run
        }
        RunResult result = session.run(executor -> {}, events);
        return new Played(plan, result, events, end);
    }

    private FaultOutcome outcome(FaultRow row, long seed, Sound known) {
        Played plain = known.plain;
        SplittableRandom random = new SplittableRandom(Mix.seed(seed, row.name().hashCode()));
        int nodes = plain.plan.machine().nodes();
        int node = random.nextInt(nodes);
        long cycle = row.isOneShot() ? random.nextLong(plain.cycles()) : 0;
        long most = PATIENCE * plain.cycles() + LEAST_CYCLES;
        Played faulty = play(plain.plan, row.unsafe(node), row.armed(nodes, node, cycle), most);
        // the command that arms takes the place of another one for a cycle, also without a fault
        Played sound = faulty.same(plain)
                ? plain
                : known.controls.computeIfAbsent(
                        row.control(nodes, node, cycle), armed -> play(plain.plan, Unsafe.NONE, armed, most));
        List<String> verdicts = faulty.result.report().verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .filter(v -> !unheard.contains(v))
                .toList();
        boolean ended = faulty.result.execution().reason() == EndReason.FAILED;
        return new FaultOutcome(
                seed,
                node,
                cycle,
                fate(faulty, sound, verdicts, ended),
                verdicts,
                ended || faulty.result.report().assertionsMuted() > 0,
                faulty.events.differsFrom(sound.events),
                verdicts.isEmpty() ? -1 : faulty.result.report().firstViolation(),
                faulty.result.report().ending() + unjudged(faulty.plan.machine()));
    }

    /** Returns in which part of the machine the account of the DLA is not kept, or an empty text. */
    private static String unjudged(MachineConfig machine) {
        return machine.dla().options().bypass() ? "; dla.bypass: its credits are not judged" : "";
    }

    private static FaultFate fate(Played faulty, Played sound, List<String> verdicts, boolean ended) {
        if (faulty.same(sound)) {
            return FaultFate.NO_STRIKE;
        }
        if (ended && faulty.result.report().firstViolation() < 0) {
            return FaultFate.ASSERTED;
        }
        if (!verdicts.isEmpty()) {
            return FaultFate.DETECTED;
        }
        if (faulty.sameState(sound)) {
            return FaultFate.MASKED;
        }
        if (!faulty.result.execution().isClean()) {
            return FaultFate.INCOMPLETE;
        }
        if (faulty.end.memory() != sound.end.memory()) {
            return FaultFate.SILENT_MEMORY;
        }
        return faulty.events.whatHappened() == sound.events.whatHappened()
                ? FaultFate.SILENT_IN_TIME
                : FaultFate.SILENT_OTHER_WAY;
    }

    /** Opens engines, and keeps hashes of all memory and of the links of the first one when it is closed. */
    static final class EndState implements EngineFactory {
        private static final int STATUS_BYTES = 16;

        private final EngineFactory factory;
        private boolean opened;
        private int status;
        private long memory;
        private long links;

        EndState(EngineFactory factory) {
            this.factory = factory;
        }

        @Override
        public Engine open(MachineConfig config, EngineOptions options) {
            Engine engine = factory.open(config, options);
            if (opened) {
                return engine; // a repeat that explains a deadlock
            }
            opened = true;
            return new ForwardingEngine(engine) {
                @Override
                public void close() {
                    take(this);
                    super.close();
                }
            };
        }

        private void take(Engine engine) {
            MachineConfig config = engine.config();
            boolean hasStatus = config.dla().options().writesStatus();
            status = hasStatus ? config.dla().options().statusAddress() : Integer.MIN_VALUE;
            int pages = (config.memoryBytes() + Engine.PAGE_BYTES - 1) / Engine.PAGE_BYTES;
            for (int node = 0; node < config.nodes(); node++) {
                for (int number = 0; number < pages; number++) {
                    ByteBuffer page = engine.page(node, number);
                    if (page != null) {
                        add(page.duplicate().order(ByteOrder.LITTLE_ENDIAN), (long) node * pages, number);
                    }
                }
            }
            long[] states = new long[config.nodes() * Engine.VC_WORDS];
            engine.vcStates(states);
            for (long word : states) {
                links = Mix.mix64(links ^ word) + 1;
            }
            if (config.collective().isUsed()) {
                long[] tree = new long[config.nodes() * Engine.TREE_WORDS];
                engine.treeLinks(tree);
                for (long word : tree) {
                    links = Mix.mix64(links ^ word) + 1;
                }
            }
        }

        /**
         * Adds the words that are not 0, so that a page that was never written equals one of zeros, and not the status
         * that the DLA writes.
         */
        private void add(ByteBuffer page, long first, int number) {
            for (int at = number * Engine.PAGE_BYTES; page.remaining() >= Long.BYTES; at += Long.BYTES) {
                long word = page.getLong();
                if (word != 0 && (at < status || at >= status + STATUS_BYTES)) {
                    memory += Mix.mix64(word ^ Mix.mix64(first * Engine.PAGE_BYTES + at + 1));
                }
            }
        }

        long memory() {
            return memory;
        }

        long links() {
            return links;
        }
    }

    /** The event records of a run, hops included, which can be compared with those of a sound run. */
    static final class EventTrace implements Observer {
        private static final long STAMP = Header0.STAMP_MASK << Header0.STAMP_LSB; // when a packet was prepared

        private byte[] records = new byte[1 << 16];
        private int size;
        private long whatHappened;

        @Override
        public void events(EventCursor batch) {
            int bytes = batch.count() * EventCursor.BYTES;
            if (size + bytes > records.length) {
                records = Arrays.copyOf(records, Math.max(2 * records.length, size + bytes));
            }
            batch.data().duplicate().position(0).get(records, size, bytes);
            size += bytes;
            batch.rewind();
            while (batch.next()) {
                if (EventKind.isIdentity(batch.kind()) && !isStatus(batch)) {
                    boolean isHeader =
                            batch.kind() == EventKind.PACKET_INJECTED || batch.kind() == EventKind.PACKET_DELIVERED;
                    long h = Mix.mix64((long) batch.node() << 16 | batch.unit() << 8 | batch.kind());
                    h = Mix.mix64(h ^ (isHeader ? batch.a() & ~STAMP : batch.a()));
                    h = Mix.mix64(h + batch.b());
                    whatHappened += Mix.mix64(h ^ batch.c());
                }
            }
            batch.rewind();
        }

        /** Tells whether the DLA has written its status, which is a hint about a moment. */
        private static boolean isStatus(EventCursor e) {
            return e.kind() == EventKind.COMMITTED && CommitEvent.port(e.a()) == HwLayout.MOST_PORTS;
        }

        /** Returns the cycle of the first record that differs from the one of the sound run, or -1. */
        long differsFrom(EventTrace sound) {
            int at = Arrays.mismatch(records, 0, size, sound.records, 0, sound.size);
            return at < 0 ? -1 : Math.min(cycle(at / EventCursor.BYTES), sound.cycle(at / EventCursor.BYTES));
        }

        private long cycle(int record) {
            int place = record * EventCursor.BYTES + EventRecord.CYCLE_OFFSET;
            return place + Long.BYTES > size
                    ? Long.MAX_VALUE
                    : ByteBuffer.wrap(records).order(ByteOrder.LITTLE_ENDIAN).getLong(place);
        }

        /** Returns a hash of what happened at which node, whatever the order and the cycles. */
        long whatHappened() {
            return whatHappened;
        }
    }

    /**
     * The outcome of one run with a fault.
     *
     * @param seed seed of the run
     * @param node node with the fault
     * @param cycle cycle in which it was armed, or 0
     * @param verdicts the false verdicts
     * @param asserted true if an assertion of the lab library failed, whether it was muted or ended the run
     * @param struck cycle of the first event that differs, or -1 if none does
     * @param violated cycle of the first violation; -1 if there is none or only the end of the run shows it
     * @param detail what ended the run badly, or where it differs
     */
    public record FaultOutcome(
            long seed,
            int node,
            long cycle,
            FaultFate fate,
            List<String> verdicts,
            boolean asserted,
            long struck,
            long violated,
            String detail) {

        /** Returns the cycles from the strike to the first violation, or -1 if one of them has no cycle. */
        public long delay() {
            return struck < 0 || violated < 0 ? -1 : Math.max(0, violated - struck);
        }

        /** What became of a run with a fault, in comparison with the same run without it. */
        public enum FaultFate {
            NO_STRIKE, // no event, no hop, no byte of memory and no state of a link differs: the fault did not strike
            MASKED, // it struck, and neither an event nor memory differs: only hops or the credits of a link do
            DETECTED, // a verdict is false
            ASSERTED, // an assertion of the lab library ended the run before a verdict was false
            /** No verdict is false, but the run did not complete or an operation failed, which the report says. */
            INCOMPLETE,
            /**
             * No verdict is false. The same things happened, some of them in other cycles; memory is that of the sound
             * run.
             */
            SILENT_IN_TIME,
            /**
             * No verdict is false. Other things happened, for example a repeated request; memory is that of the sound
             * run.
             */
            SILENT_OTHER_WAY,
            SILENT_MEMORY; // no verdict is false, and memory is not that of the sound run

            public boolean isSilent() {
                return this == SILENT_IN_TIME || this == SILENT_OTHER_WAY || this == SILENT_MEMORY;
            }
        }
    }
}
