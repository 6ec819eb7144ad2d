// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EngineStats;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.MachineConfig;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * FB_P3: the options of a run change nothing visible, including its counts and inspections, and the twin gives the
 * same.
 */
@Tag("M-3")
@Tag("M-66")
class FabricOptionsTest {
    private static final int COMMANDS = 50;
    private static final int SEED = 3;
    private static final EngineOptions HOPS = new EngineOptions(true, true, 1, false);
    private static final EngineOptions AWAKE = new EngineOptions(true, false, 1, false);

    @TempDir
    private Path folder;

    private static EngineOptions threads(int many) {
        return new EngineOptions(true, true, many, false);
    }

    private static RtlOptions small(int eventCapacity) {
        return new RtlOptions("product", null, null, null, eventCapacity);
    }

    private static FabricPlay play(
            MachineConfig config, EngineOptions options, RtlOptions rtl, long quantum, long from) {
        try (RtlEngine engine = new RtlEngineFactory(rtl).open(config, options)) {
            return FabricPlay.of(engine, SEED, COMMANDS, quantum, from);
        }
    }

    private static int told(FabricPlay played, int kind) {
        int many = 0;
        for (EventCursor e = played.events().cursor(); e.next(); ) {
            many += e.kind() == kind ? 1 : 0;
        }
        return many;
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void noOptionChangesWhatIsSeen(FabricMachines machine) {
        MachineConfig config = machine.of(3, 2, 2);
        FabricPlay one = play(config, HOPS, RtlOptions.PRODUCT, FabricPlay.END, 0);
        assertTrue(
                one.events().count() > 20 * COMMANDS, "events " + one.events().count());
        int[] polled = new int[2]; // the poll expires at its limit, then it holds
        for (EventCursor e = one.events().cursor(); e.next(); ) {
            if (e.kind() == EventKind.POLLED) {
                polled[(int) e.c()]++;
            }
        }
        assertTrue(polled[0] > 0 && polled[1] > 2 * config.nodes(), Arrays.toString(polled));
        int read = told(one, EventKind.TREE_DATA);
        assertEquals(machine == FabricMachines.TREE, read > 5 * config.nodes(), "flits read: " + read);
        for (int many : machine == FabricMachines.PLAIN ? new int[] {2, 64} : new int[] {3}) {
            one.assertEqual(play(config, threads(many), RtlOptions.PRODUCT, FabricPlay.END, 0), many + " threads");
        }
        one.assertSame(play(config, AWAKE, RtlOptions.PRODUCT, FabricPlay.END, 0), "no tile skipped");
        one.assertSame(play(config, HOPS, RtlOptions.PRODUCT, 1, 0), "quantum 1");
        one.assertSame(play(config, threads(2), small(256), 77, 0), "batches of 256 records, quantum 77, 2 threads");
        one.assertSame(play(config, HOPS, small(64), FabricPlay.END, 0), "batches of 64 records");
        one.assertSame(
                play(config, HOPS, RtlOptions.PRODUCT.withRecord(folder.resolve(machine + ".rec")), FabricPlay.END, 0),
                "recorded");
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void aLibraryWithAssertionsGivesTheSameWithAndWithoutAWaveform(FabricMachines machine) {
        MachineConfig config = machine.of(2, 2, 1);
        FabricPlay one = play(config, HOPS, RtlOptions.PRODUCT, FabricPlay.END, 0);
        RtlOptions lab = RtlOptions.of("lab");
        FabricPlay plain = play(config, HOPS, lab, FabricPlay.END, 0);
        one.assertSame(plain, "lab");
        assertTrue(plain.stat(FabricAbi.S_MUTED) > 0, "hosts that break rules");
        assertEquals(0, plain.stat(FabricAbi.S_CHECK_FAILURES));
        RtlOptions.Wave wave = new RtlOptions.Wave(folder.resolve(machine + ".fst"), List.of(1, 2), 100, 900);
        plain.assertEqual(play(config, threads(3), lab.withWave(wave), FabricPlay.END, 0), "lab, waveform, 3 threads");
    }

    /** Cycles have 64 bits, the stamps of packets 15, the indices of lists at least six. */
    @ParameterizedTest(name = "{0}")
    @EnumSource
    void theTwinGivesTheSameAtAnyTime(FabricMachines machine) {
        MachineConfig config = machine.of(2, 3, 1);
        for (long from : new long[] {0, (1L << 15) - 40, (1L << 32) - 200}) {
            String text = "from cycle " + from;
            FabricPlay rtl = play(config, HOPS, RtlOptions.PRODUCT, FabricPlay.END + from, from);
            try (Engine model = new ModelEngineFactory().open(config, HOPS)) {
                FabricPlay twin = FabricPlay.of(model, SEED, COMMANDS, FabricPlay.END + from, from);
                rtl.assertSameRun(twin, text);
                EngineStats stats = model.stats();
                assertEquals(stats.cycles(), rtl.stat(FabricAbi.S_CYCLES), text);
                assertEquals(stats.commands(), rtl.stat(FabricAbi.S_COMMANDS), text);
                assertEquals(stats.events(), rtl.stat(FabricAbi.S_EVENTS), text);
                assertEquals(stats.flitHops(), rtl.stat(FabricAbi.S_FLIT_HOPS), text);
            }
        }
    }

    @Test
    void theFlatLibraryGivesTheSame() {
        flat("flat4", FabricMachines.PLAIN.of(2, 2, 1));
    }

    @Test
    @Tag("slow")
    void theFlatLibraryOfEightTilesGivesTheSame() {
        flat("flat8", FabricMachines.PLAIN.of(2, 2, 2));
    }

    /** Compares the fabric of single tiles with a torus that is one Verilog module (D1). */
    private static void flat(String library, MachineConfig config) {
        FabricPlay one = play(config, HOPS, RtlOptions.PRODUCT, FabricPlay.END, 0);
        FabricPlay flat = play(config, HOPS, RtlOptions.of(library), FabricPlay.END, 0);
        assertEquals("", one.events().difference(flat.events()));
        assertEquals(one.cycle(), flat.cycle());
        assertEquals(one.stop(), flat.stop());
        for (int word = 0; word < FabricAbi.R_COUNT; word++) {
            assertEquals(one.result(word), flat.result(word), "result word " + word);
        }
        for (int word = FabricAbi.S_COMMANDS; word <= FabricAbi.S_WRITES; word++) {
            assertEquals(one.stat(word), flat.stat(word), "word " + word + " of fl_stats");
        }
        assertEquals(config.nodes() * one.cycle(), flat.stat(FabricAbi.S_TILES_EVALUATED), "no tile is skipped");
        flat.assertSame(
                play(config, HOPS, new RtlOptions(library, null, null, null, 64), 99, 0), "batches of 64 records");
    }
}
