// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.Buffers;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("M-9")
class MessageTest {
    private static final List<String> VERDICTS = List.of("deadlock_freedom", "data_integrity", "conservation");
    private static final int SLOT = 256;

    private static byte[] message(long match, long key, int length) {
        byte[] bytes = Payload.bytes(key, length);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, match);
        return bytes;
    }

    @ParameterizedTest(name = "{0} slots, {1} messages from each of {2} nodes, receiver late by {3}")
    @CsvSource({"4, 1, 1, 0", "4, 20, 1, 0", "4, 20, 1, 3000", "8, 9, 3, 500", "1, 6, 1, 800"})
    void messagesArriveOnceAndWaitAtTheirOriginForACreditNotInTheNetwork(int slots, int each, int senders, int late) {
        TestMachine machine = new TestMachine(2, 2, 1, 1);
        machine.buffers = new Buffers(8, 8, 16, slots, 64, 8);
        ProgramBuilder program = machine.program("messages");
        int source = program.windows().everywhere("source", (long) SLOT * each);
        int landing = program.windows().everywhere("landing", 4096);
        program.messageSlots(HwLayout.RECEPTION_FIFOS, slots);
        int wait = late > 0 ? program.task(0, 0).add(Ops.calc(late)) : -1;
        for (int origin = 1; origin <= senders; origin++) {
            for (int i = 0; i < each; i++) {
                int length = Math.min(SLOT, 8 + 37 * i);
                long match = 1000L * origin + i;
                program.load(origin, source + SLOT * i, message(match, match * 7, length));
                program.task(origin, 0).add(Ops.send(0, source + SLOT * i, length, match, match * 7));
                program.task(0, 0).add(Ops.recv(i % 2 == 0 ? origin : -1, match).requires(wait));
            }
        }
        int other = program.windows().everywhere("source of a put", SLOT);
        program.load(3, other, Payload.bytes(5, SLOT));
        int put = program.task(3, 0).add(Ops.put(0, other, landing, SLOT, 5).notBefore(400));
        EventLog log = new EventLog();
        RunResult result = machine.run(program.build(), log);
        Runs.assertHolds(result, "see the name of this test", VERDICTS);
        long committed = result.report().operations().get(put).lastCommit();
        assertTrue(committed > 0 && committed < 600, "a put passes the messages that wait: cycle " + committed);
        assertEquals((long) each * senders, log.of(0, EventKind.MSG_ARRIVED).size(), Runs.text(result));
        assertEquals(0, result.execution().unclaimed());
        assertTrue(mostAtOnce(log) <= slots, "slots in use " + mostAtOnce(log));
    }

    /** Returns the greatest number of messages that had arrived and whose credit had not left. */
    private static int mostAtOnce(EventLog log) {
        List<Long> freed = log.of(0, EventKind.PACKET_INJECTED).stream()
                .filter(e -> HwLayout.Header0.ptype(e.a()) == HwLayout.PacketType.CREDIT)
                .map(EventLog.Event::cycle)
                .toList();
        int most = 0;
        int arrived = 0;
        for (EventLog.Event event : log.of(0, EventKind.MSG_ARRIVED)) {
            arrived++;
            long before = freed.stream().filter(c -> c < event.cycle()).count();
            most = Math.max(most, arrived - (int) before);
        }
        return most;
    }
}
