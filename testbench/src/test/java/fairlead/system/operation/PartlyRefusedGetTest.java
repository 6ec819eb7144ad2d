// SPDX-License-Identifier: Apache-2.0
package fairlead.system.operation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import fairlead.hw.HwLayout.EventKind;
import fairlead.hw.HwLayout.Header0;
import fairlead.hw.HwLayout.OpEvent;
import fairlead.hw.HwLayout.PacketType;
import fairlead.machine.EpochAccess;
import fairlead.machine.Routing;
import fairlead.program.Ops;
import fairlead.program.Payload;
import fairlead.program.ProgramBuilder;
import fairlead.program.Result;
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
 * While node 1 gets from node 0, node 2 has an epoch there, and node 0 refuses what comes meanwhile: the get ends once,
 * with its last packet, as refused, and its counter is free again (docs/spec/dma-engine-rx.md, rule 9).
 */
@Tag("M-64")
class PartlyRefusedGetTest {
    private static final int BYTES = 1 << 15;

    @ParameterizedTest(name = "{0}, drawn ties {1}, epoch closed in {2}")
    @CsvSource({"model, false, 600", "rtl, false, 600", "model, true, 600", "rtl, true, 600", "model, false, 9000"})
    void itEndsWithItsLastPacket(String engine, boolean drawn, long closed) {
        TestMachine machine = new TestMachine(4, 1, 1, 1);
        machine.routing = drawn ? Routing.DRAWN_TIES : Routing.DIMENSION_ORDER;
        machine.memoryBytes = 1 << 17;
        ProgramBuilder program = machine.program("partly refused");
        int source = program.windows().everywhere("source", BYTES);
        int landing = program.windows().everywhere("landing", BYTES);
        int again = program.windows().everywhere("again", BYTES);
        program.load(0, source, Payload.bytes(5, BYTES));
        int get = program.task(1, 0).add(Ops.get(0, landing, source, BYTES, 5).attempt());
        int flush = program.task(1, 0).add(Ops.flush(0).requires(get));
        int later = program.task(1, 0)
                .add(Ops.get(0, again, source, BYTES, 5).requires(flush).notBefore(closed + 2000));
        int open = program.task(2, 0).add(Ops.epochOpen(1, 0).notBefore(200));
        program.task(2, 0).add(Ops.epochClose(open).notBefore(closed));
        RunPlan plan = machine.plan(program.build());
        plan = new RunPlan(
                plan.name(),
                plan.program(),
                plan.machine().change().epochAccess(EpochAccess.REFUSE).build(),
                engine.equals("rtl") ? plan.factory() : new ModelEngineFactory(),
                plan.engineOptions(),
                plan.executorOptions(),
                "");
        EventLog log = new EventLog();
        RunResult result = Runs.run(plan, log);
        Runs.assertHolds(result, engine, List.of("data_integrity", "conservation", "progress_fairness"));

        assertEquals(
                Result.REFUSED.name(), result.report().operations().get(get).result());
        assertEquals(Result.DONE.name(), result.report().operations().get(later).result());
        List<EventLog.Event> refused = log.of(1, EventKind.OP_REFUSED);
        long data = log.of(1, EventKind.PACKET_DELIVERED).stream()
                .filter(e -> Header0.ptype(e.a()) == PacketType.DATA)
                .count();
        int packets = BYTES / 256;
        assertEquals(2 * packets, data + refused.size(), "packets that were answered");
        assertTrue(!refused.isEmpty() && refused.size() < packets, refused.size() + " packets were refused");
        boolean endsSo = closed > BYTES / 256 * 17; // the last packet too
        long goOn = refused.stream().filter(e -> OpEvent.goesOn(e.a()) != 0).count();
        assertEquals(refused.size() - (endsSo ? 1 : 0), goOn);
        assertEquals(endsSo ? 1 : 2, log.of(1, EventKind.OP_DONE).size());
    }
}
