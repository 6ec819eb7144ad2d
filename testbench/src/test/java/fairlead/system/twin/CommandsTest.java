// SPDX-License-Identifier: Apache-2.0
package fairlead.system.twin;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.machine.Buffers;
import fairlead.machine.DlaLimits;
import fairlead.machine.MachineConfig;
import fairlead.rtl.FabricPlay;
import fairlead.rtl.RtlEngineFactory;
import fairlead.support.EventBytes;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The twin gives the records, memories and VCs of the RTL for every command of the tile in any order, including illegal
 * ones.
 */
@Tag("M-17")
class CommandsTest {
    private static final long END = 60_000;
    private static final int COMMANDS = 250;
    private static final EngineOptions HOPS = new EngineOptions(true, true, 1, false);

    private static MachineConfig machine(long seed) {
        SplittableRandom random = new SplittableRandom(~seed);
        TestMachine machine = new TestMachine(1 + random.nextInt(3), 1 + random.nextInt(3), 1 + random.nextInt(2), 1);
        machine.link = 1 + random.nextInt(4);
        machine.credit = 1 + random.nextInt(4);
        machine.memory = 1 + random.nextInt(40);
        machine.software = 1 + random.nextInt(40);
        machine.barrier = 1 + random.nextInt(12);
        machine.jitter = random.nextInt(2) * random.nextInt(60);
        int dla = 8 + random.nextInt(40);
        machine.buffers = new Buffers(
                1 + random.nextInt(9),
                1 + random.nextInt(9),
                1 + random.nextInt(8),
                18 + random.nextInt(20),
                dla,
                1 + random.nextInt(8));
        machine.dla = limits(random, dla);
        machine.localPorts = 1 + random.nextInt(2);
        machine.memoryBytes = 1 << 17;
        machine.tasks = Collections.nCopies(machine.shape.nodes(), 1 + random.nextInt(4));
        return machine.config().withMessageBase(1 << 16);
    }

    private static DlaLimits limits(SplittableRandom random, int dla) {
        int[] limit = random.ints(9, dla / 3, dla + 1).toArray();
        return DlaLimits.of(limit[0], limit[1], limit[2], limit[3], limit[4], limit[5], limit[6], limit[7], limit[8]);
    }

    private static FabricPlay run(EngineFactory factory, long seed, EngineOptions options, long quantum) {
        MachineConfig config = machine(seed);
        EventBytes events = new EventBytes();
        try (Engine engine = factory.open(config, options)) {
            StopReason stop = new RandomCommands(config, seed, COMMANDS).run(engine, quantum, END, events);
            return FabricPlay.of(engine, stop, events);
        }
    }

    private static void same(long seed) {
        String text = "seed " + seed;
        FabricPlay rtl = run(new RtlEngineFactory(), seed, HOPS, END);
        assertTrue(rtl.events().count() > COMMANDS, text);
        rtl.assertSameEnd(run(new ModelEngineFactory(), seed, HOPS, END), text);
        rtl.assertSameEnd(run(new ModelEngineFactory(), seed, new EngineOptions(true, false, 1, false), 5), text);
    }

    static LongStream seeds() {
        return LongStream.range(0, 16);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void randomCommandsGiveTheRecordsOfTheRtl(long seed) {
        same(seed);
    }

    @Tag("slow")
    @ParameterizedTest(name = "seed {0}")
    @MethodSource(ManySeeds.NAME)
    void manyRandomCommandsGiveTheRecordsOfTheRtl(long seed) {
        same(seed);
    }
}
