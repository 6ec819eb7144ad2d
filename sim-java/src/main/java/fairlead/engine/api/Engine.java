// SPDX-License-Identifier: Apache-2.0
package fairlead.engine.api;

import fairlead.hw.HwLayout;
import java.nio.ByteBuffer;

/**
 * A machine that can be run (D4): the RTL, its Java twin, or both in lockstep. Programs, workloads and checkers see this interface only.
 *
 * <p>Use: open, {@link #loadMemory}, then repeat { {@link #submit}, {@link #run}, read {@link #events} }; after {@link #reset} the same again. One thread at a time.
 */
public interface Engine extends AutoCloseable {
    /** Name for reports: rtl, model, lockstep. */
    String name();

    MachineConfig config();

    Capabilities capabilities();

    /** The next cycle to execute; 0 after open. */
    long cycle();

    /** Writes memory before the first cycle. */
    void loadMemory(int node, int address, byte[] data);

    /**
     * The reset of the machine, in the middle of whatever it does: commands that have not acted, packets and events are gone, memory is 0, the next cycle is 0 again. Nothing
     * from before may be seen afterwards.
     */
    default void reset() {
        throw new UnsupportedOperationException("the engine " + name() + " takes no reset in a run");
    }

    /**
     * Hands over commands; the buffer may be reused afterwards.
     *
     * <p>They may come in any order, with cycle() or later as their cycle. Each node has two queues, both sorted by (cycle, task, seq). The tile queue (TileCommand):
     * the head acts in the first cycle >= its own in which no other one acts, so at most one a cycle. The host queue (HostCommand): all commands of a cycle act in
     * that cycle, in order, on the memory as it is at the start of it. The two queues do not wait for each other.
     */
    void submit(CommandBuffer commands);

    /**
     * Executes cycles cycle() to limitCycle - 1 at most, and returns early for the reasons in {@link StopReason}. It never executes cycle e + latency.software, where e
     * is the cycle of the oldest reactive event of this batch (HwLayout.EventKind.isReactive), so that software can always still act in time.
     */
    StopReason run(long limitCycle);

    /** The events of the last run, from the first one on. Valid until the next run. */
    EventCursor events();

    /** A node's memory, read-only, little-endian, live while the engine stands still. */
    ByteBuffer memory(int node);

    /** Bytes of a {@link #page}. */
    int PAGE_BYTES = 1 << 16;

    /** Page `number` of a node's {@link #memory}, the last one maybe shorter. Null: all of it is 0, and the engine knows that without a look. */
    default ByteBuffer page(final int node, final int number) {
        final ByteBuffer all = memory(node).duplicate();
        final int from = number * PAGE_BYTES;
        all.position(from).limit(Math.min(from + PAGE_BYTES, all.capacity()));
        return all.slice();
    }

    /** Who holds and wants what in one node (VCs, credits, queues, DLA pool, epochs, fences, barrier), as the text of one JSON object. */
    String inspect(int node);

    /**
     * The state of every router VC, the same on every engine: HwLayout.VcState words, input and output VC of one number together.
     *
     * @param into at least nodes * {@link #VC_WORDS}; word (node * ROUTER_PORTS + port) * 8 + VC number. VCs that are not built are 0
     */
    void vcStates(long[] into);

    /** Words of one node in {@link #vcStates}. */
    int VC_WORDS = HwLayout.ROUTER_PORTS * 8;

    EngineStats stats();

    /** What failed, one line, or an empty string. */
    String failure();

    @Override
    void close();
}
