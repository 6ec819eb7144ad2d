// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout.UnsafeVariant;
import fairlead.machine.CollectiveNetwork;
import fairlead.machine.DlaLimits;
import fairlead.machine.GlobalBarrier;
import fairlead.machine.Latency;
import fairlead.machine.MachineConfig;
import fairlead.machine.Routing;
import fairlead.machine.Shape;
import fairlead.machine.Unsafe;
import fairlead.machine.VcRule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Makes a machine from the keys of `machine`. */
final class MachineKeys {
    private static final long MOST_MEMORY = 1L << 32;

    private final Values values;

    MachineKeys(Values values) {
        this.values = values;
    }

    private int number(String path) {
        return values.number("machine." + path);
    }

    /** Returns the machine, or null after a mistake that leaves no machine. */
    MachineConfig machine() {
        List<Long> k = values.list("machine.shape");
        Shape torus =
                new Shape(k.get(0).intValue(), k.get(1).intValue(), k.get(2).intValue());
        Shape shape = torus.withIoTiles(ioTiles(torus));
        int nodes = shape.nodes();
        List<Integer> tasks = perRank(Schema.TASKS, nodes);
        long memory = values.integer("machine.memory_bytes");
        values.require((memory & 7) == 0, "machine.memory_bytes:words");
        values.require(memory * nodes <= MOST_MEMORY, "machine.memory_bytes:all", nodes, MOST_MEMORY);
        if (tasks == null) {
            return null;
        }
        int most = Collections.max(tasks);
        int least = MachineConfig.minBarrierWidth(most);
        values.require(number("barrier_width") >= least, "machine.barrier_width:tasks", least, most);
        Map<String, Object> given = new HashMap<>(Map.of("shape", shape, "tasks", tasks, "messageBase", 0));
        given.put("routing", checkedRouting());
        given.put("vcRule", values.constant("machine.routing.vc_rule", VcRule.class));
        given.put("buffers", DepthKeys.buffers(values));
        given.put("latency", values.record(Latency.class, "machine.latency.", Map.of()));
        given.put("dla", values.record(DlaLimits.class, "machine.dla.", Map.of()));
        given.put("seed", values.integer("seed"));
        given.put("unsafe", unsafe(nodes));
        given.put("collective", collective(nodes));
        given.put("barrier", barrier(nodes));
        given.put("rtl", ownUnits());
        return values.record(MachineConfig.class, "machine.", given);
    }

    /** Returns the number of I/O tiles, or 0 after a mistake. */
    private int ioTiles(Shape torus) {
        int ratio = values.number(Schema.IO_RATIO);
        if (ratio == 0) {
            return 0;
        }
        int tiles = torus.nodes() / ratio;
        int most = Shape.mostIoTiles(torus.kx(), torus.ky(), torus.kz());
        boolean divides = torus.nodes() % ratio == 0;
        boolean fits = !divides || tiles <= most;
        boolean joins = !divides || !fits || values.is(Schema.BARRIER_NETWORK, "wires");
        values.require(divides, "machine.io_ratio:nodes", torus.nodes());
        values.require(fits, "machine.io_ratio:coordinates", tiles, torus.kz(), most, Shape.MAX_K - 1);
        values.require(joins, "machine.io_ratio:barrier");
        return divides && fits && joins ? tiles : 0;
    }

    private CollectiveNetwork collective(int nodes) {
        List<List<Long>> routes = values.list(Schema.ROUTES);
        boolean good = routes.stream().flatMap(List::stream).allMatch(rank -> rank < nodes);
        values.require(good, "machine.collective.routes:ranks", nodes - 1);
        Map<String, Object> given = new HashMap<>(Map.of("tasks", List.of()));
        given.put("order", CollectiveNetwork.UNUSED.order());
        given.put("groups", good ? routes.stream().map(MachineKeys::integers).toList() : List.of());
        given.put("latency", number("latency.tree"));
        return values.record(CollectiveNetwork.class, "machine.collective.", given);
    }

    private static List<Integer> integers(List<Long> values) {
        return values.stream().map(Long::intValue).toList();
    }

    private Routing checkedRouting() {
        Routing routing = routing();
        Routing.Mode mode = routing.mode();
        boolean ordered = mode == Routing.Mode.DIMENSION_ORDER;
        values.require(!ordered || !values.is(Schema.ESCAPE, "bubble"), "machine.routing.escape:mode");
        values.require(mode == Routing.Mode.ADAPTIVE || !routing.longFirst(), "machine.routing.select:mode");
        DepthKeys.check(values, routing);
        return routing;
    }

    Routing routing() {
        Routing.Mode mode = values.constant(Schema.MODE, Routing.Mode.class);
        boolean rings =
                mode == Routing.Mode.BUBBLE || mode == Routing.Mode.ADAPTIVE && values.is(Schema.ESCAPE, "bubble");
        return new Routing(
                mode, rings, values.is(Schema.SELECT, "long_first"), values.is("machine.routing.ties", "drawn"));
    }

    private Unsafe unsafe(int nodes) {
        int node = number("unsafe.node");
        values.require(node < nodes, "machine.unsafe.node:ranks", nodes - 1);
        int variant = FaultCatalogue.variant(values.word(Schema.UNSAFE));
        boolean agree = variant != UnsafeVariant.SHALLOW_ADAPTIVE || node == Unsafe.ALL_NODES;
        values.require(agree, "machine.unsafe.node:both", UnsafeVariant.name(variant));
        return new Unsafe(variant, node, number("unsafe.operand"));
    }

    /** Returns the files of each unit that the user replaces, as absolute paths. */
    private Map<String, List<String>> ownUnits() {
        Map<String, List<String>> units = new TreeMap<>();
        if (values.get(Schema.RTL) instanceof Tree tree && !tree.entries().isEmpty()) {
            boolean lab =
                    !values.is(Schema.UNSAFE, "none") || !values.list("faults").isEmpty();
            values.require(!values.is("engine", "model"), Schema.RTL + ":engine");
            values.require(!lab, Schema.RTL + ":lab");
            tree.entries().forEach((module, named) -> units.put(module, files(module, named)));
        }
        values.put(Schema.RTL, units);
        return units;
    }

    private List<String> files(String module, Tree named) {
        List<String> files = new ArrayList<>();
        for (Tree one : named.isList() ? named.items() : List.of(named)) {
            Path file = one.scalar() instanceof String word ? values.file(word) : null;
            if (file == null) {
                values.mistakes().at(one, Schema.RTL + "." + Tree.shortened(module), "must be a file of SystemVerilog");
            } else {
                files.add(file.toString());
            }
        }
        return files;
    }

    private GlobalBarrier barrier(int nodes) {
        List<Integer> from = cycles("machine.barrier.from", nodes);
        List<Integer> to = cycles("machine.barrier.to", nodes);
        if (values.is(Schema.BARRIER_NETWORK, "wires")) {
            return new GlobalBarrier(GlobalBarrier.Network.WIRES, from, to);
        }
        boolean even = from.isEmpty() && to.isEmpty() && number("latency.barrier_spread") == 0;
        values.require(even, "machine.barrier.network:wires");
        return GlobalBarrier.TREE;
    }

    /** Returns one number for each rank, or an empty list if all are 0. */
    private List<Integer> cycles(String path, int nodes) {
        List<Integer> cycles = perRank(path, nodes);
        return cycles == null || cycles.stream().allMatch(some -> some == 0) ? List.of() : cycles;
    }

    private List<Integer> perRank(String path, int nodes) {
        if (values.get(path) instanceof Long same) {
            return Collections.nCopies(nodes, same.intValue());
        }
        List<Long> list = values.list(path);
        values.require(list.size() == nodes, path + ":ranks", nodes, list.size());
        return list.size() == nodes ? integers(list) : null;
    }
}
