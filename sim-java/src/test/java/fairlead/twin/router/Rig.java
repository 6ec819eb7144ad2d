// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import com.sun.management.ThreadMXBean;
import fairlead.engine.Engine;
import fairlead.machine.MachineConfig;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Routers with their traffic, which run side by side with another pair. */
final class Rig {
    final Packets packets = new Packets(16);
    final UniformTraffic traffic;
    final TorusRouter routers;
    final long[] states;

    Rig(MachineConfig machine, int flits, double load, long until, long seed) {
        this(machine, flits, load, until, seed, 1);
    }

    Rig(MachineConfig machine, int flits, double load, long until, long seed, int parts) {
        traffic = new UniformTraffic(machine.shape(), packets, machine.buffers().local(), flits, load, until, seed);
        PartitionPorts.EjectionLinks nic = parts == 1 ? traffic : new OneAtATime(traffic);
        PartitionPorts[] ports = new PartitionPorts[parts];
        Arrays.fill(ports, new PartitionPorts(packets, nic, null));
        routers = new TorusRouter(machine, ports);
        traffic.attach(new PartitionPorts.InjectionLinks() {
            @Override
            public void inject(int node, int port, int flit) {
                of(node).inject(node, port, flit);
            }

            @Override
            public void ejectCredit(int node, int port) {
                of(node).ejectCredit(node, port);
            }
        });
        states = new long[machine.nodes() * Engine.VC_WORDS];
    }

    private PartitionPorts.InjectionLinks of(int node) {
        for (RouterPartition part : routers.partitions()) {
            if (node < part.to) {
                return part;
            }
        }
        throw new IllegalArgumentException("node " + node);
    }

    void cycle(long t) {
        traffic.cycle(t);
        for (RouterPartition part : routers.partitions()) {
            part.cycle(t);
        }
    }

    /** Runs the given number of cycles twice and returns the bytes that the second round allocated. */
    long allocated(int cycles) {
        long t = 0;
        for (; t < cycles; t++) {
            cycle(t);
        }
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        threads.getThreadAllocatedBytes(thread); // the first call allocates
        long before = threads.getThreadAllocatedBytes(thread);
        for (; t < 2L * cycles; t++) {
            cycle(t);
        }
        return threads.getThreadAllocatedBytes(thread) - before;
    }

    long[] states() {
        routers.vcStates(states);
        return states;
    }

    /** Local ports that several partitions may call at the same time. */
    private record OneAtATime(PartitionPorts.EjectionLinks ports) implements PartitionPorts.EjectionLinks {
        @Override
        public void eject(int node, int port, int flit) {
            synchronized (ports) {
                ports.eject(node, port, flit);
            }
        }

        @Override
        public void injectCredit(int node, int port) {
            synchronized (ports) {
                ports.injectCredit(node, port);
            }
        }
    }
}
