// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor0;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.EpochCommand;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.PacketMode;
import fairlead.hw.HwLayout.RejectReason;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.support.EventLog;
import fairlead.support.TestMachine;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Plays commands that no program may give, on the RTL with its assertions: an epoch whose transfers the target or the
 * host port refuses.
 */
@Tag("M-EPO-1")
class EpochRefusalTest {
    private static final int INDEX = 7;
    private static final int TARGET = 1;
    private static final int PACKET = 256;

    private final TestMachine machine = new TestMachine(3, 1, 1, 1);
    private final MachineConfig config = machine.config();
    private final CommandBuffer commands = new CommandBuffer();
    private final EventLog log = new EventLog();
    private final byte[] memory = new byte[machine.memoryBytes];
    private int seq;

    private void add(final long cycle, final int op, final long w0, final long w1, final long w2) {
        commands.add(cycle, 0, 0, op, w0, w1, w2, 0, seq++);
    }

    private void open() {
        add(0, HostCommand.FILL, 0, machine.memoryBytes, 0x1234);
        final long word =
                (long) INDEX << EpochCommand.INDEX_LSB | (long) machine.shape.coord(TARGET) << EpochCommand.TARGET_LSB;
        add(1, TileCommand.EPOCH_OPEN, word, 0, 0);
    }

    private void post(final int kind, final int target, final int mode, final int length, final int remote) {
        final long word0 = (long) kind << Descriptor0.KIND_LSB
                | (long) machine.shape.coord(target) << Descriptor0.TARGET_LSB
                | (long) mode << Descriptor0.MODE_LSB
                | (long) length << Descriptor0.LENGTH_LSB
                | (long) INDEX << Descriptor0.INDEX_LSB
                | 1L << Descriptor0.EPOCH_LSB
                | 99L << Descriptor0.TAG_LSB;
        add(500, TileCommand.POST, word0, (long) remote << Descriptor1.REMOTE_LSB, 1);
    }

    private void close() {
        add(600, TileCommand.EPOCH_CLOSE, (long) INDEX << EpochCommand.INDEX_LSB, 0, 0);
    }

    private void run() {
        try (Engine engine = new RtlEngineFactory(RtlOptions.of("lab")).open(config, EngineOptions.DEFAULT)) {
            engine.submit(commands);
            StopReason stop;
            do {
                stop = engine.run(20_000);
                log.events(engine.events());
            } while (stop == StopReason.REACTION || stop == StopReason.RING_FULL);
            assertEquals("", engine.failure());
            assertEquals(StopReason.IDLE, stop);
            engine.memory(TARGET).get(memory);
        }
    }

    private void assertEnded(final long failed) {
        assertEquals(failed, log.first(0, EventKind.EPOCH_CLOSED).b(), "closed with an error");
        final long freed = log.first(TARGET, EventKind.EPOCH_FREED).cycle();
        assertTrue(freed < log.first(0, EventKind.EPOCH_ENDED).cycle());
    }

    @ParameterizedTest(name = "kind {0}, mode {1}, {2} bytes, {3} packets written")
    @CsvSource({
        "0, 0, 600, 1", // ordered put of three packets, the second of which reaches beyond the memory
        "0, 2, 600, 1", // unordered put
        "0, 0, 100, 0",
        "0, 2, 100, 0",
        "1, 0, 600, 0", // get
        "1, 2, 600, 0",
        "2, 0, 8, 0", // fetch-add, compare-and-swap
        "3, 0, 8, 0"
    })
    void aTransferThatItsTargetRefusesEndsItsEpochWithAnError(
            final int kind, final int mode, final int length, final int written) {
        open();
        final int remote = machine.memoryBytes - (written == 0 ? 4 : PACKET + 100);
        post(kind, TARGET, mode, length, remote);
        post(OpKind.PUT, TARGET, PacketMode.DETERMINISTIC, 32, 0);
        close();
        run();
        assertTrue(log.of(0, EventKind.OP_REFUSED).size() >= 1);
        assertEnded(1);
        final byte[] beyond = Arrays.copyOfRange(memory, remote, machine.memoryBytes);
        final byte[] half = new byte[beyond.length];
        // the pattern that FILL writes
        try (Engine engine = new RtlEngineFactory().open(config, EngineOptions.DEFAULT)) {
            final CommandBuffer fill = new CommandBuffer();
            fill.add(0, 0, 0, HostCommand.FILL, 0, machine.memoryBytes, 0x1234, 0, 0);
            engine.submit(fill);
            engine.run(1000);
            engine.memory(0).get(0, half, 0, PACKET * written);
        }
        assertArrayEquals(half, beyond, "the packets that fit are written, the others are not");
    }

    @Test
    void anEpochWithoutARefusalEndsWithoutAnError() {
        open();
        post(OpKind.PUT, TARGET, PacketMode.DRAWN, 600, machine.memoryBytes - 600);
        post(OpKind.FADD, TARGET, PacketMode.DETERMINISTIC, 8, machine.memoryBytes - 8);
        close();
        run();
        assertEnded(0);
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "2", "3"})
    void aTransferToAnotherNodeThanItsEpochsTargetIsRejectedAndNotCounted(final int kind) {
        open();
        post(kind, 2, PacketMode.DETERMINISTIC, 8, 0);
        post(kind, 0, PacketMode.DETERMINISTIC, 8, 0);
        post(OpKind.PUT, TARGET, PacketMode.DETERMINISTIC, 32, 0);
        close();
        run();
        assertEquals(2, log.of(0, EventKind.OP_REJECTED).size());
        log.of(0, EventKind.OP_REJECTED).forEach(e -> assertEquals(RejectReason.EPOCH, e.b()));
        assertEquals(1, log.first(0, EventKind.EPOCH_CLOSING).b());
        assertEnded(0);
    }
}
