// SPDX-License-Identifier: Apache-2.0
package fairlead.twin.router;

import com.sun.management.ThreadMXBean;
import fairlead.machine.MachineConfig;
import fairlead.machine.Shape;
import fairlead.twin.ports.Packets;
import java.lang.management.ManagementFactory;

/**
 * Speed of the routers alone: uniform traffic of 8-flit packets, flit-hops per second of this thread's CPU time, the
 * synthetic local ports included. A flit-hop is one flit passing one router, the ejecting one included. Not a test: run
 * main, arguments `k:load` (a k*k*k torus), then seconds a round, rounds.
 */
final class RouterBench {
    private static final int FLITS = 8;
    private static final int DEPTH = 8;
    private static final int CHUNK = 256;

    private RouterBench() {}

    public static void main(final String[] arguments) {
        final double seconds = Double.parseDouble(System.getProperty("seconds", "2"));
        final int rounds = Integer.getInteger("rounds", 4);
        final String[] cases =
                arguments.length > 0 ? arguments : new String[] {"4:0.2", "4:0.4", "8:0.2", "8:0.4", "16:0.05"};
        for (final String each : cases) {
            final String[] parts = each.split(":");
            run(Integer.parseInt(parts[0]), Double.parseDouble(parts[1]), seconds, rounds);
        }
    }

    private static void run(final int k, final double load, final double seconds, final int rounds) {
        final Shape shape = new Shape(k, k, k);
        final MachineConfig machine = TestMachines.machine(shape, DEPTH, DEPTH);
        final Packets packets = new Packets(shape.nodes() * 8);
        final UniformTraffic traffic = new UniformTraffic(shape, packets, DEPTH, FLITS, load, Long.MAX_VALUE, 1);
        final TorusRouter routers = new TorusRouter(machine, packets, traffic, null);
        traffic.attach(routers);
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long t = 0;
        for (int round = 0; round < rounds; round++) {
            final long start = threads.getCurrentThreadCpuTime();
            final long from = t;
            final long hops = hops(routers, traffic);
            long spent;
            do {
                for (int i = 0; i < CHUNK; i++, t++) {
                    traffic.cycle(t);
                    routers.cycle(t);
                }
                spent = threads.getCurrentThreadCpuTime() - start;
            } while (spent < seconds * 1e9);
            final long done = hops(routers, traffic) - hops;
            System.out.printf(
                    "%dx%dx%d load %.2f: %.2f M flit-hops/s, %.0f k cycles/s, %.2f hops a router and cycle, delivered %.3f, blocked %.3f%n",
                    k,
                    k,
                    k,
                    load,
                    done * 1e3 / spent,
                    (t - from) * 1e6 / spent,
                    done / (double) (t - from) / shape.nodes(),
                    traffic.flitsEjected() / (double) t / shape.nodes(),
                    routers.blockedRouters() / (double) t / shape.nodes());
        }
    }

    private static long hops(final TorusRouter routers, final UniformTraffic traffic) {
        return routers.flitHops() + traffic.flitsEjected();
    }
}
