// SPDX-License-Identifier: Apache-2.0
package fairlead.deadlock.knot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the log with a plain list: it holds, in order, the packets that came to a VC after the last one of that VC
 * that arrived, however often packets are removed.
 */
class PacketLogTest {
    private static final int VCS = 5;

    private record Packet(long word0, long word1, int vc) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whoWaitsIsWhoCameAfterTheLastThatArrived(final long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final PacketLog log = new PacketLog(VCS);
        final List<Packet> waiting = new ArrayList<>();
        final List<Packet> onTheWay = new ArrayList<>();
        for (int event = 0; event < 60_000; event++) {
            if (onTheWay.isEmpty() || random.nextInt(100) < (event < 30_000 ? 65 : 40)) {
                final Packet packet = new Packet(random.nextInt(3), event, random.nextInt(VCS));
                log.injected(packet.word0, packet.word1, packet.vc);
                waiting.add(packet);
                onTheWay.add(packet);
            } else {
                final Packet packet = onTheWay.remove(random.nextInt(Math.min(4, onTheWay.size())));
                log.delivered(packet.word0, packet.word1);
                waiting.removeIf(p -> p.vc == packet.vc && p.word1 <= packet.word1);
            }
            if (random.nextInt(5000) == 0 || event == 59_999) {
                log.compact();
                final List<Packet> seen = new ArrayList<>();
                for (int i = 0; i < log.size(); i++) {
                    seen.add(new Packet(log.word0(i), log.word1(i), log.vc(i)));
                }
                assertEquals(waiting, seen, "seed " + seed + ", event " + event);
            }
        }
        log.clear();
        log.compact();
        assertEquals(0, log.size());
    }
}
