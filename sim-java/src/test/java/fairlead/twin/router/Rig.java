// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import com.sun.management.ThreadMXBean;
import fairlead.engine.Engine;
import fairlead.machine.MachineConfig;
import fairlead.twin.ports.EjectionLinks;
import fairlead.twin.ports.Packets;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** Routers with their traffic, which run side by side with another pair. */
final class Rig {
    final Packets packets = new Packets(16);
    final UniformTraffic traffic;
    final TorusRouter routers;
    final long[] states;

    Rig(final MachineConfig machine, final int flits, final double load, final long until, final long seed) {
        this(machine, flits, load, until, seed, 1);
    }

    Rig(
            final MachineConfig machine,
            final int flits,
            final double load,
            final long until,
            final long seed,
            final int parts) {
        traffic = new UniformTraffic(machine.shape(), packets, machine.buffers().local(), flits, load, until, seed);
        final EjectionLinks nic = parts == 1 ? traffic : new OneAtATime(traffic);
        final PartitionPorts[] ports = new PartitionPorts[parts];
        Arrays.fill(ports, new PartitionPorts(packets, nic, null));
        routers = new TorusRouter(machine, ports);
        traffic.attach(routers);
        states = new long[machine.nodes() * Engine.VC_WORDS];
    }

    void cycle(final long t) {
        traffic.cycle(t);
        routers.cycle(t);
    }

    /** Runs the given number of cycles twice and returns the bytes that the second round allocated. */
    long allocated(final int cycles) {
        long t = 0;
        for (; t < cycles; t++) {
            cycle(t);
        }
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        final long thread = Thread.currentThread().getId();
        threads.getThreadAllocatedBytes(thread); // the first call allocates
        final long before = threads.getThreadAllocatedBytes(thread);
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
    private record OneAtATime(EjectionLinks ports) implements EjectionLinks {
        @Override
        public void eject(final int node, final int port, final int flit) {
            synchronized (ports) {
                ports.eject(node, port, flit);
            }
        }

        @Override
        public void injectCredit(final int node, final int port) {
            synchronized (ports) {
                ports.injectCredit(node, port);
            }
        }
    }
}
