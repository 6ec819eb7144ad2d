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
import java.util.stream.Collectors;

/** Structures in files of their own (`fairlead.structure/1`), and the keys of `machine.structure`. */
public final class StructureFile {
    static final String PREFIX = "machine.structure.";
    private static final String PORTS = "machine.local_ports";
    private static final String LANES = "workload.lanes";
    private static final String NAME = "fairlead.structure/1";
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

    private void require(boolean good, String rule, Object... parts) {
        values.require(good, rule, parts);
    }

    private void checkAlone() {
        int stages = number("router_stages");
        int islip = number("islip_iterations");
        int vcs = number("vcs_per_class");
        require(islip == 0 || stages >= 3, "machine.structure.islip_iterations:stages", stages);
        boolean shares = stages == 4 && islip > 0 && vcs == 2;
        require(structure.sharedVcs() == 0 || shares, "machine.structure.shared_vcs:router", stages, islip, vcs);
    }

    private void blameRouters(String use) {
        int bits = number("coordinate_bits");
        require(!structure.hasWideCoordinates(), "machine.structure.coordinate_bits:routers", bits, use);
        require(structure.sharedVcs() == 0, "machine.structure.shared_vcs:routers", structure.sharedVcs(), use);
    }

    static void check(Values values) {
        new StructureFile(values).check();
    }

    private void check() {
        checkAlone();
        boolean escapes = structure.hasAdaptiveVcs() || !values.is(Schema.MODE, "adaptive");
        require(escapes, "machine.routing.mode:vcs", number("vcs_per_class"));
        checkShape();
        checkShared();
        DepthKeys.check(values);
        checkSizes();
        for (OptionalUnit unit : OptionalUnit.absentFrom(structure)) {
            if (unit.hasFlaw(FaultCatalogue.variant(values.word(Schema.UNSAFE)))) {
                values.blame(Schema.UNSAFE, unit.refusal());
            }
            users(unit).forEach(key -> values.blame(key, unit.refusal()));
        }
    }

    /** A header with wide coordinates has no room for the source, which every unit but the routers reads. */
    private void checkShape() {
        List<Long> shape = values.list("machine.shape");
        boolean small = shape.stream().allMatch(k -> k <= structure.maxK());
        require(small, "machine.shape:coordinates", structure.maxK(), HwLayout.WIDEST_K);
        int dimensions = number("dimensions");
        boolean flat = shape.stream().skip(dimensions).allMatch(k -> k == 1);
        require(flat, "machine.shape:dimensions", dimensions);
        if (!structure.hasTiles() && !values.is(Schema.AT, Schema.LOCAL_PORTS)) {
            blameRouters("workload.kind traffic with workload.at local_ports");
        }
    }

    private void checkShared() {
        int shared = structure.sharedVcs();
        if (shared > 0) {
            require(values.is(Schema.MODE, "dimension_order"), "machine.routing.mode:shared", shared);
            require(!exceeds("machine.link_interval", 1), "machine.link_interval:shared", shared);
            require(!exceeds(LANES, shared), "workload.lanes:shared", shared);
            require(!exceeds("workload.inject", 1), "workload.inject:shared", shared);
        }
    }

    private void checkSizes() {
        int memory = structure.mostMemory();
        require(
                !exceeds("machine.memory_bytes", memory),
                "machine.memory_bytes:structure",
                memory,
                HwLayout.SMALL_TABLE,
                HwLayout.LEAST_ADDRESS_BITS);
        int flits = structure.maxPacketFlits();
        for (String key : List.of("workload.packet_flits", "workload.background_flits")) {
            require(!exceeds(key, flits), key + ":payload", flits, number("max_payload"));
        }
        int ports = structure.localPorts();
        require(values.isOmitted(PORTS) || !exceeds(PORTS, ports), "machine.local_ports:structure", ports);
        boolean one = values.isOmitted(LANES) || ports == HwLayout.MOST_PORTS || !exceeds(LANES, 1);
        require(one, "workload.lanes:structure", ports);
    }

    /** Returns the keys that use a unit: those whose value is not the default, and the kinds of workload. */
    private List<String> users(OptionalUnit unit) {
        boolean storm = values.is(Schema.KIND, "barrier_storm");
        List<String> keys =
                switch (unit) {
                    case DLA -> List.of("bypass", "event_credits", "status_credits", "status_cycles").stream()
                            .map(key -> "machine.dla." + key)
                            .toList();
                    case COLLECTIVE -> List.of(Schema.BARRIER_NETWORK, Schema.ROUTES, Schema.IO_RATIO);
                    case BARRIER -> List.of(Schema.BARRIER_NETWORK);
                };
        List<String> users = new ArrayList<>(keys);
        users.removeIf(key -> Key.of(Schema.KEYS, key).standard().equals(values.get(key)));
        boolean device = values.is(Schema.KIND, DeviceMessages.KIND);
        if (unit == OptionalUnit.BARRIER && storm || unit == OptionalUnit.COLLECTIVE && device) {
            users.add(Schema.KIND);
        } else if (unit == OptionalUnit.BARRIER && values.has(BARRIERS) && values.flag(BARRIERS)) {
            users.add(BARRIERS);
        }
        return users;
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
        Tree schema = tree.at("schema");
        if (!NAME.equals(schema.scalar())) { // of another version
            throw new BadInput(schema.where() + ": schema = " + schema.brief() + ": must be " + NAME);
        }
        return tree.without(List.of("schema", "description"));
    }

    /** A sound input asks for another structure than that of this process. Another process can run it. */
    public static final class OtherStructure extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient MachineStructure wanted;

        /** @param source what asks for it, for the message */
        public OtherStructure(String source, MachineStructure wanted) {
            super(source + ": " + differences(wanted)
                    + ": one process has one structure, and another process runs this");
            this.wanted = wanted;
        }

        private static String differences(MachineStructure wanted) {
            Map<String, Object> loaded = MachineStructure.loaded().keys();
            return wanted.keys().entrySet().stream()
                    .filter(key -> !key.getValue().equals(loaded.get(key.getKey())))
                    .map(key -> StructureFile.PREFIX + key.getKey() + " = " + key.getValue() + " (here "
                            + loaded.get(key.getKey()) + ")")
                    .collect(Collectors.joining(", "));
        }

        public MachineStructure wanted() {
            return wanted;
        }
    }
}
