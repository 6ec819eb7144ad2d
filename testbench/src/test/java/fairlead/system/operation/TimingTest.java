// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.machine.Buffers;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests latencies and rates to the cycle: the closed forms of docs/spec/torus-router.md, dma-engine-tx.md,
 * dma-engine-rx.md and fence-unit.md.
 */
@Tag("M-12")
class TimingTest {
    private static final int FLIT = 16;
    /**
     * Offset in cycles: the pages count a register from the cycle in which it shows its value, and an event carries the
     * cycle whose edge loaded it.
     */
    private static final int LOADED = -1;

    /** Returns the cycles from the head on the injection pin to the head on the ejection pin: H * (L + 1) + 2. */
    private static long travel(int hops, int link) {
        return (long) hops * (link + 1) + 2;
    }

    private static long postedAt(RunResult result, int id) {
        return result.report().operations().get(id).posted();
    }

    @ParameterizedTest(name = "{0} hops, link latency {1}")
    @CsvSource({"1, 1", "1, 2", "2, 2", "4, 2", "4, 5"})
    @Tag("R-FEN-5")
    @Tag("R-FEN-9")
    void aFlushAloneCostsOneRoundTrip(int hops, int link) {
        TestMachine machine = new TestMachine(8, 1, 1, 1);
        machine.link = link;
        ProgramBuilder program = machine.program("flush");
        int flush = program.task(0, 0).add(Ops.flush(hops));
        EventLog log = new EventLog();
        RunResult result = machine.run(program.build(), log);
        long there = 3 + travel(hops, link); // picked in cycle 1, head on the pin in cycle 3
        // acts 2 cycles later; the head of its PONG is on the pin 3 cycles after that
        long answered = there + 2 + 3;
        long done = answered + travel(hops, link) + 3; // acts 2 cycles later, and is reported 1 cycle after that
        assertEquals(
                postedAt(result, flush) + done + LOADED,
                log.first(0, EventKind.FLUSH_DONE).cycle(),
                Runs.text(result));
    }

    @ParameterizedTest(name = "from node {0}")
    @ValueSource(ints = {0, 5})
    @Tag("R-FEN-1")
    @Tag("R-FEN-9")
    @Tag("hazard-fence-11")
    @Tag("hazard-torus-8")
    void aFlushOfTheOwnNodeIsImmediateWhenNothingIsOutstanding(int node) {
        TestMachine machine = new TestMachine(8, 1, 1, 1);
        ProgramBuilder program = machine.program("flush");
        int flush = program.task(node, 0).add(Ops.flush(node));
        EventLog log = new EventLog();
        RunResult result = machine.run(program.build(), log);
        assertEquals(
                postedAt(result, flush) + 2 + LOADED,
                log.first(node, EventKind.FLUSH_DONE).cycle());
        assertEquals(0, log.of(node, EventKind.PACKET_INJECTED).size());
    }

    @ParameterizedTest(name = "{0} hops, link latency {1}, {2} bytes, memory latency {3}")
    @CsvSource({"1, 2, 0, 20", "3, 2, 0, 20", "1, 1, 16, 20", "2, 4, 256, 1", "4, 2, 256, 33"})
    void aLonePutTakesItsHopsAndOneMemoryRead(int hops, int link, int bytes, int memory) {
        TestMachine machine = new TestMachine(8, 1, 1, 1);
        machine.link = link;
        machine.memory = memory;
        machine.buffers = new Buffers(32, 32, 16, 64, 64, 8);
        ProgramBuilder program = machine.program("put");
        int window = program.windows().everywhere("window", 512);
        program.load(0, window, Payload.bytes(7, 256));
        int put = program.task(0, 0).add(Ops.put(hops, window, window + 256, bytes, 7));
        EventLog log = new EventLog();
        RunResult result = machine.run(program.build(), log);
        long head = postedAt(result, put) + 3 + LOADED;
        long flits = bytes / FLIT;
        long tail = flits == 0 ? head : head + 1 + memory + flits - 1;
        assertEquals(head, log.first(0, EventKind.PACKET_INJECTED).cycle(), "head on the injection pin");
        assertEquals(
                tail + travel(hops, link) + 2,
                log.first(hops, EventKind.PACKET_DELIVERED).cycle(),
                "tail taken");
        if (flits > 0) {
            assertEquals(
                    tail + travel(hops, link) + 2 + memory,
                    log.last(hops, EventKind.COMMITTED).cycle(),
                    "last byte in memory");
        }
    }

    private static long delivered(int bytes, int depth, int link, int credit) {
        TestMachine machine = new TestMachine(4, 1, 1, 1);
        machine.link = link;
        machine.credit = credit;
        machine.buffers = new Buffers(depth, 16, 16, 64, 64, 8);
        ProgramBuilder program = machine.program("stream");
        int source = program.windows().everywhere("source", 1 << 14);
        int landing = program.windows().everywhere("landing", 1 << 14);
        program.load(0, source, Payload.bytes(7, bytes));
        program.task(0, 0).add(Ops.put(1, source, landing, bytes, 7));
        EventLog log = new EventLog();
        RunResult result = machine.run(program.build(), log);
        assertTrue(result.report().holds(), Runs.text(result));
        return log.last(1, EventKind.PACKET_DELIVERED).cycle();
    }

    @ParameterizedTest(name = "depth {0}, link {1}, credit {2}")
    @CsvSource({
        "1, 2, 2",
        "2, 2, 2",
        "3, 2, 2",
        "4, 2, 2",
        "6, 2, 2",
        "7, 2, 2",
        "64, 2, 2",
        "1, 1, 1",
        "2, 1, 1",
        "4, 5, 1",
        "8, 5, 1"
    })
    void theRateOfALinkIsItsDepthOverItsCreditLoopAndAtMostOne(int depth, int link, int credit) {
        int packets = 16;
        int flits = packets * (1 + 256 / FLIT);
        int loop = link + credit + 2;
        long time = delivered(2 * packets * 256, depth, link, credit) - delivered(packets * 256, depth, link, credit);
        assertEquals(
                streamed(2 * flits, depth, loop) - streamed(flits, depth, loop),
                time,
                "cycles for " + flits + " flits more");
    }

    /** Returns the cycles from the second flit to the last; the first head travels alone while memory is read. */
    private static long streamed(int flits, int depth, int loop) {
        int gaps = flits - 2;
        return depth >= loop ? gaps : (long) gaps / depth * loop + gaps % depth;
    }
}
