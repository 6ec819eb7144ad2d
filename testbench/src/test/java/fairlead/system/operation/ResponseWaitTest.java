// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.Buffers;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.program.ProgramBuilder.TaskBuilder;
import fairlead.run.RunPlan;
import fairlead.run.RunResult;
import fairlead.support.EventLog;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import fairlead.twin.fabric.ModelEngineFactory;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the longest get next to other responses of one port: the bound of docs/spec/dma-engine-tx.md, "How long a
 * response waits".
 */
@Tag("M-64")
class ResponseWaitTest {
    private static final int BIG = (1 << 20) - 1;
    private static final int MIDDLE = 1 << 14;
    private static final int TARGET = 1;
    private static final int OTHERS = 40; // flushes and fetch-adds of node 2
    private static final int PACKET = 17; // in flits
    private static final int PREPARED = 4; // packets in an emitter
    private static final int CREDIT_LOOP = 4;

    private static TestMachine machine(int nodes, int depth, int memory) {
        TestMachine machine = new TestMachine(nodes, 1, 1, 2);
        machine.localPorts = 1;
        machine.memory = memory;
        machine.memoryBytes = 1 << 22;
        machine.buffers = new Buffers(16, 16, 16, 64, 64, depth);
        return machine;
    }

    /**
     * Returns a program in which node 0 gets `bytes` from node 1 and flushes it. Meanwhile its second task adds, node 2
     * flushes and adds, and the other nodes get.
     */
    private static Program program(TestMachine machine, int bytes) {
        ProgramBuilder program = machine.program("longest get");
        int source = program.windows().everywhere("source", BIG + 1L);
        int landing = program.windows().everywhere("landing", BIG + 1L);
        int sum = program.windows().everywhere("sum", 8);
        program.load(TARGET, source, Payload.bytes(7, bytes));
        TaskBuilder reader = program.task(0, 0);
        reader.add(Ops.get(TARGET, landing, source, bytes, 7));
        reader.add(Ops.flush(TARGET));
        chain(program.task(0, 1), sum, false);
        chain(program.task(2, 0), sum, true);
        int middle = Math.min(bytes, MIDDLE);
        for (int node = 3; node < machine.shape.nodes(); node++) {
            TaskBuilder task = program.task(node, 0);
            int read = task.add(Ops.get(TARGET, landing, source, middle, 7));
            task.add(Ops.get(TARGET, landing + MIDDLE, source, middle, 7).requires(read));
        }
        return program.build();
    }

    private static void chain(TaskBuilder task, int sum, boolean flushes) {
        int last = -1;
        for (int i = 0; i < OTHERS; i++) {
            last = task.add((flushes && i % 2 == 0 ? Ops.flush(TARGET) : Ops.fadd(TARGET, sum, 1)).requires(last));
        }
    }

    private static RunResult run(TestMachine machine, String engine, Program program, EventLog log) {
        RunPlan plan = machine.plan(program);
        return Runs.run(engine.equals("rtl") ? plan : plan.with(new ModelEngineFactory(), plan.executorOptions()), log);
    }

    /**
     * Returns the greatest number of cycles from the acceptance of the tail of a PING or FADD to the head of its
     * response on the injection link.
     */
    private static int bound(int depth, int memory) {
        int waits = PACKET * (depth - 1 + PREPARED) + 2 * depth;
        return memory + 2 + waits + memory + 2; // acknowledgement of its writes, waits, first read of a packet in front
    }

    @ParameterizedTest(name = "{0}, {1} nodes, {2} slots, memory latency {3}")
    @CsvSource({"rtl, 4, 8, 20", "model, 4, 8, 20", "model, 12, 8, 20", "model, 12, 3, 40", "model, 16, 16, 1"})
    void aGetOfAMegabyteHoldsNoOtherResponse(String engine, int nodes, int depth, int memory) {
        TestMachine machine = machine(nodes, depth, memory);
        EventLog log = new EventLog();
        RunResult result = run(machine, engine, program(machine, BIG), log);
        Runs.assertHolds(result, engine, List.of("fence_ordering", "data_integrity", "conservation"));

        List<EventLog.Event> sent = log.of(TARGET, EventKind.PACKET_INJECTED);
        List<EventLog.Event> get = sent.stream()
                .filter(e -> Header0.ptype(e.a()) == PacketType.DATA && Header0.dst(e.a()) == 0)
                .toList();
        long begin = get.get(0).cycle();
        long end = get.get(get.size() - 1).cycle();
        assertEquals((BIG + 255) / 256, get.size(), "packets of the get");
        int beside = 0;
        long longest = 0;
        for (EventLog.Event request : log.of(TARGET, EventKind.PACKET_DELIVERED)) {
            long type = Header0.ptype(request.a());
            long origin = Header0.src(request.a());
            if (type != PacketType.FADD && (type != PacketType.PING || origin == 0)) {
                continue;
            }
            long answer = type == PacketType.FADD ? PacketType.FADD_R : PacketType.PONG;
            long left = sent.stream()
                    .filter(e -> Header0.ptype(e.a()) == answer
                            && Header0.dst(e.a()) == origin
                            && e.cycle() > request.cycle())
                    .mapToLong(EventLog.Event::cycle)
                    .min()
                    .orElseThrow();
            longest = Math.max(longest, left - request.cycle());
            beside += left > begin && left < end ? 1 : 0;
        }
        assertTrue(beside > OTHERS, beside + " responses left while the get was under way");
        assertTrue(
                longest <= bound(depth, memory),
                engine + ": a response waited " + longest + " cycles, the bound is " + bound(depth, memory));
        assertTrue(longest > PACKET, "nothing waited for the get: " + longest + " cycles");

        long pong = sent.stream()
                .filter(e -> Header0.ptype(e.a()) == PacketType.PONG && Header0.dst(e.a()) == 0)
                .mapToLong(EventLog.Event::cycle)
                .max()
                .orElseThrow();
        assertTrue(pong > end, "the PONG of the origin left in cycle " + pong + ", its get ended in " + end);
        long flits = sent.stream()
                .filter(e -> Header0.cls(e.a()) == 1 && e.cycle() >= begin && e.cycle() < end)
                .mapToLong(e -> 1 + (Header0.length(e.a()) + 15) / 16)
                .sum();
        assertTrue(
                end - begin <= flits + flits / 64 + memory + CREDIT_LOOP + PACKET,
                "the get took " + (end - begin) + " cycles, the link carried " + flits + " flits");
    }
}
