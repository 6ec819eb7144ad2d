// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.faults;

import fairlead.engine.Capabilities;
import fairlead.engine.EngineOptions;
import fairlead.lab.cases.CaseDraw.DrawnPlans;
import fairlead.machine.MachineConfig;
import fairlead.machine.Mix;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.ExecutorOptions.Fault;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import fairlead.verdict.Verdict;
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
    public FaultCampaign(final List<FaultRow> rows, final Set<String> unheard) {
        this.rows = List.copyOf(rows);
        this.unheard = Set.copyOf(unheard);
        final Capabilities limits =
                lab.capabilities(MachineConfig.of(new Shape(2, 1, 1)).build(), EngineOptions.DEFAULT);
        drawn = new DrawnPlans(limits, BUDGET);
    }

    /** A finished run with what the comparison needs. */
    private record Played(RunPlan plan, RunResult result, EventTrace events, EndState end) {
        boolean isSound() {
            return result.report().holds() && result.execution().isClean();
        }

        long cycles() {
            return result.execution().cycles();
        }

        boolean sameState(final Played sound) {
            return end.memory() == sound.end.memory()
                    && result.report()
                            .eventSha256()
                            .equals(sound.result.report().eventSha256());
        }

        boolean same(final Played sound) {
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
    public void run(final long seed, final BiConsumer<FaultRow, FaultOutcome> told) {
        final Map<AimedPlans.Aim, Sound> sound = new EnumMap<>(AimedPlans.Aim.class);
        for (final FaultRow row : rows) {
            told.accept(
                    row,
                    outcome(
                            row,
                            seed,
                            sound.computeIfAbsent(row.aim(), aim -> new Sound(sound(aim, seed), new HashMap<>()))));
        }
    }

    /** Plays the first program of this seed that a sound machine plays to its end under true verdicts. */
    private Played sound(final AimedPlans.Aim aim, final long seed) {
        for (long attempt = 0; ; attempt++) {
            final long draw = attempt == 0 ? seed : Mix.seed(seed, attempt) >>> 1;
            final RunPlan plan =
                    aim == AimedPlans.Aim.ALL ? drawn.draw(draw, seed + attempt, lab) : AimedPlans.draw(aim, draw, lab);
            final Played played =
                    play(plan, Unsafe.NONE, List.of(), plan.executorOptions().maxCycles());
            if (played.isSound() && played.cycles() > 0) {
                return played;
            }
        }
    }

    private Played play(final RunPlan plan, final Unsafe unsafe, final List<Fault> faults, final long most) {
        final EndState end = new EndState(lab);
        final EventTrace events = new EventTrace();
        final ExecutorOptions known = plan.executorOptions();
        final RunPlan faulty = new RunPlan(
                plan.name(),
                plan.program(),
                plan.machine().withUnsafe(unsafe),
                end,
                new EngineOptions(true, plan.engineOptions().skipQuiescent(), 1, true),
                new ExecutorOptions(known.quantum(), most, known.persistent(), known.seed(), faults),
                plan.effectiveConfig(),
                true);
        final Session session = new Session(faulty, true);
        if (!unheard.isEmpty()) {
            session.keepGoing(); // nobody listens who would end the run
        }
        final RunResult result = session.run(executor -> {}, events);
        return new Played(plan, result, events, end);
    }

    private FaultOutcome outcome(final FaultRow row, final long seed, final Sound known) {
        final Played plain = known.plain;
        final SplittableRandom random =
                new SplittableRandom(Mix.seed(seed, row.name().hashCode()));
        final int nodes = plain.plan.machine().nodes();
        final int node = random.nextInt(nodes);
        final long cycle = row.isOneShot() ? random.nextLong(plain.cycles()) : 0;
        final long most = PATIENCE * plain.cycles() + LEAST_CYCLES;
        final Played faulty = play(plain.plan, row.unsafe(node), row.armed(nodes, node, cycle), most);
        // the command that arms takes the place of another one for a cycle, also without a fault
        final Played sound = faulty.same(plain)
                ? plain
                : known.controls.computeIfAbsent(
                        row.control(nodes, node, cycle), armed -> play(plain.plan, Unsafe.NONE, armed, most));
        final List<String> verdicts = faulty.result.report().verdicts().stream()
                .filter(v -> Boolean.FALSE.equals(v.holds()))
                .map(Verdict::name)
                .filter(v -> !unheard.contains(v))
                .toList();
        final boolean ended = faulty.result.execution().reason() == EndReason.FAILED;
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
    private static String unjudged(final MachineConfig machine) {
        return machine.dla().options().bypass() ? "; dla.bypass: its credits are not judged" : "";
    }

    private static FaultFate fate(
            final Played faulty, final Played sound, final List<String> verdicts, final boolean ended) {
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
}
