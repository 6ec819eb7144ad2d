// SPDX-License-Identifier: Apache-2.0
package fairlead.scenario;

import fairlead.hw.HwLayout;
import fairlead.machine.MachineStructure;
import fairlead.machine.OptionalUnit;
import fairlead.machine.StructureKey;
import fairlead.workload.pattern.DeviceMessages;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Structures in files of their own (`fairlead.structure/1`), and the keys of `machine.structure`. */
public final class StructureFile {
    static final String PREFIX = "machine.structure.";
    private static final String PORTS = "machine.local_ports";
    private static final String LANES = "workload.lanes";
    private static final String INJECT = "workload.inject";
    private static final String MEMORY = "machine.memory_bytes";
    private static final String SHAPE = "machine.shape";
    private static final String NAME = "fairlead.structure/1";
    private static final String SHARED = PREFIX + "shared_vcs";
    private static final String COORDINATES = PREFIX + "coordinate_bits";
    private static final String BARRIERS = "workload.barriers";

    private final Values values;
    private final MachineStructure structure;

    private StructureFile(Values values) {
        this.values = values;
        structure = of(values);
    }

    static List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (StructureKey key : HwLayout.STRUCTURE) {
            Key range = Key.integer(
                    PREFIX + key.key(),
                    (long) key.standard(),
                    key.least(),
                    key.most(),
                    key.doc() + "; fixed by elaboration");
            List<String> few = key.allowed().stream().map(String::valueOf).toList();
            keys.add(key.isRange() ? range : range.choosing(few));
        }
        return keys;
    }

    /** Returns the structure of tiles in a file. */
    public static MachineStructure read(Path file) {
        StructureFile read = alone(file);
        read.blameRouters("scenarios whose traffic is at the local ports");
        read.values.mistakes().report();
        return read.structure;
    }

    /** Returns the structure in a file, which may be of routers alone. */
    public static MachineStructure readOfRouters(Path file) {
        StructureFile read = alone(file);
        read.values.mistakes().report();
        return read.structure;
    }

    private static StructureFile alone(Path file) {
        Tree tree = tree(file);
        Tree top = Tree.empty(tree.where());
        top.set("machine.structure", tree);
        Values values = new Values(top, keys(), file.toString());
        values.mistakes().report();
        StructureFile read = new StructureFile(values);
        read.checkAlone();
        return read;
    }

    static MachineStructure of(Values values) {
        return MachineStructure.of(key -> values.number(PREFIX + key.key()));
    }

    private int number(String key) {
        return values.number(PREFIX + key);
    }

    private boolean exceeds(String key, long most) {
        return values.has(key) && values.integer(key) > most;
    }

    private void blameIf(boolean wrong, String key, String what) {
        values.require(!wrong, key, what);
    }

    private void checkAlone() {
        int stages = number("router_stages");
        int islip = number("islip_iterations");
        int vcs = number("vcs_per_class");
        blameIf(
                islip > 0 && stages < 3,
                PREFIX + "islip_iterations",
                "needs a stage for the allocation of VCs, " + PREFIX + "router_stages = 3 or 4; it is " + stages);
        blameIf(
                structure.sharedVcs() > 0 && !(stages == 4 && islip > 0 && vcs == 2),
                SHARED,
                "needs " + PREFIX + "router_stages = 4, islip_iterations = 1 and vcs_per_class = 2; they are " + stages
                        + ", " + islip + " and " + vcs);
    }

    private void blameRouters(String use) {
        String alone = " makes routers alone, without tiles: for " + use;
        blameIf(structure.hasWideCoordinates(), COORDINATES, number("coordinate_bits") + alone);
        blameIf(structure.sharedVcs() > 0, SHARED, structure.sharedVcs() + alone);
    }

    static void check(Values values) {
        new StructureFile(values).check();
    }

    private void check() {
        checkAlone();
        blameIf(
                values.is(Schema.MODE, "adaptive") && !structure.hasAdaptiveVcs(),
                Schema.MODE,
                "needs the adaptive VCs of " + PREFIX + "vcs_per_class = 4; with " + number("vcs_per_class")
                        + " a packet has its escape VCs only");
        checkShape();
        checkShared();
        DepthKeys.check(values, structure);
        checkSizes();
        for (OptionalUnit unit : OptionalUnit.absentFrom(structure)) {
            blameIf(unit.hasFlaw(FaultCatalogue.variant(values.word(Schema.UNSAFE))), Schema.UNSAFE, unit.refusal());
            users(unit).forEach(key -> values.blame(key, unit.refusal()));
        }
    }

    /** A header with wide coordinates has no room for the source, which every unit but the routers reads. */
    private void checkShape() {
        List<Long> shape = values.list(SHAPE);
        blameIf(
                shape.stream().anyMatch(k -> k > structure.maxK()),
                SHAPE,
                "must be 1 to " + structure.maxK() + " in each dimension; " + COORDINATES + " = 8 has up to "
                        + HwLayout.WIDEST_K);
        blameIf(
                shape.stream().skip(structure.dimensions()).anyMatch(k -> k > 1),
                SHAPE,
                "has more dimensions than " + PREFIX + "dimensions = " + structure.dimensions()
                        + "; each beyond them must be 1");
        if (!structure.hasTiles() && !values.is(Schema.AT, Schema.LOCAL_PORTS)) {
            blameRouters("workload.kind traffic with workload.at local_ports");
        }
    }

    private void checkShared() {
        int shared = structure.sharedVcs();
        if (shared == 0) {
            return;
        }
        String there = SHARED + " = " + shared;
        String interval = "machine.link_interval";
        blameIf(!values.is(Schema.MODE, "dimension_order"), Schema.MODE, "must be dimension_order with " + there);
        blameIf(exceeds(interval, 1), interval, "must be 1 with " + there);
        blameIf(exceeds(LANES, shared), LANES, "must be at most " + there);
        blameIf(exceeds(INJECT, 1), INJECT, "must be 1 with " + there + ", whose local port takes one flit a cycle");
    }

    private void checkSizes() {
        blameIf(
                exceeds(MEMORY, structure.mostMemory()),
                MEMORY,
                "must be 1024 to " + structure.mostMemory() + ": more than " + HwLayout.SMALL_TABLE + " " + PREFIX
                        + "counters, origin_epochs or target_epochs leave an address " + HwLayout.LEAST_ADDRESS_BITS
                        + " bits");
        for (String key : List.of("workload.packet_flits", "workload.background_flits")) {
            blameIf(
                    exceeds(key, structure.maxPacketFlits()),
                    key,
                    "must be at most " + structure.maxPacketFlits() + " with " + PREFIX + "max_payload = "
                            + number("max_payload"));
        }
        int ports = structure.localPorts();
        String there = PREFIX + Schema.LOCAL_PORTS + " = " + ports;
        blameIf(!values.isOmitted(PORTS) && exceeds(PORTS, ports), PORTS, "must be at most " + there);
        blameIf(
                !values.isOmitted(LANES) && ports < HwLayout.MOST_PORTS && exceeds(LANES, 1),
                LANES,
                "must be 1: lanes are local ports, and " + there);
    }

    private TreeSet<String> users(OptionalUnit unit) {
        TreeSet<String> users = new TreeSet<>();
        boolean storm = values.is(Schema.KIND, "barrier_storm");
        if (unit == OptionalUnit.DLA) {
            for (String key : List.of("event_credits", "status_credits", "status_cycles")) {
                addIf(exceeds("machine.dla." + key, 0), "machine.dla." + key, users);
            }
            addIf(values.flag("machine.dla.bypass"), "machine.dla.bypass", users);
            return users;
        }
        addIf(!values.is(Schema.BARRIER_NETWORK, "wires"), Schema.BARRIER_NETWORK, users);
        if (unit == OptionalUnit.BARRIER) {
            addIf(storm, Schema.KIND, users);
            addIf(!storm && values.has(BARRIERS) && values.flag(BARRIERS), BARRIERS, users);
        } else {
            addIf(!values.list(Schema.ROUTES).isEmpty(), Schema.ROUTES, users);
            addIf(exceeds(Schema.IO_RATIO, 0), Schema.IO_RATIO, users);
            addIf(values.is(Schema.KIND, DeviceMessages.KIND), Schema.KIND, users);
        }
        return users;
    }

    private static void addIf(boolean used, String key, TreeSet<String> users) {
        if (used) {
            users.add(key);
        }
    }

    /** Puts the content of the file that `machine.structure` names, if it names one, in its place. */
    static void insert(Tree scenario, String source) {
        Tree named = scenario.at("machine.structure");
        if (named == null || !(named.scalar() instanceof String word)) {
            return;
        }
        try {
            scenario.set("machine.structure", tree(Path.of(source).resolveSibling(word)));
        } catch (InvalidPathException e) {
            throw new BadInput(named.where() + ": machine.structure = " + named.brief() + ": no name of a file");
        }
    }

    private static Tree tree(Path file) {
        Tree tree = Tree.read(InputText.of(file), file.toString(), true);
        tree.requireFormat(NAME);
        if (!tree.isMap() || !tree.entries().containsKey("schema")) {
            throw new BadInput(tree.where() + ": schema: is missing; it must be " + NAME);
        }
        return tree.without(List.of("schema", "description"));
    }
}
