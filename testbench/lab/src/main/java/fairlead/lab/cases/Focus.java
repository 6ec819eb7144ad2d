// SPDX-License-Identifier: Apache-2.0
package fairlead.lab.cases;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineConfig;
import fairlead.machine.MachineStructure;
import fairlead.machine.OptionalUnit;
import fairlead.machine.Shape;
import fairlead.scenario.BadInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The subject on which a case concentrates. A focused case has mostly words of one kind, on a machine that is changed
 * so that one part of it is seldom idle.
 */
public enum Focus {
    /** No focus: the case may do anything. */
    NONE,

    /**
     * The store path. Few nodes have many tasks, credits and event credits run out, and each credit limit denies some
     * requests.
     */
    STORE_PATH,

    /**
     * The switch. The torus has at least two dimensions, fast links, buffers for several packets and age order, so that
     * packets compete and connections are broken. Routing is often adaptive, and the performance counters are on.
     */
    SWITCH,

    /**
     * Flushes and fences. Routing is adaptive, so that unordered packets are counted. Few nodes have many tasks, so
     * that entries and counters run out and are used again and again; or up to sixteen nodes have memories that answer
     * late, so that a node counts packets to many targets at the same time.
     */
    ORDER,

    /** The collective network. Class routes overlap, FIFOs and buffers are shallow, and packets have all modes. */
    TREE,

    /** Shared device: the same machines, messages from point to point, commands of the device. */
    DEVICE,

    /** I/O tiles: the machines of {@link #DEVICE} with I/O tiles, to and from which the torus has no way. */
    IO_TILES,

    /** The global barrier. It uses the tree of the collective network, or wires with latencies of their own a node. */
    BARRIER,

    /**
     * The barriers of at least two class routes at once, each with some tasks of its members, and the global barrier
     * and packets on the same class routes.
     */
    CLASS_ROUTES;

    private static final int[][] FEW = {{1, 1, 1}, {2, 1, 1}, {2, 1, 1}, {2, 2, 1}};
    private static final int[][] WIDE = {{3, 3, 1}, {4, 2, 1}, {2, 2, 2}, {3, 2, 2}, {4, 4, 1}};
    /** Rings of three and more, in which packets go both ways; the dimensions change places. */
    private static final int[][] RINGS = {{3, 3, 1}, {3, 3, 1}, {4, 3, 1}, {3, 3, 2}, {3, 2, 1}, {5, 2, 1}, {2, 2, 2}};
    /** Nodes with many targets, whose coordinates have high bits too; the dimensions change places. */
    private static final int[][] FAR = {{16, 1, 1}, {4, 4, 1}, {9, 1, 1}, {8, 2, 1}, {5, 3, 1}, {4, 2, 2}};

    private static final int MOST_TASKS = 6;
    private static final int LATE = 60; // cycles of a memory that keeps acknowledgements waiting

    /** Returns the words of the option `--focus`. */
    public static List<String> words() {
        return Arrays.stream(values())
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Returns the focus that the option `--focus` names. */
    public static Focus named(String word) {
        int at = words().indexOf(word);
        if (at < 0) {
            throw new BadInput("--focus " + word + ": no such part; known: " + String.join(", ", words()));
        }
        Focus named = values()[at];
        for (OptionalUnit unit : OptionalUnit.absentFrom(MachineStructure.loaded())) {
            if (named.needs(unit)) {
                throw new BadInput("--focus " + word + ": " + unit.refusal());
            }
        }
        return named;
    }

    private boolean needs(OptionalUnit unit) {
        return switch (unit) {
            case COLLECTIVE -> usesTree() || this == CLASS_ROUTES;
            case DLA -> this == STORE_PATH;
            case BARRIER -> isOfBarriers();
        };
    }

    private boolean isOfBarriers() {
        return this == BARRIER || this == CLASS_ROUTES;
    }

    private boolean usesTree() {
        return this == TREE || this == DEVICE || this == IO_TILES;
    }

    /** Changes a drawn `machine` section so that it suits this focus. */
    @SuppressWarnings("unchecked")
    void narrow(Map<String, Object> machine, SplittableRandom random) {
        if (this == NONE) {
            return;
        }
        boolean isWide = this == SWITCH
                || (usesTree() || isOfBarriers()) && random.nextInt(3) > 0
                || this == ORDER && random.nextBoolean();
        int[][] shapes = !isWide ? FEW : this == SWITCH ? RINGS : this == ORDER ? FAR : WIDE;
        int[] shape = turned(shapes[random.nextInt(shapes.length)], random);
        machine.put("shape", List.of(shape[0], shape[1], shape[2]));
        List<Integer> tasks = new ArrayList<>();
        for (int node = 0; node < shape[0] * shape[1] * shape[2]; node++) {
            // the data of a request may come late only if no other task stores in between (WordNode.descriptor)
            tasks.add(random.nextInt(3) == 0 ? 1 : 1 + random.nextInt(MOST_TASKS));
        }
        machine.put("tasks_per_node", tasks);
        int width = MachineConfig.minBarrierWidth(Collections.max(tasks));
        machine.put("barrier_width", Math.max(width, (int) machine.get("barrier_width")));
        Map<String, Object> buffers = (Map<String, Object>) machine.get("buffers");
        Map<String, Object> latency = (Map<String, Object>) machine.get("latency");
        if (this == STORE_PATH) {
            storePath(buffers, (Map<String, Object>) machine.get("dla"), random);
            latency.put("software", 1 + random.nextInt(20));
        } else if (usesTree()) {
            if (this == IO_TILES) {
                addIoTiles(machine, random);
            }
            addCollective(machine, random, 1);
        } else if (isOfBarriers()) {
            barrier(machine, shape[0] * shape[1] * shape[2], latency, random);
            if (this == CLASS_ROUTES) {
                addCollective(machine, random, 2);
            }
        } else if (this == ORDER) {
            adaptive(machine, buffers, random);
            if (isWide) {
                latency.put("memory", LATE + random.nextInt(LATE));
            }
            machine.remove("link_interval");
            machine.remove("link_chunk");
        } else {
            Map<String, Object> routing = (Map<String, Object>) machine.get("routing");
            if (routing.get("mode").equals("dimension_order")) {
                if (MachineStructure.loaded().hasAdaptiveVcs() && random.nextInt(3) > 0) {
                    adaptive(machine, buffers, random);
                } else {
                    buffers.put("link_vc", 2 + random.nextInt(HwLayout.MAX_PACKET_FLITS));
                }
            }
            machine.remove("link_interval");
            machine.remove("link_chunk");
            machine.remove("arbitration");
            machine.remove("local_ports");
            latency.put("link", 1 + random.nextInt(3));
            latency.put("credit", 1 + random.nextInt(3));
        }
    }

    /** Lets the dimensions of a shape change places, so that each link and coordinate is used. */
    private static int[] turned(int[] shape, SplittableRandom random) {
        int by = random.nextInt(HwLayout.DIMENSIONS);
        int[] turned = new int[shape.length];
        for (int d = 0; d < shape.length; d++) {
            turned[d] = d < HwLayout.DIMENSIONS ? shape[(d + by) % HwLayout.DIMENSIONS] : 1;
        }
        return turned;
    }

    private static void adaptive(Map<String, Object> machine, Map<String, Object> buffers, SplittableRandom random) {
        machine.put("routing", new LinkedHashMap<>(Map.of("mode", "adaptive", "escape", "rings", "select", "free")));
        int room = random.nextBoolean() ? 0 : random.nextInt(HwLayout.MAX_PACKET_FLITS);
        buffers.put("link_vc", HwLayout.MAX_PACKET_FLITS + room); // often the least for a whole packet
        buffers.remove("link_vcs"); // depths by kind were drawn for another routing
    }

    private static void barrier(
            Map<String, Object> machine, int nodes, Map<String, Object> latency, SplittableRandom random) {
        latency.remove("barrier_spread");
        latency.put("tree", 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 4));
        Map<String, Object> keys = new LinkedHashMap<>();
        if (OptionalUnit.COLLECTIVE.isHere() && random.nextInt(4) > 0) {
            keys.put("network", "tree");
        } else {
            keys.put("from", cycles(nodes, random));
            keys.put("to", random.nextBoolean() ? random.nextInt(30) : cycles(nodes, random));
        }
        machine.put("barrier", keys);
    }

    private static List<Integer> cycles(int nodes, SplittableRandom random) {
        int most = 1 + random.nextInt(60);
        return random.ints(nodes, 0, most).boxed().toList();
    }

    /** Adds I/O tiles to a drawn `machine` section, and their tasks. */
    @SuppressWarnings("unchecked")
    static void addIoTiles(Map<String, Object> machine, SplittableRandom random) {
        List<Integer> k = (List<Integer>) machine.get("shape");
        List<Integer> tasks = new ArrayList<>((List<Integer>) machine.get("tasks_per_node"));
        int nodes = tasks.size();
        List<Integer> ratios = IntStream.rangeClosed(1, nodes)
                .filter(ratio -> nodes % ratio == 0 && nodes / ratio <= Shape.mostIoTiles(k.get(0), k.get(1), k.get(2)))
                .boxed()
                .toList();
        if (ratios.isEmpty()) {
            return;
        }
        int ratio = ratios.get(random.nextInt(ratios.size()));
        for (int tile = 0; tile < nodes / ratio; tile++) {
            tasks.add(1 + random.nextInt(Collections.max(tasks)));
        }
        machine.put("io_ratio", ratio);
        machine.put("tasks_per_node", tasks);
    }

    /**
     * Adds class routes to a drawn `machine` section.
     *
     * @param least number of class routes that are drawn at least
     */
    @SuppressWarnings("unchecked")
    static void addCollective(Map<String, Object> machine, SplittableRandom random, int least) {
        int nodes = ((List<Integer>) machine.get("tasks_per_node")).size();
        List<List<Integer>> routes = new ArrayList<>();
        for (int left = least + random.nextInt(HwLayout.CLASS_ROUTES + 1 - least); left > 0; left--) {
            int share = 1 + random.nextInt(3); // one, two or three nodes in three are members
            List<Integer> members = new ArrayList<>();
            for (int node = 0; node < nodes; node++) {
                if (random.nextInt(3) < share) {
                    members.add(node);
                }
            }
            routes.add(members.isEmpty() ? List.of(random.nextInt(nodes)) : members);
        }
        Map<String, Object> keys = new LinkedHashMap<>();
        keys.put("routes", routes);
        keys.put("link_depth", 1 + random.nextInt(random.nextBoolean() ? 3 : HwLayout.TREE_LINK_DEPTH));
        keys.put("injection", 1 + random.nextInt(HwLayout.TREE_PACKETS));
        keys.put("reception", 1 + random.nextInt(HwLayout.TREE_PACKETS));
        machine.put("collective", keys);
        Map<String, Object> latency = (Map<String, Object>) machine.get("latency");
        latency.put("tree", 1 + random.nextInt(random.nextInt(4) == 0 ? 20 : 4));
    }

    private static void storePath(Map<String, Object> buffers, Map<String, Object> dla, SplittableRandom random) {
        int depth = 8 + random.nextInt(33);
        buffers.put("dla", depth);
        MachineDraw.DLA_LIMITS.forEach(dla::remove);
        for (String limit : MachineDraw.DLA_LIMITS) {
            if (random.nextInt(2) == 0) {
                dla.put(limit, depth / 2 + random.nextInt(depth / 2 + 1));
            }
        }
        if (random.nextInt(4) > 0) {
            dla.put("event_credits", 1 + random.nextInt(4));
        }
        dla.remove("bypass");
    }

    /** Returns the weights of the kinds of words for this focus, or the drawn weights if there is no focus. */
    int[] profile(int[] drawn) {
        return switch (this) {
            case STORE_PATH -> WordDraw.STORE_PATHS;
            case SWITCH -> WordDraw.SATURATING;
            case ORDER, BARRIER, CLASS_ROUTES -> WordDraw.ORDERS;
            case TREE, DEVICE, IO_TILES -> WordDraw.TREES;
            default -> drawn;
        };
    }
}
