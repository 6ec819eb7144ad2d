// SPDX-License-Identifier: Apache-2.0
package fairlead.system.fault;

import fairlead.hw.HwLayout;
import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.Buffers;
import fairlead.machine.Routing;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import fairlead.program.Ops;
import fairlead.program.Path;
import fairlead.program.Payload;
import fairlead.support.TestMachine;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests flaws of the RTL by which an operation waits in front of the network behind all those of another FIFO. Each
 * makes exactly progress_fairness false, and the same program holds without it.
 */
@Tag("M-70")
@Tag("M-1110")
class ServiceFlawTest extends Flaws {
    private static final int HOG = 300;

    /** FIFO 0 is always full and the store path moves the turn of its port; task 2 uses FIFO 2. */
    private void full(Table shared, Routing routing) {
        TestMachine machine = new TestMachine(5, 1, 1, 3);
        machine.routing = routing;
        machine.maxCycles = 100_000;
        machine.buffers = new Buffers(51, 32, 64, 64, 64, 16).with(TableSizes.ALL.with(shared, 1));
        begin(machine);
        for (int i = 0; i < HOG; i++) {
            program.task(0, 1).add(Ops.put(4, source, landing + 8 * i, 8, KEY).path(Path.INLINE));
        }
    }

    @Test
    void aFlushBehindTheFlushesOfAnotherFifo() {
        full(Table.FENCE_ENTRIES, Routing.DIMENSION_ORDER);
        for (int i = 0; i < HOG; i++) {
            task(0).add(Ops.flush(2));
        }
        program.task(0, 2).add(Ops.flush(2).notBefore(1000));
        fails(UnsafeVariant.ONE_POINTER, "progress_fairness", "of those that pass FLUSH with tag");
    }

    @Test
    void anUnorderedPutBehindThoseOfAnotherFifo() {
        full(Table.ACK_COUNTERS, Routing.ADAPTIVE);
        for (int i = 0; i < HOG; i++) {
            task(0).add(Ops.put(1 + i % 2, source, landing + 8 * i, 8, KEY));
        }
        program.task(0, 2).add(Ops.put(3, source, landing, 8, KEY).notBefore(1000));
        fails(UnsafeVariant.ONE_POINTER, "progress_fairness", "of those that pass PUT with tag");
    }

    /** FIFO 0 is full of puts, which the store path and the packets of epochs take turns with. */
    private void fullOfPuts() {
        machine = new TestMachine(5, 1, 1, 3);
        machine.maxCycles = 100_000;
        begin(machine);
        for (int i = 0; i < HOG; i++) {
            task(0).add(Ops.put(1, source, landing + 8 * i, 8, KEY));
        }
    }

    @Test
    void aStoreBehindAnInjectionFifo() {
        fullOfPuts();
        program.task(0, 2)
                .add(Ops.put(3, source, landing, 8, KEY).path(Path.INLINE).notBefore(500));
        fails(UnsafeVariant.STORES_LAST, "progress_fairness", "that passes the next request of the store path");
    }

    @Test
    void anEpochBehindAnInjectionFifo() {
        fullOfPuts();
        int open = program.task(0, 2).add(Ops.epochOpen(1, 3).notBefore(500));
        program.task(0, 2).add(Ops.epochClose(open));
        fails(UnsafeVariant.EPOCHS_LAST, "progress_fairness", "sends INIT of epoch index 0 after 0 of others");
    }

    /** Node 0 answers more gets than its ports can send data, and software takes messages of node 1 meanwhile. */
    @Test
    void aCreditBehindTheAnswersOfGets() {
        machine = new TestMachine(5, 1, 1, 2);
        machine.memoryBytes = 1 << 18;
        begin(machine, 1 << 14);
        program.messageSlots(
                HwLayout.RECEPTION_FIFOS, machine.config().buffers().reception());
        for (int node = 1; node < 5; node++) {
            task(node).add(Ops.get(0, landing, source, 1 << 14, KEY));
        }
        long match = Payload.word(KEY + 1, 0); // the first word of the source of node 1
        program.task(1, 1).add(Ops.send(0, source, 16, match, KEY + 1).notBefore(600));
        program.task(0, 1).add(Ops.recv(1, match));
        fails(UnsafeVariant.CREDITS_LAST, "progress_fairness", "sends CREDIT of FIFO 0 after 0 of others");
    }
}
