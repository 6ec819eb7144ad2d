// SPDX-License-Identifier: Apache-2.0
package fairlead.engine;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A machine that can run programs (D4): the RTL, its Java twin, or both in lockstep. Programs, workloads and checkers
 * use only this interface.
 *
 * <p>The caller opens an engine, calls {@link #loadMemory}, and then repeats {@link #submit}, {@link #run} and {@link
 * #events}. After {@link #reset} it begins again with {@link #loadMemory}. Only one thread may use an engine at a time.
 */
public interface Engine extends AutoCloseable {
    /** Returns the name for reports: rtl, model or lockstep. */
    String name();

    MachineConfig config();

    Capabilities capabilities();

    /** Returns the next cycle to execute, which is 0 after open. */
    long cycle();

    /** Writes memory before the first cycle. */
    void loadMemory(int node, int address, byte[] data);

    /**
     * Resets the machine in any state: pending commands, packets and events are lost, memory is 0, and the next cycle
     * is 0 again. No earlier state remains visible.
     */
    default void reset() {
        throw new UnsupportedOperationException("the engine " + name() + " takes no reset in a run");
    }

    /**
     * Hands over commands; the caller may reuse the buffer afterwards.
     *
     * <p>Commands may be in any order; their cycle must be cycle() or later. Each node has a queue of host commands and
     * one of tile commands for each owner, all sorted by (cycle, task, seq). One tile command acts in a cycle, not
     * before its own; the owners that have one take turns. All host commands of a cycle act in that cycle, in order, on
     * the memory at the start of the cycle, and wait for no tile command.
     */
    void submit(CommandBuffer commands);

    /**
     * Executes the cycles from cycle() to limitCycle - 1 at most, and returns early for the reasons in {@link
     * StopReason}. It never executes cycle e + latency.software, where e is the cycle of the oldest reactive event of
     * this batch (HwLayout.EventKind.isReactive), so that software can always act in time.
     */
    StopReason run(long limitCycle);

    /** Returns the events of the last run, before the first one; they are valid until the next run. */
    EventCursor events();

    /** Returns a node's memory, read-only and little-endian; it shows the current contents between two runs. */
    ByteBuffer memory(int node);

    /** Number of bytes of a {@link #page}. */
    int PAGE_BYTES = 1 << 16;

    /**
     * Returns page `number` of a node's {@link #memory}; the last page may be shorter. Returns null if the engine has
     * never written the page, so that all its bytes are 0.
     */
    default ByteBuffer page(int node, int number) {
        ByteBuffer all = memory(node).duplicate();
        int from = number * PAGE_BYTES;
        all.position(from).limit(Math.min(from + PAGE_BYTES, all.capacity()));
        return all.slice();
    }

    /**
     * Returns the holders and requests of one node's resources (VCs, credits, queues, DLA pool, epochs, fences,
     * barrier) as a JSON object.
     */
    String inspect(int node);

    /**
     * Copies the state of every router VC as HwLayout.VcState words, equal on every engine. One word describes the
     * input VC and the output VC of the same number.
     *
     * @param into array of at least nodes * {@link #VC_WORDS} words; word (node * ROUTER_PORTS + port) * 8 + VC number
     *     describes one VC, and the words of VCs that do not exist are 0
     */
    void vcStates(long[] into);

    /** Returns false if a unit of the user lacks the registers that {@link #vcStates} reads, which then fails. */
    default boolean showsVcs() {
        return true;
    }

    /** Number of words of one node in {@link #vcStates}. */
    int VC_WORDS = HwLayout.ROUTER_PORTS * 8;

    /**
     * Copies the state of every link of the collective network as HwLayout.TreeLinkState words, equal on every engine.
     *
     * @param into array of at least nodes * {@link #TREE_WORDS} words; word (node * TREE_LINKS + link) * TREE_CHANNELS
     *     + channel describes one channel of one link, and the words of links that lead nowhere are 0
     */
    void treeLinks(long[] into);

    /** Returns false if {@link #treeLinks} shows packets alone, for the reason of {@link #showsVcs}. */
    default boolean showsTreeLinks() {
        return true;
    }

    /** Number of words of one node in {@link #treeLinks}. */
    int TREE_WORDS = HwLayout.TREE_LINKS * HwLayout.TREE_CHANNELS;

    EngineStats stats();

    /** Returns a one-line description of the failure, or an empty string. */
    String failure();

    @Override
    void close();

    /**
     * A machine whose state can be written between two runs and restored into another machine of the same kind. The
     * restored machine then gives the same events in the same cycles and has the same memories and VC states as the one
     * that was saved (docs/use/checkpoint.md). Events of the last run that the caller has not read are not part of the
     * state.
     */
    interface Savable {
        /** Returns what the saved and the restored machine must have in common, by name, in the order of comparison. */
        Map<String, String> identity();

        /** Returns the next cycle to execute. */
        long cycle();

        /** Writes the state. Throws IllegalStateException after a failure. */
        void save(OutputStream to) throws IOException;

        /**
         * Restores a state that {@link #save} has written. The machine must be fresh or reset, and its identity must be
         * that of the saved one. After an exception the machine is undefined and must be closed.
         */
        void restore(InputStream from) throws IOException;
    }

    /** Builds engines of one kind. */
    interface EngineFactory {
        /**
         * Opens a machine after reset, at cycle 0, with zero memory. Throws IllegalArgumentException if the
         * configuration exceeds the engine's capabilities.
         */
        Engine open(MachineConfig config, EngineOptions options);
    }
}
