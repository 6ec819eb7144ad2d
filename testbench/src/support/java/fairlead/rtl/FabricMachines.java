// SPDX-License-Identifier: Apache-2.0
package fairlead.rtl;

import fairlead.machine.Buffers;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.DlaLimits.DlaOptions;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineConfig.MachineBuilder;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.TableSizes;
import fairlead.machine.TableSizes.Table;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The machines that exercise each part of the fabric: short and long lists, slow links, waiting stores, alarms, and
 * slots for flits and for packets.
 */
enum FabricMachines {
    /** Each node has its own latencies, and its DLA writes its status after a delay, which needs an alarm. */
    SPREAD {
        @Override
        MachineBuilder change(MachineBuilder b) {
            return b.latency(new Latency(3, 1, 20, 16, 8, 50, 90))
                    .dla(DlaLimits.of(32).with(new DlaOptions(0, 256, 0, 300, 1, false)));
        }
    },
    /** Flits wait for their link longer than the lists of the fabric reach. */
    SLOW_LINKS {
        @Override
        MachineBuilder change(MachineBuilder b) {
            return b.latency(new Latency(2, 5, 9, 16, 3, 0)).linkInterval(60);
        }
    },
    /** A store that finds its FIFO full stalls its host and the memory of its node. */
    BYPASS {
        @Override
        MachineBuilder change(MachineBuilder b) {
            return b.latency(new Latency(2, 2, 40, 16, 3, 7))
                    .buffers(new Buffers(4, 4, 4, 8, 6, 4).with(TABLES))
                    .dla(DlaLimits.of(6).with(DlaOptions.BYPASS));
        }
    },
    /** A slot of a link holds a packet. */
    PACKETS {
        @Override
        MachineBuilder change(MachineBuilder b) {
            return b.latency(new Latency(1, 2, 20, 16, 1, 0))
                    .buffers(new Buffers(51, 9, 7, 20, 40, 5))
                    .routing(Routing.ADAPTIVE);
        }
    },
    /** Packets of the collective network travel next to all others, on links with buffers of few flits. */
    TREE {
        @Override
        MachineBuilder change(MachineBuilder b) {
            int nodes = b.build().nodes();
            List<Integer> all = IntStream.range(0, nodes).boxed().toList();
            return b.collective(new CollectiveNetwork(7, 3, 4, 4, List.of(all, List.of(0, 1, 3))));
        }
    },
    /** Any library can run this machine: its buffers are small, and its latencies are those of the flat libraries. */
    PLAIN {
        @Override
        MachineBuilder change(MachineBuilder b) {
            return b.latency(new Latency(2, 2, 20, 16, 8, 5, 4));
        }
    };

    /** The tables of the library `small`. */
    static final TableSizes TABLES = TableSizes.ALL
            .with(Table.COMMIT_SLOTS, 8)
            .with(Table.HEADER_QUEUE, 2)
            .with(Table.READ_WINDOW, 16)
            .with(Table.FENCE_ENTRIES, 4)
            .with(Table.ACK_COUNTERS, 4);

    abstract MachineBuilder change(MachineBuilder b);

    MachineConfig of(int kx, int ky, int kz) {
        Shape shape = new Shape(kx, ky, kz);
        MachineBuilder plain = MachineConfig.of(shape)
                .buffers(new Buffers(4, 4, 4, 8, 32, 4).with(TABLES))
                .dla(DlaLimits.of(32))
                .memoryBytes(1 << 16)
                .messageBase(1 << 15)
                .tasks(2)
                .barrierWidth(MachineConfig.minBarrierWidth(2))
                .seed(11);
        return change(plain).build();
    }
}
