// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import fairlead.engine.EngineOptions;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A register that the caller sets reads back, in every storage width of the model, and memory is zero after a reset.
 */
@Tag("M-186")
class FabricRegisterTest extends FabricFixture {
    // bytes of a node; memory of this size is returned to the system and not overwritten
    private static final int LARGE = 24 << 20;

    private MappedByteBuffer memory; // used until the fabric is destroyed

    /**
     * Registers are stored in 8, 16, 32 or 64 bits. Bits above their width are dropped, and their neighbours keep their
     * values.
     */
    @ParameterizedTest(name = "{0}, {1} bits, {2} elements")
    @CsvSource({
        "router.output6.credits, 6, 1",
        "router.output0.owned, 8, 1",
        "dla.enqueued, 16, 1",
        "epoch.target.lacks_ext.Memory, 15, 64",
        "epoch.origin.puts_ext.Memory, 28, 64",
        "dla.status.writes, 20, 1",
        "router.output0.credits, 56, 1",
    })
    void aRegisterHoldsWhatItIsSetTo(String name, int bits, int elements) {
        Random random = new Random(7);
        try (RtlEngine engine = new RtlEngineFactory(RtlOptions.of("lab"))
                .open(FabricTraffic.machine(2, 1, 1), EngineOptions.DEFAULT)) {
            long[][] expected = new long[2][elements];
            for (int round = 0; round < 3; round++) {
                for (int node = 0; node < 2; node++) {
                    for (int i = 0; i < elements; i++) {
                        long value = random.nextLong();
                        engine.poke(node, name, i, value);
                        expected[node][i] = value & (1L << bits) - 1;
                    }
                }
                for (int node = 0; node < 2; node++) {
                    for (int i = 0; i < elements; i++) {
                        assertEquals(expected[node][i], engine.peek(node, name, i), "node " + node + ", element " + i);
                    }
                }
            }
        }
    }

    /** Pages of a file do not become zero when they are returned to the system, so they are overwritten. */
    @Test
    void theMemoryOfAFileIsZeroBehindAReset(@TempDir Path folder) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("memory").toFile(), "rw")) {
            memory = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, (long) NODES * LARGE);
            int[] places = {0, 1, 4095, 4096, LARGE - 1, LARGE, 2 * LARGE - 4097, 2 * LARGE - 1};
            for (int place : places) {
                memory.put(place, (byte) 0xA5);
            }
            words.putLong(8 * FabricAbi.C_MEMORY_BYTES, LARGE);
            words.putLong(8 * FabricAbi.C_MEMORY, at(memory));
            long handle = created();
            configure(handle);
            ok(handle, abi.fl_reset(handle));
            for (int place : places) {
                assertEquals(0, memory.get(place), "byte " + place);
            }
            for (int only : places) { // this byte alone; all others are already zero
                memory.put(only, (byte) 1);
                ok(handle, abi.fl_reset(handle));
                assertEquals(0, memory.get(only), "byte " + only + " alone");
            }
        }
    }

    /** The smallest memory of a caller lies within a page, and the fabric does not touch the bytes around it. */
    @Test
    void theSmallestMemoryIsZeroAndNothingAroundIt() {
        com.sun.jna.Memory pages = new com.sun.jna.Memory(3 * 4096);
        long from = 4096 + 256 - com.sun.jna.Pointer.nativeValue(pages) % 4096;
        pages.setMemory(0, pages.size(), (byte) 7);
        words.putLong(8 * FabricAbi.C_MEMORY_BYTES, 16);
        words.putLong(8 * FabricAbi.C_MEMORY, com.sun.jna.Pointer.nativeValue(pages) + from);
        ready();
        for (long at = 0; at < pages.size(); at++) {
            assertEquals(at >= from && at < from + 64 * NODES ? 0 : 7, pages.getByte(at), "byte " + (at - from));
        }
    }
}
