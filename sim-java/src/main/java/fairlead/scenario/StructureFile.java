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
import java.util.Map;

/** Structures in files of their own (`fairlead.structure/1`), and the keys of `machine.structure`. */
public final class StructureFile {
    static final String PREFIX = "machine.structure.";
    private static final String PORTS = "machine.local_ports";
    private static final String LANES = "workload.lanes";
    private static final String MEMORY = "machine.memory_bytes";
    private static final String SHAPE = "machine.shape";
    private static final String NAME = "fairlead.structure/1";
    private static final String SCHEMA = "schema";
    private static final String MACHINE = "machine";
    private static final String STRUCTURE = "structure";
    private static final String ROUTER_STAGES = "router_stages";
    private static final String ISLIP = "islip_iterations";
    private static final String COORDINATES = PREFIX + "coordinate_bits";
    private static final String DLA = "machine.dla.";
    private static final String BARRIERS = "workload.barriers";
    private static final String SHARED = PREFIX + "shared_vcs";
    private static final String VCS = "vcs_per_class";
    private static final int STAGES_OF_ISLIP = 3; // at least
    private static final int STAGES_OF_SHARED = 4;
    private static final int VCS_OF_SHARED = 2;

    private final Values values;
    private final MachineStructure structure;

    private StructureFile(Values values) {
        this.values = values;
        structure = of(values);
    }

    /** Returns the keys of `machine.structure`. */
    static List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        for (StructureKey key : HwLayout.STRUCTURE) {
            Key range = Key.integer(
                    PREFIX + key.key(),
                    (long) key.standard(),
                    key.least(),
                    key.most(),
                    key.doc() + "; fixed by elaboration");
            keys.add(
                    key.isRange()
                            ? range
                            : range.choosing(
                                    key.allowed().stream().map(String::valueOf).toList()));
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
        Tree machine = Tree.empty(tree.where());
        machine.entries().put(STRUCTURE, tree);
        Tree top = Tree.empty(tree.where());
        top.entries().put(MACHINE, machine);
        Values values = new Values(top, keys(), file.toString());
        values.mistakes().report();
        StructureFile read = new StructureFile(values);
        read.checkAlone();
        return read;
    }

    /** Returns the structure that a scenario's values describe. */
    static MachineStructure of(Values values) {
        return MachineStructure.of(key -> values.number(PREFIX + key.key()));
    }

    private int number(String key) {
        return values.number(PREFIX + key);
    }

    private void blameIf(boolean wrong, String key, String what) {
        if (wrong) {
            values.blame(key, what);
        }
    }

    /** Adds a mistake for keys that do not go together. */
    private void checkAlone() {
        int stages = number(ROUTER_STAGES);
        int islip = number(ISLIP);
        blameIf(
                islip > 0 && stages < STAGES_OF_ISLIP,
                PREFIX + ISLIP,
                "needs a stage for the allocation of VCs, " + PREFIX + ROUTER_STAGES + " = " + STAGES_OF_ISLIP
                        + " or 4; it is " + stages);
        blameIf(
                structure.sharedVcs() > 0 && !(stages == STAGES_OF_SHARED && islip > 0 && number(VCS) == VCS_OF_SHARED),
                SHARED,
                "needs " + PREFIX + ROUTER_STAGES + " = " + STAGES_OF_SHARED + ", " + ISLIP + " = 1 and " + VCS + " = "
                        + VCS_OF_SHARED + "; they are " + stages + ", " + islip + " and " + number(VCS));
    }

    /** Adds a mistake for each key that makes routers alone. */
    private void blameRouters(String use) {
        String alone = " makes routers alone, without tiles: for " + use;
        blameIf(structure.hasWideCoordinates(), COORDINATES, number("coordinate_bits") + alone);
        blameIf(structure.sharedVcs() > 0, SHARED, structure.sharedVcs() + alone);
    }

    /** Adds a mistake for each key that asks for what the structure has not. */
    static void check(Values values) {
        new StructureFile(values).check();
    }

    private void check() {
        checkAlone();
        blameIf(
                values.word(Schema.MODE).equals("adaptive") && !structure.hasAdaptiveVcs(),
                Schema.MODE,
                "needs the adaptive VCs of " + PREFIX + "vcs_per_class = 4; with " + number(VCS)
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
        if (!structure.hasTiles()
                && !(values.has(Schema.AT) && values.word(Schema.AT).equals(Schema.LOCAL_PORTS))) {
            blameRouters("workload.kind traffic with workload.at local_ports");
        }
    }

    /** Adds a mistake for each key that asks for what routers with shared VCs do not do. */
    private void checkShared() {
        int shared = structure.sharedVcs();
        if (shared > 0) {
            String there = SHARED + " = " + shared;
            String interval = "machine.link_interval";
            String inject = "workload.inject";
            blameIf(
                    !values.word(Schema.MODE).equals("dimension_order"),
                    Schema.MODE,
                    "must be dimension_order with " + there);
            blameIf(values.number(interval) > 1, interval, "must be 1 with " + there);
            blameIf(values.has(LANES) && values.number(LANES) > shared, LANES, "must be at most " + there);
            blameIf(
                    values.has(inject) && values.number(inject) > 1,
                    inject,
                    "must be 1 with " + there + ", whose local port takes one flit a cycle");
        }
    }

    /** Adds a mistake for more memory, longer packets or more local ports than the structure has. */
    private void checkSizes() {
        blameIf(
                values.integer(MEMORY) > structure.mostMemory(),
                MEMORY,
                "must be 1024 to " + structure.mostMemory() + ": more than " + HwLayout.SMALL_TABLE + " " + PREFIX
                        + "counters, origin_epochs or target_epochs leave an address " + HwLayout.LEAST_ADDRESS_BITS
                        + " bits");
        for (String key : List.of("workload.packet_flits", "workload.background_flits")) {
            blameIf(
                    values.has(key) && values.number(key) > structure.maxPacketFlits(),
                    key,
                    "must be at most " + structure.maxPacketFlits() + " with " + PREFIX + "max_payload = "
                            + number("max_payload"));
        }
        int ports = structure.localPorts();
        String there = PREFIX + Schema.LOCAL_PORTS + " = " + ports;
        blameIf(!values.isOmitted(PORTS) && values.number(PORTS) > ports, PORTS, "must be at most " + there);
        blameIf(
                values.has(LANES)
                        && !values.isOmitted(LANES)
                        && ports < HwLayout.MOST_PORTS
                        && values.number(LANES) > 1,
                LANES,
                "must be 1: lanes are local ports, and " + there);
    }

    /** Returns the keys whose values use a unit. */
    private List<String> users(OptionalUnit unit) {
        boolean tree = !values.word(Schema.BARRIER_NETWORK).equals(Schema.WIRES);
        String kind = values.word(Schema.KIND);
        boolean storm = kind.equals("barrier_storm");
        Map<String, Boolean> uses =
                switch (unit) {
                    case COLLECTIVE -> Map.of(
                            Schema.ROUTES,
                            !values.list(Schema.ROUTES).isEmpty(),
                            Schema.IO_RATIO,
                            values.number(Schema.IO_RATIO) > 0,
                            Schema.BARRIER_NETWORK,
                            tree,
                            Schema.KIND,
                            kind.equals(DeviceMessages.KIND));
                    case DLA -> Map.of(
                            DLA + "bypass", values.flag(DLA + "bypass"),
                            DLA + "event_credits", values.number(DLA + "event_credits") > 0,
                            DLA + "status_credits", values.number(DLA + "status_credits") > 0,
                            DLA + "status_cycles", values.number(DLA + "status_cycles") > 0);
                    case BARRIER -> Map.of(
                            Schema.BARRIER_NETWORK,
                            tree,
                            Schema.KIND,
                            storm,
                            BARRIERS,
                            !storm && values.has(BARRIERS) && values.flag(BARRIERS));
                };
        return uses.keySet().stream().filter(uses::get).sorted().toList();
    }

    /** Puts the content of the file that `machine.structure` names, if it names one, in its place. */
    static void insert(Tree scenario, String source) {
        Tree machine = scenario.isMap() ? scenario.entries().get(MACHINE) : null;
        Tree named = machine != null && machine.isMap() ? machine.entries().get(STRUCTURE) : null;
        if (named == null || !(named.scalar() instanceof String word)) {
            return;
        }
        try {
            machine.entries().put(STRUCTURE, tree(Path.of(source).resolveSibling(word)));
        } catch (InvalidPathException e) {
            throw new BadInput(
                    named.where() + ": " + MACHINE + "." + STRUCTURE + " = " + named.brief() + ": no name of a file");
        }
    }

    private static Tree tree(Path file) {
        Tree tree = Tree.read(InputText.of(file), file.toString(), true);
        tree.requireFormat(NAME);
        if (!tree.isMap() || !tree.entries().containsKey(SCHEMA)) {
            throw new BadInput(tree.where() + ": schema: is missing; it must be " + NAME);
        }
        return tree.with(List.of(SCHEMA, "description"), Tree.empty(tree.where()));
    }
}
