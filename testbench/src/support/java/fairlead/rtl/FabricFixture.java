// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import fairlead.engine.Capabilities;
import fairlead.engine.CommandBuffer;
import fairlead.hw.HwLayout.HostCommand;
import fairlead.machine.MachineConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A fabric of two nodes that the test drives directly through the C ABI. */
abstract class FabricFixture {
    static final int NODES = 2;
    static final int CAPACITY = 64;
    static final int CYCLE = 0;
    static final int EVENT = 40;
    static final MachineConfig CONFIG = FabricTraffic.machine(NODES, 1, 1);
    static final Capabilities LIMITS = FabricLibrary.variant("product").capabilities();

    final FabricAbi abi = FabricLibrary.variant(library()).abi();
    final ByteBuffer words = direct((FabricAbi.C_MEMORY_LATENCY + 3 * 64) * 8);
    final ByteBuffer events = direct(CAPACITY * EVENT);
    final ByteBuffer out = direct(1 << 16);
    final List<Long> open = new ArrayList<>();
    int nodes = NODES;

    String library() {
        return "product";
    }

    FabricFixture() {
        long[] good = {NODES, 1, 1, 2, 2, 16, 64, 65536, 1, at(events), CAPACITY, at(out), 1, 0};
        for (int i = 0; i < good.length; i++) {
            words.putLong(8 * i, good[i]);
        }
        for (int i = 0; i < 3 * 64; i++) { // the memory and barrier latencies of all nodes
            words.putLong(8 * (FabricAbi.C_MEMORY_LATENCY + i), 20);
        }
    }

    @AfterEach
    void destroy() {
        open.forEach(abi::fl_destroy);
    }

    static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static long at(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    int create() {
        ByteBuffer handle = direct(8);
        int status = abi.fl_create(at(words), FabricAbi.C_MEMORY_LATENCY + 3 * nodes, at(handle));
        if (status == FabricAbi.OK) {
            open.add(handle.getLong(0));
        }
        return status;
    }

    long created() {
        assertEquals(FabricAbi.OK, create(), abi.fl_last_error(0));
        return open.get(open.size() - 1);
    }

    void configure(long handle) {
        RtlConfiguration.apply(
                CONFIG, (node, register, value) -> ok(handle, abi.fl_configure(handle, node, register, value)));
    }

    long ready() {
        long handle = created();
        configure(handle);
        ok(handle, abi.fl_reset(handle));
        return handle;
    }

    void ok(long handle, int status) {
        assertEquals(FabricAbi.OK, status, abi.fl_last_error(handle));
    }

    void submit(long handle, CommandBuffer commands) {
        ok(handle, abi.fl_submit(handle, at(commands.data()), commands.count()));
    }

    int run(long handle, long limit) {
        ok(handle, abi.fl_run(handle, limit));
        return (int) out.getLong(8 * FabricAbi.R_STOP);
    }

    static CommandBuffer timers(int many, long cycle) {
        CommandBuffer commands = new CommandBuffer();
        for (int i = 0; i < many; i++) {
            commands.add(cycle, 0, 0, HostCommand.TIMER, 0, 0, 0, 0, i);
        }
        return commands;
    }
}
