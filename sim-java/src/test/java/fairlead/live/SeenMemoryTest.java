// SPDX-License-Identifier: Apache-2.0
package fairlead.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.node.ExecutionReport.EndReason;
import fairlead.node.ExecutorOptions;
import fairlead.node.Observer;
import fairlead.program.OpKind;
import fairlead.run.Machines;
import fairlead.twin.fabric.ModelEngineFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A task sees memory as all cycles before its own have left it, wherever batches end. */
class SeenMemoryTest {
    private static final MachineConfig MACHINE = Machines.of(new Shape(3, 1, 1), 1);
    private static final int FROM = 1024;
    private static final int BYTES = 2048;

    private record Write(long cycle, int address, byte[] bytes) {}

    private record Seen(long cycle, byte[] memory, List<Commit> commits) {}

    /** Keeps what the NIC of node 0 writes. */
    private static Observer keeper(List<Write> writes) {
        return new Observer() {
            @Override
            public void events(EventCursor batch) {
                while (batch.next()) {
                    if (batch.kind() == EventKind.COMMITTED && batch.node() == 0) {
                        byte[] bytes = new byte[(int) CommitEvent.bytes(batch.a())];
                        ByteBuffer.allocate(16)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .putLong(batch.b())
                                .putLong(batch.c())
                                .get(0, bytes);
                        writes.add(new Write(batch.cycle(), (int) CommitEvent.address(batch.a()), bytes));
                    }
                }
                batch.rewind();
            }
        };
    }

    /** Puts of odd lengths, an add, and compare-and-swaps that fail, all to node 0. */
    private static void sender(LiveTask task) {
        byte[] data = new byte[300];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i + task.node());
        }
        task.store(FROM, data);
        for (int i = 0; i < 20; i++) {
            task.put(0, FROM, FROM + 61 * i + 8 * task.node(), 13 * i + task.node());
            task.fetchOp(OpKind.FADD, 0, 64, 1);
            task.await(task.cas(0, 72, 1, 1));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 4096})
    void aTaskSeesTheWritesOfAllCyclesBeforeItsOwnAndOfNoOthers(int quantum) {
        List<Write> writes = new ArrayList<>();
        List<Seen> seen = new ArrayList<>();
        LiveBody looks = task -> {
            for (int i = 0; i < 120; i++) {
                task.await(task.calc(1 + i % 5));
                seen.add(new Seen(task.cycle(), task.read(FROM, BYTES), task.commits()));
            }
        };
        try (Engine engine = new ModelEngineFactory().open(MACHINE, EngineOptions.DEFAULT)) {
            LiveRun run = LiveRun.capture(
                    engine,
                    "test",
                    List.of(looks, SeenMemoryTest::sender, SeenMemoryTest::sender),
                    ExecutorOptions.of(quantum, 1_000_000),
                    keeper(writes));
            assertEquals(EndReason.COMPLETED, run.execution().reason());
        }
        byte[] memory = new byte[Machines.MEMORY];
        int done = 0;
        int changes = 0;
        for (Seen one : seen) {
            List<Integer> told = new ArrayList<>();
            one.commits.forEach(commit -> {
                assertTrue(commit.length() > 0);
                for (int i = 0; i < commit.length(); i++) {
                    told.add(commit.address() + i);
                }
            });
            List<Integer> written = new ArrayList<>();
            for (; done < writes.size() && writes.get(done).cycle < one.cycle; done++) {
                Write write = writes.get(done);
                System.arraycopy(write.bytes, 0, memory, write.address, write.bytes.length);
                for (int i = 0; i < write.bytes.length; i++) {
                    written.add(write.address + i);
                }
            }
            assertEquals(written, told);
            assertArrayEquals(Arrays.copyOfRange(memory, FROM, FROM + BYTES), one.memory);
            changes += written.isEmpty() ? 0 : 1;
        }
        assertTrue(changes > 30, changes + " looks saw something new");
    }

    @Test
    void theLastEventCountsAlsoIfSoftwareDoesNotReactToIt() {
        List<LiveBody> bodies = new ArrayList<>(Collections.nCopies(3, task -> {}));
        bodies.set(1, task -> task.put(2, 64, 64, 100));
        new LivePlay(MACHINE, LivePlay.OPTIONS, bodies)
                .ends(EndReason.COMPLETED)
                .again();
    }
}
