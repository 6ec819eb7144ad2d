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
import java.util.stream.Stream;

/** Structures in files of their own (`fairlead.structure/1`), and the keys of `machine.structure`. */
public final class StructureFile {
    static final String PREFIX = "machine.structure.";
    static final String PORTS = "machine.local_ports";
    static final String LANES = "workload.lanes";
    private static final String MEMORY = "machine.memory_bytes";
    private static final List<String> PACKETS = List.of("workload.packet_flits", "workload.background_flits");
    private static final String NAME = "fairlead.structure/1";
    private static final String SCHEMA = "schema";
    private static final String DOC = "description";
    private static final String MACHINE = "machine";
    private static final String STRUCTURE = "structure";
    private static final String ROUTER_STAGES = "router_stages";
    private static final String ISLIP = "islip_iterations";
    private static final String COORDINATES = PREFIX + "coordinate_bits";
    private static final String DLA = "machine.dla.";
    private static final String BARRIERS = "workload.barriers";
    private static final String STORM = "barrier_storm";
    private static final String SHARED = PREFIX + "shared_vcs";
    private static final String VCS = "vcs_per_class";
    private static final String INTERVAL = "machine.link_interval";
    private static final String INJECT = "workload.inject";
    private static final String ROUTERS_ALONE = " makes routers alone, without tiles: for ";
    private static final int STAGES_OF_ISLIP = 3; // at least
    private static final int STAGES_OF_SHARED = 4;
    private static final int VCS_OF_SHARED = 2;

    private StructureFile() {}

    /** Returns the keys of `machine.structure`. */
    static List<Key> keys() {
        final List<Key> keys = new ArrayList<>();
        for (final StructureKey key : HwLayout.STRUCTURE) {
            final String path = PREFIX + key.key();
            final String doc = key.doc() + "; fixed by elaboration";
            final Key range = Key.integer(path, (long) key.standard(), key.least(), key.most(), doc);
            keys.add(
                    key.isRange()
                            ? range
                            : range.choosing(
                                    key.allowed().stream().map(String::valueOf).toList()));
        }
        return keys;
    }

    /** Returns the structure of tiles in a file. */
    public static MachineStructure read(final Path file) {
        final Values values = values(file);
        blameRouters(values, of(values), "scenarios whose traffic is at the local ports");
        values.mistakes().report();
        return of(values);
    }

    /** Returns the structure in a file, which may be of routers alone. */
    public static MachineStructure readOfRouters(final Path file) {
        final Values values = values(file);
        values.mistakes().report();
        return of(values);
    }

    private static Values values(final Path file) {
        final Values values = new Values(wrapped(tree(file)), keys(), file.toString());
        values.mistakes().report();
        checkAlone(values);
        return values;
    }

    /** Returns the structure that a scenario's values describe. */
    static MachineStructure of(final Values values) {
        return MachineStructure.of(key -> values.number(PREFIX + key.key()));
    }

    /** Adds a mistake for keys that do not go together. */
    private static void checkAlone(final Values values) {
        final long stages = values.number(PREFIX + ROUTER_STAGES);
        if (values.number(PREFIX + ISLIP) > 0 && stages < STAGES_OF_ISLIP) {
            values.blame(
                    PREFIX + ISLIP,
                    "needs a stage for the allocation of VCs, " + PREFIX + ROUTER_STAGES + " = " + STAGES_OF_ISLIP
                            + " or 4; it is " + stages);
        }
        final boolean parted = stages == STAGES_OF_SHARED && values.number(PREFIX + ISLIP) > 0;
        if (values.number(SHARED) > 0 && !(parted && values.number(PREFIX + VCS) == VCS_OF_SHARED)) {
            values.blame(
                    SHARED,
                    "needs " + PREFIX + ROUTER_STAGES + " = " + STAGES_OF_SHARED + ", " + ISLIP + " = 1 and " + VCS
                            + " = " + VCS_OF_SHARED + "; they are " + stages + ", " + values.number(PREFIX + ISLIP)
                            + " and " + values.number(PREFIX + VCS));
        }
    }

    /** Adds a mistake for each key that makes routers alone. */
    private static void blameRouters(final Values values, final MachineStructure structure, final String use) {
        if (structure.hasWideCoordinates()) {
            values.blame(COORDINATES, values.number(COORDINATES) + ROUTERS_ALONE + use);
        }
        if (structure.sharedVcs() > 0) {
            values.blame(SHARED, structure.sharedVcs() + ROUTERS_ALONE + use);
        }
    }

    /** Adds a mistake for each key that asks for what the structure has not. */
    static void check(final Values values) {
        checkAlone(values);
        final MachineStructure structure = of(values);
        if (values.word(Schema.MODE).equals("adaptive") && !structure.hasAdaptiveVcs()) {
            values.blame(
                    Schema.MODE,
                    "needs the adaptive VCs of " + PREFIX + "vcs_per_class = 4; with "
                            + values.number(PREFIX + "vcs_per_class") + " a packet has its escape VCs only");
        }
        checkCoordinates(values, structure);
        checkShared(values, structure);
        DepthKeys.check(values, structure);
        checkSizes(values, structure);
        checkPorts(values, structure);
        OptionalUnit.absentFrom(structure).forEach(unit -> checkAbsent(values, unit));
        final List<Long> k = values.list("machine.shape");
        for (int d = structure.dimensions(); d < k.size(); d++) {
            if (k.get(d) > 1) {
                values.blame(
                        "machine.shape",
                        "has more dimensions than " + PREFIX + "dimensions = " + structure.dimensions()
                                + "; each beyond them must be 1");
                return;
            }
        }
    }

    /** Adds a mistake for more memory, or for longer packets, than the words of the structure can tell. */
    private static void checkSizes(final Values values, final MachineStructure structure) {
        if (values.integer(MEMORY) > structure.mostMemory()) {
            values.blame(
                    MEMORY,
                    "must be 1024 to " + structure.mostMemory() + ": more than " + HwLayout.SMALL_TABLE + " " + PREFIX
                            + "counters, origin_epochs or target_epochs leave an address "
                            + HwLayout.LEAST_ADDRESS_BITS + " bits");
        }
        for (final String key : PACKETS) {
            if (values.has(key) && values.number(key) > structure.maxPacketFlits()) {
                values.blame(
                        key,
                        "must be at most " + structure.maxPacketFlits() + " with " + PREFIX + "max_payload = "
                                + values.number(PREFIX + "max_payload"));
            }
        }
    }

    /** Adds a mistake for each key that asks for a local port which the structure has not. */
    private static void checkPorts(final Values values, final MachineStructure structure) {
        final int ports = structure.localPorts();
        final String there = PREFIX + Schema.LOCAL_PORTS + " = " + ports;
        if (!values.isOmitted(PORTS) && values.number(PORTS) > ports) {
            values.blame(PORTS, "must be at most " + there);
        }
        if (values.has(LANES) && !values.isOmitted(LANES) && ports < HwLayout.MOST_PORTS && values.number(LANES) > 1) {
            values.blame(LANES, "must be 1: lanes are local ports, and " + there);
        }
    }

    /** Adds a mistake for each key that asks for a unit which the structure leaves out. */
    private static void checkAbsent(final Values values, final OptionalUnit unit) {
        if (unit.hasFlaw(FaultCatalogue.variant(values.word(Schema.UNSAFE)))) {
            values.blame(Schema.UNSAFE, unit.refusal());
        }
        users(values, unit).forEach(key -> values.blame(key, unit.refusal()));
    }

    /** Returns the keys whose values use a unit. */
    private static List<String> users(final Values values, final OptionalUnit unit) {
        final List<String> keys = new ArrayList<>();
        switch (unit) {
            case COLLECTIVE -> {
                keys.addAll(values.list(Schema.ROUTES).isEmpty() ? List.of() : List.of(Schema.ROUTES));
                keys.addAll(values.number(Schema.IO_RATIO) == 0 ? List.of() : List.of(Schema.IO_RATIO));
                if (!values.word(Schema.BARRIER_NETWORK).equals(Schema.WIRES)) {
                    keys.add(Schema.BARRIER_NETWORK);
                }
                if (values.word(Schema.KIND).equals(DeviceMessages.KIND)) {
                    keys.add(Schema.KIND);
                }
            }
            case DLA -> {
                keys.addAll(values.flag(DLA + "bypass") ? List.of(DLA + "bypass") : List.of());
                Stream.of("event_credits", "status_credits", "status_cycles")
                        .map(DLA::concat)
                        .filter(key -> values.number(key) > 0)
                        .forEach(keys::add);
            }
            case BARRIER -> {
                if (!values.word(Schema.BARRIER_NETWORK).equals(Schema.WIRES)) {
                    keys.add(Schema.BARRIER_NETWORK);
                }
                if (values.word(Schema.KIND).equals(STORM)) {
                    keys.add(Schema.KIND);
                } else if (values.has(BARRIERS) && values.flag(BARRIERS)) {
                    keys.add(BARRIERS);
                }
            }
        }
        return keys;
    }

    /** A header with wide coordinates has no room for the source, which every unit but the routers reads. */
    private static void checkCoordinates(final Values values, final MachineStructure structure) {
        final List<Long> shape = values.list("machine.shape");
        if (shape.stream().anyMatch(k -> k > structure.maxK())) {
            values.blame(
                    "machine.shape",
                    "must be 1 to " + structure.maxK() + " in each dimension; " + COORDINATES + " = 8 has up to "
                            + HwLayout.WIDEST_K);
        }
        if (!structure.hasTiles()
                && !(values.has(Schema.AT) && values.word(Schema.AT).equals(Schema.LOCAL_PORTS))) {
            blameRouters(values, structure, "workload.kind traffic with workload.at local_ports");
        }
    }

    /** Adds a mistake for each key that asks for what routers with shared VCs do not do. */
    private static void checkShared(final Values values, final MachineStructure structure) {
        final int shared = structure.sharedVcs();
        if (shared == 0) {
            return;
        }
        final String there = SHARED + " = " + shared;
        if (!values.word(Schema.MODE).equals("dimension_order")) {
            values.blame(Schema.MODE, "must be dimension_order with " + there);
        }
        if (values.number(INTERVAL) > 1) {
            values.blame(INTERVAL, "must be 1 with " + there);
        }
        if (values.has(LANES) && values.number(LANES) > shared) {
            values.blame(LANES, "must be at most " + there);
        }
        if (values.has(INJECT) && values.number(INJECT) > 1) {
            values.blame(INJECT, "must be 1 with " + there + ", whose local port takes one flit a cycle");
        }
    }

    /** Puts the content of the file that `machine.structure` names, if it names one, in its place. */
    static void insert(final Tree scenario, final String source) {
        final Tree machine = scenario.isMap() ? scenario.entries().get(MACHINE) : null;
        final Tree named =
                machine != null && machine.isMap() ? machine.entries().get(STRUCTURE) : null;
        if (named == null || !(named.scalar() instanceof String word)) {
            return;
        }
        try {
            machine.entries().put(STRUCTURE, tree(Path.of(source).resolveSibling(word)));
        } catch (final InvalidPathException e) {
            throw new BadInput(
                    named.where() + ": " + MACHINE + "." + STRUCTURE + " = " + named.brief() + ": no name of a file");
        }
    }

    private static Tree tree(final Path file) {
        final Tree tree = Tree.read(InputText.of(file), file.toString(), true);
        tree.requireFormat(NAME);
        if (!tree.isMap() || !tree.entries().containsKey(SCHEMA)) {
            throw new BadInput(tree.where() + ": schema: is missing; it must be " + NAME);
        }
        return tree.with(List.of(SCHEMA, DOC), Tree.empty(tree.where()));
    }

    private static Tree wrapped(final Tree structure) {
        final Tree machine = Tree.empty(structure.where());
        machine.entries().put(STRUCTURE, structure);
        final Tree top = Tree.empty(structure.where());
        top.entries().putAll(Map.of(MACHINE, machine));
        return top;
    }
}
