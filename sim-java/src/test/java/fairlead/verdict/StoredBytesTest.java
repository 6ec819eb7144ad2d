// SPDX-License-Identifier: Apache-2.0
package fairlead.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.ForwardingEngine;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutorOptions;
import fairlead.program.Ops;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramException;
import fairlead.run.Machines;
import fairlead.run.RunPlan;
import fairlead.run.RunReport;
import fairlead.run.Session;
import fairlead.run.TwinRun;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.BitSet;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A STORE writes its bytes and no others, and data_integrity sees each machine that does not do so. */
class StoredBytesTest {
    private static final MachineConfig MACHINE = Machines.of(new Shape(2, 1, 1), 1);

    private final ProgramBuilder builder =
            new ProgramBuilder("stores", MACHINE.shape(), MACHINE.tasks(), MACHINE.memoryBytes());
    private final int word = builder.windows().everywhere("word", 64);

    /** A machine that changes the number of bytes of each store. */
    private static final class OtherBytes extends ForwardingEngine {
        private final LongUnaryOperator change;

        OtherBytes(Engine engine, LongUnaryOperator change) {
            super(engine);
            this.change = change;
        }

        @Override
        public void submit(CommandBuffer given) {
            CommandBuffer other = new CommandBuffer();
            for (int i = 0; i < given.count(); i++) {
                long w2 = given.word(i, 2);
                other.add(
                        given.cycle(i),
                        given.node(i),
                        given.task(i),
                        given.op(i),
                        given.word(i, 0),
                        given.word(i, 1),
                        given.op(i) == HostCommand.STORE ? change.applyAsLong(w2) : w2,
                        given.word(i, 3),
                        given.seq(i));
            }
            super.submit(other);
        }
    }

    private Program program() {
        int first = builder.task(0, 0).add(Ops.store(word, -1));
        int second =
                builder.task(0, 0).add(Ops.store(word + 8, 0x1122334455667788L).requires(first));
        int part = builder.task(0, 0).add(Ops.store(word + 3, 0xCCBBAAL, 3).requires(second));
        builder.task(0, 0).add(Ops.store(word + 8, 0, 1).requires(second));
        builder.task(0, 0).add(Ops.putAny(1, word, word, 16).requires(part));
        return builder.build();
    }

    /** Bytes 3 to 32 of the window without byte 10: parts of 5, 2, 5, 8, 8 and 1 bytes. */
    private Program blockProgram() {
        byte[] bytes = new byte[30];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (1 + i);
        }
        BitSet written = new BitSet();
        written.set(0, bytes.length);
        written.clear(7);
        int store = builder.task(0, 0).add(Ops.store(word + 3, bytes, written));
        builder.task(0, 0).add(Ops.putAny(1, word, word, 40).requires(store));
        return builder.build();
    }

    private RunReport run(LongUnaryOperator change) {
        return run(program(), change);
    }

    private static RunReport run(Program program, LongUnaryOperator change) {
        RunPlan plan = new RunPlan(
                "stores",
                program,
                MACHINE,
                (config, options) -> new OtherBytes(new ModelEngineFactory().open(config, options), change),
                EngineOptions.DEFAULT,
                ExecutorOptions.of(64, 100_000),
                null,
                false);
        return new Session(plan).run(executor -> {}).report();
    }

    @Test
    void aStoreWritesItsBytesAndNoOthers() {
        TwinRun run = new TwinRun(program(), MACHINE, ExecutorOptions.of(64, 100_000)).isClean();
        for (int node = 0; node < 2; node++) {
            assertEquals(0xFFFFCCBBAAFFFFFFL, run.word(node, word));
            assertEquals(0x1122334455667700L, run.word(node, word + 8));
        }
        assertEquals(
                Boolean.TRUE, TwinRun.verdict(run(w2 -> w2), "data_integrity").holds());
    }

    @Test
    void aBlockWritesItsBytesInOneCycle() {
        TwinRun run = new TwinRun(blockProgram(), MACHINE, ExecutorOptions.of(64, 100_000)).isClean();
        for (int node = 0; node < 2; node++) {
            assertEquals(0x0504030201000000L, run.word(node, word));
            assertEquals(0x0D0C0B0A09000706L, run.word(node, word + 8));
            assertEquals(0x1D1C1B1A19181716L, run.word(node, word + 24));
            assertEquals(0x1E, run.word(node, word + 32));
        }
    }

    /** The machine writes a byte less in one command of a block: of 5, 2, 5, 8, 8 and 1 bytes. */
    @ParameterizedTest
    @CsvSource({"0, 4", "1, 1", "2, 4", "3, 7", "4, 7"})
    void aBlockThatLosesAByteFailsDataIntegrity(int command, int bytes) {
        int[] seen = {0};
        RunReport report = run(blockProgram(), w2 -> seen[0]++ == command ? bytes : w2);
        assertEquals(Boolean.FALSE, TwinRun.verdict(report, "data_integrity").holds());
        assertEquals(6, seen[0]);
    }

    @Test
    void aBlockWritesAtLeastOneByteAndOnlyItsOwn() {
        BitSet written = new BitSet();
        assertThrows(IllegalArgumentException.class, () -> Ops.store(word, new byte[9], written));
        written.set(9);
        assertThrows(IllegalArgumentException.class, () -> Ops.store(word, new byte[9], written));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, 5})
    void aMachineThatStoresMoreOrFewerBytesFailsDataIntegrity(int more) {
        RunReport report = run(w2 -> w2 == 0 ? 0 : Math.max(0, w2 + more) % 8);
        assertEquals(Boolean.FALSE, TwinRun.verdict(report, "data_integrity").holds());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9})
    void noStoreHasSuchANumberOfBytes(int bytes) {
        assertThrows(IllegalArgumentException.class, () -> Ops.store(word, 0, bytes));
    }

    @Test
    void theBytesLieInOneWord() {
        builder.task(0, 0).add(Ops.store(word + 6, 0, 3));
        assertEquals(
                "op 0 (STORE, node 0 task 0): 3 bytes at address 6 must lie in one word of 8 bytes",
                assertThrows(ProgramException.class, builder::build).getMessage());
    }
}
