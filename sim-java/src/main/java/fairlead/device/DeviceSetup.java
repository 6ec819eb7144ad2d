// SPDX-License-Identifier: Apache-2.0
package fairlead.device;

import fairlead.engine.api.CollectiveNetwork;
import fairlead.engine.api.Latency;
import fairlead.engine.api.MachineConfig;
import fairlead.engine.api.Mix;
import fairlead.engine.api.Shape;
import fairlead.program.DeviceMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What a run of the shared device is made of. Ranks 0, `ioRatio`, 2 `ioRatio`, ... are I/O nodes: each runs one daemon,
 * which sends to threads of all other ranks, drawn at random.
 *
 * @param messages number of messages of all daemons together
 * @param maxBytes greatest payload of a message, 8 to {@link #MOST_BYTES}
 * @param timeout cycles for which a thread waits that has found nothing for itself
 * @param software cycles from an event to the first command with which software can react
 */
public record DeviceSetup(
        Shape shape,
        DeviceMode mode,
        int ioRatio,
        int messages,
        int maxBytes,
        int timeout,
        int software,
        long seed,
        DeviceFlaw flaw) {
    /** Greatest payload: a message has at most eight packets, of which the first is its header. */
    public static final int MOST_BYTES = 7 * 256;

    static final int SLOT = 0; // address of the pending slot
    static final int BUFFER_BYTES = 2048;
    private static final int BUFFERS = 4096; // address of the first one
    private static final int RING = 4; // buffers of a thread, used in turn
    private static final int MEMORY_BYTES = 1 << 16;
    private static final int BOUNCE = MEMORY_BYTES - BUFFER_BYTES;
    private static final int MEMORY = 20; // cycles
    private static final int DRAW = 71;
    private static final int WORD = 8;

    /** The seldom part of lengths: short messages. */
    private static final int SHORT = 64;

    boolean isIo(final int rank) {
        return rank % ioRatio == 0;
    }

    /** Returns the address of the buffer for the message of this number of a thread. */
    int buffer(final int thread, final int number) {
        return BUFFERS + (thread * RING + number % RING) * BUFFER_BYTES;
    }

    /** Returns the address of what {@link DeviceFlaw#BOUNCED} drains to. */
    static int bounce() {
        return BOUNCE;
    }

    /** Returns the machine: all ranks are members of class route 0. */
    public MachineConfig machine() {
        final List<Integer> all = IntStream.range(0, shape.nodes()).boxed().toList();
        return MachineConfig.of(shape)
                .memoryBytes(MEMORY_BYTES)
                .latency(new Latency(2, 2, MEMORY, software, 8, 0))
                .collective(new CollectiveNetwork(2, 8, 8, 8, List.of(all)))
                .seed(seed)
                .build();
    }

    /** Returns the messages of all daemons, those of one in the order in which it sends them. */
    public List<DeviceMessage> plan() {
        final SplittableRandom random = new SplittableRandom(Mix.seed(seed, DRAW));
        final List<Integer> daemons =
                IntStream.range(0, shape.nodes()).filter(this::isIo).boxed().toList();
        final List<Integer> nodes =
                IntStream.range(0, shape.nodes()).filter(n -> !isIo(n)).boxed().toList();
        final int[] numbers = new int[shape.nodes()];
        final List<DeviceMessage> plan = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            final int sender = daemons.get(random.nextInt(daemons.size()));
            final int node = flaw == DeviceFlaw.INTERLEAVED ? nodes.get(0) : nodes.get(random.nextInt(nodes.size()));
            final int longest = flaw == DeviceFlaw.INTERLEAVED ? Math.min(maxBytes, 2 * 256) : maxBytes;
            final int most = random.nextInt(3) == 0 ? longest : Math.min(longest, SHORT);
            final int bytes = WORD * (1 + random.nextInt(most / WORD));
            plan.add(new DeviceMessage(sender, node, random.nextInt(mode.threads()), numbers[sender]++, bytes));
        }
        return plan;
    }
}
