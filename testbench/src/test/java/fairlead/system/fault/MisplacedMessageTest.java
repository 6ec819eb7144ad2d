// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.ForwardingEngine;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A machine delivers each of two messages to the target of the other one, complete, once and in time. Only
 * data_integrity can detect this, because it looks at the node.
 */
@Tag("M-162")
class MisplacedMessageTest {
    private static final int BYTES = 64;
    private static final long MATCH = 1000;
    private static final long KEY = 77;

    /** Takes the payload of each message from the address of the other one. */
    private static final class Exchanged extends ForwardingEngine {
        private final int sum; // sum of the two addresses

        Exchanged(Engine engine, int sum) {
            super(engine);
            this.sum = sum;
        }

        @Override
        public void submit(CommandBuffer commands) {
            CommandBuffer given = new CommandBuffer();
            for (int i = 0; i < commands.count(); i++) {
                long word1 = commands.word(i, 1);
                if (commands.op(i) == TileCommand.POST) {
                    word1 += sum - 2 * Descriptor1.local(word1); // LOCAL is the lowest field
                }
                given.add(
                        commands.cycle(i),
                        commands.node(i),
                        commands.task(i),
                        commands.op(i),
                        commands.word(i, 0),
                        word1,
                        commands.word(i, 2),
                        commands.word(i, 3),
                        commands.seq(i));
            }
            super.submit(given);
        }
    }

    private static byte[] message(long match) {
        byte[] text = Payload.bytes(KEY + match, BYTES);
        ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN).putLong(0, match);
        return text;
    }

    private static RunResult run(EngineFactory engines, boolean exchanged) {
        TestMachine machine = new TestMachine(3, 1, 1, 1);
        ProgramBuilder program = machine.program("messages");
        int first = program.windows().everywhere("messages", 2 * BYTES);
        program.messageSlots(1, machine.buffers.reception());
        for (int node = 1; node < 3; node++) {
            int from = first + BYTES * (node - 1);
            program.load(0, from, message(MATCH + node - 1));
            program.task(0, 0).add(Ops.send(node, from, BYTES, MATCH + node - 1, KEY + MATCH + node - 1));
        }
        Program built = program.build();
        RunPlan plan = machine.plan(built);
        return Runs.run(new RunPlan(
                plan.name(),
                built,
                plan.machine(),
                exchanged
                        ? (config, options) -> new Exchanged(engines.open(config, options), 2 * first + BYTES)
                        : engines,
                plan.engineOptions(),
                plan.executorOptions(),
                plan.effectiveConfig()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rtl", "model"})
    void aMessageAtTheNodeOfAnotherFailsDataIntegrityAlone(String engine) {
        EngineFactory engines =
                engine.equals("rtl") ? new RtlEngineFactory(RtlOptions.PRODUCT) : new ModelEngineFactory();
        RunResult wrong = run(engines, true);
        Runs.assertFails(wrong, "data_integrity");
        String said = Runs.verdicts(wrong).get("data_integrity").detail();
        assertTrue(said.contains("slot 0 of reception FIFO ") && said.contains("holds no message"), said);
        RunResult right = run(engines, false);
        assertTrue(right.report().holds(), Runs.text(right));
        assertTrue(right.report().ending().startsWith("completed"), Runs.text(right));
    }
}
