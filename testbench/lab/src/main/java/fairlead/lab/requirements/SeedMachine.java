// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.requirements;

import fairlead.engine.EngineOptions;
import fairlead.hw.HwLayout.MuteId;
import fairlead.machine.BarrierMaster;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaOptions;
import fairlead.machine.EpochAccess;
import fairlead.machine.GlobalBarrier;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.node.ExecutorOptions;
import fairlead.program.Program;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.run.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * A small RTL machine with known latencies. With a fault or a flaw it uses the lab library, in which failed assertions
 * of the flawed unit do not end the run.
 */
final class SeedMachine {
    static final int MEMORY_BYTES = 1 << 16;
    private static final int SOFTWARE = 16; // latency of node software in cycles

    private final Shape shape;
    private List<Integer> tasks;
    private int link = 2;
    private int memory = 20;
    private int barrier = 8;
    private int jitter;
    private int spread;
    private GlobalBarrier network = GlobalBarrier.WIRES;
    private BarrierMaster master = BarrierMaster.FIRST;
    private int barrierWidth = 8;
    private long seed = 1;
    private long maxCycles = 100_000;
    private int dlaWords = 64;
    private DlaLimits dla = DlaLimits.of(64);
    private int linkVc = 8;
    private int local = 8;
    private int response = 8;
    private Routing routing = Routing.DIMENSION_ORDER;
    private boolean asserted;
    private boolean detect;
    private EpochAccess access = EpochAccess.OPEN;
    private Unsafe unsafe = Unsafe.NONE;
    private final List<ExecutorOptions.Fault> faults = new ArrayList<>();

    SeedMachine(final int kx, final int ky, final int kz, final int tasks) {
        shape = new Shape(kx, ky, kz);
        this.tasks = Collections.nCopies(shape.nodes(), tasks);
    }

    /** Sets the number of tasks of each node. */
    SeedMachine tasks(final List<Integer> each) {
        tasks = List.copyOf(each);
        return this;
    }

    SeedMachine link(final int cycles) {
        link = cycles;
        return this;
    }

    SeedMachine memory(final int cycles) {
        memory = cycles;
        return this;
    }

    SeedMachine barrier(final int cycles, final int width) {
        barrier = cycles;
        barrierWidth = width;
        return this;
    }

    /** Makes each node's memory slower by a drawn number of cycles, up to the given one. */
    SeedMachine jitter(final int cycles) {
        jitter = cycles;
        return this;
    }

    /**
     * Makes the global barrier network slower by a drawn number of cycles, up to the given one, from each node and to
     * each node.
     */
    SeedMachine spread(final int cycles) {
        spread = cycles;
        return this;
    }

    /** Selects the network of the global barrier. */
    SeedMachine network(final GlobalBarrier value) {
        network = value;
        return this;
    }

    /** Selects the rule that determines the master task of each node. */
    SeedMachine master(final BarrierMaster which) {
        master = which;
        return this;
    }

    SeedMachine seed(final long value) {
        seed = value;
        return this;
    }

    SeedMachine maxCycles(final long cycles) {
        maxCycles = cycles;
        return this;
    }

    SeedMachine dla(final int words, final DlaLimits limits) {
        dlaWords = words;
        dla = limits;
        return this;
    }

    /** Sets the DLA options: markers, event credits, status and bypass. */
    SeedMachine options(final DlaOptions options) {
        dla = dla.with(options);
        return this;
    }

    SeedMachine routing(final Routing value) {
        routing = value;
        return this;
    }

    /**
     * Sets the depths of link VC buffers and of buffers between router and NIC, in flits, and the number of response
     * slots.
     */
    SeedMachine depths(final int ofLinks, final int ofLocal, final int responses) {
        linkVc = ofLinks;
        local = ofLocal;
        response = responses;
        return this;
    }

    SeedMachine access(final EpochAccess rule) {
        access = rule;
        return this;
    }

    /** Enables the deadlock detector, so that the verdict names a deadlock. */
    SeedMachine detect() {
        detect = true;
        return this;
    }

    /** Selects the lab library, in which a failed assertion ends the run. */
    SeedMachine asserted() {
        asserted = true;
        return this;
    }

    /** Selects a flaw of HwLayout.UnsafeVariant on all nodes; 0 means no flaw. */
    SeedMachine flaw(final int variant) {
        unsafe = Unsafe.everywhere(variant);
        return this;
    }

    /** Selects a flaw with an operand on all nodes. */
    SeedMachine flaw(final int variant, final int operand) {
        unsafe = new Unsafe(variant, Unsafe.ALL_NODES, operand);
        return this;
    }

    /** Arms a fault of HwLayout.FaultId in this cycle. */
    SeedMachine fault(final int id, final int node, final long cycle) {
        faults.add(new ExecutorOptions.Fault(id, node, cycle, 0));
        return this;
    }

    Shape shape() {
        return shape;
    }

    List<Integer> tasks() {
        return tasks;
    }

    MachineConfig config() {
        return MachineConfig.of(shape)
                .latency(new Latency(link, 2, memory, SOFTWARE, barrier, jitter, spread))
                .buffers(new Buffers(linkVc, local, 16, 64, dlaWords, response))
                .memoryBytes(MEMORY_BYTES)
                .dla(dla)
                .tasks(tasks)
                .barrierWidth(barrierWidth)
                .seed(seed)
                .routing(routing)
                .unsafe(unsafe)
                .epochAccess(access)
                .barrierMaster(master)
                .barrier(network)
                .build();
    }

    boolean isAsserted() {
        return asserted;
    }

    /**
     * Returns the faults that mute the assertions of the flawed unit, so that the row judges the run and no assertion
     * ends it.
     */
    static List<ExecutorOptions.Fault> mutes(final MachineConfig machine) {
        final List<ExecutorOptions.Fault> mutes = new ArrayList<>();
        for (int node = 0; machine.unsafe().isSet() && node < machine.nodes(); node++) {
            mutes.add(new ExecutorOptions.Fault(MuteId.OWN_UNIT, node, 0, 0));
        }
        return mutes;
    }

    SeedRun run(final Program program, final Map<String, Integer> ops) {
        final List<ExecutorOptions.Fault> armed = new ArrayList<>(faults);
        armed.addAll(mutes(config()));
        final boolean broken = !armed.isEmpty();
        final MachineConfig config = config().withMessageBase(program.messageBase());
        final RunPlan plan = new RunPlan(
                program.name(),
                program,
                config,
                SeedEngines.of(config, broken),
                new EngineOptions(false, true, 1, asserted || broken),
                new ExecutorOptions(256, maxCycles, false, seed, armed),
                "",
                detect);
        final Events events = new Events();
        final RunResult result = new Session(plan, true).keepGoing().run(executor -> {}, events);
        return new SeedRun(
                config,
                events,
                result,
                Map.copyOf(ops),
                "",
                result.report().assertionsMuted(),
                SeedEngines.hasTwin(config, broken));
    }
}
