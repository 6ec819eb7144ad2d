// SPDX-License-Identifier: Apache-2.0
package fairlead.system.depth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import fairlead.hw.HwLayout;
import fairlead.machine.Buffers;
import fairlead.machine.Depths;
import fairlead.machine.DlaLimits;
import fairlead.machine.Routing;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.program.Program;
import fairlead.program.ProgramBuilder;
import fairlead.run.RunResult;
import fairlead.support.Runs;
import fairlead.support.TestMachine;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * If a buffer is limited at run time to the depth at which the library `small` is elaborated, the events are those of
 * that library, under a load that the buffer limits. One entry less, or one more if there is room, gives other events.
 */
@Tag("M-4")
@Tag("M-698")
@Tag("M-699")
class DepthTest {
    /** The depths of the library `small`. */
    private static final Buffers SMALL = small(4, 4, 4, 8, 32, 4);

    private static Buffers small(int linkVc, int local, int injection, int reception, int dla, int response) {
        return new Buffers(linkVc, local, injection, reception, dla, response)
                .with(TableSizes.ALL
                        .with(Table.COMMIT_SLOTS, 8)
                        .with(Table.HEADER_QUEUE, 2)
                        .with(Table.READ_WINDOW, 16)
                        .with(Table.FENCE_ENTRIES, 4)
                        .with(Table.ACK_COUNTERS, 4));
    }

    /** One kind of buffer: in `wide` it is deeper than in SMALL, in `narrow` shallower. */
    enum Kind {
        LINK_VC(small(5, 4, 4, 8, 32, 4), small(3, 4, 4, 8, 32, 4)),
        LOCAL(null, small(4, 3, 4, 8, 32, 4)), // the credit loop takes 4 cycles, so more depth changes nothing
        INJECTION(small(4, 4, 5, 8, 32, 4), small(4, 4, 3, 8, 32, 4)),
        RECEPTION(small(4, 4, 4, 9, 32, 4), small(4, 4, 4, 7, 32, 4)),
        DLA(small(4, 4, 4, 8, 40, 4), small(4, 4, 4, 8, 24, 4)),
        RESPONSE(small(4, 4, 4, 8, 32, 5), small(4, 4, 4, 8, 32, 3)),
        // one kind of buffer of the router alone
        X_REQUEST_ESCAPE(link(0, 0, 5), link(0, 0, 3)),
        Y_REQUEST_ESCAPE(link(1, 0, 5), link(1, 0, 3)),
        X_RESPONSE_ESCAPE(link(0, 2, 5), link(0, 2, 3)),
        Y_RESPONSE_ESCAPE(link(1, 2, 5), link(1, 2, 3)),
        REQUEST_INJECTION(null, local(0, 3)),
        RESPONSE_INJECTION(null, local(1, 3)),
        REQUEST_EJECTION(null, local(2, 3)),
        RESPONSE_EJECTION(null, local(3, 3)),
        // one FIFO of a node alone
        INJECTION_0(
                SMALL.withInjections(SMALL.injections().with(0, 5)),
                SMALL.withInjections(SMALL.injections().with(0, 3))),
        RECEPTION_0(
                SMALL.withReceptions(SMALL.receptions().with(0, 9)),
                SMALL.withReceptions(SMALL.receptions().with(0, 7))),
        RESPONSE_1(
                SMALL.withResponses(SMALL.responses().with(1, 5)),
                SMALL.withResponses(SMALL.responses().with(1, 3))),
        // tables of the NIC
        COMMIT_SLOTS(table(Table.COMMIT_SLOTS, 9), table(Table.COMMIT_SLOTS, 7)),
        HEADER_QUEUE(table(Table.HEADER_QUEUE, 3), table(Table.HEADER_QUEUE, 1)),
        READ_WINDOW(table(Table.READ_WINDOW, 17), table(Table.READ_WINDOW, 15)),
        FENCE_ENTRIES(table(Table.FENCE_ENTRIES, 5), table(Table.FENCE_ENTRIES, 3)),
        ACK_COUNTERS(table(Table.ACK_COUNTERS, 5), table(Table.ACK_COUNTERS, 3));

        private final Buffers wide;
        private final Buffers narrow;

        Kind(Buffers wide, Buffers narrow) {
            this.wide = wide;
            this.narrow = narrow;
        }
    }

    private static Buffers link(int dimension, int kind, int depth) {
        return SMALL.withLinks(SMALL.links().with(dimension * Depths.KINDS + kind, depth));
    }

    private static Buffers local(int kind, int depth) {
        return SMALL.withLocals(SMALL.locals().with(kind, depth));
    }

    private static Buffers table(Table table, int size) {
        return SMALL.with(SMALL.tables().with(table, size));
    }

    private static final int SPAN = 4096;

    private static String hash(Kind kind, Buffers buffers, String library) {
        TestMachine machine = new TestMachine(3, 2, 1, 1);
        machine.tasks = Collections.nCopies(6, 4);
        machine.software = 200; // large, so that FIFOs run empty before software has filled them again
        machine.buffers = buffers;
        machine.dla = DlaLimits.of(buffers.dla());
        machine.library = library;
        if (kind == Kind.ACK_COUNTERS) {
            machine.routing = new Routing(Routing.Mode.DIMENSION_ORDER, false, false, true); // puts are unordered
        }
        if (kind.ordinal() >= Kind.COMMIT_SLOTS.ordinal()) {
            machine.memory = 60; // slow, so that packets wait for it
            machine.localPorts = 1;
        }
        RunResult result = machine.run(program(machine, kind));
        Runs.assertHolds(result, kind + " " + library, List.of("deadlock_freedom", "data_integrity", "conservation"));
        return result.report().eventSha256();
    }

    /** Returns a program that fills this kind of buffer and as few others as possible. */
    private static Program program(TestMachine machine, Kind kind) {
        ProgramBuilder program = machine.program("depth");
        int source = program.windows().everywhere("source", SPAN);
        int landing = program.windows().everywhere("landing", 8 * SPAN);
        int messages = program.windows().everywhere("messages to send", 20 * 8);
        for (int node = 0; node < program.nodes(); node++) {
            program.load(node, source, Payload.bytes(node, SPAN));
        }
        switch (kind) {
            case LINK_VC:
            case LOCAL:
            case X_REQUEST_ESCAPE:
            case REQUEST_INJECTION:
            case REQUEST_EJECTION:
                program.task(0, 0).add(Ops.put(1, source, landing, SPAN, 0));
                program.task(2, 0).add(Ops.put(1, source, landing + SPAN, SPAN, 2));
                break;
            case Y_REQUEST_ESCAPE:
                program.task(0, 0).add(Ops.put(3, source, landing, SPAN, 0));
                break;
            case INJECTION:
            case INJECTION_0:
                for (int i = 0; i < 30; i++) {
                    program.task(0, 0).add(Ops.put(1 + i % 5, source, landing + 64 * i, 64, 0));
                }
                break;
            case RECEPTION:
            case RECEPTION_0:
                program.messageSlots(HwLayout.RECEPTION_FIFOS, machine.buffers.reception());
                for (int i = 0; i < 20; i++) {
                    program.load(
                            1,
                            messages + 8 * i,
                            ByteBuffer.allocate(8)
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .putLong(900L + i)
                                    .array());
                    program.task(1, 0).add(Ops.send(0, messages + 8 * i, 8, 900L + i, 0));
                    program.task(0, 0).add(Ops.recv(1, 900L + i));
                }
                break;
            case DLA:
                for (int t = 0; t < 4; t++) {
                    for (int i = 0; i < 10; i++) {
                        program.task(0, t)
                                .add(Ops.put(1, 0, landing + 64 * (10 * t + i), 64, 10 * t + i)
                                        .path(Path.INLINE));
                    }
                }
                break;
            case COMMIT_SLOTS:
                for (int origin = 1; origin < program.nodes(); origin++) {
                    for (int i = 0; i < 12; i++) { // from the DLA, so that no packet waits for memory before
                        program.task(origin, i % 4)
                                .add(Ops.put(0, 0, landing + 16 * (12 * origin + i), 16, 12 * origin + i)
                                        .path(Path.INLINE));
                    }
                }
                break;
            case HEADER_QUEUE:
                for (int i = 0; i < 12; i++) {
                    program.task(0, 0).add(Ops.put(1, source, landing + 16 * i, 16, 0));
                }
                break;
            case READ_WINDOW:
                program.task(0, 0).add(Ops.put(1, source, landing, SPAN, 0));
                break;
            case FENCE_ENTRIES:
                for (int i = 0; i < 16; i++) {
                    program.task(0, i % 4).add(Ops.flush(1 + i % 5));
                }
                program.task(3, 0).add(Ops.put(4, source, landing, 64, 3));
                break;
            case ACK_COUNTERS:
                for (int i = 0; i < 40; i++) {
                    program.task(0, i % 4).add(Ops.put(1 + i % 5, source, landing + 64 * i, 64, 0));
                }
                break;
            default:
                for (int origin = 1; origin < program.nodes(); origin++) {
                    for (int i = 0; i < 12; i++) {
                        program.task(origin, 0).add(Ops.get(0, landing + 256 * i, source, 256, 0));
                    }
                }
                break;
        }
        return program.build();
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(Kind.class)
    void aBufferLimitedToADepthIsOneElaboratedAtThatDepthAndLimitsTheLoad(Kind kind) {
        String small = hash(kind, SMALL, "product");
        String narrow = hash(kind, kind.narrow, "product");
        assertEquals(hash(kind, SMALL, "small"), small, "full at the depth of the small library");
        assertEquals(hash(kind, kind.narrow, "small"), narrow, "limited in both");
        assertNotEquals(small, narrow, "one less");
        if (kind.wide != null) {
            assertNotEquals(small, hash(kind, kind.wide, "product"), "one more");
        }
    }

    @Test
    void aWholeWorkloadIsTheSameOnBothLibraries() {
        String buffers = "buffers: {link_vc: 4, local: 4, injection: 4, reception: 8, dla: 32, response: 4,"
                + " commit_slots: 8, header_queue: 2, read_window: 16, fence_entries: 4, ack_counters: 4}";
        String yaml = Runs.yaml(71, "3x2x2", "kind: random, ops_per_node: 24, max_bytes: 500", buffers);
        RunResult product = Runs.run(yaml);
        Runs.assertAllHold(product, Runs.repro(yaml));
        RunResult small = Runs.run(fairlead.rtl.RtlOptions.of("small"), yaml);
        assertEquals(product.report().eventSha256(), small.report().eventSha256(), Runs.repro(yaml));
    }

    @Test
    void theSmallLibraryIsElaboratedAtTheDepthsOfThisTest() {
        TestMachine machine = new TestMachine(1, 1, 1, 1);
        machine.buffers = SMALL;
        machine.dla = DlaLimits.of(32);
        machine.library = "small";
        try (fairlead.engine.Engine engine = machine.plan(
                        machine.program("none").build())
                .factory()
                .open(machine.config(), fairlead.engine.EngineOptions.DEFAULT)) {
            fairlead.engine.Capabilities can = engine.capabilities();
            assertEquals(SMALL, can.most());
        }
    }
}
