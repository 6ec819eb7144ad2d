// SPDX-License-Identifier: Apache-2.0
package fairlead.rtlunit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.Engine.EngineFactory;
import fairlead.engine.EngineOptions;
import fairlead.engine.EventCursor;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.CommitEvent;
import fairlead.hw.HwLayout.DeviceCommand;
import fairlead.hw.HwLayout.DeviceEvent;
import fairlead.hw.HwLayout.DeviceResult;
import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.HostResource;
import fairlead.hw.HwLayout.ResourceKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.lockstep.LockstepFactory;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.rtl.RtlEngineFactory;
import fairlead.rtl.RtlOptions;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The shared device of a tile, RTL and twin in lockstep, against docs/spec/collective-device.md: rules, and answers to
 * the cycle.
 */
@Tag("lab")
@Tag("M-390")
class DeviceInTheTileTest {
    private static final EngineFactory BOTH =
            new LockstepFactory(new RtlEngineFactory(RtlOptions.PRODUCT), new ModelEngineFactory());
    private static final int MEMORY = 20; // cycles
    private static final int BUFFER = 1003; // an odd place
    private static final int LIMIT = 2000;
    private static final int DEVICE_PORT = 3;

    private record Answer(long cycle, long value, long status) {
        int result() {
            return (int) DeviceEvent.result(status);
        }

        int command() {
            return (int) DeviceEvent.command(status);
        }
    }

    private final CommandBuffer commands = new CommandBuffer();
    private final List<Answer> answers = new ArrayList<>();
    private Engine engine;
    private int seq;
    private int written; // bytes, by the device's port
    private int empties; // TREE_EMPTY

    @BeforeEach
    void open() {
        MachineConfig config = MachineConfig.of(new Shape(2, 1, 1))
                .memoryBytes(1 << 14)
                .latency(new Latency(2, 2, MEMORY, 16, 8, 0, 0))
                .collective(new CollectiveNetwork(2, 16, 8, 8, List.of(List.of(0, 1))))
                .build();
        engine = BOTH.open(config, new EngineOptions(false, true, 1, false));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** Node 0 sends packets of these lengths to node 1; word i of packet p is 1000 p + i + first. */
    private void message(long cycle, long first, int... lengths) {
        long at = cycle;
        for (int p = 0; p < lengths.length; p++) {
            long header = CollectiveModel.message(0, lengths[p], p + 1 == lengths.length, 0, 0, 0)
                    | engine.config().collective().way(0, 0, 1);
            commands.add(at++, 0, 0, TileCommand.TREE_GIVE, header, p, 0, 0, seq++);
            for (int f = 0; f < CollectiveModel.flits(lengths[p]); f++) {
                long word = first + 1000L * p + 2L * f;
                commands.add(at++, 0, 0, TileCommand.TREE_BODY, word, word + 1, 0, 0, seq++);
            }
        }
    }

    private void device(long cycle, int op, int processor, int limit, int address) {
        long word = (long) processor << DeviceCommand.PROCESSOR_LSB
                | (long) limit << DeviceCommand.LIMIT_LSB
                | (long) address << DeviceCommand.ADDRESS_LSB;
        commands.add(cycle, 1, 0, processor, op, word, 0, 0, 0, seq++);
    }

    private void device(long cycle, int op, int processor) {
        device(cycle, op, processor, LIMIT, BUFFER);
    }

    /** Runs to this cycle; returns the answers since the last call. */
    private List<Answer> run(long limit) {
        answers.clear();
        engine.submit(commands);
        commands.clear();
        while (engine.cycle() < limit) {
            StopReason stop = engine.run(limit);
            assertEquals("", engine.failure());
            EventCursor e = engine.events();
            boolean any = false;
            while (e.next()) {
                any = true;
                if (e.kind() == EventKind.DEVICE_ANSWER) {
                    answers.add(new Answer(e.cycle(), e.a(), e.b()));
                } else if (e.kind() == EventKind.TREE_EMPTY) {
                    empties++;
                } else if (e.kind() == EventKind.COMMITTED) {
                    assertEquals(DEVICE_PORT, CommitEvent.port(e.a()));
                    written += (int) CommitEvent.bytes(e.a());
                }
            }
            if (!any && stop == StopReason.IDLE) {
                break;
            }
        }
        return List.copyOf(answers);
    }

    /** A processor takes the lock, before anything else happens. */
    private void lock(int processor) {
        device(1, TileCommand.DEVICE_LOCK, processor);
        assertEquals(DeviceResult.DONE, run(3).get(0).result());
    }

    private void expect(Answer answer, long cycle, int op, int result, long value) {
        assertEquals(cycle, answer.cycle, TileCommand.name(op));
        assertEquals(op, answer.command());
        assertEquals(result, answer.result(), TileCommand.name(op));
        assertEquals(value, answer.value);
    }

    @Test
    void theLockHasOneOwnerWhoAloneLetsItGo() {
        device(10, TileCommand.DEVICE_UNLOCK, 0);
        device(11, TileCommand.DEVICE_LOCK, 2);
        device(12, TileCommand.DEVICE_LOCK, 1);
        device(13, TileCommand.DEVICE_LOCK, 2);
        device(14, TileCommand.DEVICE_UNLOCK, 1);
        device(15, TileCommand.DEVICE_UNLOCK, 2);
        device(16, TileCommand.DEVICE_LOCK, 3);
        List<Answer> all = run(200);
        int[] results = {
            DeviceResult.NOT_OWNER,
            DeviceResult.DONE,
            DeviceResult.HELD,
            DeviceResult.HELD,
            DeviceResult.NOT_OWNER,
            DeviceResult.DONE,
            DeviceResult.DONE
        };
        int[] owners = {0, 3, 3, 3, 3, 0, 4};
        assertEquals(results.length, all.size());
        for (int i = 0; i < results.length; i++) {
            assertEquals(10 + i, all.get(i).cycle);
            assertEquals(results[i], all.get(i).result(), "command " + i);
            assertEquals(owners[i], DeviceEvent.owner(all.get(i).status), "command " + i);
        }
    }

    @Test
    void aHeaderAndAnyPayloadAreTakenInTheCyclesOfThePage() {
        Random random = new Random(1);
        lock(1);
        for (int round = 0; round < 20; round++) {
            long start = engine.cycle() + 1;
            int packets = 1 + random.nextInt(6);
            int[] lengths = new int[1 + packets];
            lengths[0] = 8 + random.nextInt(40);
            int drained = 0;
            long cycles = 0;
            for (int p = 1; p <= packets; p++) {
                lengths[p] = p == packets ? 1 + random.nextInt(256) : random.nextInt(257);
                drained += lengths[p];
                cycles += CollectiveModel.flits(lengths[p]) + 2L;
            }
            message(start, 7 + round, lengths);
            device(start + 400, TileCommand.DEVICE_READ_HEADER, 1);
            device(start + 401, TileCommand.DEVICE_DRAIN, 1);
            device(start + 450, TileCommand.DEVICE_DRAIN, 1);
            int before = written;
            List<Answer> all = run(start + 1000);
            int flits = CollectiveModel.flits(lengths[0]);
            assertEquals(3, all.size());
            expect(all.get(0), start + 401, TileCommand.DEVICE_DRAIN, DeviceResult.BUSY, 0);
            expect(all.get(1), start + 403 + flits, TileCommand.DEVICE_READ_HEADER, DeviceResult.DONE, 7 + round);
            assertEquals(1, DeviceEvent.payload(all.get(1).status));
            assertEquals(packets, DeviceEvent.packets(all.get(1).status));
            expect(all.get(2), start + 450 + cycles + MEMORY, TileCommand.DEVICE_DRAIN, DeviceResult.DONE, drained);
            assertEquals(0, DeviceEvent.payload(all.get(2).status));
            assertEquals(0, DeviceEvent.packets(all.get(2).status));
            assertEquals(drained, written - before, "bytes at the device's memory port");
            compare(round, lengths);
        }
    }

    private void compare(int round, int[] lengths) {
        int at = BUFFER;
        for (int p = 1; p < lengths.length; p++) {
            for (int i = 0; i < lengths[p]; i++) {
                long word = 7 + round + 1000L * p + i / 8;
                assertEquals((byte) (word >>> 8 * (i % 8)), engine.memory(1).get(at++), "packet " + p + " byte " + i);
            }
        }
    }

    @Test
    void aBufferThatIsShorterLosesTheRestAndKeepsTheFraming() {
        lock(0);
        message(10, 1, 8, 256, 100);
        message(60, 2, 8);
        device(400, TileCommand.DEVICE_READ_HEADER, 0);
        device(430, TileCommand.DEVICE_DRAIN, 0, 130, 4096);
        device(500, TileCommand.DEVICE_READ_HEADER, 0);
        device(520, TileCommand.DEVICE_READ_HEADER, 0);
        device(521, TileCommand.DEVICE_DRAIN, 0);
        List<Answer> all = run(900);
        assertEquals(5, all.size());
        assertEquals(2, DeviceEvent.headers(all.get(0).status) + 1, "the header that was taken is not counted");
        expect(all.get(1), all.get(1).cycle, TileCommand.DEVICE_DRAIN, DeviceResult.DONE, 356);
        assertEquals(130, written);
        assertEquals(0, engine.memory(1).get(4096 + 130));
        expect(all.get(2), 504, TileCommand.DEVICE_READ_HEADER, DeviceResult.DONE, 2);
        assertEquals(0, DeviceEvent.payload(all.get(2).status), "a message of a header alone");
        expect(all.get(3), 520, TileCommand.DEVICE_READ_HEADER, DeviceResult.EMPTY, 0);
        expect(all.get(4), 521, TileCommand.DEVICE_DRAIN, DeviceResult.EMPTY, 0);
    }

    /** A drain that would write outside the memory of its node is refused, whether or not a packet is there. */
    @Test
    void aBufferThatIsNotWithinTheMemoryIsRefusedAndTheMessageStays() {
        int memory = engine.config().memoryBytes();
        lock(0);
        device(10, TileCommand.DEVICE_DRAIN, 0, 1, memory);
        message(20, 4, 8, 256);
        device(400, TileCommand.DEVICE_READ_HEADER, 0);
        device(401, TileCommand.DEVICE_DRAIN, 0, 1, memory);
        device(430, TileCommand.DEVICE_DRAIN, 0, 256, memory - 255);
        device(431, TileCommand.DEVICE_DRAIN, 0, 0, memory + 1);
        device(432, TileCommand.DEVICE_DRAIN, 0, 1 << 15, (1 << HwLayout.ADDRESS_BITS) - 1);
        device(433, TileCommand.DEVICE_DRAIN, 0, 0xFFFF, 0);
        device(440, TileCommand.DEVICE_DRAIN, 0, 256, memory - 256);
        device(500, TileCommand.DEVICE_DRAIN, 0, 0, memory);
        List<Answer> all = run(900);
        assertEquals(9, all.size());
        expect(all.get(0), 10, TileCommand.DEVICE_DRAIN, DeviceResult.OUTSIDE, 0);
        expect(all.get(1), 401, TileCommand.DEVICE_DRAIN, DeviceResult.BUSY, 0);
        expect(all.get(2), 404, TileCommand.DEVICE_READ_HEADER, DeviceResult.DONE, 4);
        for (int i = 0; i < 4; i++) {
            expect(all.get(3 + i), 430 + i, TileCommand.DEVICE_DRAIN, DeviceResult.OUTSIDE, 0);
            assertEquals(1, DeviceEvent.packets(all.get(3 + i).status), "the payload has stayed");
        }
        expect(all.get(7), 440 + 18 + MEMORY, TileCommand.DEVICE_DRAIN, DeviceResult.DONE, 256);
        expect(all.get(8), 500, TileCommand.DEVICE_DRAIN, DeviceResult.EMPTY, 0);
        assertEquals(256, written);
        assertEquals((byte) 1004, engine.memory(1).get(memory - 256), "the first byte of the payload");
    }

    @Test
    void payloadIsReadAsAHeaderIfSoftwareAsksForOne() {
        lock(2);
        message(10, 5, 8, 64, 64);
        IntStream.range(0, 3).forEach(i -> device(400 + 30L * i, TileCommand.DEVICE_READ_HEADER, 2));
        List<Answer> all = run(900);
        assertEquals(List.of(5L, 1005L, 2005L), all.stream().map(Answer::value).toList());
        assertEquals(
                List.of(1L, 1L, 0L),
                all.stream().map(a -> DeviceEvent.payload(a.status)).toList());
    }

    @Test
    void nobodyElseTakesAPacketWhileAProcessorHasTheLock() {
        message(10, 5, 8, 64);
        device(90, TileCommand.DEVICE_LOCK, 1);
        device(100, TileCommand.DEVICE_READ_HEADER, 2);
        device(110, TileCommand.DEVICE_DRAIN, 2);
        commands.add(120, 1, 2, TileCommand.TREE_READ, 4, 0, 0, 0, seq++);
        commands.add(130, 1, 0, 2, TileCommand.DEVICE_UNLOCK, 1L << DeviceCommand.PROCESSOR_LSB, 0, 0, 0, seq++);
        device(140, TileCommand.DEVICE_READ_HEADER, 1); // and dies
        long dead = 1L << HostResource.TASK_LSB | (long) ResourceKind.DEVICE << HostResource.KIND_LSB;
        commands.add(200, 1, 0, CommandBuffer.SYSTEM, TileCommand.TASK_RESET, dead, 0, 0, 0, seq++);
        device(210, TileCommand.DEVICE_LOCK, 2);
        device(220, TileCommand.DEVICE_DRAIN, 2);
        List<Answer> all = run(900);
        assertEquals(7, all.size(), "the one who is not the processor of the words gets no answer");
        expect(all.get(1), 100, TileCommand.DEVICE_READ_HEADER, DeviceResult.NOT_OWNER, 0);
        expect(all.get(2), 110, TileCommand.DEVICE_DRAIN, DeviceResult.NOT_OWNER, 0);
        assertEquals(1, empties, "TREE_READ finds no packet while another processor has the lock");
        expect(all.get(3), all.get(3).cycle, TileCommand.DEVICE_READ_HEADER, DeviceResult.DONE, 5);
        expect(all.get(4), 200, TileCommand.DEVICE_UNLOCK, DeviceResult.DONE, 0);
        expect(all.get(5), 210, TileCommand.DEVICE_LOCK, DeviceResult.DONE, 0);
        expect(all.get(6), all.get(6).cycle, TileCommand.DEVICE_DRAIN, DeviceResult.DONE, 64);
    }

    @Test
    void aDrainWaitsForTheRestOfItsMessageAndTreeReadFindsNothingMeanwhile() {
        lock(0);
        message(10, 3, 8, 256, 256, 256);
        device(76, TileCommand.DEVICE_READ_HEADER, 0);
        device(85, TileCommand.DEVICE_DRAIN, 0);
        commands.add(90, 1, 0, TileCommand.TREE_READ, 4, 0, 0, 0, seq++);
        List<Answer> all = run(900);
        assertEquals(2, all.size());
        expect(all.get(0), 80, TileCommand.DEVICE_READ_HEADER, DeviceResult.DONE, 3);
        assertEquals(0, DeviceEvent.packets(all.get(0).status), "the first packet of payload is not whole");
        expect(all.get(1), all.get(1).cycle, TileCommand.DEVICE_DRAIN, DeviceResult.DONE, 768);
        assertTrue(all.get(1).cycle > 85 + 3 * 18 + MEMORY, "it has waited");
        assertEquals(1, empties, "TREE_READ finds no packet while the device takes them");
        assertEquals(768, written);
    }

    /** A stranger takes no packet, with a command or with TREE_READ, and the lock stays until a drain has ended. */
    @Test
    void theDeviceWorksForTheOwnerOfTheLockAlone() {
        message(10, 3, 8, 256);
        device(200, TileCommand.DEVICE_READ_HEADER, 0); // nobody has the lock
        device(201, TileCommand.DEVICE_LOCK, 0);
        device(202, TileCommand.DEVICE_READ_HEADER, 1);
        device(203, TileCommand.DEVICE_READ_HEADER, 0);
        device(220, TileCommand.DEVICE_DRAIN, 1);
        commands.add(221, 1, 0, TileCommand.TREE_READ, 4, 0, 0, 0, seq++);
        device(222, TileCommand.DEVICE_DRAIN, 0);
        device(223, TileCommand.DEVICE_UNLOCK, 0);
        device(224, TileCommand.DEVICE_DRAIN, 2);
        device(300, TileCommand.DEVICE_UNLOCK, 0);
        List<Answer> all = run(900);
        assertEquals(
                List.of(
                        DeviceResult.NOT_OWNER,
                        DeviceResult.DONE,
                        DeviceResult.NOT_OWNER,
                        DeviceResult.DONE,
                        DeviceResult.NOT_OWNER,
                        DeviceResult.BUSY,
                        DeviceResult.NOT_OWNER,
                        DeviceResult.DONE,
                        DeviceResult.DONE),
                all.stream().map(Answer::result).toList());
        assertEquals(256, written);
        assertEquals(1, empties);
    }
}
