// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.CommandBuffer;
import fairlead.engine.Engine;
import fairlead.engine.EngineOptions;
import fairlead.engine.StopReason;
import fairlead.hw.HwLayout.Descriptor1;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.hw.HwLayout.OpKind;
import fairlead.hw.HwLayout.TileCommand;
import fairlead.machine.MachineConfig;
import fairlead.node.Descriptors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** {@link Engine#page} is null exactly for the pages that no load, command, tile or restored state has written. */
class RtlPageTest {
    private static final int PAGES = 24;
    private static final int TARGET = 1;
    private static final MachineConfig CONFIG =
            FabricTraffic.machine(2, 1, 1).change().memoryBytes(at(PAGES) - 96).build();

    private final CommandBuffer commands = new CommandBuffer();
    private int seq;

    private static int at(int page) {
        return page * Engine.PAGE_BYTES;
    }

    private static RtlEngine open() {
        return new RtlEngineFactory(RtlOptions.PRODUCT).open(CONFIG, EngineOptions.DEFAULT);
    }

    /** Returns the pages of a node that are not null, after a check of the bytes of all. */
    private static Set<Integer> written(Engine engine, int node) {
        Set<Integer> pages = new TreeSet<>();
        for (int number = 0; number < PAGES; number++) {
            int length = Math.min(Engine.PAGE_BYTES, CONFIG.memoryBytes() - at(number));
            ByteBuffer bytes = engine.memory(node).slice(at(number), length);
            ByteBuffer page = engine.page(node, number);
            assertEquals(-1, bytes.mismatch(page == null ? ByteBuffer.allocate(length) : page), "page " + number);
            if (page != null) {
                pages.add(number);
            }
        }
        return pages;
    }

    private void host(int op, int address, long w1, long w2) {
        commands.add(0, 0, 0, op, address, w1, w2, 0, seq++);
    }

    private void post(int kind, int local, int remote, int length) {
        long word0 = Descriptors.word0(kind, CONFIG.shape().coord(TARGET), 0, length);
        long word1 = (long) local << Descriptor1.LOCAL_LSB | (long) remote << Descriptor1.REMOTE_LSB;
        commands.add(1, 0, 0, TileCommand.POST, word0, word1, kind == OpKind.FADD ? 7 : 0, 0, seq++);
    }

    /** Every kind of write goes to a page of its own; reads and a comparison that fails leave a page as it was. */
    private void writeInEveryWay(Engine engine) {
        engine.loadMemory(0, at(1), new byte[] {1});
        engine.loadMemory(0, at(9), new byte[0]);
        host(HostCommand.STORE, at(2), 5, 0);
        host(HostCommand.ADD, at(3), 5, 0);
        host(HostCommand.CAS_LOCAL, at(4), 5, 0);
        host(HostCommand.CAS_LOCAL, at(10), 5, 1);
        host(HostCommand.FILL, at(6) - 1, at(1) + 2, 77);
        host(HostCommand.LOAD, at(11), 0, 0);
        post(OpKind.PUT, at(2), at(13) - 5, 100);
        post(OpKind.FADD, 0, at(15), 8);
        post(OpKind.GET, at(17), at(19), 64);
        engine.submit(commands);
        StopReason stop;
        do {
            stop = engine.run(FabricTraffic.LAST_CYCLE);
        } while (stop == StopReason.REACTION);
        assertEquals(StopReason.IDLE, stop);
        assertEquals("", engine.failure());
    }

    private static void assertEveryWay(Engine engine) {
        assertEquals(Set.of(1, 2, 3, 4, 5, 6, 7, 17), written(engine, 0));
        assertEquals(Set.of(12, 13, 15), written(engine, TARGET));
    }

    @Test
    void aPageIsNullUntilItIsWrittenAndAgainAfterAReset() {
        try (RtlEngine engine = open()) {
            assertEquals(Set.of(), written(engine, 0));
            writeInEveryWay(engine);
            assertEveryWay(engine);
            engine.reset();
            assertEquals(Set.of(), written(engine, 0));
            assertEquals(Set.of(), written(engine, TARGET));
            engine.loadMemory(TARGET, CONFIG.memoryBytes() - 1, new byte[] {9});
            assertEquals(Set.of(PAGES - 1), written(engine, TARGET));
        }
    }

    @Test
    void aRestoredMachineHasThePagesOfTheSavedOne() throws IOException {
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        try (RtlEngine engine = open()) {
            writeInEveryWay(engine);
            engine.save(state);
        }
        try (RtlEngine engine = open()) {
            engine.restore(new ByteArrayInputStream(state.toByteArray()));
            assertEveryWay(engine);
        }
    }
}
